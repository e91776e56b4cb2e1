"""A pattern that comes from a client must not hold the phone up: one whose work can double with each character is refused."""

from __future__ import annotations

import re

from gui_rec.errors import InputError

_PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]])*\]|\(\?(?:P?<\w+>|<?[=!]|:)|.", re.DOTALL)
_REPEATS = ("*", "+", "{")


def check_repeats(pattern: str) -> None:
    """Raise InputError for a repeated group that itself repeats or chooses, in the syntax of `re`.

    `(a+)+` and `(a|a)*` let a search that backtracks try every way to part a line, which no deadline can end.
    """
    pieces = _PIECE.findall(pattern)
    inside: list[bool] = []
    for at, piece in enumerate(pieces):
        if piece.startswith("("):
            inside.append(False)
        elif piece == ")" and inside:
            varied, repeated = inside.pop(), pieces[at + 1 : at + 2] and pieces[at + 1] in _REPEATS
            if varied and repeated:
                raise InputError(
                    "a repeat of a group that repeats or chooses is not supported by the simulated phone"
                )
            if inside:
                inside[-1] = inside[-1] or varied or bool(repeated)
        elif inside and piece in ("*", "+", "?", "{", "|"):
            inside[-1] = True
