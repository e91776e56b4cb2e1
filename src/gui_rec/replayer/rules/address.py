"""Where on a page a value stands, in words that outlive a dump: `/Group#list/Group#row[*]/TextView#price:text`.

A chain of levels of the canonical tree, outermost first, then the slot. A level is a role and the tail of a
resource id, and an ordinal among the siblings that have both in common: none for the first, `[2]` for the
third, `[*]` for every one (a column). With a leading `/` the chain begins at a root; without it, it is the
end of a chain. A level without a role (`#price`) takes any role. What a level's grammar needs for itself
stands as `%` and hex digits.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from gui_rec.errors import InputError
from gui_rec.ui.canonical import CanonicalNode, canonical
from gui_rec.ui.tree import Tree

MOST_ADDRESS = 4000
MOST_ORDINAL = 100_000
_PLAIN = re.compile(r"[^%/#\[\]:\s\x00-\x1f\x7f]", re.ASCII)
_LEVEL = re.compile(r"([^#\[\]]*)(?:#([^#\[\]]+))?(?:\[(\*|[0-9]{1,6})\])?")


class Slot(StrEnum):
    """What of a node is meant."""

    TEXT = "text"
    DESC = "desc"
    STATE = "state"
    EXISTS = "exists"
    CROP = "crop"


@dataclass(frozen=True, slots=True)
class Level:
    """One step of the chain. `role` "" takes any role, `rid` "" none; `ordinal` None takes every sibling."""

    role: str
    rid: str = ""
    ordinal: int | None = 0

    def __post_init__(self) -> None:
        if not self.role and not self.rid:
            raise InputError("address: expected a role or an id at each level, got neither")
        if self.ordinal is not None and not 0 <= self.ordinal <= MOST_ORDINAL:
            raise InputError(f"address: expected an ordinal from 0 to {MOST_ORDINAL}, got {self.ordinal}")

    def covers(self, other: Level) -> bool:
        """Whether `other`, a node's own level, is meant by this one."""
        return (
            (not self.role or self.role == other.role)
            and self.rid == other.rid
            and (self.ordinal is None or self.ordinal == other.ordinal)
        )

    def __str__(self) -> str:
        place = "[*]" if self.ordinal is None else f"[{self.ordinal}]" if self.ordinal else ""
        rid = f"#{_quoted(self.rid)}" if self.rid else ""
        return f"{_quoted(self.role)}{rid}{place}"


@dataclass(frozen=True, slots=True)
class SlotAddress:
    """A slot of one node, or of a column of them. `from_root` says that the chain is whole."""

    levels: tuple[Level, ...]
    slot: Slot
    from_root: bool = True

    def __post_init__(self) -> None:
        if not self.levels:
            raise InputError("address: expected at least one level, got none")

    def covers(self, chain: tuple[Level, ...], slot: Slot) -> bool:
        """Whether this address means `slot` of the node with that chain (see `chains_of`)."""
        if slot is not self.slot or len(chain) < len(self.levels):
            return False
        if self.from_root and len(chain) != len(self.levels):
            return False
        end = chain[len(chain) - len(self.levels) :]
        return all(mine.covers(theirs) for mine, theirs in zip(self.levels, end, strict=True))

    def __str__(self) -> str:
        return f"{'/' if self.from_root else ''}{'/'.join(map(str, self.levels))}:{self.slot.value}"

    @classmethod
    def parse(cls, text: str) -> SlotAddress:
        """The address that `text` spells. Raises InputError."""
        if len(text) > MOST_ADDRESS:
            raise InputError(f"address: expected at most {MOST_ADDRESS} characters, got {len(text)}")
        chain, colon, slot = text.rpartition(":")
        if not colon or slot not in tuple(Slot):
            raise InputError(
                f"address: expected LEVEL/LEVEL:SLOT with one of {', '.join(Slot)}, got {text!r:.80}"
            )
        levels = tuple(_level(part, text) for part in chain.removeprefix("/").split("/"))
        return cls(levels, Slot(slot), chain.startswith("/"))


def chains_of(tree: Tree) -> dict[CanonicalNode, tuple[Level, ...]]:
    """Every canonical node of `tree` with its chain of levels from its root on."""
    return chains_in(canonical(tree))


def chains_in(roots: tuple[CanonicalNode, ...]) -> dict[CanonicalNode, tuple[Level, ...]]:
    """The same for canonical nodes that are at hand already."""
    found: dict[CanonicalNode, tuple[Level, ...]] = {}
    stack: list[tuple[tuple[Level, ...], tuple[CanonicalNode, ...]]] = [((), roots)]
    while stack:
        above, siblings = stack.pop()
        counts: Counter[tuple[str, str]] = Counter()
        for node in siblings:
            key = (node.role, node.rid)
            found[node] = (*above, Level(node.role, node.rid, counts[key]))
            counts[key] += 1
            stack.append((found[node], node.children))
    return found


def _quoted(word: str) -> str:
    return "".join(
        char
        if _PLAIN.fullmatch(char)
        else "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))
        for char in word
    )


def _unquoted(word: str) -> str:
    out, rest = bytearray(), word
    while rest:
        if rest[0] != "%":
            out += rest[0].encode("utf-8", "surrogatepass")
            rest = rest[1:]
            continue
        if re.fullmatch(r"[0-9A-Fa-f]{2}", rest[1:3]) is None:
            raise InputError(f"address: expected two hex digits after %, got {rest[:3]!r}")
        out.append(int(rest[1:3], 16))
        rest = rest[3:]
    try:
        return out.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        raise InputError(f"address: expected UTF-8 behind the % signs, got {word!r:.80}") from None


def _level(part: str, whole: str) -> Level:
    found = _LEVEL.fullmatch(part)
    if found is None or not part:
        raise InputError(
            f"address: expected levels such as TextView#title[2], got {part!r:.80} in {whole!r:.80}"
        )
    role, rid, place = found.groups()
    ordinal = None if place == "*" else int(place or 0)
    return Level(_unquoted(role), _unquoted(rid or ""), ordinal)
