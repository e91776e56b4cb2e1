from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from shop import shop

from gui_rec._clock import SystemClock
from gui_rec.device._api import TouchNode
from gui_rec.errors import DeviceLostError
from gui_rec.recorder.touch.feed import ThreadedFeed


class Stream:
    """A device that is nothing but a panel's stream."""

    def __init__(self, chunks: tuple[bytes, ...], error: Exception | None = None) -> None:
        self._chunks, self._error = chunks, error

    def touch_nodes(self) -> list[TouchNode]:
        return []

    @contextmanager
    def touch_lines(self) -> Iterator[Iterator[bytes]]:
        yield self._lines()

    def _lines(self) -> Iterator[bytes]:
        yield from self._chunks
        if self._error is not None:
            raise self._error


def drained(feed: ThreadedFeed) -> list[bytes]:
    out = []
    while not feed.ended:
        chunk = feed.poll(5.0)
        if chunk is not None:
            out.append(chunk.data)
    return out


def test_chunks_come_in_order_and_then_the_end() -> None:
    with ThreadedFeed(Stream((b"a", b"b", b"c")), SystemClock()) as feed:
        assert drained(feed) == [b"a", b"b", b"c"]
        assert feed.poll(0.0) is None


def test_a_chunk_carries_when_it_arrived() -> None:
    device = shop()
    device.panel_bytes = (b"x",)
    with ThreadedFeed(device, device.clock) as feed:
        chunk = feed.poll(5.0)
    assert chunk is not None
    assert chunk.at_s == device.clock.now_s


@pytest.mark.parametrize("error", [DeviceLostError("gone"), ConnectionResetError("reset")])
def test_a_broken_stream_is_told_after_its_last_chunk(error: Exception) -> None:
    with ThreadedFeed(Stream((b"a",), error), SystemClock()) as feed:
        chunk = feed.poll(5.0)
        assert chunk is not None
        with pytest.raises(DeviceLostError):
            feed.poll(5.0)
        assert feed.ended


class Endless(Stream):
    """A stream that goes on until its context is left."""

    def __init__(self) -> None:
        super().__init__(())
        self.closed = threading.Event()

    @contextmanager
    def touch_lines(self) -> Iterator[Iterator[bytes]]:
        try:
            yield iter(lambda: b"" if self.closed.is_set() else b"x", b"")
        finally:
            self.closed.set()


def test_leaving_ends_the_stream_and_its_thread() -> None:
    stream = Endless()
    before = threading.active_count()
    with ThreadedFeed(stream, SystemClock()) as feed:
        assert feed.poll(5.0) is not None
    assert stream.closed.is_set()
    assert threading.active_count() == before


def test_a_stream_that_cannot_be_opened_is_told_at_once() -> None:
    device = shop()
    device.fail_next("touch_lines", DeviceLostError("gone"))
    with pytest.raises(DeviceLostError), ThreadedFeed(device, device.clock):
        pass
