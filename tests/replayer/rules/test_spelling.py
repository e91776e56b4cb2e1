from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from rule_strategies import delta_tests, rule_facts, screen_tests

from gui_rec.errors import InputError
from gui_rec.replayer.rules import spelling
from gui_rec.replayer.rules.facts import Fact
from gui_rec.replayer.rules.spelling import fact_from, fact_to

DOCUMENTED = (spelling.__doc__ or "").split("\n\n", 1)[1]


@given(rule_facts(screen_tests() | delta_tests()))
def test_a_fact_reads_back(fact: Fact) -> None:
    assert fact_from(fact_to(fact), "here") == fact


def test_every_kind_of_the_documentation_is_read_and_none_is_missing() -> None:
    kinds = {type(fact_from(item, "here").test) for item in yaml.safe_load(DOCUMENTED)}
    assert kinds == set(spelling._WRITERS)


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ({}, "here: expected one of package, activity, exists"),
        ({"exists": {"text": "a"}, "absent": {"text": "b"}}, "here: expected one of"),
        ({"exists": {"text": "a"}, "softly": 1}, "here.softly: no such key; known: exists, soft, score"),
        ({"text": {"text": "a"}}, "here: expected one of equals, contains, matches, got none"),
        ({"text": {"text": "a"}, "equals": "a", "contains": "b"}, "got equals, contains"),
        ({"text": {"text": "a"}, "matches": "("}, "here.matches: "),
        ({"count": {"text": "a"}, "equals": -1}, "here.equals: expected 0 or more, got -1"),
        ({"count": {"text": "a"}}, "here.equals: missing"),
        ({"no_dialog": False}, "here.no_dialog: expected true"),
        ({"exists": {"text": "a"}, "soft": 2}, "here: soft: expected a weight"),
        ({"exists": {"text": "a"}, "score": {"support": 1}}, "here.score.confidence: missing"),
        ({"exists": {"textMatches": "("}}, "here.exists: "),
    ],
)
def test_what_is_no_fact_is_named(record: object, told: str) -> None:
    with pytest.raises(InputError) as raised:
        fact_from(record, "here")
    assert told in str(raised.value)
