"""Cases of the table of codes: what is recorded on the simulated phone, what is done to it then, what a replay must say."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from gui_rec._clock import Deadline, SystemClock
from gui_rec.device.adb.u2 import is_running
from gui_rec.errors import DeviceError
from gui_rec.model.actions import Action, OpenApp, Tap
from gui_rec.model.geometry import to_unit
from gui_rec.model.verdict import Code, Shade, Verdict
from gui_rec.phone.control_client import PhoneControl
from gui_rec.recorder.session import Recorder
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.report import RunReport, StepReport
from gui_rec.replayer.session import replay
from gui_rec.testing.phone import SimulatedPhone, simulated_phone
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.tree import Node

LANGUAGES = ("en-US", "zh-CN", "ar")
SETTINGS = OpenApp(package="com.android.settings")
SHOP = OpenApp(package="com.example.shop")
NOTES = OpenApp(package="com.example.notes")
DISPLAY = {"en-US": "Display", "zh-CN": "显示", "ar": "الشاشة"}

Done = Action | str
"""An action, or the text, description or id of what is tapped."""
Deed = Callable[["Bench"], None]


def nothing(_bench: Bench) -> None:
    """The phone stays as it was."""


@dataclass(frozen=True)
class Case:
    """`do` is recorded after `before`; `trouble` comes between that and the replay on the phone as it was at first,
    and `midway` comes after each step of the replay.

    `settings` are those of the replay; with `heard` uiautomator2's server runs. `step` is the one that gets the code.
    """

    name: str
    code: Code
    do: tuple[Done, ...] = (SETTINGS,)
    trouble: Deed = nothing
    midway: Deed = nothing
    verdict: Verdict = Verdict.MISMATCH
    shade: Shade | None = None
    before: Deed = nothing
    recorded_with: Deed = nothing
    language: str = "en-US"
    step: int | None = None
    settings: ReplayConfig = field(default_factory=lambda: ReplayConfig(timeout_s=3.0, write_verdicts=False))

    def in_every_language(self) -> tuple[Case, ...]:
        """The same with the phone in English, Chinese and Arabic."""
        return tuple(
            replace(self, name=f"{self.name}, {language}", language=language) for language in LANGUAGES
        )


def case_id(case: Case) -> str:
    """For pytest."""
    return f"{case.code.value}-{case.name}"


def fault(*names: str) -> Deed:
    """Switch faults of the phone on."""

    def switch(bench: Bench) -> None:
        for name in names:
            bench.phone.process.control.fault_on(name)

    return switch


class Bench:
    """One phone for many cases: recordings are made once, and before each replay the phone is what it was at first."""

    def __init__(self, phone: SimulatedPhone, folder: Path) -> None:
        self.phone = phone
        self._folder = folder
        self._made: dict[object, Path] = {}
        self._control.snapshot_save(folder, "clean")

    @property
    def _control(self) -> PhoneControl:
        return self.phone.process.control

    def run(self, case: Case) -> RunReport:
        """Record the case, change the phone, replay."""
        recording = self.recording(case)
        self.start(case)
        case.trouble(self)
        return replay(recording, self.phone.device, case.settings, on_step=lambda _: case.midway(self))

    def step(self, case: Case) -> StepReport:
        """The step of that run that the case is about: the last one, if it names none."""
        report = self.run(case)
        if case.step is None:
            return report.steps[-1]
        return next(step for step in report.steps if step.index == case.step)

    def start(self, case: Case) -> None:
        """The phone as it is at the start of a case."""
        self._control.snapshot_load(self._folder, "clean")
        self._control.set_locale(case.language)
        case.before(self)

    def recording(self, case: Case) -> Path:
        """The recording of a case, made when it is asked for first."""
        key = (case.do, case.before, case.recorded_with, case.language)
        if key not in self._made:
            self.start(case)
            case.recorded_with(self)
            out = self._folder / f"recording-{len(self._made)}"
            with Recorder(self.phone.device, out, goal=case.name) as recorder:
                for done in case.do:
                    recorder.do(self._action(done, case.language))
            self._made[key] = out
        return self._made[key]

    def _action(self, done: Done, language: str) -> Action:
        if not isinstance(done, str):
            return done
        return self.tap(DISPLAY[language] if done == "Display" else done)

    def tap(self, what: str) -> Tap:
        """A tap on what says so now, is described or called so, in this order."""
        deadline = Deadline.after(SystemClock(), 5.0)
        while True:
            tree = parse_hierarchy(self.phone.device.hierarchy())
            nodes = [node for node in tree.walk() if node.is_hittable]
            for said in (_text, _description, _id):
                for node in nodes:
                    if said(node) == what:
                        point = to_unit(node.bounds.center, self.phone.device.display().size)
                        return Tap(point.x, point.y)
            assert not deadline.passed, f"nothing says {what!r}"

    def do(self, *done: Done) -> None:
        """Act on the phone without recording it."""
        size = self.phone.device.display().size
        for each in done:
            action = self.tap(each) if isinstance(each, str) else each
            assert self.phone.device.perform(action, size).exit_status == 0


def _text(node: Node) -> str:
    return node.text


def _description(node: Node) -> str:
    return node.content_desc


def _id(node: Node) -> str:
    return node.resource_id.rpartition("/")[2]


@contextmanager
def bench(**options: object) -> Iterator[Bench]:
    """A phone to try cases on."""
    folder = Path(tempfile.mkdtemp(prefix="codes-"))
    try:
        with simulated_phone(seed=7, **options) as phone:  # type: ignore[arg-type]
            yield Bench(phone, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def hearing(phone: SimulatedPhone) -> Iterator[None]:
    """uiautomator2's server on the phone, as its client starts it."""
    session = phone.device.session
    jar = "/data/local/tmp/u2.jar"
    session.run("touch", jar)
    line = f"shell:CLASSPATH={jar} app_process / com.wetest.uia2.Main -p 9008"
    with suppress(DeviceError), session.open(line, timeout_s=120.0):
        deadline = Deadline.after(SystemClock(), 5.0)
        while not is_running(session):
            assert not deadline.passed, "the server does not answer"
        yield


def expect(found: StepReport, case: Case) -> None:
    """What the case says of its step."""
    verdict = found.verdict
    assert (verdict.code, verdict.verdict) == (case.code, case.verdict), verdict.detail
    if case.shade is not None:
        assert verdict.detail.startswith(case.shade.value), verdict.detail
    if verdict.code is not Code.OK:
        assert verdict.detail


def every(cases: Sequence[Case]) -> list[Case]:
    """Cases with names that differ, so that a failure names one."""
    names = [case_id(case) for case in cases]
    assert len(set(names)) == len(names), "two cases of one name"
    return list(cases)
