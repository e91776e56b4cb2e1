"""Dialects of one JSON object an action, maybe behind words in sections."""

from __future__ import annotations

from gui_rec.dsl._api import Decoded
from gui_rec.dsl.dialect import Dialect
from gui_rec.dsl.functions import Functions, decode_by
from gui_rec.dsl.json_call import as_call, end_of_text, read_object
from gui_rec.dsl.reading import Reading
from gui_rec.dsl.sections import check_words, section
from gui_rec.model.geometry import ScreenSize


class JsonDialect(Dialect):
    """`key` names the function; `label` is the thought's section (None where the dialect has none)."""

    key: str
    functions: Functions
    label: str | None = None

    def read(self, reading: Reading, screen: ScreenSize | None) -> Decoded:
        """See `Dialect.read`."""
        position, thought = reading.skip_space(0), None
        if self.label is not None:
            thought, position = section(reading, self.label, position, until="Action:")
            if reading.starts("Action:", position):
                position = reading.skip_space(position + len("Action:"))
            elif thought is not None:
                raise reading.error("Action: after the words", position)
        found, end = read_object(reading, position)
        end_of_text(reading, end)
        call = as_call(reading, self.prepared(reading, found, position), self.key, position)
        action = decode_by(self.functions, reading, call, self.numbers, screen)
        return Decoded((action,), thought, None, tuple(reading.repairs))

    def prepared(self, reading: Reading, found: dict[str, object], position: int) -> dict[str, object]:  # noqa: ARG002
        """The object as it is bound to arguments; a member may rewrite it first. Raises DslError."""
        return found

    def wrap(self, wrapping: str, call: str, words: dict[str, str]) -> str:
        """See `Dialect.wrap`."""
        check_words(wrapping, words, ("Action:",))
        return "\n".join([*(f"{self.label}: {text}" for text in words.values()), f"Action: {call}"])
