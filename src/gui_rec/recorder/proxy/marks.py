"""Asking an open shell, unseen by its client, how the line that it ran just now ended.

The question is one more line, its answer one on the shell's standard error. It needs a shell v2 on pipes: only there
nothing is echoed, and standard error is a stream of its own.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from gui_rec.recorder.proxy.streams import EXIT, STDERR, STDOUT, Frames, frame


def _token() -> bytes:
    return b"gui-rec-" + secrets.token_hex(16).encode()


@dataclass(slots=True)
class Marks:
    """The filter of one shell's frames: answers are taken out, everything else is passed on.

    `token` is nothing that a program prints by chance. `status` is the last answer, None until it has come.
    """

    token: bytes = field(default_factory=_token)
    status: int | None = None
    ended: bool = False
    _tell: Callable[[bytes], None] | None = None
    _kept: bytes = b""
    _frames: Frames = field(default_factory=Frames)

    @property
    def question(self) -> bytes:
        """The line that asks for the status of what the shell ran before it."""
        return b"echo " + self.token + b":$? >&2\n"

    def ask(self, tell: Callable[[bytes], None]) -> None:
        """From now on the answer is looked for; what is printed until then is told."""
        self.status, self._tell = None, tell

    def is_answered(self) -> bool:
        """Whether the shell has answered, or will never."""
        return self.status is not None or self.ended

    def hear(self, data: bytes) -> bytes:
        """As a relay's filter. Raises ConnectionError for what is no frame."""
        passed = bytearray()
        for kind, body in self._frames.feed(data):
            printed, tell = body, self._tell
            if kind == EXIT:
                self.ended = True
                passed += frame(STDERR, self._kept) if self._kept else b""
                self._kept = b""
            elif kind == STDERR and tell is not None:
                printed = self._without_answer(self._kept + body)
            if kind in (STDOUT, STDERR) and tell is not None:
                tell(printed)
            if printed or printed is body:
                passed += frame(kind, printed)
        if self._frames.is_deaf:
            raise ConnectionError("the device sent what is no frame of shell v2")
        return bytes(passed)

    def _without_answer(self, data: bytes) -> bytes:
        answer = re.search(re.escape(self.token) + rb":(\d{1,3})\n", data)
        if answer is not None:
            self.status, self._tell, self._kept = int(answer[1]), None, b""
            return data[: answer.start()] + data[answer.end() :]
        at = data.find(self.token)
        # Its beginning may be all that has come.
        cut = at if at >= 0 else next(
            (len(data) - size for size in range(len(self.token) - 1, 0, -1) if data.endswith(self.token[:size])),
            len(data),
        )  # fmt: skip
        self._kept = data[cut:]
        return data[:cut]
