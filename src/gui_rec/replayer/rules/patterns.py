"""What kind of value a volatile place holds, so that `3 -> 5` passes and `3 -> Error` does not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from gui_rec.errors import InputError
from gui_rec.ui.canonical import RELATIVE_TIME, normal_text

MOST_VALUES = 100
MOST_VALUE = 500
_MARK = "\ue000"
_LONGEST = 4000
_INT = re.compile(r"[-+\u2212]?\d+(?:[,.\u066c\u00a0\u202f]\d{3}(?!\d))*")
_MONEY = re.compile(r"[-+\u2212]?\d+(?:[.,\u066b\u066c\u00a0\u202f]\d+)*")
_TIME = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2})?)?"
    r"|\d{1,2}[./]\d{1,2}[./]\d{2,4}"
    r"|(?:[上下]午)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?(?:[AaPp]\.?[Mm]\.?|[صم]))?"
)


class PatternKind(StrEnum):
    """`int`, `money` and `time` stand for the numbers and clock times (dates) of a text, what is around them
    stays; `relative` is a text such as `3 min ago`; `enum` one of the values that were seen; `any` all.
    """

    INT = "int"
    MONEY = "money"
    TIME = "time"
    RELATIVE = "relative"
    ENUM = "enum"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class SlotPattern:
    """A kind; `values` for `enum` only."""

    kind: PatternKind = PatternKind.ANY
    values: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if bool(self.values) != (self.kind is PatternKind.ENUM):
            raise InputError(f"pattern {self.kind.value}: expected values for enum and only there")
        if len(self.values) > MOST_VALUES or any(len(value) > MOST_VALUE for value in self.values):
            raise InputError(
                f"pattern enum: expected at most {MOST_VALUES} values of at most {MOST_VALUE} characters"
            )

    def keeps(self, recorded: str, seen: str) -> bool:
        """Whether `seen` is a value of the same kind as `recorded`, which stands at the same place."""
        if recorded == seen or self.kind is PatternKind.ANY:
            return True
        if self.kind is PatternKind.ENUM:
            return seen in self.values
        frame = skeleton(self.kind, seen)
        return frame is not None and frame == skeleton(self.kind, recorded)


def skeleton(kind: PatternKind, text: str) -> str | None:
    """`text` with its values of `kind` taken out; None where it holds none of them (or is too long to tell)."""
    if len(text) > _LONGEST:
        return None
    match kind:
        case PatternKind.INT:
            return _without(_INT, text)
        case PatternKind.MONEY:
            return _without(_MONEY, text)
        case PatternKind.TIME:
            return _without(_TIME, text)
        case PatternKind.RELATIVE:
            normal = normal_text(text)
            return normal if RELATIVE_TIME in normal else None
        case _:
            return None


def _without(pattern: re.Pattern[str], text: str) -> str | None:
    frame, count = pattern.subn(_MARK, " ".join(text.split()))
    return frame if count else None
