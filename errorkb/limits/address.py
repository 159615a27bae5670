"""Whose address a request comes from: its peer's or, behind proxies that are trusted, what they say. Pure."""

import ipaddress
from collections.abc import Sequence

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

#: A Unix socket has no address: whoever is at its other end is on this machine.
_LOCAL: Address = ipaddress.IPv4Address("127.0.0.1")
#: One IPv6 customer has all addresses of such a network.
_CUSTOMER = 64


def networks(text: str) -> tuple[Network, ...]:
    """Addresses and networks, comma separated. Raises ValueError."""
    return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())


def client_address(peer: str, forwarded: str, proxies: Sequence[Network]) -> Address:
    """The last address that no trusted proxy has: what stands before it, anybody may have written.

    peer: REMOTE_ADDR. forwarded: X-Forwarded-For, the client first and the nearest proxy last.
    """
    address = _read(peer) or _LOCAL
    hops = forwarded.split(",") if forwarded else []
    while hops and any(address in network for network in proxies):
        before = _read(hops.pop())
        if before is None:
            break
        address = before
    return address


def whole_client(address: Address) -> str:
    """The address as one client: of IPv6 its network, which one customer has as a whole."""
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, _CUSTOMER), strict=False))
    return str(address)


def _read(text: str) -> Address | None:
    try:
        address = ipaddress.ip_address(text.strip())
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        return address.ipv4_mapped
    return address
