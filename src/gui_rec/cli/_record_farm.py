"""`gui-rec record` on several devices: which ones, where each goes, and a line a device for the person."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gui_rec.cli._device_lines import a_line_each
from gui_rec.cli._farm import Done, Job, exit_code_of, variables_of, words_of, work
from gui_rec.cli._interrupts import stop_on_interrupt
from gui_rec.cli._output import Output
from gui_rec.errors import InputError, OutputExistsError, UsageError

if TYPE_CHECKING:
    from gui_rec.capture.privacy.rules import MaskRules

_NEXT = "next: "
ROSTER = "farm.json"
_EACH_FOR_ITSELF = ("devices", "every_device", "target", "json_", "quiet")


def record_farm(
    context: click.Context,
    serials: Sequence[str],
    target: Path,
    out: Output,
    tail: Sequence[str],
    masks: MaskRules,
) -> int:
    """Record on each device, by this very command in a process of its own; the exit code.

    `tail` is what stands after `--`. Raises UsageError where a device would begin with other `masks` than those
    that the farm began with.
    """
    resume = bool(context.params.get("resume"))
    folders = assign_folders(target, serials, masks, resume=resume, force=bool(context.params.get("force")))
    common = words_of(context, (*_EACH_FOR_ITSELF, "force", "resume"))
    own = variables_of(context, _EACH_FOR_ITSELF)
    jobs = []
    for serial, folder in folders.items():
        how = _how_to_begin(folder)
        out.note(f"{serial}: {folder}{'' if how is not None else ' (finished already, left alone)'}")
        if how is not None:
            words = ("record", f"--device={serial}", f"--out={folder}", "--json", *how, *common, *tail)
            jobs.append(Job(serial, folder, words, own))
    with (
        stop_on_interrupt(
            lambda: out.note("Finishing the steps in hand; Ctrl-C again stops at once.")
        ) as stop,
        a_line_each(serials, out, leaving_out=_NEXT) as heard,
    ):
        done = work(jobs, heard, stop)
    _report(done, target, out)
    return exit_code_of(done)


def _how_to_begin(folder: Path) -> tuple[str, ...] | None:
    """Anew where nothing is, on where a session was cut off; None where one was finished."""
    from gui_rec.store.layout import Layout

    layout = Layout(folder)
    if layout.journal.is_dir():
        return ("--resume",)
    return None if folder.is_dir() and layout.data_files() else ()


def assign_folders(
    target: Path, serials: Sequence[str], masks: MaskRules, *, resume: bool = False, force: bool = False
) -> dict[str, Path]:
    """A folder for each device, by number: a serial tells who somebody is, so the names do not hold it.

    Which device has which number is kept in `farm.json` as salted hashes, so that `--resume` finds them again, and
    what is withheld, so that a device that begins only then does not withhold less. Raises OutputExistsError,
    InputError for a roster that is none, UsageError.
    """
    from gui_rec.capture.identity import serial_id
    from gui_rec.capture.privacy.rules import to_texts
    from gui_rec.store.durable import replacing
    from gui_rec.store.layout import SUFFIX, Layout
    from gui_rec.store.recording import move_aside

    if target.suffix == SUFFIX:
        raise UsageError(f"{target}: several devices need a folder; name one without {SUFFIX}")
    if not resume and target.exists() and (not target.is_dir() or any(target.iterdir())):
        if not force:
            raise OutputExistsError(
                f"{target}: is there already; choose another name, or --resume, or --force"
            )
        move_aside(Layout(target))
    withheld = list(to_texts(masks))
    roster = _read_roster(target / ROSTER) if resume else _Roster(secrets.token_hex(8), withheld, {})
    for serial in serials:
        roster.folders.setdefault(serial_id(serial, roster.salt), f"device_{len(roster.folders) + 1}")
    folders = {serial: target / roster.folders[serial_id(serial, roster.salt)] for serial in serials}
    if resume and roster.masks != withheld:
        _refuse_other_masks(target, roster.masks, [folder for folder in folders.values() if _is_new(folder)])
    target.mkdir(parents=True, exist_ok=True)
    with replacing(target / ROSTER) as stream:
        stream.write(json.dumps(roster.document()).encode())
    return folders


def _is_new(folder: Path) -> bool:
    return _how_to_begin(folder) == ()


def _refuse_other_masks(target: Path, masks: Sequence[str], beginning: Sequence[Path]) -> None:
    """Those that go on keep what they withhold; one that begins must not withhold something else."""
    if not beginning:
        return
    names = ", ".join(folder.name for folder in beginning)
    raise UsageError(
        f"record: {target}: {names} would begin now, and the farm began withholding other things ({len(masks)} rule(s), "
        f"kept in {ROSTER}) than this line says; give the --redact, --redact-notifications or --no-redact that it "
        "began with"
    )


@dataclass(slots=True)
class _Roster:
    """What `farm.json` keeps: `masks` are rules as texts, `folders` names a device's folder by its salted hash."""

    salt: str
    masks: list[str]
    folders: dict[str, str]

    def document(self) -> dict[str, object]:
        """As it is stored."""
        devices = {folder: name for name, folder in self.folders.items()}
        return {"salt": self.salt, "masks": self.masks, **devices}


def _read_roster(path: Path) -> _Roster:
    try:
        roster = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"{path.parent}: no farm was recorded here; leave --resume out") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: expected a farm's roster, got something else ({error})") from error
    salt, masks, devices = _parted(roster)
    numbered = [f"device_{number}" for number in range(1, len(devices) + 1)]
    if salt is None or masks is None or list(devices) != numbered:
        raise InputError(f"{path}: expected a farm's roster, got something else")
    return _Roster(salt, masks, {name: folder for folder, name in devices.items()})


def _parted(roster: object) -> tuple[str | None, list[str] | None, dict[str, str]]:
    """Salt, masks and devices of what was read; None for what is not as it should be."""
    if not isinstance(roster, dict):
        return None, None, {}
    salt, masks = roster.pop("salt", None), roster.pop("masks", None)
    is_text = [isinstance(word, str) for word in (salt, *(masks if isinstance(masks, list) else [None]))]
    if not all(is_text) or not all(isinstance(name, str) for name in roster.values()):
        return None, None, {}
    return salt, masks, roster


def _report(done: Sequence[Done], target: Path, out: Output) -> None:
    document: Mapping[str, object] = {
        "recordings": [
            {
                "device": each.job.serial,
                "folder": str(each.job.folder),
                "exit_code": each.exit_code,
                "result": each.document,
                "said": None if each.document is not None else each.last_line,
            }
            for each in done
        ]
    }
    lines = [f"{each.job.serial}: {_words(each)}" for each in done]
    out.result(document, "\n".join(lines))
    if any(each.document is not None for each in done):
        out.note(f"next: gui-rec merge {target} -o {target}-merged")


def _words(done: Done) -> str:
    if done.document is not None:
        return f"{done.document.get('steps')} step(s) in {done.job.folder}"
    return f"failed with exit code {done.exit_code}: {done.last_line}"
