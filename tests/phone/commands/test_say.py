from __future__ import annotations

import asyncio

from phone_commands import MemoryIo, make_context

from gui_rec.phone.commands._pause import pause
from gui_rec.phone.commands._say import complain, encode_lines, say


def test_lines_become_utf8_with_line_ends() -> None:
    assert encode_lines(["é", "b"]) == "é\nb\n".encode()
    assert encode_lines(["a\ud83d"]) == b"a?\n"
    assert encode_lines([]) == b""


def test_streams() -> None:
    io = MemoryIo()
    asyncio.run(say(io, "out"))
    asyncio.run(complain(io, "err"))
    asyncio.run(say(io))
    assert (bytes(io.stdout), bytes(io.stderr)) == (b"out\n", b"err\n")


def test_a_pause_ends_with_time_or_with_the_client() -> None:
    ctx, _ = make_context()
    assert asyncio.run(pause(ctx, 0))
    assert asyncio.run(pause(ctx, 1))
    ctx.closed.set()
    assert not asyncio.run(pause(ctx, 0))
    assert not asyncio.run(pause(ctx, 60_000))
