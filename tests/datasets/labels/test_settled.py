"""Which stored row counts."""

from __future__ import annotations

from gui_rec.datasets.labels.settled import computed, is_word, last_word, settled
from gui_rec.model.label import LabelRow


def _row(value: str, source: str, label: str = "episode_label", step: int | None = None) -> LabelRow:
    return LabelRow("e", step, label, value, source, 1.0, "test", 1, 1)


THING = ("e", None, "episode_label")


def test_of_one_source_the_newest_wins_and_of_rules_the_newest_whatever_its_source() -> None:
    rows = [
        _row("success", "rule:ended"),
        _row("unknown", "rule:episode_label"),
        _row("failure", "rule:ended"),
    ]
    assert settled(rows)[THING].value == "failure"
    assert settled(rows[:2])[THING].value == "unknown"


def test_a_person_outweighs_rules_before_and_after_and_the_rules_row_is_still_there() -> None:
    rows = [_row("success", "rule:ended"), _row("failure", "human:ada"), _row("success", "rule:outcome")]
    assert settled(rows)[THING].source == "human:ada"
    assert computed(rows)[THING].source == "rule:outcome"
    assert settled([*rows, _row("unknown", "human:bo")])[THING].value == "unknown"


def test_a_judge_never_wins_by_itself() -> None:
    assert settled([_row("success", "judge:m")]) == {}
    assert settled([_row("failure", "rule:ended"), _row("success", "judge:m")])[THING].value == "failure"
    assert is_word(_row("success", "judge:m"))


def test_the_recording_persons_word_is_computed_from_the_episode() -> None:
    own = _row("success", "human:ada", label="outcome")
    assert not is_word(own)
    assert computed([own]) == {("e", None, "outcome"): own}


def test_the_last_word_is_of_one_label_and_one_thing() -> None:
    rows = [_row("good", "human:ada", "step_label", 1), _row("bad", "human:bo", "step_label", 1)]
    found = last_word(rows, "step_label", 1, "human:")
    assert found is not None
    assert found.value == "bad"
    assert last_word(rows, "step_label", 2, "human:") is None
    assert last_word(rows, "step_label", 1, "judge:") is None
