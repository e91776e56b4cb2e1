"""docs/rules.md: its file is read, its facts are the grammar, its codes and causes are all."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from gui_rec.replayer.causes import Cause
from gui_rec.replayer.rules.model import RecoveryKind, inputs_named
from gui_rec.replayer.rules.patterns import PatternKind
from gui_rec.replayer.rules.read import rule_file_from
from gui_rec.replayer.rules.spelling import _READERS
from gui_rec.ui.named_facts import FactKind

PAGE = (Path(__file__).parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")


def test_the_file_of_the_page_is_read() -> None:
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE, flags=re.DOTALL)
    rules = rule_file_from(yaml.safe_load(text))
    assert [outcome.name for outcome in rules.steps[0].outcomes] == ["signed in", "refused", "tour"]
    assert inputs_named(rules) == ("user",)


def test_every_kind_of_fact_and_value_is_told() -> None:
    assert [kind for kind in _READERS if f"{kind}:" not in PAGE] == []
    for members in (Cause, PatternKind, FactKind, RecoveryKind):
        assert [member for member in members if member.value not in PAGE] == []
