"""`gui-rec replay` of many trajectories, on one device or many: a process a replay, one report.

The parent holds the queue (`gui_rec.replayer.sets.scheduler`) and speaks to no device; each replay is this very command
for one episode on one device, and what it leaves in its folder is what the parent knows of it.
"""

from __future__ import annotations

import hashlib
import shlex
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gui_rec._clock import Clock, SystemClock
from gui_rec._files import path_text
from gui_rec.cli._device_lines import a_line_each
from gui_rec.cli._farm import Done, Job, variables_of, words_of, work
from gui_rec.cli._interrupts import stop_on_interrupt
from gui_rec.cli._options import environment_serial
from gui_rec.cli._output import Output, one_line
from gui_rec.cli._places import named_by_time
from gui_rec.cli._replay_pages import JUNIT, PAGE, drop_artifacts
from gui_rec.cli._replay_set_options import OWN_NAMES, AskedSet
from gui_rec.errors import ExitCode, InputError, OutputExistsError, UsageError

if TYPE_CHECKING:
    from gui_rec.replayer.documents import ReportDocument
    from gui_rec.replayer.sets.items import Found, Item
    from gui_rec.replayer.sets.report import SetDevice, SetDocument, SetReport
    from gui_rec.replayer.sets.results import Attempt, AttemptEnd
    from gui_rec.replayer.sets.scheduler import Scheduler

_PARENTS = (
    *OWN_NAMES,
    "devices",
    "every_device",
    "episode",
    "report_dir",
    "no_report",
    "force",
    "json_",
    "quiet",
)
_REPORT_LINE = "report: "
TRAJECTORIES = "trajectories"


def replay_set(
    context: click.Context,
    recording: Path,
    found: Found,
    serials: Sequence[str],
    asked: AskedSet,
    out: Output,
) -> int:
    """Replay what was found on the devices, by this command in a process for each replay; the exit code.

    Ctrl-C ends the steps in hand; the report of what was done is written all the same, and `--resume` goes on.
    """
    from gui_rec.replayer.sets.items import Shard

    shard = None if asked.shard is None else Shard.parse(asked.shard)
    items = found.items if shard is None else shard.of(found.items)
    report_dir: Path | None = context.params.get("report_dir")
    if asked.resume and report_dir is None:
        raise UsageError("replay: --resume needs the folder of the set that is gone on with: --report DIR")
    with _place(report_dir, asked, is_kept=not context.params.get("no_report"), context=context) as place:
        earlier = _earlier(place, recording, asked) if asked.resume else None
        run = _SetRun.begin(place, recording, items, serials, asked, earlier, out)
        run.left_out = found.left_out
        run.common = tuple(words_of(context, _PARENTS))
        run.unset = variables_of(context, _PARENTS)
        for line in found.left_out:
            out.note(f"left out: {line}")
        report = run.go()
        _print(report, recording, place if not context.params.get("no_report") else None, out)
    return report.exit_code


def the_one_serial(devices: Sequence[str]) -> str:
    """The device that a set is replayed on where none or one is named. Raises DeviceUnavailableError."""
    named = devices[0] if devices else environment_serial()
    if named is not None:
        return named
    from gui_rec.cli._opening import open_as_asked

    with closing(open_as_asked(None, {})) as opened:
        return opened.serial


@contextmanager
def _place(
    report_dir: Path | None, asked: AskedSet, *, is_kept: bool, context: click.Context
) -> Iterator[Path]:
    """The report's folder, new or gone on with; one that goes away again with --no-report."""
    if not is_kept:
        with tempfile.TemporaryDirectory(prefix="gui-rec-set-") as folder:
            yield Path(folder)
        return
    place = report_dir or named_by_time("replay")
    if not asked.resume and place.exists() and (not place.is_dir() or any(place.iterdir())):
        if not context.params.get("force"):
            raise OutputExistsError(
                f"{place}: is there already; choose another name, or --resume, or --force"
            )
        from gui_rec.store.layout import Layout
        from gui_rec.store.recording import move_aside

        move_aside(Layout(place))
    place.mkdir(parents=True, exist_ok=True)
    yield place


def _earlier(place: Path, recording: Path, asked: AskedSet) -> SetDocument:
    """What the set that is gone on with has done. Raises InputError, UsageError for a set of something else."""
    from gui_rec.replayer.sets.report import read_set

    before = read_set(place)
    if (before["recording"], before["shard"]) != (path_text(recording), asked.shard):
        was = (
            before["recording"]
            if before["shard"] is None
            else f"{before['recording']} --shard {before['shard']}"
        )
        raise UsageError(f"replay: --resume: {place} is the report of {was}; give the same again")
    return before


@dataclass(slots=True)
class _SetRun:
    """One set at work."""

    place: Path
    recording: Path
    asked: AskedSet
    set_id: str
    started_at_us: int
    scheduler: Scheduler
    devices: dict[str, SetDevice]
    known: tuple[SetDevice, ...]
    total: int
    out: Output
    left_out: tuple[str, ...] = ()
    common: tuple[str, ...] = ()
    unset: frozenset[str] = frozenset()
    clock: Clock = field(default_factory=SystemClock)
    interrupted: bool = False
    stop: Callable[[], bool] = lambda: False
    say: Callable[[str, str], None] = lambda _serial, _line: None
    in_hand: dict[str, tuple[Item, float]] = field(default_factory=dict)

    @classmethod
    def begin(
        cls,
        place: Path,
        recording: Path,
        items: Sequence[Item],
        serials: Sequence[str],
        asked: AskedSet,
        earlier: SetDocument | None,
        out: Output,
    ) -> _SetRun:
        from gui_rec.replayer.sets.report import name_devices
        from gui_rec.replayer.sets.scheduler import Scheduler
        from gui_rec.store.ids import new_ulid

        now_us = SystemClock().wall_us()
        set_id = new_ulid(now_us) if earlier is None else earlier["set_id"]
        known = () if earlier is None else earlier["devices"]
        devices = name_devices(serials, set_id, known)
        done = {} if earlier is None else {item.key: item for item in earlier["trajectories"]}
        names = [device.name for device in devices.values()]
        scheduler = Scheduler(items, names, retries=asked.retry_failed, earlier=done)
        every = tuple(dict.fromkeys((*known, *devices.values())))
        started_us = now_us if earlier is None else earlier["started_at_us"]
        return cls(
            place, recording, asked, set_id, started_us, scheduler, devices, every, scheduler.waiting, out
        )

    def go(self) -> SetReport:
        """Replay until nothing is left to do or nobody to do it."""
        told = "Finishing the steps in hand; Ctrl-C again stops at once."
        for serial, device in self.devices.items():
            self.out.note(f"{device.name} is {serial}")
        self.out.note(f"{self.total} trajectories to replay")
        with (
            stop_on_interrupt(lambda: self.out.note(told)) as stop,
            a_line_each(tuple(self.devices), self.out, leaving_out=_REPORT_LINE) as say,
        ):
            self.stop, self.say = stop, say
            try:
                work(self._jobs(), self._heard, stop, more=self._more)
            except KeyboardInterrupt:
                self.interrupted = True
            self.interrupted = self.interrupted or stop()
        return self._write(with_pages=True)

    def _jobs(self) -> list[Job]:
        """Work for every device that is idle and may have some."""
        jobs = []
        for serial, device in self.devices.items():
            taken = self.scheduler.take(device.name)
            if taken is not None:
                jobs.append(self._job(serial, *taken))
        return jobs

    def _job(self, serial: str, item: Item, attempt: int) -> Job:
        self.in_hand[serial] = (item, self.clock.monotonic_s())
        folder = _free_folder(self.place / TRAJECTORIES / _folder_name(item.episode_id), attempt)
        words = (
            f"--device={serial}", f"--episode={item.episode_id}", f"--report={folder}", "--one-of-many",
        )  # fmt: skip
        return Job(serial, folder, ("replay", *self.common, *words, "--", str(item.recording)), self.unset)

    def _heard(self, serial: str, line: str) -> None:
        if not line.startswith(_REPORT_LINE):
            self.say(serial, f"{self.in_hand[serial][0].episode_id}: {line}")

    def _more(self, done: Done) -> list[Job]:
        """Take in what ended; what begins now."""
        serial, device = done.job.serial, self.devices[done.job.serial]
        item, since_s = self.in_hand.pop(serial)
        elapsed_ms = round((self.clock.monotonic_s() - since_s) * 1000)
        attempt = self._attempt(done, device.name, elapsed_ms)
        waiting = self.scheduler.waiting
        self.scheduler.ended(device.name, attempt)
        drop_artifacts(done.job.folder, self.asked.artifacts, is_good=attempt.exit_code == ExitCode.OK)
        again = "; it is tried again" if self.scheduler.waiting > waiting else ""
        why = "" if attempt.exit_code == ExitCode.OK else f": {attempt.why}"
        left = f"; {self.scheduler.waiting} waiting" if self.scheduler.waiting else ""
        self.say(
            serial, f"{item.episode_id}: {attempt.end.value} ({elapsed_ms / 1000:.1f} s){left}{why}{again}"
        )
        if device.name in self.scheduler.retired:
            self.out.note(f"{serial} gets no more work: {one_line(self.scheduler.retired[device.name])}")
        self._write(with_pages=False)
        return self._jobs() if not self.stop() else []

    def _attempt(self, done: Done, device: str, elapsed_ms: int) -> Attempt:
        from gui_rec.replayer.sets.results import Attempt, StepResult

        report = _report_in(done.job.folder)
        steps = () if report is None else tuple(
            StepResult(
                step["step_index"],
                step["action"],
                step["verdict"],
                step["successful"],
                step["code"],
                step["detail"],
                step["line"],
                step["elapsed_ms"],
            )
            for step in report["steps"]
        )  # fmt: skip
        end = _end_of(done.exit_code, report, is_stopped=self.stop())
        return Attempt(
            device=device,
            end=end,
            exit_code=done.exit_code,
            elapsed_ms=elapsed_ms,
            folder=done.job.folder.relative_to(self.place).as_posix() if done.job.folder.is_dir() else None,
            said=_said(done, device) if all(step.successful for step in steps) else None,
            not_reached=0 if report is None else report["not_run"],
            steps=steps,
        )

    def _write(self, *, with_pages: bool) -> SetReport:
        from gui_rec.replayer.sets.report import SetReport

        report = SetReport(
            set_id=self.set_id,
            recording=path_text(self.recording),
            shard=self.asked.shard,
            started_at_us=self.started_at_us,
            ended_at_us=self.clock.wall_us(),
            devices=self.known,
            items=self.scheduler.results(),
            left_out=self.left_out,
            retired=self.scheduler.retired,
            interrupted=self.interrupted,
            fail_on_flaky=self.asked.fail_on_flaky,
        )
        report.write(self.place)
        if with_pages:
            _write_pages(report, self.place)
        return report


def _folder_name(episode_id: str) -> str:
    """The id where it can name a folder; it comes from a file, so it may be anything."""
    from gui_rec.store.ids import is_safe_id

    return episode_id if is_safe_id(episode_id) else hashlib.sha256(episode_id.encode()).hexdigest()[:16]


def _free_folder(parent: Path, attempt: int) -> Path:
    """`attempt_N`, or the next number where a set that was killed left that one behind."""
    while (folder := parent / f"attempt_{attempt}").exists():
        attempt += 1
    return folder


def _report_in(folder: Path) -> ReportDocument | None:
    """What the replay left; None where it came to nothing that could be reported."""
    from gui_rec.replayer.documents import REPORT, read_report

    if not (folder / REPORT).is_file():
        return None
    try:
        return read_report(folder)
    except InputError:
        return None  # a report is put there whole; anything else is no report, and the attempt counts as died


def _end_of(exit_code: int, report: ReportDocument | None, *, is_stopped: bool) -> AttemptEnd:
    from gui_rec.replayer.sets.results import AttemptEnd

    if exit_code == ExitCode.OK and report is not None and report["ok"]:
        return AttemptEnd.VERIFIED
    if exit_code == ExitCode.MISMATCH and report is not None:
        return AttemptEnd.FAILED
    if exit_code == ExitCode.DEVICE:
        return AttemptEnd.DEVICE_LOST
    if exit_code == ExitCode.INTERRUPTED and is_stopped:
        return AttemptEnd.INTERRUPTED
    return AttemptEnd.REFUSED if exit_code in (ExitCode.USAGE, ExitCode.BAD_INPUT) else AttemptEnd.DIED


def _said(done: Done, device: str) -> str | None:
    """What the process said last, or by what it was ended; without the device's serial."""
    if done.exit_code < 0:
        return f"its process was ended by {signal.Signals(-done.exit_code).name}"
    if done.exit_code == ExitCode.OK:
        return None
    line = one_line(done.last_line.removeprefix("gui-rec: "))
    return line.replace(done.job.serial, device) or None


def _write_pages(report: SetReport, place: Path) -> None:
    from gui_rec.replayer.sets.junit import set_junit
    from gui_rec.viewer.set_page import write_set_page

    fresh = place / f"{JUNIT}.new"
    fresh.write_text(set_junit(report), encoding="utf-8")
    fresh.replace(place / JUNIT)
    folders = [attempt.folder for item in report.items for attempt in item.attempts if attempt.folder]
    pages = {folder: f"{folder}/{PAGE}" for folder in folders if (place / folder / PAGE).is_file()}
    write_set_page(report, pages, place / PAGE)


def _print(report: SetReport, recording: Path, place: Path | None, out: Output) -> None:
    from gui_rec.replayer.sets.report import summary

    out.result(report.as_plain(), summary(report))
    if place is None:
        return
    out.note(f"{_REPORT_LINE}{place / 'report.json'}, {place / JUNIT}; to look at: {place / PAGE}")
    if report.exit_code in (ExitCode.INTERRUPTED, ExitCode.DEVICE):
        shard = "" if report.shard is None else f" --shard {report.shard}"
        named = f"{shlex.quote(str(recording))}{shard} --report {shlex.quote(str(place))}"
        out.note(f"to go on: gui-rec replay {named} --resume (with the other options as before)")
