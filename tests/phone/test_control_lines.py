"""Lines of a connection, and what its end does to the work for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from gui_rec.phone.control_lines import ControlLines


def _run(test: Callable[[asyncio.StreamReader, ControlLines], Awaitable[None]]) -> None:
    async def main() -> None:
        reader = asyncio.StreamReader(limit=100)
        lines = ControlLines(reader)
        async with asyncio.timeout(5):
            await test(reader, lines)
        lines.close()

    asyncio.run(main())


async def _at_once(value: int) -> int:
    return value


async def _for_ever(ended: list[str]) -> None:
    try:
        await asyncio.Event().wait()
    finally:
        ended.append("ended")


def test_lines_and_results_come_in_order() -> None:
    async def test(reader: asyncio.StreamReader, lines: ControlLines) -> None:
        reader.feed_data(b"one\ntwo\n")
        assert await lines.next() == b"one\n"
        assert await lines.during(_at_once(7)) == 7
        assert await lines.next() == b"two\n"
        reader.feed_eof()
        assert await lines.next() == b""

    _run(test)


def test_work_that_is_done_at_once_is_answered_though_the_client_says_no_more() -> None:
    async def test(reader: asyncio.StreamReader, lines: ControlLines) -> None:
        reader.feed_data(b"one\n")
        reader.feed_eof()
        assert await lines.next() == b"one\n"
        assert await lines.during(_at_once(7)) == 7

    _run(test)


@pytest.mark.parametrize("ahead", [b"", b"two\n", b"two\nthree\n"])
def test_work_ends_with_the_client(ahead: bytes) -> None:
    async def test(reader: asyncio.StreamReader, lines: ControlLines) -> None:
        ended: list[str] = []
        reader.feed_data(ahead)
        asyncio.get_running_loop().call_later(0.01, reader.feed_eof)
        with pytest.raises(ConnectionResetError):
            await lines.during(_for_ever(ended))
        assert ended == ["ended"]

    _run(test)


def test_what_comes_during_work_is_read_after_it() -> None:
    async def test(reader: asyncio.StreamReader, lines: ControlLines) -> None:
        reader.feed_data(b"two\nthree\n")
        await lines.during(asyncio.sleep(0.01))
        assert [await lines.next(), await lines.next()] == [b"two\n", b"three\n"]

    _run(test)


def test_a_line_that_is_too_long_is_none() -> None:
    async def test(reader: asyncio.StreamReader, lines: ControlLines) -> None:
        reader.feed_data(b"x" * 201)
        assert await lines.next() is None

    _run(test)


def test_an_error_of_the_work_passes() -> None:
    async def broken() -> None:
        raise LookupError("a")

    async def test(_reader: asyncio.StreamReader, lines: ControlLines) -> None:
        with pytest.raises(LookupError):
            await lines.during(broken())

    _run(test)
