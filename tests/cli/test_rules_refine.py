from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from rule_texts import shop_rules
from shop import record_shop
from varied_shop import GO_ON, replayed, saying

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.replayer.rules.read import read_rule_file


def test_a_slot_that_hid_a_wrong_price_is_no_longer_excused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording, path = record_shop(tmp_path / "buy"), shop_rules(tmp_path)
    config = replace(GO_ON, rules=(read_rule_file(path),))
    assert replayed(recording, tmp_path / "out", saying(price="$9.00"), config).steps[0].ok
    words = [
        "rules",
        "refine",
        str(recording),
        "0",
        "--report",
        str(tmp_path / "out"),
        "--rules",
        str(path),
        "--by",
        "ada",
    ]
    assert run([*words, "--truth", "match"]) == ExitCode.USAGE
    assert "the rules were not wrong" in capsys.readouterr().err
    assert run([*words, "--truth", "mismatch", "--json"]) == ExitCode.OK
    said = capsys.readouterr()
    assert json.loads(said.out)["unmarked"] == ["#price:text"]
    assert "shop.r1.yaml" in said.err
    refined = read_rule_file(path)
    assert refined.revision == 2
    assert [rule.volatile for rule in refined.steps] == [(), ()]
    config = replace(GO_ON, rules=(refined,))
    assert not replayed(recording, tmp_path / "again", saying(price="$9.00"), config).steps[0].ok
