from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from rule_strategies import rule_files

from gui_rec.errors import InputError
from gui_rec.replayer.rules.given import Given
from gui_rec.replayer.rules.model import RuleFile


@settings(max_examples=15)
@given(rule_files())
def test_it_comes_back_from_the_evidence(rules: RuleFile) -> None:
    known = Given((rules,), (("user", "ada"),), ("first_run",))
    assert Given.from_record(json.loads(json.dumps(known.as_record()))) == known


def test_what_is_none_is_refused() -> None:
    assert Given.from_record(Given().as_record()) == Given()
    for broken in (
        {},
        {"rules": 1, "inputs": [], "contexts": []},
        {"rules": [], "inputs": [["a"]], "contexts": []},
    ):
        with pytest.raises((KeyError, TypeError, ValueError)):
            Given.from_record(broken)
    with pytest.raises(InputError):
        Given.from_record({"rules": [{}], "inputs": [], "contexts": []})
