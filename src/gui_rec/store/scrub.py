"""Take a text that turned out to be a secret out of what an open journal holds already.

What is known to be secret is replaced before it is written. A goal or a thought may name a password before
anybody types it, though; once it is known, the journal's words are written anew, each file by rename, so that
a crash leaves the old file or the new one. Pictures and hierarchies are not touched.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from gui_rec.model.action_fields import to_fields
from gui_rec.model.actions import Action
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.flags import Flag
from gui_rec.store.action_columns import action_from_column, action_to_column, compact_json
from gui_rec.store.migrate import Row

_WORDS = (
    *("goal", "task_id", "annotator", "action_raw", "app_name", "claimed", "thought", "operation"),
    *("prompt_id", "turn_id", "result_detail"),
)
_SENT = ("what", "output", "client")


@dataclass(frozen=True, slots=True)
class Scrub:
    """How a text, and an action with its texts, are to be written instead."""

    text: Callable[[str], str]
    action: Callable[[Action], Action]

    def info(self, info: EpisodeInfo) -> EpisodeInfo:
        """The frame without the secret; an equal one where it holds none."""
        return replace(
            info,
            goal=info.goal and self.text(info.goal),
            task_id=info.task_id and self.text(info.task_id),
            annotator=info.annotator and self.text(info.annotator),
        )

    def row(self, row: Row) -> Row:
        """A journal's row without the secret and flagged `masked`; the same object where it holds none."""
        clean = {**row, **{name: self._said(row[name]) for name in _WORDS if name in row}}
        sent, action = row.get("sent"), row.get("action")
        if isinstance(sent, Mapping):
            clean["sent"] = {name: self._said(v) if name in _SENT else v for name, v in sent.items()}
        if isinstance(action, Mapping):
            clean |= self._columns(action)
        if clean == row:
            return row
        flags = row.get("flags")
        listed = flags if isinstance(flags, list) else []
        return {**clean, "flags": list(dict.fromkeys((*listed, Flag.MASKED.value)))}

    def _columns(self, column: Mapping[str, object]) -> Row:
        before = action_from_column(column)
        after = self.action(before)
        if after == before:
            return {}
        return {"action": action_to_column(after), "action_dsl": compact_json(to_fields(after))}

    def _said(self, value: object) -> object:
        return self.text(value) if isinstance(value, str) else value
