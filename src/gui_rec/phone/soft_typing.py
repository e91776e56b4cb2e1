"""Which key of the soft keyboard a finger touches next to type a character."""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.errors import UsageError
from gui_rec.phone.world.keyboard import CHARACTERS, Key


def check_typable(text: str) -> None:
    """Raise UsageError, naming them, for characters that no page of the keyboard has."""
    wrong = sorted({character for character in text if _code(character) not in (*CHARACTERS, "enter")})
    if wrong:
        raise UsageError(f"the soft keyboard has no key for {', '.join(map(repr, wrong))}")


def next_key(character: str, keys: Sequence[Key]) -> tuple[Key, bool]:
    """The key to touch, and whether it types the character; else it shows the page that has it.

    `keys` are those shown now. The character is one that `check_typable` lets pass.
    """
    shown = {key.code: key for key in keys}
    code = _code(character)
    if code in shown:
        return shown[code], True
    if code.swapcase() in shown and "shift" in shown:
        return shown["shift"], False
    return shown["symbols"], False


def _code(character: str) -> str:
    return "enter" if character == "\n" else character
