"""What is logged, and who sees it."""

from __future__ import annotations

import asyncio

import pytest
from phone_commands import MemoryIo, make_context

from gui_rec.phone.commands._api import Context
from gui_rec.phone.commands._log_buffer import LogBuffer, LogEntry
from gui_rec.phone.shell.runner import run_line


def _sh(ctx: Context, line: str) -> tuple[int, str, str]:
    io = MemoryIo(b"")
    status = asyncio.run(run_line(ctx, line, io))
    return status, io.stdout.decode(), io.stderr.decode()


def test_a_logged_line_is_read_back_until_the_log_is_cleared() -> None:
    ctx, _ = make_context()
    assert _sh(ctx, "log -p w -t TAG hello there") == (0, "", "")
    assert "W/TAG     ( 2000): hello there\n" in _sh(ctx, "logcat -d -v time")[1]
    assert "hello" not in _sh(ctx, "logcat -d -b system")[1]
    assert "hello" not in _sh(ctx, "logcat -c; logcat -d")[1]


@pytest.mark.parametrize(
    ("line", "message"),
    [("log", "log: Needs 1 argument\n"), ("log -p x hi", "log: bad -p 'x'\n"), ("log -z hi", "log: ")],
)
def test_what_it_refuses(line: str, message: str) -> None:
    ctx, _ = make_context()
    status, out, err = _sh(ctx, line)
    assert (status, out) == (1, "")
    assert err.startswith(message)


def test_a_follower_sees_a_line_at_once() -> None:
    async def main() -> None:
        ctx, _ = make_context()
        io = MemoryIo(b"")
        following = asyncio.ensure_future(run_line(ctx, "logcat -v brief", io))
        while not ctx.log._followers:
            await asyncio.sleep(0)
        await run_line(ctx, "log -t NOW here", MemoryIo(b""))
        async with asyncio.timeout(5):
            while b"I/NOW     ( 2000): here\n" not in io.stdout:
                await asyncio.sleep(0)
        ctx.closed.set()
        assert await asyncio.wait_for(following, 5) == 0
        assert ctx.log._followers == []

    asyncio.run(main())


def test_the_buffer_keeps_the_newest() -> None:
    log = LogBuffer()
    for number in range(5000):
        log.add(LogEntry(number, 1, "T", str(number)))
    assert [entry.wall_us for entry in (log.entries[0], log.entries[-1])] == [904, 4999]
    log.unsubscribe(log.subscribe())
