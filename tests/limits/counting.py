"""A process that takes requests as fast as it can; prints how many it got. The test starts several.

Arguments: the client's name, the quota, how many to try.
"""

import os
import sys

import django


def main(client: str, quota: int, tries: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "errorkb.settings")
    django.setup()
    from errorkb.limits.counter import take  # noqa: PLC0415 - settings come first
    from errorkb.limits.policy import Policy  # noqa: PLC0415

    policy = Policy(name="reads", quota=quota)
    print("ready", flush=True)
    sys.stdin.readline()
    taken = [take(client, policy) for _ in range(tries)]
    allowed = [one for one in taken if not one.is_over]
    print(len(allowed), min(one.left for one in taken), max(one.seconds for one in taken))


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
