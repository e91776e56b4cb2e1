"""A shell that stays open: each line that acts is held at its end, before the device gets the line's last byte.

Output flows on meanwhile. When a command of such a shell has ended is not told, so nothing but the screen's rest is
waited for. A line of several actions is sent part by part where the shell is on pipes, as for `adb shell` without a
terminal, and surely reads the line itself; on a terminal, which shows what is typed, and for what may be the input
of a program, it is sent whole, and its actions cannot be told apart.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gui_rec.recorder.heard._api import Heard, Screen, opaque
from gui_rec.recorder.heard.prompt import leaves_prompt
from gui_rec.recorder.heard.series import Series
from gui_rec.recorder.heard.shell_line import Part
from gui_rec.recorder.proxy import hearing
from gui_rec.recorder.proxy.framing import encode
from gui_rec.recorder.proxy.gate import Held
from gui_rec.recorder.proxy.marks import Marks
from gui_rec.recorder.proxy.relay import Piece, relay
from gui_rec.recorder.proxy.requests import DeviceRequest
from gui_rec.recorder.proxy.session import Session
from gui_rec.recorder.proxy.shell_service import is_gone, is_one_command
from gui_rec.recorder.proxy.streams import CLOSE_STDIN, STDIN, AnswerFilter, Frames, frame

_MOST_LINE_BYTES = 1 << 16
_ENDS = b"\r\n\x04"  # Ctrl-D ends the input, and the shell runs what stands there
_ENDS_ON_PIPES = b"\n"
_ERASE, _CLEAR = b"\x08\x7f", b"\x03\x15"
_UNCLEAR = "a line that was edited while it was typed is not known"
_TOO_LONG = "a line that is too long to be read"


def serve_interactive(
    session: Session, client: socket.socket, server: socket.socket, request: DeviceRequest, who: str
) -> None:
    """One interactive shell, to its end."""
    server.sendall(encode(request.text))
    if request.framed and "raw" in request.head.rstrip(":").split(","):
        piped = _Piped(session, client, who)
        relay(client, server, up=piped.hear_frames, down=AnswerFilter(piped.marks.hear).hear)
        return
    typed = _Typed(session, client, who)
    relay(client, server, up=typed.hear_frames if request.framed else typed.hear)


@dataclass(slots=True)
class TypedLine:
    """The line that is being typed, as a terminal would understand it, or a pipe without `edits`."""

    text: bytearray = field(default_factory=bytearray)
    is_unclear: bool = False
    edits: bool = True

    def feed(self, byte: int) -> None:
        """One byte that ends no line."""
        if self.edits and byte in _ERASE:
            del self.text[-1:]
        elif self.edits and byte in _CLEAR:
            self.text.clear()
            self.is_unclear = False
        elif (self.edits and byte < 0x20) or len(self.text) >= _MOST_LINE_BYTES:
            self.is_unclear = True  # completion, history, the cursor's keys
        else:
            self.text.append(byte)

    def end(self) -> tuple[str, bool]:
        """The line and whether it is surely that; a new one begins."""
        line, is_clear = self.text.decode("utf-8", "replace"), not self.is_unclear
        self.text.clear()
        self.is_unclear = False
        return line, is_clear


class _Typed:
    """A relay's filter for what the client types."""

    ends = _ENDS
    unclear = _UNCLEAR

    def __init__(self, session: Session, client: socket.socket, who: str) -> None:
        self._session = session
        self._client = client
        self._who = who
        self._line = TypedLine()
        self._frames = Frames()

    def hear(self, data: bytes) -> Iterator[Piece]:
        """Bytes as they are typed, each line's end when it may be sent. Raises ConnectionError when it may not."""
        begun = 0
        for at, byte in enumerate(data):
            if byte not in self.ends:
                self._line.feed(byte)
                continue
            yield from self._ended(data[begun : at + 1])
            begun = at + 1
        yield from self._begun(data[begun:])

    def _begun(self, rest: bytes) -> Iterator[Piece]:
        """What is typed of a line that is not over."""
        yield rest

    def _ended(self, rest: bytes) -> Iterator[Piece]:
        """The rest of a line, which ends with it."""
        line, is_clear = self._line.end()
        held = self._hold_whole(line, is_clear=is_clear)
        yield rest
        if held is not None:
            held.finish(self._session.clock)

    def hear_frames(self, data: bytes) -> Iterator[Piece]:
        """The same in frames of shell v2. The whole ones are passed on."""
        for kind, body in self._frames.feed(data):
            if kind == CLOSE_STDIN:
                yield from self._closed(frame(kind, body))
            elif kind == STDIN:
                yield from _framed(self.hear(body))
            else:
                yield frame(kind, body)
        if self._frames.is_deaf:
            raise ConnectionError("the client sent what is no frame of shell v2")

    def _closed(self, end: bytes) -> Iterator[Piece]:
        """The end of the input: a shell runs its last line, too, where no line end follows."""
        line, is_clear = self._line.end()
        held = self._hold_whole(line, is_clear=is_clear)
        yield end
        if held is not None:
            held.finish(self._session.clock)

    def _parts(self, line: str) -> tuple[Part, ...]:
        session = self._session
        if not line.strip():
            return ()
        return hearing.look_ahead(line, session.screen, session.series, session.scripts)

    def _hold_whole(self, line: str, *, is_clear: bool) -> Held | None:
        """Wait for a line's turn; None where it does nothing."""
        if not is_clear:
            return self._hold(line, opaque(self.unclear))
        parts = self._parts(line)
        if not hearing.acts(parts) and hearing.changes_state(parts):
            self._session.gate.wait_until_seen()
        return self._hold(line, None) if hearing.acts(parts) else None

    def _hold(self, line: str, heard: Heard | None) -> Held:
        def hear(screen: Screen, series: Series) -> Heard:
            return heard or hearing.told(hearing.hear(line, screen, series, self._session.scripts))

        held = Held(line, "proxy shell, interactive", self._who, hear)
        if not self._session.gate.pass_through(held, lambda: is_gone(self._client)):
            raise ConnectionError(held.refused or "the client left")
        return held


class _Piped(_Typed):
    """The same for a shell on pipes, whose lines can be taken apart.

    A line is kept back until its end while the shell itself reads it, which takes it at its end only, too.
    """

    ends = _ENDS_ON_PIPES
    unclear = _TOO_LONG

    def __init__(self, session: Session, client: socket.socket, who: str) -> None:
        super().__init__(session, client, who)
        self.marks = Marks()
        self._line = TypedLine(edits=False)
        self._kept = b""
        self._is_prompt = True

    def _begun(self, rest: bytes) -> Iterator[Piece]:
        self._kept += rest
        if not self._is_prompt or len(self._kept) > _MOST_LINE_BYTES:
            self._is_prompt = False
            rest, self._kept = self._kept, b""
            yield rest

    def _ended(self, rest: bytes) -> Iterator[Piece]:
        rest, self._kept = self._kept + rest, b""
        line, is_clear = self._line.end()
        self._is_prompt = self._is_prompt and is_clear and "\ufffd" not in line and leaves_prompt(line)
        parts = self._parts(line) if self._is_prompt else ()
        if len(parts) > 1 and hearing.acts(parts):
            yield from self._part_by_part(parts)
            return
        held = self._hold_whole(line, is_clear=is_clear)
        yield rest
        if held is not None:
            held.finish(self._session.clock)

    def _closed(self, end: bytes) -> Iterator[Piece]:
        if not self._is_prompt or not self._kept:
            yield from super()._closed(end)
            return
        yield from _framed(self._ended(b"\n"))
        yield end

    def _is_over(self) -> bool:
        return self.marks.is_answered() or is_gone(self._client)

    def _part_by_part(self, parts: Sequence[Part]) -> Iterator[Piece]:
        status = 0
        for part in parts:
            if not part.is_due(status):
                continue
            held = self._hold(part.text, None) if part.heard.acts else None
            try:
                self.marks.ask(held.said if held is not None else _nobody)
                yield part.text_after(status).encode() + b"\n" + self.marks.question
                yield self._is_over
                if self.marks.status is None:
                    return  # the shell has ended, or its client has left
                status = self.marks.status
                if held is not None:
                    held.exit_status = status if is_one_command(part.text) else None
            finally:
                if held is not None:
                    held.finish(self._session.clock)
        # What is typed next may ask for `$?`, which is the question's now.
        yield f"sh -c 'exit {status & 0xFF}'\n".encode()


def _framed(pieces: Iterator[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        if not isinstance(piece, bytes):
            yield piece
        elif piece:
            yield frame(STDIN, piece)


def _nobody(_data: bytes) -> None:
    """Nobody wants to hear this."""
