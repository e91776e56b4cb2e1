"""Running lines in the phone's shell in memory."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from phone_commands import MemoryIo, Ran, make_context

from gui_rec.phone.commands._api import Context
from gui_rec.phone.shell.jobs import Jobs
from gui_rec.phone.shell.runner import run_line


def _new_context() -> Context:
    context, _ = make_context()
    context.run = run_line
    return context


@dataclass
class Shell:
    """One phone whose shell is asked line by line, each in surroundings of its own as adb does."""

    base: Context = field(default_factory=_new_context)

    def __call__(self, line: str, stdin: bytes = b"") -> Ran:
        io = MemoryIo(stdin)
        ctx = self.base.child()
        ctx.closed = asyncio.Event()
        ctx.jobs = Jobs()
        status = asyncio.run(run_line(ctx, line, io))
        return Ran(status, bytes(io.stdout), io.stderr.decode("utf-8", "replace"))

    def write(self, path: str, data: bytes, mode: int = 0o644) -> None:
        self.base.files.write(path, data, mode=mode)

    def read(self, path: str) -> bytes:
        return self.base.files.read(path)
