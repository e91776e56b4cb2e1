"""Sessions of tasks on a device in memory, keys as a script."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Queue
from threading import Event

import pytest
from shop import shop

from gui_rec.capture.privacy.rules import MaskRules, PatternRule
from gui_rec.device.restore import WHOLE, RestoreStep
from gui_rec.errors import DeviceError, DeviceLostError, InputError, UsageError
from gui_rec.model.actions import Note, Tap
from gui_rec.model.flags import EndReason
from gui_rec.model.geometry import Rect
from gui_rec.model.step import Step
from gui_rec.recorder import Recorder, RecorderConfig, task_session
from gui_rec.recorder.expect_file import parse_expectations
from gui_rec.recorder.sources._api import SourceOptions, Stop
from gui_rec.recorder.task_session import AttemptPlan, TaskListener, TaskSession, check_apps
from gui_rec.recorder.tasks import Progress, Task
from gui_rec.store.reader import Recording, open_trajectories
from gui_rec.testing.builders import Element
from gui_rec.testing.fake_device import FakeDevice

APP = "com.example.app"


@dataclass
class ScriptedKeys:
    """Keys in order. None: nothing is pressed at this look."""

    script: list[str | None]
    is_live: bool = False

    @property
    def ended(self) -> bool:
        return not self.script

    def poll(self, timeout_s: float) -> str | None:
        return self.script.pop(0) if self.script else None


@dataclass
class Session:
    """One session over `out`."""

    out: Path
    device: FakeDevice = field(default_factory=shop)
    words: list[str] = field(default_factory=list)
    plan: AttemptPlan = field(default_factory=lambda: AttemptPlan("script"))
    stop: Callable[[], bool] = lambda: False

    def run(self, keys: str | Sequence[str | None], *tasks: Task, is_live: bool = False) -> list[Progress]:
        session = TaskSession(
            self.device,
            self.out,
            tasks,
            self.plan,
            ScriptedKeys(list(keys), is_live),
            TaskListener(self.words.append, lambda step: None),
            stop=self.stop,
            clock=self.device.clock,
        )
        progress = session.run()
        self.attempts = session.attempts
        return progress

    @property
    def recording(self) -> Recording:
        return open_trajectories(self.out)


@pytest.fixture
def session(tmp_path: Path) -> Session:
    script = tmp_path / "script.jsonl"
    script.write_text('{"type":"tap","x":0.5,"y":0.2}\n{"type":"key","code":"BACK"}\n', encoding="utf-8")
    plan = AttemptPlan("script", SourceOptions(script=script), annotator="ana")
    return Session(tmp_path / "rec", plan=plan)


LAMP = Task("lamp", "Buy a lamp", quota=2)


def outcomes(recording: Recording) -> list[str | None]:
    return [record.end.outcome if record.end else None for record in recording.every_episode]


def test_attempts_until_the_quota_is_met(session: Session) -> None:
    (progress,) = session.run("sysnsy", LAMP)
    assert (progress.success, progress.failure, progress.is_done) == (2, 1, True)
    assert outcomes(session.recording) == ["success", "failure", "success"]
    for episode in session.recording.episodes:
        assert (episode.info.task_id, episode.info.annotator) == ("lamp", "ana")
        assert (episode.info.goal, episode.step_count) == ("Buy a lamp", 2)
        assert episode.end is not None
        assert episode.end.reason is EndReason.FINISHED
    assert [attempt.outcome for attempt in session.attempts] == ["success", "failure", "success"]


def test_redo_begins_at_once_anew_and_discard_asks_first(session: Session) -> None:
    (progress,) = session.run("srrdsy" + "q", LAMP)
    assert (progress.success, progress.discarded) == (1, 3)
    assert outcomes(session.recording) == ["discarded", "discarded", "discarded", "success"]
    assert len(session.recording.discarded) == 3
    assert session.words.count("Keys: s = start, k = next task, q = quit") == 3


def test_it_goes_on_where_it_stopped(session: Session) -> None:
    session.run("syq", LAMP)
    session.device.clock.advance(1)
    (progress,) = session.run("sy", LAMP)
    assert progress.is_done
    assert len(session.recording.episodes) == 2
    (progress,) = session.run("", LAMP)
    assert progress.is_done, "a quota that is met asks for nothing"


def test_the_next_task_and_quitting(session: Session) -> None:
    other = replace(LAMP, task_id="other", quota=1)
    first, second = session.run("ksyq", LAMP, other)
    assert (first.success, second.success) == (0, 1)
    assert session.words[-1] == "Task other: 1 of 1 done."


def test_quitting_in_an_attempt_keeps_it_without_an_outcome(session: Session) -> None:
    (progress,) = session.run("sq", LAMP)
    assert (progress.success, progress.without_outcome) == (0, 1)
    (episode,) = session.recording.episodes
    assert episode.end is not None
    assert (episode.end.reason, episode.end.outcome) == (EndReason.STOPPED, None)


def test_the_end_of_the_keys_quits(session: Session) -> None:
    session.run("", LAMP)
    assert not session.out.exists()
    session.run("s", LAMP)
    assert outcomes(session.recording) == [None]


def test_ctrl_c_quits(session: Session) -> None:
    looks = iter([False] * 4)
    session.stop = lambda: next(looks, True)
    session.run(["s", *[None] * 50], LAMP)
    assert outcomes(session.recording) == [None]
    assert session.recording.episodes[0].step_count == 2


def test_a_key_that_means_nothing_there_is_told(session: Session) -> None:
    session.run("xyssyq", LAMP)
    told = [line for line in session.words if "means nothing here" in line]
    assert [line[:3] for line in told] == ["'x'", "'y'", "'s'"]
    assert outcomes(session.recording) == ["success"]


def test_a_key_at_a_terminal_ends_a_script_and_lines_wait_for_its_end(session: Session) -> None:
    session.run(["s", None, "n", "q"], LAMP, is_live=True)
    (episode,) = session.recording.episodes
    assert episode.end is not None
    assert (episode.step_count, episode.end.outcome) == (1, "failure")
    session.device.clock.advance(1)
    session.run("snq", LAMP)
    assert session.recording.episodes[-1].step_count == 2


def test_an_attempt_without_a_step_leaves_nothing(session: Session) -> None:
    session.run(["s", "y", "q"], LAMP, is_live=True)
    assert "Nothing was recorded; no episode is kept." in session.words
    assert session.attempts == []
    assert not any(session.out.rglob("*.parquet"))


def test_the_app_is_brought_to_its_start_before_each_attempt(session: Session) -> None:
    task = replace(LAMP, app="app", restore=WHOLE)
    session.run("srysdq", task)
    assert session.device.restored == [(APP, WHOLE)] * 3
    session.device.restored.clear()
    session.run("sq", replace(LAMP, app=APP, restore=(RestoreStep.LAUNCH,)))
    assert session.device.restored == [(APP, (RestoreStep.LAUNCH,))]


def test_an_app_that_cannot_be_restored_is_an_error_and_no_attempt(session: Session) -> None:
    session.device.fail_next("restore_app", DeviceError("pm clear failed"))
    with pytest.raises(DeviceError, match="pm clear failed"):
        session.run("sy", replace(LAMP, app=APP, restore=WHOLE))
    assert not session.out.exists()


def test_unknown_apps_are_told_before_the_session(session: Session) -> None:
    known, unknown = replace(LAMP, app=APP, restore=WHOLE), Task("x", "g", "Nothing", restore=WHOLE)
    check_apps(session.device, [known, replace(unknown, restore=())])
    with pytest.raises(InputError, match="task x: app: open_app: no app 'Nothing'"):
        check_apps(session.device, [known, unknown])
    session.device.lose()
    with pytest.raises(DeviceLostError):
        check_apps(session.device, [known])


def test_what_was_expected_is_asked_where_the_person_judges(session: Session) -> None:
    session.plan = replace(session.plan, probes=parse_expectations([{"package": APP}], "x"))
    own = parse_expectations([{"text": "nothing like it"}], "x")
    session.run("sysdq", replace(LAMP, probes=own))
    judged, thrown = session.recording.every_episode
    assert judged.end is not None
    assert [told.passed for told in judged.end.expectations] == [True, False]
    assert thrown.end is not None
    assert thrown.end.expectations == ()
    assert any("nothing like it" in line and "did not hold" in line for line in session.words)
    assert session.attempts[0].document()["expectations"] == {"held": 1, "not_held": 1, "not_asked": 0}


def test_the_most_steps_end_an_attempt(session: Session) -> None:
    session.plan = replace(session.plan, max_steps=1)
    session.run("syq", LAMP)
    (episode,) = session.recording.episodes
    assert episode.end is not None
    assert (episode.step_count, episode.end.reason) == (1, EndReason.MAX_STEPS)


def test_each_task_has_its_script_and_a_child_is_told_its_goal(session: Session, tmp_path: Path) -> None:
    (tmp_path / "one").write_text('{"type":"key","code":"BACK"}\n', encoding="utf-8")
    session.run("syq", replace(LAMP, script=tmp_path / "one"))
    assert session.recording.episodes[0].step_count == 1
    options = TaskSession(
        session.device,
        session.out,
        [LAMP],
        session.plan,
        ScriptedKeys([]),
        TaskListener(print, print),
        stop=lambda: False,
    )._options(LAMP)
    assert not options.child_reads_input
    assert options.environ == {"GUI_REC_GOAL": "Buy a lamp", "GUI_REC_TASK_ID": "lamp"}


def test_a_lost_device_ends_the_session_and_keeps_what_there_is(session: Session) -> None:
    session.device.drop_next_answer()
    session.plan = replace(session.plan, config=replace(session.plan.config))
    with pytest.raises(DeviceLostError):
        session.run("sy", LAMP)
    (episode,) = session.recording.episodes
    assert episode.end is not None
    assert (episode.end.reason, episode.end.outcome) == (EndReason.DEVICE_LOST, None)


def test_a_finger_goes_on_until_a_key_is_pressed(tmp_path: Path) -> None:
    from panel_lines import PanelWriter

    device = shop(
        list=replace(
            shop().screens["list"], elements=(Element(Rect(4, 40, 104, 60), "Milk", goes_to="item"),)
        )
    )
    device.panel_bytes = (PanelWriter().write([[(16000, 6900, 1_000_000)]]).encode(),)
    plan = AttemptPlan("touch", SourceOptions(idle_look_s=0.0), never_ends=True)
    session = Session(tmp_path / "rec", device, plan=plan)
    session.run(["s", *[None] * 20, "y", "q"], LAMP)
    assert outcomes(session.recording) == ["success"]
    assert session.recording.episodes[0].step_count == 1
    assert any(line.startswith("Ready: touch the screen of fake-1. Keys: y =") for line in session.words)


@dataclass(slots=True)
class OpenPanel(FakeDevice):
    """A device whose panel speaks when it is told to, and does not end."""

    said: Queue[bytes | None] = field(default_factory=Queue)
    handed: Event = field(default_factory=Event)

    @contextmanager
    def touch_lines(self) -> Iterator[Iterator[bytes]]:
        yield self._lines()
        self.said.put(None)

    def _lines(self) -> Iterator[bytes]:
        while (data := self.said.get()) is not None:
            yield data
            self.handed.set()  # the reader asks for more


def test_a_finger_that_comes_back_to_the_same_place_in_the_next_attempt_is_understood(tmp_path: Path) -> None:
    from panel_lines import PanelWriter

    device, writer = OpenPanel(shop().screens, "list"), PanelWriter()

    class Words(list[str]):
        def append(self, words: str) -> None:
            super().append(words)
            if words.startswith("Ready:"):
                device.said.put(writer.write([[(16000, 6900, len(self) * 1_000_000)]]).encode())
                assert device.handed.wait(5.0)
                device.handed.clear()

    plan = AttemptPlan("touch", SourceOptions(idle_look_s=0.0), never_ends=True)
    session = Session(tmp_path / "rec", device, Words(), plan)
    session.run([*["s", *[None] * 20, "y"] * 2, "q"], LAMP)
    assert outcomes(session.recording) == ["success", "success"]
    first, second = session.recording.steps()
    assert isinstance(first.action, Tap)
    assert first.action == second.action
    assert second.flags == first.flags


def test_an_attempt_that_nobody_could_understand_is_no_success(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text('{"type":"invalid","raw":"fly()","reason":"no such call"}\n', encoding="utf-8")
    session = Session(tmp_path / "rec", plan=AttemptPlan("script", SourceOptions(script=script)))
    (progress,) = session.run(["s", "y", "q"], LAMP)
    assert outcomes(session.recording) == [None]
    assert (progress.success, progress.without_outcome, progress.is_done) == (0, 1, False)
    assert any("does not count" in line for line in session.words)


def test_nothing_acts_any_more_while_the_person_is_asked(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    class Endless:
        name = "script"

        def steps(self, recorder: Recorder, options: SourceOptions, stop: Stop) -> Iterator[Step]:
            try:
                while True:
                    yield recorder.do(Note("n"))
            finally:
                told.append("closed")

    monkeypatch.setattr(task_session, "SOURCES", {"script": Endless()})
    session.plan = replace(session.plan, max_steps=2)
    session.words = told
    session.run("syq", LAMP)
    menu = next(at for at, words in enumerate(told) if words.startswith("Keys: y"))
    assert told.index("closed") < menu


def test_a_task_whose_id_would_be_withheld_is_refused(session: Session) -> None:
    session.plan = replace(
        session.plan, config=RecorderConfig(masks=MaskRules(patterns=(PatternRule("mine", "lamp"),)))
    )
    with pytest.raises(UsageError, match="task lamp: the mask rules withhold"):
        session.run("sy", LAMP)
    assert not any(session.out.rglob("*.parquet"))
