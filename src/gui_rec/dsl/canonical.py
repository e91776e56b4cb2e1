"""Our own dialect: one JSON object a line, with the fields of `model.action_fields`.

Lossless for every action. Keys stand in the order of the action's fields, `type` first; text is written
as UTF-8, not escaped.
"""

from __future__ import annotations

import json
from dataclasses import fields

from gui_rec.dsl._api import Decoded, Fidelity, Signature
from gui_rec.dsl._text import at, check_text, check_unicode, excerpt
from gui_rec.dsl.unit_numbers import UnitNumbers
from gui_rec.errors import DslError, InputError
from gui_rec.model.action_fields import from_fields, to_fields
from gui_rec.model.actions import ACTION_TYPES, Action
from gui_rec.model.geometry import ScreenSize

_FENCES = ("```json", "```")


class CanonicalCodec(UnitNumbers):
    """One JSON object a line; several lines are several actions. It has no wrapping."""

    name = "canonical"
    wrappings: tuple[str, ...] = ()
    signatures = tuple(
        Signature(
            json.dumps(
                {"type": kind, **dict.fromkeys((field.name for field in fields(cls)), "…")},
                ensure_ascii=False,
            ),
            (cls.__doc__ or "").strip().splitlines()[0],
        )
        for kind, cls in ACTION_TYPES.items()
        if kind != "invalid"
    )

    def decode(
        self,
        text: str,
        *,
        screen: ScreenSize | None = None,  # noqa: ARG002 - numbers are canonical already
        repair: bool = False,
    ) -> Decoded:
        """See `ActionCodec.decode`. Numbers are canonical already, so `screen` changes nothing."""
        check_text(text, self.name)
        actions: list[Action] = []
        repairs: list[str] = []
        offset = 0
        # Only "\n" ends a line: JSON text may hold U+2028 and its like, at which splitlines() would cut.
        for line in text.split("\n"):
            stripped = line.strip()
            if repair and stripped in _FENCES:
                repairs.append("code fence dropped")
            elif stripped:
                actions.append(_parse_line(line, offset))
            offset += len(line) + 1
        if not actions:
            raise at(self.name, "a JSON object", text, len(text))
        return Decoded(tuple(actions), repairs=tuple(dict.fromkeys(repairs)))

    def encode(
        self,
        action: Action,
        *,
        screen: ScreenSize | None = None,  # noqa: ARG002 - numbers are canonical already
        thought: str | None = None,  # noqa: ARG002 - there is no place for words
        operation: str | None = None,  # noqa: ARG002
        wrapping: str | None = None,
    ) -> str:
        """See `ActionCodec.encode`."""
        if wrapping is not None:
            self.needs(wrapping)
        text = json.dumps(to_fields(action), ensure_ascii=False, separators=(",", ":"))
        check_unicode(text, self.name)
        return text

    def fidelity(self, action: Action) -> Fidelity:  # noqa: ARG002 - every action is exact
        """See `ActionCodec.fidelity`."""
        return Fidelity.exact()

    def needs(self, wrapping: str) -> frozenset[str]:
        """See `ActionCodec.needs`."""
        raise DslError(f"canonical: it has no wrapping, got {wrapping!r}")


def _parse_line(line: str, offset: int) -> Action:
    try:
        record = json.loads(line, object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        position = offset + error.pos
        raise DslError(
            f"canonical: expected JSON at {position}, got {excerpt(line, error.pos)} ({error.msg})",
            position=position,
        ) from error
    except (ValueError, RecursionError) as error:
        raise DslError(f"canonical: unreadable JSON at {offset}: {error}", position=offset) from error
    if not isinstance(record, dict):
        raise DslError(
            f"canonical: expected a JSON object at {offset}, got {excerpt(line, 0)}", position=offset
        )
    try:
        action = from_fields(record)
    except (InputError, OverflowError) as error:
        raise DslError(f"canonical: {error} (at {offset})", position=offset) from error
    check_unicode(json.dumps(to_fields(action), ensure_ascii=False), "canonical", offset)
    return action


def _no_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"key {next(n for n in names if names.count(n) > 1)!r} stands twice")
    return record


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON number")


CODEC = CanonicalCodec()
