"""What `gui-rec label` asks, as files spell it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from label_walks import INFO, OPEN, page, walk

from gui_rec.cli._label_asked import asked_by, read_predicate
from gui_rec.errors import InputError, UsageError
from gui_rec.model.episode import EpisodeEnd, Expectation
from gui_rec.model.flags import EndReason
from gui_rec.ui.parse import parse_hierarchy

SEEN = page(1)
TREE = parse_hierarchy(SEEN.ui_xml)
BRIGHT = {"setting": {"namespace": "system", "key": "screen_brightness"}, "equals": "102"}


def _file(tmp_path: Path, *items: object) -> Path:
    path = tmp_path / "expect.json"
    path.write_text(json.dumps(items), encoding="utf-8")
    return path


def test_conditions_are_asked_of_a_stored_look(tmp_path: Path) -> None:
    items = ({"package": "com.example"}, {"text": "nowhere"}, {"fact": "total", "equals": "3"})
    asked = asked_by(_file(tmp_path, *items), None, None, ("com.example",))
    assert [condition.holds(SEEN, TREE, None) for condition in asked.expected] == [True, False, None]
    assert asked.expected[1].name == 'selector {"text": "nowhere"} present'
    assert asked.apps == ("com.example",)


@pytest.mark.parametrize(("answer", "holds"), [("102", True), ("30", False), (None, None)])
def test_a_setting_is_judged_by_the_answer_that_was_stored(
    tmp_path: Path, answer: str | None, holds: bool | None
) -> None:
    (condition,) = asked_by(_file(tmp_path, BRIGHT), None, None, ()).expected
    stored = Expectation("setting settings get system screen_brightness", "equals '9'", answer, None)
    end = EpisodeEnd(EndReason.FINISHED, expectations=(stored,))
    assert condition.holds(SEEN, TREE, end) is holds
    assert condition.holds(SEEN, TREE, None) is None


def test_a_setting_is_no_milestone(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="item 1: setting: a stored screen cannot be asked"):
        asked_by(None, _file(tmp_path, BRIGHT), None, ())


def _predicate(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_persons_own_function_is_asked(tmp_path: Path) -> None:
    verify = read_predicate(
        _predicate(tmp_path, "def verify(info, end, steps):\n    return len(steps) == 1\n")
    )
    assert verify(INFO, None, walk((SEEN, OPEN, SEEN))) is True
    assert verify(INFO, None, ()) is False


@pytest.mark.parametrize(
    ("text", "message"),
    [("x = 1", "expected a function verify"), ("1/0", "ZeroDivisionError"), ("(", "SyntaxError")],
)
def test_a_file_without_it_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_predicate(_predicate(tmp_path, text))
    with pytest.raises(UsageError, match="no file"):
        read_predicate(tmp_path / "nothing.py")


@pytest.mark.parametrize(
    ("body", "message"), [("raise KeyError('x')", "KeyError"), ("return 1", "expected True, False or None")]
)
def test_what_it_does_wrong_names_file_and_episode(tmp_path: Path, body: str, message: str) -> None:
    verify = read_predicate(_predicate(tmp_path, f"def verify(info, end, steps):\n    {body}\n"))
    with pytest.raises(InputError, match=rf"mine\.py: verify: episode e: {message}"):
        verify(INFO, None, ())
