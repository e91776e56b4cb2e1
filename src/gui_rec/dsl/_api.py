"""What every dialect offers: decode, encode, and an honest word about what is lost on the way."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from gui_rec.model.actions import Action
from gui_rec.model.geometry import CoordinateSpace, ScreenSize, Space


class FidelityKind(StrEnum):
    """How much of an action survives in a dialect."""

    EXACT = "exact"
    LOSSY = "lossy"
    INEXPRESSIBLE = "inexpressible"


@dataclass(frozen=True, slots=True)
class Fidelity:
    """How much of one action survives, and in `note` what is lost or why it cannot be said.

    Coordinates count as exact when they name the same pixel after a round trip with the screen given.
    """

    kind: FidelityKind
    note: str = ""

    @classmethod
    def exact(cls) -> Fidelity:
        """Nothing is lost."""
        return cls(FidelityKind.EXACT)

    @classmethod
    def lossy(cls, what: str) -> Fidelity:
        """The action can be said, except for `what`."""
        return cls(FidelityKind.LOSSY, what)

    @classmethod
    def inexpressible(cls, why: str) -> Fidelity:
        """The dialect has no way to say it; `encode` raises."""
        return cls(FidelityKind.INEXPRESSIBLE, why)

    @property
    def expressible(self) -> bool:
        return self.kind is not FidelityKind.INEXPRESSIBLE


@dataclass(frozen=True, slots=True)
class Decoded:
    """What one text of a dialect says: at least one action, in order, and the words around them.

    `repairs` tells in plain words what a lenient reading had to change; empty after a strict one.
    """

    actions: tuple[Action, ...]
    thought: str | None = None
    operation: str | None = None
    repairs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Signature:
    """One line of a dialect's action space, as a prompt shows it."""

    call: str
    meaning: str


@runtime_checkable
class ActionCodec(Protocol):
    """One dialect.

    `space` is what its numbers mean. `wrappings` names the ways in which words may stand around the call;
    `signatures` is its action space. `writes` is False for a dialect that is read only.
    """

    @property
    def name(self) -> str: ...

    @property
    def space(self) -> Space: ...

    @property
    def wrappings(self) -> tuple[str, ...]: ...

    @property
    def signatures(self) -> tuple[Signature, ...]: ...

    @property
    def writes(self) -> bool: ...

    def space_on(self, screen: ScreenSize) -> CoordinateSpace:
        """The tag of its numbers on a screen of that size; a picture's resized size stands in it."""
        ...

    def grain_px(self, screen: ScreenSize) -> tuple[int, int]:
        """(x, y): by how many pixels a place may come back otherwise, where its numbers are whole."""
        ...

    def decode(self, text: str, *, screen: ScreenSize | None = None, repair: bool = False) -> Decoded:
        """What `text` says.

        With `screen` the points are those of executed pixels (`px / size`); without it they are the
        dialect's numbers as unit coordinates, and numbers in pixels are an error. `repair` allows what models are known to get wrong.
        Raises DslError, with the position, for anything else.
        """
        ...

    def encode(
        self,
        action: Action,
        *,
        screen: ScreenSize | None = None,
        thought: str | None = None,
        operation: str | None = None,
        wrapping: str | None = None,
    ) -> str:
        """`action` in this dialect: the bare call, or wrapped as `wrapping` says.

        A wrapping takes the words that it has a place for. Raises DslError for an action that cannot
        be said, an unknown wrapping, or a wrapping whose words are missing or empty.
        """
        ...

    def fidelity(self, action: Action) -> Fidelity:
        """What `encode` would keep of `action`. Never raises."""
        ...

    def needs(self, wrapping: str) -> frozenset[str]:
        """Which of `thought` and `operation` a wrapping must have. Raises DslError for an unknown one."""
        ...
