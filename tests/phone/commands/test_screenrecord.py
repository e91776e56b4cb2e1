"""A film of the screen."""

from __future__ import annotations

import asyncio
import io as bytes_io

import pytest
from phone_commands import MemoryIo, make_context
from PIL import Image

from gui_rec.phone.commands._api import Context
from gui_rec.phone.commands._pause import pause
from gui_rec.phone.commands.screenrecord import RecordArgs, parse_args, screenrecord
from gui_rec.phone.shell.runner import run_line


def _run(ctx: Context, *args: str) -> tuple[int, str]:
    io = MemoryIo(b"")
    status = asyncio.run(screenrecord(ctx, args, io))
    return status, io.stderr.decode()


@pytest.mark.parametrize(
    ("line", "args"),
    [
        ("/sdcard/a.mp4", RecordArgs("/sdcard/a.mp4")),
        ("--time-limit 3 --bit-rate 100 a", RecordArgs("a", limit_s=3)),
        ("--size=720x1280 --verbose a", RecordArgs("a", size=(720, 1280))),
    ],
)
def test_its_words(line: str, args: RecordArgs) -> None:
    assert parse_args(line.split()) == args


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "Must specify output file (see --help)."),
        ("a b", "Must specify output file (see --help)."),
        ("--fast a", "screenrecord: unrecognized option '--fast'"),
        ("--size", "screenrecord: option '--size' requires an argument"),
        ("--size 12 a", "Invalid size '12', must be width x height"),
        ("--time-limit 181 a", "Time limit 181s outside acceptable range [1,180]"),
    ],
)
def test_what_it_refuses(line: str, message: str) -> None:
    ctx, _ = make_context()
    assert _run(ctx, *line.split()) == (2, message + "\n")


def _pictures(film: bytes) -> list[Image.Image]:
    """The JPEG files inside, by their first and last marks."""
    found: list[Image.Image] = []
    at = 0
    while (start := film.find(b"\xff\xd8\xff", at)) >= 0:
        at = film.index(b"\xff\xd9", start) + 2
        found.append(Image.open(bytes_io.BytesIO(film[start:at])))
    return found


class _BetweenLooks(MemoryIo):
    """Standard input whose lines come when the camera has looked once more; `pause` stands in for the tool's own."""

    def __init__(self) -> None:
        super().__init__(b"")
        self._looked = asyncio.Event()

    async def pause(self, ctx: Context, duration_ms: float) -> bool:
        assert duration_ms == 100
        self._looked.set()
        return await pause(ctx, 1)

    async def read(self, limit: int = 65536) -> bytes:
        del limit
        for _ in range(2):  # the first look may have begun before
            self._looked.clear()
            await asyncio.wait_for(self._looked.wait(), 60)
        return b"\n"


def test_an_interrupted_film_is_whole_and_shows_each_screen_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ctx, _ = make_context()
    ctx.run = run_line

    async def main() -> int:
        io = _BetweenLooks()
        monkeypatch.setattr("gui_rec.phone.commands.screenrecord.pause", io.pause)
        line = "screenrecord --size 216x480 /sdcard/a.mp4 & read; am start -n com.android.settings/.Settings"
        return await run_line(ctx, f"{line}; read; kill -INT $!; wait", io)

    assert asyncio.run(main()) == 0
    film = ctx.files.read("/sdcard/a.mp4")
    assert film[4:8] == b"ftyp"
    pictures = _pictures(film)
    assert len(pictures) == 2
    assert {picture.size for picture in pictures} == {(216, 480)}
    assert pictures[0].tobytes() != pictures[1].tobytes()


def test_where_no_file_can_be_nothing_is_filmed() -> None:
    ctx, _ = make_context()
    ctx.run = run_line
    io = MemoryIo(b"")
    assert asyncio.run(run_line(ctx, "screenrecord /none/a.mp4", io)) == 1
    assert io.stderr == b"screenrecord: /none/a.mp4: No such file or directory\n"
