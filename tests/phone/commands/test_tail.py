from __future__ import annotations

import pytest
from phone_commands import MemoryIo, make_context, run

from gui_rec.errors import InputError
from gui_rec.phone.commands.tail import last_lines

FIVE = b"1\n2\n3\n4\n5\n"


@pytest.mark.parametrize(
    ("start", "expected"),
    [("1", b"5\n"), ("-2", b"4\n5\n"), ("+4", b"4\n5\n"), ("0", b""), ("9", FIVE), ("+0", FIVE)],
)
def test_last_lines(start: str, expected: bytes) -> None:
    assert last_lines(FIVE, start) == expected


def test_numbers_only() -> None:
    with pytest.raises(InputError, match="not integer: x"):
        last_lines(FIVE, "x")


@pytest.mark.parametrize("words", [("-n", "1"), ("-1",), ("-n1",)])
def test_stdin(words: tuple[str, ...]) -> None:
    ctx, _ = make_context()
    assert run(ctx, "tail", *words, io=MemoryIo(stdin=FIVE)).raw == b"5\n"


def test_a_file() -> None:
    ctx, _ = make_context()
    ctx.files.write("/sdcard/a.txt", FIVE * 4)
    assert run(ctx, "tail", "/sdcard/a.txt").raw == FIVE * 2
