"""Whose address counts, with and without proxies."""

import pytest

from errorkb.limits.address import client_address, networks, whole_client

PROXIES = networks("10.0.0.0/8, 192.0.2.7, 2001:db8:ffff::/48")


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("203.0.113.9", "", "203.0.113.9"),
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),  # anybody may write that header
        ("10.1.2.3", "198.51.100.1", "198.51.100.1"),
        ("10.1.2.3", "6.6.6.6, 198.51.100.1, 192.0.2.7", "198.51.100.1"),
        ("10.1.2.3", "198.51.100.1, nonsense", "10.1.2.3"),
        ("10.1.2.3", "10.9.9.9", "10.9.9.9"),
        ("10.1.2.3", "", "10.1.2.3"),
        ("10.1.2.3", " 2001:db8:1:2:3::4 ", "2001:db8:1:2::/64"),
        ("::ffff:10.1.2.3", "::ffff:198.51.100.1", "198.51.100.1"),
        ("2001:db8:1:2:aaaa::1", "", "2001:db8:1:2::/64"),
        ("", "198.51.100.1", "127.0.0.1"),  # a Unix socket
        ("unix:", "", "127.0.0.1"),
    ],
)
def test_the_last_address_that_is_no_proxy_s_counts(peer, forwarded, client):
    assert whole_client(client_address(peer, forwarded, PROXIES)) == client


def test_a_setting_that_is_no_network_is_refused():
    assert networks("") == ()
    with pytest.raises(ValueError, match="has host bits set"):
        networks("10.0.0.1/8")  # its host bits say that something else was meant
