"""What the plain tools share."""

from __future__ import annotations

import asyncio

import pytest
from phone_commands import MemoryIo, make_context

from gui_rec.errors import InputError
from gui_rec.phone.commands._tools import contents, inside, lines_of, read_flags, to_bytes


def test_flags_values_and_operands() -> None:
    flags = read_flags(["-la", "x", "-n", "5", "-m7", "-", "--", "-z"], "la", "nm")
    assert flags.on == {"l", "a"}
    assert flags.values == {"n": "5", "m": "7"}
    assert flags.operands == ("x", "-", "-z")


@pytest.mark.parametrize(
    ("args", "message"), [(["-x"], "Unknown option 'x'"), (["-n"], "Missing argument to -n")]
)
def test_wrong_flags_are_told(args: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_flags(args, "l", "n")


def test_names_that_are_not_utf8_survive() -> None:
    assert to_bytes("a\udcff") == b"a\xff"


def _lines(stdin: bytes) -> list[bytes]:
    async def main() -> list[bytes]:
        ctx, _ = make_context()
        return [line async for line in lines_of(ctx, MemoryIo(stdin), "-")]

    return asyncio.run(main())


@pytest.mark.parametrize(
    ("stdin", "lines"), [(b"", []), (b"a\nb\n", [b"a\n", b"b\n"]), (b"a\n\nb", [b"a\n", b"\n", b"b"])]
)
def test_stdin_comes_in_lines(stdin: bytes, lines: list[bytes]) -> None:
    assert _lines(stdin) == lines


def test_a_missing_file_is_named_as_the_caller_did() -> None:
    ctx, _ = make_context()
    ctx.cwd = "/sdcard"
    with pytest.raises(FileNotFoundError) as caught:
        asyncio.run(contents(ctx, MemoryIo(), "none"))
    assert caught.value.filename == "none"


def test_a_folder_takes_what_is_put_to_it() -> None:
    ctx, _ = make_context()
    assert inside(ctx, "/sdcard/", "/data/a.txt") == "/sdcard/a.txt"
    assert inside(ctx, "/sdcard/b", "/data/a.txt") == "/sdcard/b"
