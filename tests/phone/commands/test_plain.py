"""echo and the other smallest tools."""

from __future__ import annotations

import asyncio

import pytest
from phone_commands import MemoryIo, make_context
from phone_shell import Shell

from gui_rec.phone.commands.plain import sleep

_SHELL = Shell()


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("echo", "\n"),
        ("echo a  b", "a b\n"),
        ("echo -n a", "a"),
        ("echo -nE 'a\\n'", "a\\n"),
        (r"echo 'a\tb\\c'", "a\tb\\c\n"),
        (r"echo 'a\0101'", "aA\n"),
        (r"echo 'a\cb'", "a"),
        (r"echo -e 'x\ny'", "x\ny\n"),
        (r"echo 'a\qb'", "a\\qb\n"),
        ("echo -x", "-x\n"),
        ("pwd", "/\n"),
        ("which echo sh", "/system/bin/echo\n/system/bin/sh\n"),
        ("toybox pwd", "/\n"),
    ],
)
def test_what_they_print(line: str, out: str) -> None:
    ran = _SHELL(line)
    assert (ran.out, ran.status) == (out, 0)


@pytest.mark.parametrize(
    ("line", "status", "err"),
    [
        ("true", 0, ""),
        ("false", 1, ""),
        ("which nope", 1, ""),
        ("which", 1, ""),
        ("toybox nope", 1, "toybox: Unknown command nope\n"),
        ("sleep", 1, "sleep: Needs 1 argument\n"),
        ("sleep x", 1, "sleep: bad number 'x'\n"),
        ("sleep nan", 1, "sleep: bad number 'nan'\n"),
        ("sleep -1", 1, "sleep: bad number '-1'\n"),
        ("sleep 0.001 0s 0m", 0, ""),
    ],
)
def test_their_status(line: str, status: int, err: str) -> None:
    ran = _SHELL(line)
    assert (ran.status, ran.err) == (status, err)


def test_sleep_ends_when_the_client_leaves() -> None:
    async def main() -> int:
        ctx, _ = make_context()
        ctx.closed = asyncio.Event()
        sleeping = asyncio.ensure_future(sleep(ctx, ["1h"], MemoryIo()))
        await asyncio.sleep(0)
        ctx.closed.set()
        return await asyncio.wait_for(sleeping, 1)

    assert asyncio.run(main()) == 129
