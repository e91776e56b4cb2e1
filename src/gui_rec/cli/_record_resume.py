"""What `--resume` may be said with: what the recording began with may be said again, but nothing else.

So the line that began a farm goes on with it: sessions that were cut off take it as said, and devices that had not
begun yet begin with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gui_rec.cli._record_session import RecordOptions, mask_rules
from gui_rec.errors import UsageError

if TYPE_CHECKING:
    from gui_rec.capture.privacy.rules import MaskRules
    from gui_rec.model.episode import EpisodeInfo
    from gui_rec.recorder.script_start import ScriptStart

_MASKS = ("--redact", "--redact-notifications", "--no-redact")
_OF_EACH_EPISODE = ("--annotator", "--keep-serial", *_MASKS)
"""What may stand beside --resume where it is a list of tasks that is gone on with."""


def refuse_beside_resume(
    options: RecordOptions, target: Path | None, *, has_tasks: bool, is_farm: bool, serial: str | None
) -> None:
    """Raise UsageError for what cannot be meant beside `--resume`.

    `serial` is the device that was named. The sessions of a farm are asked one by one, each by its own process.
    """
    if target is None:
        raise UsageError("record: --resume needs -o PATH, the recording to go on with")
    if options.force:
        raise UsageError("record: --force cannot stand beside --resume; the recording is kept")
    if is_farm:
        return
    began = None if has_tasks else _beginning(target)
    for name in _said(options):
        if has_tasks and name in _OF_EACH_EPISODE:
            continue
        if began is None or not _is_what_it_began_with(name, options, began, serial):
            raise UsageError(
                f"record: {name} cannot stand beside --resume unless it says what the recording began with; it "
                "keeps that, so leave the option out"
            )


def _said(options: RecordOptions) -> list[str]:
    given = {
        "--goal": options.goal is not None,
        "--task-id": options.task_id is not None,
        "--annotator": options.annotator is not None,
        "--keep-serial": options.keep_serial,
        "--redact": options.redact is not None,
        "--redact-notifications": options.redact_notifications,
        "--no-redact": options.no_redact,
    }
    return [name for name, is_given in given.items() if is_given]


def _beginning(target: Path) -> EpisodeInfo | None:
    """What the open episode began with; None where there is none. Raises StoreError for a damaged journal."""
    kept = kept_of(target)
    return None if kept is None else kept.info


@dataclass(frozen=True, slots=True)
class Kept:
    """An open episode: what it began with, and for each of its steps the line that it was made from."""

    info: EpisodeInfo
    raws: tuple[str | None, ...]

    @property
    def masks(self) -> MaskRules:
        """What it withholds from its beginning."""
        from gui_rec.capture.privacy.rules import from_texts

        return from_texts(self.info.mask_rules)


def kept_of(target: Path) -> Kept | None:
    """What is there to go on with; None where nothing is. Raises StoreError for a damaged journal."""
    from gui_rec.store.journal import EPISODE_FILE, light_rows, read_journal
    from gui_rec.store.layout import Layout

    folder = Layout(target).journal
    if not (folder / EPISODE_FILE).is_file():
        return None
    state = read_journal(folder)
    raws = (row.get("action_raw") for row in light_rows(folder, state))
    return Kept(state.info, tuple(raw if isinstance(raw, str) else None for raw in raws))


def script_start(options: RecordOptions, kept: Kept | None) -> ScriptStart | None:
    """Where the session's script begins; None where that is its first line. Raises UsageError."""
    from gui_rec.recorder.script_start import start_after, start_at
    from gui_rec.recorder.sources.script import read_script

    has_kept = kept is not None and bool(kept.raws)
    if options.script is None or not (has_kept or options.from_line):
        return None
    if not options.script.is_file():
        raise UsageError(
            f"record: {options.script}: a script that is gone on with must be a file, not a pipe"
        )
    lines = read_script(options.script, options.dialect, repair=options.repair)
    if options.from_line is not None:
        return start_at(lines, options.from_line)
    return start_after(lines, () if kept is None else kept.raws)


def start_words(start: ScriptStart) -> str:
    """The same for a person."""
    if start.where is None:
        return f"script: all {start.all_actions} action(s) are recorded already, none is performed"
    return (
        f"script: begins at {start.where}; {start.skip_actions} of {start.all_actions} action(s) are left out"
    )


def _is_what_it_began_with(name: str, options: RecordOptions, began: EpisodeInfo, serial: str | None) -> bool:
    if name in _MASKS:
        from gui_rec.capture.privacy.rules import to_texts

        return to_texts(mask_rules(options)) == began.mask_rules
    if name == "--keep-serial":
        return serial is not None and began.device.serial_id == serial
    stored, said = {
        "--goal": (began.goal, options.goal),
        "--task-id": (began.task_id, options.task_id),
        "--annotator": (began.annotator, options.annotator),
    }[name]
    return stored == _as_stored(said, began)


def _as_stored(text: str | None, began: EpisodeInfo) -> str | None:
    """A text as the masks of the recording's beginning leave it."""
    from gui_rec.capture.privacy.rules import from_texts
    from gui_rec.capture.privacy.words import Redactor

    return None if text is None else Redactor(from_texts(began.mask_rules)).slotted(text)
