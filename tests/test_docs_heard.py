"""The page about what is understood says what the code does: every example on it is heard."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hearing import SCREEN, a_series, parts

from gui_rec.model.words import action_words
from gui_rec.recorder.heard._api import Heard, Kind
from gui_rec.recorder.heard.u2_methods import METHODS

PAGE = (Path(__file__).parents[1] / "docs" / "agents-over-adb.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(?P<said>.*?)` \| (?P<meaning>.*?) \|.*\|$", re.MULTILINE)
EXAMPLES = [
    (row["said"].replace("\\|", "|"), row["meaning"])
    for row in ROW.finditer(PAGE.partition("## uiautomator2")[0])
]


def meaning(heard: Heard) -> str:
    """In the words of the page."""
    if heard.action is not None:
        return f"`{action_words(heard.action)}`"
    return "state change" if heard.changes_state else heard.kind.value


def test_the_page_has_examples_of_every_kind() -> None:
    told = " ".join(meaning for _, meaning in EXAMPLES)
    assert len(EXAMPLES) > 35
    assert [kind for kind in Kind if kind is not Kind.ACTION and kind.value not in told] == []


@pytest.mark.parametrize(("said", "expected"), EXAMPLES, ids=[said for said, _ in EXAMPLES])
def test_an_example_means_what_the_page_says(said: str, expected: str) -> None:
    assert " + ".join(meaning(part.heard) for part in parts(said, SCREEN, a_series())) == expected


def test_every_method_that_does_something_is_told() -> None:
    assert [name for name in METHODS if f"`{name}" not in PAGE] == []
