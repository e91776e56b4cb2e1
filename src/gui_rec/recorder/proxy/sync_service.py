"""Files that the agent moves: passed on untouched, while scripts and looks among them are remembered."""

from __future__ import annotations

import socket

from gui_rec.recorder.proxy.framing import encode
from gui_rec.recorder.proxy.looks import Made
from gui_rec.recorder.proxy.relay import relay
from gui_rec.recorder.proxy.session import Session
from gui_rec.recorder.proxy.streams import AnswerFilter
from gui_rec.recorder.proxy.sync_ear import SyncEar


def serve_sync(session: Session, client: socket.socket, server: socket.socket, payload: bytes) -> None:
    """One sync stream, to its end."""
    listening = _Listening(session)
    server.sendall(encode(payload))
    relay(client, server, up=listening.hear_up, down=AnswerFilter(listening.hear_down).hear)


class _Listening:
    """Hands on each file as soon as it is whole: the agent may run it the next moment."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._ear = SyncEar(on_asked=session.looks.file, on_sent=session.looks.written)

    def hear_up(self, data: bytes) -> bytes:
        self._ear.hear_up(data)
        return data

    def hear_down(self, data: bytes) -> bytes:
        self._ear.hear_down(data)
        for file in self._ear.pushed:
            self._session.scripts.pushed(file.path, file.content)
        for file in self._ear.pulled:
            if file.content is not None and isinstance(file.mark, Made):
                self._session.looks.read(file.mark, file.content)
        self._ear.pushed.clear()
        self._ear.pulled.clear()
        return data
