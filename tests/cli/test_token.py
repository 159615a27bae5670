"""``errorkb token``: made once, listed in a terminal's width, put out of force for good."""

import pytest
from django.core.management import call_command
from django.utils import timezone

from errorkb.commands import Failure
from errorkb.models import ApiToken
from errorkb.models.token import USE_NOTED

pytestmark = pytest.mark.django_db


def test_its_text_is_printed_once_and_not_stored(capsys):
    call_command("token", create="ci")
    text = capsys.readouterr().out.strip()
    token = ApiToken.objects.get()
    assert text.startswith("ekb_")
    assert (token.name, token.scopes) == ("ci", ["ingest"])
    assert text not in str(vars(token))
    assert ApiToken.objects.allowing(text, "ingest").get() == token
    assert not ApiToken.objects.allowing(text, "read").exists()


def test_scopes_are_chosen(capsys):
    call_command("token", "--create", "reader", "--scope", "read")
    call_command("token", "--create", "both", "--scope", "read", "--scope", "ingest", "--scope", "read")
    assert dict(ApiToken.objects.values_list("name", "scopes")) == {
        "reader": ["read"],
        "both": ["read", "ingest"],
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--create", "ci"], "there is a token 'ci' already"),
        (["--create", ""], "needs a name"),
        (["--create", "a\nb"], "needs a name"),
        (["--revoke", "none"], "no token 'none' in force"),
        (["--revoke", "\0"], "no token '.x00' in force"),
        (["--scope", "read"], "--scope goes with --create"),
        (["--revoke", "ci", "--scope", "read"], "--scope goes with --create"),
    ],
)
def test_what_cannot_be_done_is_said(words, said, capsys):
    call_command("token", create="ci")
    with pytest.raises(Failure, match=said):
        call_command("token", *words)
    assert ApiToken.objects.get().revoked_at is None


def test_the_list_fits_80_columns(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("ci", "a-name-that-is-much-longer-than-its-column-and-goes-on", "[bold]odd"):
        text = ApiToken.objects.issue(name, ["ingest"])
    ApiToken.objects.in_force(text).get().used()
    call_command("token", revoke="ci")
    call_command("token")
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].split() == ["name", "scopes", "created", "last", "used", "revoked"]
    assert max(map(len, shown)) <= 80
    today = f"{timezone.now():%Y-%m-%d}"
    [revoked] = [line for line in shown if line.startswith("ci ")]
    assert revoked.split()[1] == "ingest"
    assert revoked.count(today) == 2
    assert [line.count(today) for line in shown if "[bold]odd" in line] == [2]


def test_the_latest_use_is_written_at_most_once_a_minute(django_assert_num_queries):
    token = ApiToken.objects.allowing(ApiToken.objects.issue("ci", ["ingest"]), "ingest").get()
    with django_assert_num_queries(1):
        token.used()
        token.used()
    token.last_used_at = before = timezone.now() - USE_NOTED * 2
    token.used()
    token.refresh_from_db()
    assert token.last_used_at is not None
    assert token.last_used_at > before
