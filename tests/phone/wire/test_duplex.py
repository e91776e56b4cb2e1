"""A connection inside the phone."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.wire.duplex import duplex


@settings(max_examples=50, deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=3000), max_size=20), st.integers(1, 5000))
def test_bytes_arrive_whole_and_in_order(parts: list[bytes], limit: int) -> None:
    async def test() -> bytes:
        near, far = duplex()

        async def send() -> None:
            for part in parts:
                await near.write(part)
            await near.flush()
            await near.close()

        sending = asyncio.ensure_future(send())
        data = b""
        while part := await far.read(limit):
            assert len(part) <= limit
            data += part
        await sending
        return data

    assert asyncio.run(test()) == b"".join(parts)


def test_a_slow_reader_holds_the_writer_up() -> None:
    async def test() -> None:
        near, far = duplex()
        writing = asyncio.ensure_future(near.write(bytes(300_000)))
        flushing = asyncio.ensure_future(near.flush())
        await asyncio.sleep(0)
        assert not writing.done()
        assert len(await far.read(100_000)) == 100_000
        await writing
        assert not flushing.done()
        assert len(await far.read(300_000)) == 200_000
        await flushing

    asyncio.run(test())


def test_what_was_written_before_the_end_is_still_read_and_then_writing_fails() -> None:
    async def test() -> None:
        near, far = duplex()
        await near.write(b"last")
        await near.close()
        assert [await far.read(), await far.read()] == [b"last", b""]
        assert await near.read() == b""
        for end in (near, far):
            with pytest.raises(BrokenPipeError):
                await end.write(b"more")

    asyncio.run(test())


def test_an_end_wakes_who_waits() -> None:
    async def test() -> None:
        near, far = duplex()
        reading = asyncio.ensure_future(far.read())
        writing = asyncio.ensure_future(far.write(bytes(300_000)))
        await asyncio.sleep(0)
        await near.close()
        assert await reading == b""
        with pytest.raises(BrokenPipeError):
            await writing

    asyncio.run(test())
