"""Pipes and file sinks."""

from __future__ import annotations

import asyncio

import pytest

from gui_rec.phone.files import FileStore
from gui_rec.phone.shell.pipes import Pipe, WiredIo, file_sink


def test_bytes_pass_and_end() -> None:
    async def main() -> list[bytes]:
        pipe = Pipe()
        await pipe.write(b"abc")
        await pipe.end_writing()
        return [await pipe.read(2), await pipe.read(), await pipe.read()]

    assert asyncio.run(main()) == [b"ab", b"c", b""]


def test_a_full_pipe_holds_the_writer_back_until_it_is_read() -> None:
    async def main() -> int:
        pipe = Pipe()
        writing = asyncio.ensure_future(pipe.write(bytes(300_000)))
        for _ in range(10):
            await asyncio.sleep(0)
        assert not writing.done()
        size = 0
        while size < 300_000:
            size += len(await pipe.read())
        await writing
        return size

    assert asyncio.run(main()) == 300_000


def test_a_writer_without_a_reader_is_broken() -> None:
    async def main() -> None:
        pipe = Pipe()
        writing = asyncio.ensure_future(pipe.write(bytes(300_000)))
        await asyncio.sleep(0)
        await pipe.end_reading()
        with pytest.raises(BrokenPipeError):
            await writing

    asyncio.run(main())


def test_a_file_is_emptied_when_opened_and_not_when_appended_to() -> None:
    async def main() -> bytes:
        files = FileStore()
        files.write("/sdcard/f", b"old")
        await file_sink(files, "/sdcard/f", append=True)(b" more")
        assert files.read("/sdcard/f") == b"old more"
        file_sink(files, "/sdcard/f", append=False)
        return files.read("/sdcard/f")

    assert asyncio.run(main()) == b""


def test_wired_streams_lead_where_they_are_wired() -> None:
    async def main() -> tuple[bytes, bytes, bytes]:
        first, second, third = Pipe(), Pipe(), Pipe()
        io = WiredIo(first.read, second.write, third.write)
        await first.write(b"in")
        await io.out(b"out")
        await io.err(b"err")
        return await io.read(), await second.read(), await third.read()

    assert asyncio.run(main()) == (b"in", b"out", b"err")
