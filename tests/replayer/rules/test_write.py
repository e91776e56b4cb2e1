from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from rule_strategies import rule_files

from gui_rec.errors import InputError
from gui_rec.replayer.rules.model import RuleFile, StepMatch, StepRule
from gui_rec.replayer.rules.read import read_rule_file, rule_file_from
from gui_rec.replayer.rules.write import rule_file_to, to_yaml, write_rule_file

SIMPLE = RuleFile("com.example.shop", ("1.0",), steps=(StepRule("a", StepMatch(name="sign in")),))


@given(rule_files())
def test_what_is_written_reads_back(rules: RuleFile) -> None:
    assert rule_file_from(rule_file_to(rules)) == rules
    assert rule_file_from(yaml.safe_load(to_yaml(rules))) == rules


def test_a_file_is_written_whole_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    write_rule_file(SIMPLE, path)
    assert read_rule_file(path) == SIMPLE
    assert [entry.name for entry in tmp_path.iterdir()] == ["rules.yaml"]


def test_the_defaults_are_left_out() -> None:
    assert to_yaml(SIMPLE) == (
        "rules_version: 1\nrevision: 1\napp:\n  package: com.example.shop\n  versions: ['1.0']\n"
        "steps:\n- id: a\n  step: {name: sign in}\n"
    )


def test_what_could_not_be_read_back_is_refused_with_its_path() -> None:
    with pytest.raises(InputError, match=r"^steps\[0\]\.step\.name: expected 1 to 4000 characters, got 0"):
        to_yaml(RuleFile("com.example", steps=(StepRule("a", StepMatch(name="")),)))


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere/rules\.yaml: cannot be written"):
        write_rule_file(SIMPLE, tmp_path / "nowhere" / "rules.yaml")
