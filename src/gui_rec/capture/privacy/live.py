"""What a masked look really showed: in memory only, to tell whether a screen still shows the same.

A `Live` refuses to be copied into anything that could be written (pickle, deepcopy; serialisers do not know
it), it has no repr of its content, and the store writes named fields of an observation, none of which it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import NoReturn

from gui_rec.model.observation import Observation, StateKey


class Live:
    """The unmasked screen behind a masked observation."""

    __slots__ = ("seen",)

    def __init__(self, seen: Observation) -> None:
        self.seen = seen

    def __repr__(self) -> str:
        return "Live(...)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("an unmasked screen is kept in memory only")

    def __deepcopy__(self, _memo: object) -> NoReturn:
        raise TypeError("an unmasked screen is kept in memory only")


@dataclass(frozen=True, slots=True)
class MaskedObservation(Observation):
    """An observation of which something is withheld. Outside `gui_rec.capture` it is like any other."""

    live: Live | None = field(default=None, repr=False, compare=False)


def live_of(seen: Observation) -> Observation:
    """What the screen really showed: `seen` itself where nothing of it is withheld."""
    return seen.live.seen if isinstance(seen, MaskedObservation) and seen.live is not None else seen


def live_picture(seen: Observation) -> bytes | None:
    """The picture as the device sent it."""
    return live_of(seen).screenshot


def live_key(seen: Observation) -> StateKey | None:
    """The state key of the unmasked hierarchy."""
    return live_of(seen).state_key


def forget_live(seen: Observation) -> Observation:
    """The same observation as it may leave `gui_rec.capture`."""
    if not isinstance(seen, MaskedObservation):
        return seen
    return Observation(**{item.name: getattr(seen, item.name) for item in fields(Observation)})
