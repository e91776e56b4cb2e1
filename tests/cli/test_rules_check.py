from __future__ import annotations

import json
from pathlib import Path

import pytest
from rule_texts import shop_rules
from shop import changed, label, record_shop, shop

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode


def test_rules_that_hold_exit_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recording = record_shop(tmp_path / "t.parquet")
    assert run(["rules", "check", str(shop_rules(tmp_path)), str(recording)]) == ExitCode.OK
    captured = capsys.readouterr()
    assert "2 of 2 hold, 0 fail, 0 unknown" in captured.err
    assert "added" in captured.out


def test_a_new_version_lists_the_facts_that_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    device = shop(cart=changed("cart", "Cart", label(4, "Basket", "com.example.app:id/title")))
    device.versions = {"com.example.app": "2.0"}
    recording = record_shop(tmp_path / "t.parquet", device=device)
    assert run(["rules", "check", str(shop_rules(tmp_path)), str(recording), "--json"]) == ExitCode.MISMATCH
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert [(fact["rule"], fact["failed"], fact["asked"]) for fact in document["failing"]] == [("add", 1, 1)]
    assert "equals 'Cart'" in document["failing"][0]["expected"]
    assert document["recorded_versions"] == ["2.0"]
    assert "the rules were learnt or checked on version 1.0, this is 2.0" in captured.err


def test_rules_that_are_for_nothing_recorded_are_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record_shop(tmp_path / "t.parquet")
    rules = shop_rules(tmp_path, "com.example.app, versions", "com.other, versions")
    assert run(["rules", "check", str(rules), str(recording)]) == ExitCode.USAGE
    assert "found none" in capsys.readouterr().err
