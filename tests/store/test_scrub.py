from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from strategies import steps
from trajectories import FINISHED, a_step, an_episode

from gui_rec.model.actions import Action, Note
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.flags import Flag
from gui_rec.model.step import Step
from gui_rec.store.journal import Journal, read_journal
from gui_rec.store.layout import Layout
from gui_rec.store.reader import open_trajectories
from gui_rec.store.recording import RecordingWriter
from gui_rec.store.rows import to_row
from gui_rec.store.scrub import Scrub


def _text(text: str) -> str:
    return text.replace("hunter2", "X")


def _action(action: Action) -> Action:
    return Note(_text(action.text)) if isinstance(action, Note) else action


SCRUB = Scrub(_text, _action)
NOTHING = Scrub(lambda text: text, lambda action: action)


@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(steps())
def test_a_row_without_the_secret_is_the_same_object(step: Step) -> None:
    row = to_row(step, EpisodeInfo("e", "api"))
    assert NOTHING.row(row) is row


def test_words_action_and_what_was_sent_are_changed_and_flagged() -> None:
    step = replace(a_step(0, action_raw="hunter2"), action=Note("it is hunter2"), thought="hunter2!")
    row = to_row(step, EpisodeInfo("e", "api", goal="use hunter2"))
    clean = SCRUB.row({**row, "sent": {"what": "echo hunter2", "exit_status": 0}})
    assert (clean["goal"], clean["action_raw"], clean["thought"]) == ("use X", "X", "X!")
    assert clean["sent"] == {"what": "echo X", "exit_status": 0}
    assert clean["action"] == {"type": "note", "text": "it is X"}
    assert clean["action_dsl"] == '{"text":"it is X","type":"note"}'
    assert Flag.MASKED.value in clean["flags"]  # type: ignore[operator]
    assert SCRUB.info(EpisodeInfo("e", "api", goal="use hunter2")).goal == "use X"


def test_a_journal_forgets_goes_on_and_is_read_again(tmp_path: Path) -> None:
    info = replace(an_episode(), goal="use hunter2")
    with RecordingWriter.create(tmp_path / "run", info) as writer:
        writer.append(a_step(0, action_raw="hunter2 first"))
        writer.append(a_step(1, action_raw="plain"))
        writer.withdraw(1)
        writer.scrub(SCRUB)
        written = b"".join(path.read_bytes() for path in Layout(tmp_path / "run").journal.iterdir())
        assert b"hunter2" not in written
        writer.append(a_step(2, action_raw="third"))
        state = read_journal(Layout(tmp_path / "run").journal)
        assert (state.steps, state.withdrawn) == (3, {1})
        writer.finish(FINISHED)
    read = open_trajectories(tmp_path / "run")
    assert read.episodes[0].info.goal == "use X"
    assert [step.action_raw for step in read.steps(withdrawn=True)] == ["X first", "plain", "third"]


def test_nothing_is_written_where_there_is_nothing_to_forget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RecordingWriter.create(tmp_path / "run", an_episode()) as writer:
        writer.append(a_step(0))
        with monkeypatch.context() as patched:
            patched.setattr(Journal, "_write_anew", None)
            writer.scrub(SCRUB)
        assert read_journal(Layout(tmp_path / "run").journal).steps == 1
