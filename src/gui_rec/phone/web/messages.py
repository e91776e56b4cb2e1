"""What the page says over its WebSocket: one JSON object a message."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

MOST_BYTES = 64 << 10
_Share = Annotated[float, msgspec.Meta(ge=-8, le=8)]
_Millis = Annotated[float, msgspec.Meta(ge=0, le=1e12)]
Sample = tuple[_Share, _Share, _Millis]


class Touch(msgspec.Struct, tag="touch", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """What pointer `id` did: samples `(x, y, at_ms)`, oldest first.

    x and y are shares of the picture's width and height, 0 at the left and top, 1 at the right and bottom;
    beyond them the pointer has left the picture. `at_ms` is the browser's monotonic clock.
    """

    id: int
    phase: Literal["down", "move", "up"]
    samples: Annotated[list[Sample], msgspec.Meta(min_length=1, max_length=512)]


class Navigate(msgspec.Struct, tag="navigate", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """A button of the page: the finger goes to the same button of the phone's navigation bar."""

    button: Literal["back", "home", "recents"]


class Key(msgspec.Struct, tag="key", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """A key by Android's name, without `KEYCODE_`."""

    name: Annotated[str, msgspec.Meta(max_length=32)]


class Text(msgspec.Struct, tag="text", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """Characters typed on the person's keyboard."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


Message = Touch | Navigate | Key | Text
_DECODER = msgspec.json.Decoder(Message)


def read_message(line: str | bytes) -> Message:
    """Raises ValueError for what is none."""
    try:
        return _DECODER.decode(line)
    except msgspec.MsgspecError as error:
        raise ValueError(f"expected a message of the page, got {line[:80]!r}: {error}") from error
