"""``errorkb doctor``: what is where, what is wrong, and what to do."""

import json

from tests.cli.base import RECORDS, errorkb


def findings(home, **environment):
    done = errorkb(home, "doctor", "--json", **environment)
    return done.returncode, {one["name"]: one for one in map(json.loads, done.stdout.splitlines())}


def test_a_base_that_is_well(home):
    status, told = findings(home)
    assert status == 0, told
    assert told["home"]["told"] == f"{home} (ERRORKB_HOME)"
    assert told["entries"]["told"].startswith(f"{len(RECORDS)} of 1 repositories, 0 retired")
    assert {"version", "disk", "database", "index", "broker", "workers", "tokens", "stand-by"} <= set(told)


def test_what_is_wrong_comes_with_what_to_do(home, tmp_path):
    status, told = findings(tmp_path / "fresh")
    assert (status, told["database"]["state"]) == (2, "wrong")
    assert "errorkb up" in told["database"]["advice"]
    assert not (tmp_path / "fresh" / "postgres").exists()

    url = "postgresql://me:secret@127.0.0.1:1/mine"
    status, told = findings(home, DATABASE_URL=url, ERRORKB_BROKER_URL="amqp://me:secret@127.0.0.1:1//")
    assert status == 2
    assert "does not answer" in told["database"]["told"]
    assert "127.0.0.1:1 does not answer" in told["broker"]["told"]
    assert "secret" not in json.dumps([*told.values()]).replace("secret key", "")

    (home / "secret_key").chmod(0o644)
    status, told = findings(home)
    (home / "secret_key").chmod(0o600)
    assert (status, told["secret key"]["advice"]) == (2, f"chmod 600 {home / 'secret_key'}")


def test_people_read_a_table(home):
    done = errorkb(home, "doctor", COLUMNS="40")
    assert done.returncode == 0, done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 40
    assert any(line.startswith("ok") for line in done.stdout.splitlines())
