from __future__ import annotations

import pytest
from small_recordings import SIZE

from gui_rec.datasets.export._api import ExportSpec, Picture
from gui_rec.datasets.export.past import Past, Told, forget_pictures, tell
from gui_rec.datasets.export.prompt import WORDINGS
from gui_rec.datasets.export.refused import RefusedError

_WORDS = WORDINGS["inference"]


def _past(count: int = 3) -> list[Past]:
    return [
        Past(f"words {at}", f"aim {at}", f"answer {at}", Picture(f"{at}.png", SIZE, b"p"))
        for at in range(count)
    ]


def _tell(past: list[Past], **spec: object) -> Told:
    return tell("g", past, "aim now", ExportSpec(**spec), _WORDS)  # type: ignore[arg-type]


def test_lines_are_all_or_the_last_few_or_none() -> None:
    assert _tell(_past()).question == (
        "Task: g\n\nDone so far:\n1. words 0\n2. words 1\n3. words 2\n\nThis step: aim now"
    )
    assert "Done so far:\n3. words 2\n" in _tell(_past(), history=1).question
    assert "Done so far:\nnothing yet\n" in _tell(_past(), history=0).question
    assert _tell(_past()).before == ()


def test_the_last_screens_are_turns_and_the_older_steps_lines() -> None:
    told = _tell(_past(), history_images=2)
    assert [turn.role for turn in told.before] == ["user", "assistant"] * 2
    assert [turn.picture.name for turn in told.before if turn.picture] == ["1.png", "2.png"]
    assert told.before[0].text == "Task: g\n\nDone so far:\n1. words 0\n\nThis step: aim 1"
    assert told.before[1].text == "answer 1"
    assert told.before[2].text == "The screen now.\n\nThis step: aim 2"
    assert told.question == "The screen now.\n\nThis step: aim now"
    assert "nothing yet" in _tell(_past(), history_images=2, history=2).before[0].text
    assert "2. words 1" in _tell(_past(), history_images=1, history=2).before[0].text


def test_all_steps_as_turns_with_as_many_screens_as_asked_for() -> None:
    bare = _tell(_past(), history_as="turns")
    assert [turn.text for turn in bare.before if turn.role == "assistant"] == [
        "answer 0",
        "answer 1",
        "answer 2",
    ]
    assert not any(turn.picture for turn in bare.before)
    seen = _tell(_past(), history_as="turns", history_images=1)
    assert [turn.picture.name for turn in seen.before if turn.picture] == ["2.png"]
    assert len(_tell(_past(), history_as="turns", history=1).before) == 2
    assert "nothing yet" in bare.before[0].text


def test_a_step_that_cannot_be_a_turn_is_told_as_a_line_or_refuses_the_sample() -> None:
    past = _past()
    past[1].answer = None
    assert "2. words 1" in _tell(past).question
    assert "2. words 1" in _tell(past, history_images=1).before[0].text
    with pytest.raises(RefusedError, match="earlier_step_is_no_turn"):
        _tell(past, history_images=2)
    past = _past()
    past[2].picture = None
    with pytest.raises(RefusedError, match="earlier_step_is_no_turn"):
        _tell(past, history_images=1)
    assert len(_tell(past, history_as="turns").before) == 6


def test_screens_are_let_go_when_no_prompt_shows_them_any_more() -> None:
    past = _past()
    forget_pictures(past, ExportSpec(history_images=2))
    assert [one.picture is None for one in past] == [True, False, False]
    forget_pictures(past, ExportSpec())
    assert all(one.picture is None for one in past)
