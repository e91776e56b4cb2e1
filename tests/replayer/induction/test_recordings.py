from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from learnt_runs import ListPage, shopping

from gui_rec.errors import InputError, UsageError
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo, Expectation
from gui_rec.model.flags import EndReason
from gui_rec.model.verdict import Code, StepVerdict, Verdict
from gui_rec.replayer.induction.episodes import induce_file
from gui_rec.replayer.induction.recordings import task_runs
from gui_rec.store.recording import RecordingWriter
from gui_rec.store.side_tables import append_verdicts

PAGE = ListPage()
IDS = ("01ARZ3NDEKTSV4RRFFQ69G5FAA", "01ARZ3NDEKTSV4RRFFQ69G5FAB", "01ARZ3NDEKTSV4RRFFQ69G5FAC")
FINISHED = EndReason.FINISHED


def record(
    target: Path,
    page: ListPage = PAGE,
    number: int = 0,
    *,
    goal: str = "Buy bread",
    outcome: str | None = "success",
    expectations: tuple[Expectation, ...] = (),
) -> Path:
    """One more episode at `target`."""
    begin = RecordingWriter.extend if target.is_dir() else RecordingWriter.create
    with begin(target, EpisodeInfo(IDS[number], "script", goal=goal, recorder="test")) as writer:
        for step in shopping(page):
            writer.append(step)
        writer.finish(EpisodeEnd(FINISHED, outcome=outcome, expectations=expectations))
    return target


@pytest.fixture
def three(tmp_path: Path) -> Path:
    for number, clock in enumerate(("10:30", "11:00", "12:30")):
        record(tmp_path / "runs", replace(PAGE, clock=clock), number)
    return tmp_path / "runs"


def test_episodes_of_one_recording_are_runs(three: Path) -> None:
    runs = task_runs([three], inputs={"what": "Bread"})
    assert [run.episode_id for run in runs] == list(IDS)
    assert runs[0].name == f"{three} ({IDS[0]})"
    assert [len(run.steps) for run in runs] == [2, 2, 2]
    assert runs[0].inputs == {"what": "Bread"}
    assert [str(slot.address) for slot in induce_file(runs).steps[0].volatile] == ["/TextView#clock:text"]


def test_several_recordings_are_taken_in_their_order(tmp_path: Path) -> None:
    first, second = record(tmp_path / "a", number=1), record(tmp_path / "b", number=0)
    assert [run.episode_id for run in task_runs([first, second])] == [IDS[1], IDS[0]]


def test_one_task_of_several_is_named(three: Path, tmp_path: Path) -> None:
    other = record(tmp_path / "other", goal="Buy tea")
    with pytest.raises(
        UsageError, match=r"several tasks and none named; .*'Buy bread', 'Buy tea'; give --task"
    ):
        task_runs([three, other])
    assert len(task_runs([three, other], task="Buy bread")) == 3
    with pytest.raises(UsageError, match="no one task 'Buy rum'"):
        task_runs([three], task="Buy rum")


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ({"outcome": "failure"}, "its outcome is failure"),
        ({"expectations": (Expectation("cart", "1", "2", False),)}, "cart was not as expected"),
    ],
)
def test_a_run_that_failed_is_never_learnt_from(tmp_path: Path, end: dict[str, object], told: str) -> None:
    out = record(tmp_path / "a", **end)  # type: ignore[arg-type]
    for assume in (False, True):
        with pytest.raises(InputError, match=f"expected a successful run, but {told}$"):
            task_runs([out], assume_success=assume)


def test_a_replay_that_was_judged_a_failure_is_never_learnt_from(tmp_path: Path) -> None:
    out = record(tmp_path / "a")
    bad = StepVerdict(
        "run", IDS[2], 1, "phone", Verdict.MISMATCH, Code.NO_EFFECT, "", 0.9, None, "{}", IDS[0]
    )
    append_verdicts(out, [bad])
    with pytest.raises(InputError, match="its step 1 was judged mismatch NO_EFFECT"):
        task_runs([out])


def test_a_run_of_which_nobody_said_anything_needs_a_word(tmp_path: Path) -> None:
    out = record(tmp_path / "a", outcome=None)
    with pytest.raises(InputError, match="nobody said how it ended; --assume-success takes it all the same"):
        task_runs([out])
    assert len(task_runs([out], assume_success=True)) == 1
    asked = record(tmp_path / "b", outcome=None, expectations=(Expectation("cart", "1", "1", True),))
    assert len(task_runs([asked])) == 1, "what was expected of it held"


def test_a_discarded_run_is_no_run(three: Path) -> None:
    extra = record(three.parent / "more", number=0, outcome="discarded")
    with pytest.raises(UsageError, match="the recordings hold nothing"):
        task_runs([extra])
