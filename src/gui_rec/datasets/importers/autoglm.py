"""Open-AutoGLM's conversations (zai-org/Open-AutoGLM, Apache-2.0): the agent's messages, saved as JSON.

No format of trajectories is published; what the agent holds is the list of messages of a chat (phone_agent/agent.py,
`PhoneAgent.context`; scripts/sample_messages.json is one). A user's message is the screenshot as a data URI, which the
agent takes out again once it was answered, and the text: the task in the first one, `** Screen Info **` in the others,
and a JSON object with the app in front. The answer is `<think>…</think><answer>…</answer>`.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gui_rec.datasets.importers._api import ImportSource, SourceEpisode
from gui_rec.datasets.importers.fields import SourceRow, read_chat
from gui_rec.datasets.importers.observations import Seen, Shown, seen
from gui_rec.datasets.importers.pictures import MAX_PICTURE_BYTES, name_in
from gui_rec.datasets.importers.steps import Act, chain, end_of, info_of
from gui_rec.dsl.autoglm import CODEC
from gui_rec.errors import DslError, InputError
from gui_rec.model.actions import Invalid

_INFO = "** Screen Info **"


@dataclass(frozen=True, slots=True)
class _Turn:
    row: SourceRow
    picture: bytes | None
    text: str
    answer: str


class AutoGlmImporter:
    """A saved conversation, or a folder of them."""

    name = "autoglm"
    reads = "*.json, a conversation's list of messages"
    proven: str | None = None
    notes = (
        "no view hierarchies, app packages and activities: a conversation does not hold them",
        "the agent takes pictures out of its messages once they were answered; what was taken out is null",
        "no screen after the last answer",
    )

    def units(self, src: Path) -> list[Path]:
        """See `Importer.units`."""
        return [src] if src.is_file() else sorted(src.rglob("*.json"))

    def episodes(self, unit: Path, source: ImportSource) -> Iterator[SourceEpisode]:
        """See `Importer.episodes`."""
        yield from source.complaints.whole(unit, partial(_episode, unit, source))


def _episode(unit: Path, source: ImportSource) -> SourceEpisode:
    turns = _turns(read_chat(unit))
    if not turns:
        raise InputError(f"{unit}: expected an answer of the assistant, got none")
    goal, _ = _split(turns[0].text)
    moments = [seen(Shown(turn.picture, None if turn.picture else source.screen)) for turn in turns]
    acts = [_act(turn, moment, source) for turn, moment in zip(turns, moments, strict=True)]
    steps = chain(acts, moments)
    return SourceEpisode(info_of("autoglm", name_in(source.root, unit), goal or None), steps, end_of(steps))


def _turns(rows: list[SourceRow]) -> list[_Turn]:
    """Each answer with what it answered. Raises InputError for two answers in a row and a message of nobody known."""
    turns: list[_Turn] = []
    asked: tuple[bytes | None, str] | None = None
    for row in rows:
        match row.text("role"):
            case "system":
                continue
            case "user":
                asked = _asked(row)
            case "assistant" if asked is not None:
                turns.append(_Turn(row, *asked, _words(row)))
                asked = None
            case role:
                raise row.error("role", "user and assistant in turn", role)
    return turns


def _asked(row: SourceRow) -> tuple[bytes | None, str]:
    if isinstance(row.values.get("content"), str):
        return None, row.text("content")
    picture, texts = None, []
    for part in row.objects("content"):
        if part.text("type") == "text":
            texts.append(part.text("text"))
        elif part.text("type") == "image_url":
            picture = _picture(part.object_in("image_url"))
    return picture, "\n".join(texts)


def _words(row: SourceRow) -> str:
    if isinstance(row.values.get("content"), str):
        return row.text("content")
    return "\n".join(part.text("text") for part in row.objects("content"))


def _picture(part: SourceRow) -> bytes | None:
    """The bytes of a data URI; an address elsewhere is never opened."""
    head, comma, body = part.text("url").partition(",")
    if not comma or not head.startswith("data:image/") or not head.endswith(";base64"):
        raise part.error("url", "data:image/...;base64,...", head)
    if len(body) > MAX_PICTURE_BYTES * 4 // 3:
        raise part.error("url", f"a picture of at most {MAX_PICTURE_BYTES} bytes", f"{len(body)} characters")
    try:
        return base64.b64decode(body, validate=True)
    except binascii.Error as error:
        raise part.error("url", "a picture in base64", str(error)) from error


def _split(text: str) -> tuple[str, str | None]:
    """What was said, and the app in front, from the JSON at its end."""
    said, blank, info = text.rpartition("\n\n")
    try:
        told = json.loads(info)
    except (ValueError, RecursionError):
        return text.strip(), None
    if not blank or not isinstance(told, dict):
        return text.strip(), None
    app = told.get("current_app")
    return said.removeprefix(_INFO).strip(), app if isinstance(app, str) and app else None


def _act(turn: _Turn, moment: Seen, source: ImportSource) -> Act:
    _, app = _split(turn.text)
    try:
        found = CODEC.decode(turn.answer, screen=moment.observation.size)
    except DslError as error:
        source.complaints.add("action", f"{turn.row.where}: {error}")
        return Act(Invalid(turn.answer, str(error)), "autoglm", turn.answer, "rel1000_floor", app_name=app)
    return Act(found.actions[0], "autoglm", turn.answer, "rel1000_floor", found.thought, app_name=app)


IMPORTER = AutoGlmImporter()
