"""What `--resume` may be said with: what the recording began with may be said again, but nothing else.

So the line that began a farm goes on with it: sessions that were cut off take it as said, and devices that had not
begun yet begin with it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gui_rec.cli._record_session import RecordOptions, mask_rules
from gui_rec.errors import UsageError

if TYPE_CHECKING:
    from gui_rec.model.episode import EpisodeInfo

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
    from gui_rec.store.journal import EPISODE_FILE, read_journal
    from gui_rec.store.layout import Layout

    folder = Layout(target).journal
    return read_journal(folder).info if (folder / EPISODE_FILE).is_file() else None


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
