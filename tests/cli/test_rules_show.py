from __future__ import annotations

import json
from pathlib import Path

import pytest
from rule_texts import shop_rules

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.replayer.rules.read import read_rule_file, rule_file_from


def test_rules_are_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "show", str(shop_rules(tmp_path))]) == ExitCode.OK
    told = capsys.readouterr().out
    for words in ("open-milk", "tap, on text 'Milk'", "outcome sold out", "#price:text may be any money"):
        assert words in told


def test_json_is_the_file_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = shop_rules(tmp_path)
    assert run(["rules", "show", str(path), "--json"]) == ExitCode.OK
    assert rule_file_from(json.loads(capsys.readouterr().out)) == read_rule_file(path)


def test_a_wrong_file_is_named_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = shop_rules(tmp_path, "exists: {text: Sold out}", "exists: {txt: Sold out}")
    assert run(["rules", "show", str(path)]) == ExitCode.BAD_INPUT
    assert "steps[0].outcomes[1].facts[0].exists.txt: no such key" in capsys.readouterr().err
