"""What most dialects share: strict before lenient, a refusal before a text, words only where a wrapping has a place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from gui_rec.dsl._api import Decoded, Fidelity, Signature
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.reading import Reading
from gui_rec.dsl.saying import Said
from gui_rec.errors import DslError, InputError
from gui_rec.model.actions import Action
from gui_rec.model.geometry import CoordinateSpace, ScreenSize, Space

_ANY_SCREEN = ScreenSize(1080, 2400)


class Dialect(ABC):
    """The base of a codec (see `ActionCodec`): a member says how it reads, says and wraps."""

    name: str
    numbers: Numbers
    signatures: tuple[Signature, ...]
    words: Mapping[str, tuple[str, ...]]
    """Each wrapping's words: `thought`, `operation`."""

    @property
    def space(self) -> Space:
        return self.numbers.space

    @property
    def wrappings(self) -> tuple[str, ...]:
        return tuple(self.words)

    @property
    def writes(self) -> bool:
        return True

    def space_on(self, screen: ScreenSize) -> CoordinateSpace:
        """See `ActionCodec.space_on`."""
        return self.numbers.on(screen)

    def grain_px(self, screen: ScreenSize) -> tuple[int, int]:
        """See `ActionCodec.grain_px`."""
        return self.numbers.grain_px(screen)

    def decode(self, text: str, *, screen: ScreenSize | None = None, repair: bool = False) -> Decoded:
        """See `ActionCodec.decode`. What can be read strictly is never read leniently."""
        try:
            return self.read(Reading(text, self.name), screen)
        except DslError:
            if not repair:
                raise
        return self.read(Reading(text, self.name, lenient=True), screen)

    def encode(
        self,
        action: Action,
        *,
        screen: ScreenSize | None = None,
        thought: str | None = None,
        operation: str | None = None,
        wrapping: str | None = None,
    ) -> str:
        """See `ActionCodec.encode`."""
        try:
            call, fidelity = self.say(action, screen)
        except InputError as error:
            raise DslError(f"{self.name}: {action.type}: {error}") from error
        if not fidelity.expressible:
            raise DslError(f"{self.name} cannot say {action.type}: {fidelity.note}")
        if wrapping is None:
            return call
        self.needs(wrapping)
        return self.wrap(wrapping, call, self._words(wrapping, thought, operation))

    def _words(self, wrapping: str, thought: str | None, operation: str | None) -> dict[str, str]:
        given = {"thought": thought, "operation": operation}
        found = {name: (given[name] or "").strip() for name in self.words[wrapping]}
        for name, words in found.items():
            if not words:
                raise DslError(f"wrapping {wrapping!r}: the {name} is missing")
        return found

    def fidelity(self, action: Action) -> Fidelity:
        """See `ActionCodec.fidelity`."""
        try:
            return self.say(action, _ANY_SCREEN)[1]
        except InputError as error:
            return Fidelity.inexpressible(str(error))

    def needs(self, wrapping: str) -> frozenset[str]:
        """See `ActionCodec.needs`."""
        if wrapping not in self.words:
            known = ", ".join(self.words) or "none"
            raise DslError(f"{self.name}: wrapping: expected one of {known}, got {wrapping!r}")
        return frozenset(self.words[wrapping])

    @abstractmethod
    def read(self, reading: Reading, screen: ScreenSize | None) -> Decoded:
        """What a whole text says; `repairs` are those of the reading. Raises DslError."""

    @abstractmethod
    def say(self, action: Action, screen: ScreenSize | None) -> Said:
        """The bare call. Raises InputError (DslError too) where a text or a place cannot be written."""

    @abstractmethod
    def wrap(self, wrapping: str, call: str, words: dict[str, str]) -> str:
        """The call with its words, none of them empty. Raises DslError for words that would end early."""


class ReadOnlyDialect(Dialect):
    """A dialect that is read and never written."""

    @property
    def writes(self) -> bool:
        return False

    def say(self, action: Action, screen: ScreenSize | None) -> Said:  # noqa: ARG002
        """Nothing can be said."""
        return "", Fidelity.inexpressible("the dialect is read, never written")

    def wrap(self, wrapping: str, call: str, words: dict[str, str]) -> str:  # noqa: ARG002
        """Nothing can be wrapped."""
        raise DslError(f"{self.name}: the dialect is read, never written")
