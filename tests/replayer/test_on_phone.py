"""Record and replay through a real adb server on the simulated phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gui_rec.model.actions import LongPress, OpenApp, Swipe, Tap, Type
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Point, PxPoint, ScreenSize, to_px
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Verdict
from gui_rec.recorder import Recorder
from gui_rec.recorder.sources._api import SourceOptions
from gui_rec.recorder.sources._members import SOURCES
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.report import RunReport
from gui_rec.replayer.session import replay
from gui_rec.store.integrity import check
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.phone import SimulatedPhone, simulated_phone

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

USER_FIELD = Tap(0.5, 766 / 2400)
STEPS = (OpenApp(name="Shop"), USER_FIELD, Type("ada"))


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("phone") / "traj.parquet"
    with simulated_phone(seed=7) as phone, Recorder(phone.device, out, goal="Log in") as recorder:
        for action in STEPS:
            recorder.do(action)
    return out


def replayed(recording: Path, **phone: object) -> RunReport:
    config = ReplayConfig(timeout_s=4.0, write_verdicts=False)
    with simulated_phone(**phone) as simulated:  # type: ignore[arg-type]
        return replay(recording, simulated.device, config)


def test_a_recording_is_whole(recording: Path) -> None:
    assert check(recording).findings == ()
    steps = list(open_trajectories(recording).steps())
    assert [step.action for step in steps] == list(STEPS)
    assert all(step.post.screenshot and step.post.ui_xml and step.settled for step in steps)
    assert steps[1].target is not None


def test_it_replays_on_a_fresh_phone_an_hour_later(recording: Path) -> None:
    report = replayed(recording, seed=11, options=("--clock-offset", "3660"))
    assert report.ok, list(report.failures())
    assert {step.verdict.verdict for step in report.steps} == {Verdict.MATCH}


def test_a_dump_that_fails_once_costs_only_time(recording: Path) -> None:
    report = replayed(recording, seed=11, faults=("old-xml:1@2", "truncated-png:1@3"))
    assert report.ok, list(report.failures())


def test_a_lost_tap_is_named_by_its_step(recording: Path) -> None:
    report = replayed(recording, seed=11, faults=("lost-tap:1",))
    assert [step.verdict.code for step in report.steps] == [Code.OK, Code.NO_EFFECT]
    assert report.not_run == 1


@pytest.mark.parametrize(
    ("fault", "code", "verdict"),
    [
        ("crash-dialog", Code.CRASH_DIALOG, Verdict.MISMATCH),
        ("permission-dialog", Code.PERMISSION_DIALOG, Verdict.MISMATCH),
        ("secure-screen", Code.SECURE_SCREEN, Verdict.UNKNOWN),
    ],
)
def test_trouble_has_its_own_name(recording: Path, fault: str, code: Code, verdict: Verdict) -> None:
    (step,) = replayed(recording, seed=11, faults=(fault,)).steps
    assert (step.verdict.code, step.verdict.verdict) == (code, verdict)


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedPhone]:
    with simulated_phone(seed=3) as simulated:
        yield simulated


def touched(phone: SimulatedPhone, out: Path) -> list[Step]:
    """A tap, a stroke and a long press of a finger, each after the step before was recorded."""
    control = phone.process.control
    moves = iter(
        (
            lambda: control.tap(540, 766),
            lambda: control.swipe(540, 1500, 540, 700, 400),
            lambda: control.long_press(540, 500, 900),
        )
    )
    steps: list[Step] = []
    asked = -1

    def stop() -> bool:
        """Called between steps and looks: the next finger comes down when the last one is recorded."""
        nonlocal asked
        if asked < len(steps):
            asked = len(steps)
            move = next(moves, None)
            if move is None:
                return True
            move()
        return False

    with Recorder(phone.device, out, source="touch") as recorder:
        for step in SOURCES.get("touch").steps(recorder, SourceOptions(), stop):
            steps.append(step)
    return steps


def test_a_finger_on_the_panel_is_recorded(phone: SimulatedPhone, tmp_path: Path) -> None:
    with Recorder(phone.device, tmp_path / "open") as recorder:
        recorder.do(OpenApp(name="Shop"))
    steps = touched(phone, tmp_path / "touch")
    assert [type(step.action) for step in steps] == [Tap, Swipe, LongPress]
    tap = steps[0].action
    assert isinstance(tap, Tap)
    assert to_px(Point(tap.x, tap.y), ScreenSize(1080, 2400)) == PxPoint(540, 766)
    assert steps[0].target is not None
    assert all(step.sent is None for step in steps)
    assert steps[0].post.facts.keyboard
    assert not any(Flag.GESTURE_POSITION_UNKNOWN in step.flags for step in steps)
    assert check(tmp_path / "touch").findings == ()
    assert steps[0].app_version
    report = replayed(tmp_path / "touch", seed=5)
    assert [step.verdict.code for step in report.steps] == [Code.APP_LEFT], "it was recorded in the app"
    with simulated_phone(seed=6) as fresh:
        with Recorder(fresh.device, tmp_path / "again") as recorder:
            recorder.do(OpenApp(name="Shop"))
        report = replay(tmp_path / "touch", fresh.device)
    assert report.ok, list(report.failures())
