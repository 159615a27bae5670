"""Tests roll the base back, and so its revision may name another content than it did."""

import pytest

from errorkb.matching import index


@pytest.fixture(autouse=True)
def fresh_index(monkeypatch, tmp_path):
    monkeypatch.setattr(index, "_holder", index.Holder(tmp_path / "index"))
