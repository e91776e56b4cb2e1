"""Scripts from files and from stdin."""

from __future__ import annotations

import asyncio

import pytest
from phone_commands import MemoryIo
from phone_shell import Shell

from gui_rec.errors import InputError
from gui_rec.phone.shell.runner import run_interactive
from gui_rec.phone.shell.script import LineReader


def _interactive(stdin: bytes, prompt: bytes = b"") -> tuple[int, bytes, bytes]:
    async def main() -> tuple[int, bytes, bytes]:
        ctx = Shell().base
        ctx.closed = asyncio.Event()
        io = MemoryIo(stdin)
        status = await run_interactive(ctx, io, prompt=prompt)
        return status, bytes(io.stdout), bytes(io.stderr)

    return asyncio.run(main())


@pytest.mark.parametrize(
    ("stdin", "status", "out"),
    [
        (b"echo a\necho b", 0, b"a\nb\n"),
        (b"echo 'a\nb'\n", 0, b"a\nb\n"),
        (b"false\n", 1, b""),
        (b"exit 3\necho no\n", 3, b""),
        (b"true &&\necho a\n", 0, b"a\n"),
        (b"A=1\necho $A\n", 0, b"1\n"),
        (b"cat\nleft for cat\n", 0, b"left for cat\n"),
        (b"", 0, b""),
    ],
)
def test_lines_run_as_they_come(stdin: bytes, status: int, out: bytes) -> None:
    assert _interactive(stdin)[:2] == (status, out)


def test_a_wrong_line_does_not_end_the_shell() -> None:
    status, out, err = _interactive(b"for x\necho after\n")
    assert (status, out) == (0, b"after\n")
    assert b"not supported" in err


def test_an_unfinished_end_is_an_error() -> None:
    status, _, err = _interactive(b"echo 'open")
    assert status == 2
    assert b"no closing quote" in err


def test_prompts_show_where_a_line_goes_on() -> None:
    assert _interactive(b"echo 'a\nb'\n", b"$ ")[2] == b"$ > $ "


def test_a_line_has_a_limit() -> None:
    async def main() -> None:
        reader = LineReader(MemoryIo(b"x" * 2_000_000))
        with pytest.raises(InputError, match="at most"):
            await reader.line()

    asyncio.run(main())


@pytest.mark.parametrize(
    "stdin", [b"echo 'a\n" + b"b\n" * 1100, b"echo '" + b"x" * 140_000, b"'" + b"x\n" * 90_000]
)
def test_a_command_that_never_ends_is_told_and_ends_the_shell(stdin: bytes) -> None:
    status, out, err = _interactive(stdin + b"\necho after\n")
    assert (status, out) == (2, b"")
    assert b" has at most 131072 bytes" in err
