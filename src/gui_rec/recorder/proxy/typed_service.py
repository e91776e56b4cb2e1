"""A shell that stays open: each line that acts is held at its end, before the device gets the line's last byte.

Output flows on meanwhile. When a command of such a shell has ended is not told, so nothing but the screen's rest is
waited for.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import dataclass, field

from gui_rec.recorder.heard._api import Heard, Screen, opaque
from gui_rec.recorder.heard.series import Series
from gui_rec.recorder.proxy import hearing
from gui_rec.recorder.proxy.framing import encode
from gui_rec.recorder.proxy.gate import Held
from gui_rec.recorder.proxy.relay import relay
from gui_rec.recorder.proxy.requests import DeviceRequest
from gui_rec.recorder.proxy.session import Session
from gui_rec.recorder.proxy.shell_service import is_gone
from gui_rec.recorder.proxy.streams import CLOSE_STDIN, STDIN, Frames, frame

_MOST_LINE_BYTES = 1 << 16
_ENDS = b"\r\n\x04"  # Ctrl-D ends the input, and the shell runs what stands there
_ERASE, _CLEAR = b"\x08\x7f", b"\x03\x15"
_UNCLEAR = "a line that was edited while it was typed is not known"


def serve_interactive(
    session: Session, client: socket.socket, server: socket.socket, request: DeviceRequest, who: str
) -> None:
    """One interactive shell, to its end."""
    typed = _Typed(session, client, who)
    server.sendall(encode(request.text))
    relay(client, server, up=typed.hear_frames if request.framed else typed.hear)


@dataclass(slots=True)
class TypedLine:
    """The line that is being typed, as a terminal would understand it."""

    text: bytearray = field(default_factory=bytearray)
    is_unclear: bool = False

    def feed(self, byte: int) -> None:
        """One byte that ends no line."""
        if byte in _ERASE:
            del self.text[-1:]
        elif byte in _CLEAR:
            self.text.clear()
            self.is_unclear = False
        elif byte < 0x20 or len(self.text) >= _MOST_LINE_BYTES:
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

    def __init__(self, session: Session, client: socket.socket, who: str) -> None:
        self._session = session
        self._client = client
        self._who = who
        self._line = TypedLine()
        self._frames = Frames()

    def hear(self, data: bytes) -> Iterator[bytes]:
        """Bytes as they are typed, each line's end when it may be sent. Raises ConnectionError when it may not."""
        begun = 0
        for at, byte in enumerate(data):
            if byte not in _ENDS:
                self._line.feed(byte)
                continue
            held = self._end()
            yield data[begun : at + 1]
            begun = at + 1
            if held is not None:
                held.finish(self._session.clock)
        yield data[begun:]

    def hear_frames(self, data: bytes) -> Iterator[bytes]:
        """The same in frames of shell v2. The whole ones are passed on."""
        for kind, body in self._frames.feed(data):
            if kind == CLOSE_STDIN:
                # A shell runs its last line, too, where no line end follows.
                held = self._end()
                yield frame(kind, body)
                if held is not None:
                    held.finish(self._session.clock)
                continue
            if kind != STDIN:
                yield frame(kind, body)
                continue
            for piece in self.hear(body):
                if piece:
                    yield frame(kind, piece)
        if self._frames.is_deaf:
            raise ConnectionError("the client sent what is no frame of shell v2")

    def _end(self) -> Held | None:
        line, is_clear = self._line.end()
        if not is_clear:
            return self._hold(line, opaque(_UNCLEAR))
        session = self._session
        parts = (
            hearing.look_ahead(line, session.screen, session.series, session.scripts) if line.strip() else ()
        )
        if not hearing.acts(parts) and hearing.changes_state(parts):
            session.gate.wait_until_seen()
        return self._hold(line, None) if hearing.acts(parts) else None

    def _hold(self, line: str, heard: Heard | None) -> Held:
        def hear(screen: Screen, series: Series) -> Heard:
            return heard or hearing.told(hearing.hear(line, screen, series, self._session.scripts))

        held = Held(line, "proxy shell, interactive", self._who, hear)
        if not self._session.gate.pass_through(held, lambda: is_gone(self._client)):
            raise ConnectionError(held.refused or "the client left")
        return held
