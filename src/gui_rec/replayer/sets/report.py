"""The one report of a set of replays: `report.json`, written and read back, and tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gui_rec._files import read_bytes
from gui_rec.capture.identity import serial_id
from gui_rec.errors import ExitCode, InputError
from gui_rec.replayer.documents import REPORT
from gui_rec.replayer.sets.results import (
    DeviceCount,
    Ending,
    ItemResult,
    SetCounts,
    StepCount,
    count,
    exit_code_of,
)

SET_VERSION = 1
KIND = "replay-set"
_MOST_BYTES = 256 * 1024 * 1024
_MOST_ROWS = 40
_STYLES = {
    Ending.PASSED: "green",
    Ending.FLAKY: "yellow",
    Ending.FAILED: "red",
    Ending.ERROR: "red",
    Ending.LOST: "magenta",
    Ending.NOT_RUN: "dim",
}


@dataclass(frozen=True, slots=True)
class SetDevice:
    """A device under the name that the report gives it; `serial_id` is its serial, salted with the set's id."""

    name: str
    serial_id: str


class SetDocument(TypedDict):
    """The JSON document; `docs/report.md` explains it, `docs/report-set.schema.json` is its JSON Schema."""

    report_version: int
    kind: str
    set_id: str
    recording: str
    shard: str | None
    started_at_us: int
    ended_at_us: int
    ok: bool
    exit_code: int
    interrupted: bool
    counts: SetCounts
    left_out: tuple[str, ...]
    devices: tuple[SetDevice, ...]
    trajectories: tuple[ItemResult, ...]


@dataclass(frozen=True, slots=True)
class SetReport:
    """A set as far as it got. `retired` says by a device's name why it got no more work; `left_out` what was no part of
    the set from the beginning.
    """

    set_id: str
    recording: str
    shard: str | None
    started_at_us: int
    ended_at_us: int
    devices: tuple[SetDevice, ...]
    items: tuple[ItemResult, ...]
    left_out: tuple[str, ...] = ()
    retired: Mapping[str, str] = field(default_factory=dict)
    interrupted: bool = False
    fail_on_flaky: bool = False

    @property
    def exit_code(self) -> ExitCode:
        """What the command ends with."""
        return exit_code_of(self.items, interrupted=self.interrupted, fail_on_flaky=self.fail_on_flaky)

    @property
    def ok(self) -> bool:
        """True only when all of it was verified, flaky ones in their last attempt; a shard may hold nothing."""
        return self.exit_code is ExitCode.OK

    @property
    def counts(self) -> SetCounts:
        return count(self.items, [device.name for device in self.devices], dict(self.retired))

    def as_record(self) -> SetDocument:
        """The JSON document."""
        return SetDocument(
            report_version=SET_VERSION,
            kind=KIND,
            set_id=self.set_id,
            recording=self.recording,
            shard=self.shard,
            started_at_us=self.started_at_us,
            ended_at_us=self.ended_at_us,
            ok=self.ok,
            exit_code=int(self.exit_code),
            interrupted=self.interrupted,
            counts=self.counts,
            left_out=self.left_out,
            devices=self.devices,
            trajectories=self.items,
        )

    def as_plain(self) -> dict[str, object]:
        """The document as plain values."""
        plain: dict[str, object] = msgspec.json.decode(msgspec.json.encode(self.as_record()))
        return plain

    def write(self, folder: Path) -> Path:
        """`report.json` in `folder`, put there by rename."""
        target, fresh = folder / REPORT, folder / f"{REPORT}.new"
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(self.as_record()), indent=1) + b"\n")
        fresh.replace(target)
        return target


def read_set(folder: Path) -> SetDocument:
    """The document that a set left in `folder`. Raises InputError naming the file and what is wrong with it."""
    path = folder / REPORT
    data = read_bytes(path, "a set's report", _MOST_BYTES)
    try:
        found = msgspec.json.decode(data, type=SetDocument)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(
            f"{path}: expected the report of a set of replays, got something else ({error})"
        ) from error
    if found["kind"] != KIND or found["report_version"] != SET_VERSION:
        got = f"kind {found['kind']!r}, version {found['report_version']}"
        raise InputError(f"{path}: expected a {KIND} of version {SET_VERSION}, got {got}")
    return found


def name_devices(
    serials: Iterable[str], set_id: str, known: Iterable[SetDevice] = ()
) -> dict[str, SetDevice]:
    """A name for each serial, `device_1` and so on; one that is in `known` keeps its name."""
    by_id = {device.serial_id: device for device in known}
    named: dict[str, SetDevice] = {}
    for serial in serials:
        hashed = serial_id(serial, set_id)
        named[serial] = by_id.setdefault(hashed, SetDevice(f"device_{len(by_id) + 1}", hashed))
    return named


def summary(report: SetReport) -> RenderableType:
    """The counts for a terminal, and a line for each trajectory that did not simply pass."""
    counts = report.counts
    told = ", ".join(
        f"{number} {name.replace('_', ' ')}" for name, number in counts.endings.items() if number
    )
    title = Text(f"{len(report.items)} trajectories: {told or 'none'}", style="green" if report.ok else "red")
    parts: list[RenderableType] = [title]
    parts += _table("not passed", ("trajectory", "ending", "tries", "why"), _item_rows(report.items))
    parts += _table("by code", ("code", "steps"), ((code, str(n)) for code, n in counts.by_code.items()))
    parts += _table(
        "by step", ("trajectory", "step", "action", "failed", "codes"), map(_step_row, counts.by_step)
    )
    parts += _table(
        "by device", ("device", "attempts", "codes", "seconds", ""), map(_device_row, counts.by_device)
    )
    flaky = ("trajectory", "step", "action", "failed", "codes")
    parts += _table("flaky steps", flaky, map(_step_row, counts.flaky_steps))
    return Group(*parts)


def _table(title: str, columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[RenderableType]:
    """A table with a title, at most `_MOST_ROWS` long; nothing without rows."""
    every, styles = list(rows), {ending.value: style for ending, style in _STYLES.items()}
    if not every:
        return
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for column in columns:
        table.add_column(column)
    for row in every[:_MOST_ROWS]:
        table.add_row(*(Text(cell, style=styles.get(cell, "")) for cell in row))
    yield table
    if len(every) > _MOST_ROWS:
        yield Text(f"... and {len(every) - _MOST_ROWS} more in {REPORT}")


def _item_rows(items: Iterable[ItemResult]) -> Iterator[tuple[str, ...]]:
    for item in items:
        if item.ending is not Ending.PASSED or item.given_back:
            note = f"given back {item.given_back}x; " if item.given_back else ""
            why = "" if item.ending is Ending.PASSED else item.why
            if item.ending is Ending.FLAKY:
                why = first_failure(item)
            name = item.episode_id if item.goal is None else f"{item.episode_id} {item.goal}"
            yield name, item.ending.value, str(len(item.attempts)), f"{note}{why}"


def first_failure(item: ItemResult) -> str:
    """The line of the first step that failed in any attempt."""
    failed = (attempt.failed_step for attempt in item.attempts)
    return next((step.line or step.detail for step in failed if step is not None), "")


def _step_row(step: StepCount) -> tuple[str, ...]:
    failed = f"{step.failed} of {step.tried}"
    return step.episode_id, str(step.step_index), step.action, failed, _counted(step.codes)


def _device_row(device: DeviceCount) -> tuple[str, ...]:
    retired = "" if device.retired is None else f"no more work: {device.retired}"
    seconds = f"{device.elapsed_ms / 1000:.1f}"
    return device.device, _counted(device.attempts), _counted(device.codes), seconds, retired


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in counts.items())
