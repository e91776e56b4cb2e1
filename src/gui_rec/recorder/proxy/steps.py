"""Steps from what comes to the gate: the recording's own thread."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Protocol

from gui_rec._clock import Clock, Deadline
from gui_rec.capture.act import Performs
from gui_rec.capture.reconnect import GONE
from gui_rec.errors import DeviceError, InputError
from gui_rec.model.actions import Action, Invalid
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.observation import Observation
from gui_rec.model.step import Sent, Step
from gui_rec.recorder.heard._api import Heard, Kind, Screen
from gui_rec.recorder.proxy.gate import Held
from gui_rec.recorder.proxy.pre_state import at_rest
from gui_rec.recorder.proxy.session import Session
from gui_rec.recorder.session import Recorder

ENDS_WITHIN_S = 120.0
_LOOK_S = 0.1


class Sending(Performs, Protocol):
    """A performer, and what a step says of it."""

    @property
    def what(self) -> str:
        """What is sent, as text."""
        ...

    @property
    def client(self) -> str:
        """The process that sends it."""
        ...

    @property
    def dialect(self) -> str:
        """The language of `what`."""
        ...


class NotSentError(DeviceError):
    """The client left before its command was let through."""


@dataclass(slots=True)
class Passing:
    """Lets a held command through and waits for its end; a performer of `StepRunner.run`."""

    held: Held
    clock: Clock
    ends_within_s: float = ENDS_WITHIN_S

    @property
    def what(self) -> str:
        return self.held.what

    @property
    def client(self) -> str:
        return self.held.client

    @property
    def dialect(self) -> str:
        return self.held.dialect

    def perform(self, _action: Action, _size: ScreenSize) -> Sent:
        """As `Device.perform`."""
        if not self.held.permit(self.clock):
            raise NotSentError(f"{self.held.client} left before {self.held.what!r} was sent")
        deadline = Deadline.after(self.clock, self.ends_within_s)
        while not self.held.ended.wait(_LOOK_S) and not deadline.passed:
            pass
        return self.held.sent(self.clock)


@dataclass(slots=True)
class _OpenSeries:
    """A gesture that is sent in pieces: the state before its first one, and the pieces so far."""

    pre: Observation
    pieces: list[Sent] = field(default_factory=list)


class Watcher:
    """Takes what comes to the gate, one by one."""

    def __init__(self, recorder: Recorder, session: Session) -> None:
        self._recorder = recorder
        self._session = session
        self._open: _OpenSeries | None = None

    def take(self, timeout_s: float) -> Step | None:
        """The step of the next thing that comes, kept; None when nothing came, or nothing that is a step."""
        held = self._session.gate.take(timeout_s)
        if held is None:
            return None
        with self._session.gate.looking:
            series, open_before = self._session.series.copied(), self._open
            try:
                return self._record(held)
            except NotSentError:
                # A finger that is down on the device stays down.
                self._session.series.back_to(series)
                self._open = open_before
                return None
            except BaseException:
                held.refuse("the recording ended before this was let through")
                raise

    def close(self) -> Step | None:
        """The step of a touch that was never lifted, at the end of the session."""
        heard = self._session.series.close()
        if heard is None or self._open is None or not self._open.pieces:
            return None
        with self._session.gate.looking:
            return self._keep(_Over(self._open.pieces), heard, self._open.pre)

    def _record(self, held: Held) -> Step | None:
        pre = self._look() if self._open is None else self._open.pre
        heard = held.hear(self._screen(pre), self._session.series)
        passing = Passing(held, self._session.clock)
        if heard.kind is Kind.SERIES:
            self._go_on(pre, passing)
            return None
        if not heard.acts:
            passing.perform(Invalid(held.what, "nothing"), self._session.screen.size)
            return None
        if self._open is None:
            return self._keep(passing, heard, pre)
        if self._session.series.is_open:
            return self._keep(
                passing, heard, self._recorder.observe()
            )  # something else, while a finger is down
        pieces, self._open = self._open.pieces, None
        return self._keep(_Whole(passing, pieces), heard, pre)

    def _look(self) -> Observation:
        return at_rest(self._recorder, self._session.looks)

    def _screen(self, pre: Observation) -> Screen:
        """What this action's coordinates are of; the session's own view follows."""
        known = self._session.screen
        size = pre.size or known.size
        rotation = known.rotation if pre.rotation is None else pre.rotation
        if (size, rotation) != (known.size, known.rotation):
            self._session.screen = self._turned(known, size, rotation)
        return self._session.screen

    def _turned(self, known: Screen, size: ScreenSize, rotation: int) -> Screen:
        """The same screen, turned or of another size. What part of the glass shows it then is asked for anew."""
        turned = replace(known, size=size, rotation=rotation, frame=None)
        try:
            display = self._recorder.device.display()
        except GONE:
            raise
        except DeviceError:
            return turned
        if (display.size, display.rotation) != (size, rotation):
            return turned  # it goes on turning, and what is told is of another moment
        return Screen.of(display, known.nodes)

    def _go_on(self, pre: Observation, passing: Passing) -> None:
        if self._open is None:
            self._open = _OpenSeries(pre)
        self._session.looks.acted()
        self._open.pieces.append(
            passing.perform(Invalid(passing.held.what, "a piece"), self._session.screen.size)
        )

    def _keep(self, sending: Sending, heard: Heard, pre: Observation) -> Step:
        self._session.looks.acted()
        if heard.kind is Kind.OPAQUE:
            # Not what was sent: that may hold what the masks withhold.
            self._session.sayings.once(f"{heard.note} ({sending.client})")
        try:
            return self._recorder.pass_on(
                self._action(heard, pre, sending.what),
                sending,
                pre=pre,
                flags=heard.flags,
                action_raw=sending.what,
                action_dialect=sending.dialect,
                action_space="px",
                app_name=heard.app_name,
            )
        finally:
            self._session.looks.acted()

    def _action(self, heard: Heard, pre: Observation, what: str) -> Action:
        """What was heard, aimed by the state before; what cannot be told is kept as that."""
        if heard.action is not None:
            return heard.action
        if heard.aim is None:
            return Invalid(what, heard.note or "what this does cannot be told")
        try:
            tree = self._recorder.observer.live_tree(pre)  # the client saw the screen as it is
            action = None if tree is None else heard.aim.on(tree, self._session.screen.size)
        except InputError as error:
            return Invalid(what, str(error))
        return action or Invalid(what, "the view that this names is not in the hierarchy before it")


@dataclass(frozen=True, slots=True)
class _Whole:
    """The last piece of a series, sent; what was sent of it before belongs to the step, too."""

    last: Passing
    pieces: list[Sent]

    @property
    def what(self) -> str:
        return "\n".join([*(piece.what for piece in self.pieces), self.last.what])

    @property
    def client(self) -> str:
        return self.last.client

    @property
    def dialect(self) -> str:
        return self.last.dialect

    def perform(self, action: Action, size: ScreenSize) -> Sent:
        """As `Device.perform`."""
        return joined([*self.pieces, self.last.perform(action, size)])


@dataclass(frozen=True, slots=True)
class _Over:
    """A series that nothing follows any more: it was sent before."""

    pieces: list[Sent]
    dialect: str = "adb_shell"

    @property
    def what(self) -> str:
        return "\n".join(piece.what for piece in self.pieces)

    @property
    def client(self) -> str:
        return self.pieces[-1].client or ""

    def perform(self, _action: Action, _size: ScreenSize) -> Sent:
        """As `Device.perform`, which has been done."""
        return joined(self.pieces)


def joined(pieces: list[Sent]) -> Sent:
    """Several things that were sent, as one."""
    first, last = pieces[0], pieces[-1]
    what, output = "\n".join(piece.what for piece in pieces), "".join(piece.output for piece in pieces)
    # A piece that failed is no touch, whatever the last one says.
    failed = next((piece.exit_status for piece in pieces if piece.exit_status), last.exit_status)
    return Sent(what, last.method, failed, output, first.started_us, last.ended_us, last.client)
