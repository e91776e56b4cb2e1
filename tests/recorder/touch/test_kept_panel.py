"""A panel's stream that outlives an attempt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue
from threading import Event

import pytest
from panel_lines import PanelWriter

from gui_rec._clock import SystemClock
from gui_rec.device._api import TouchNode
from gui_rec.errors import DeviceLostError
from gui_rec.model.flags import Flag
from gui_rec.recorder.touch.ears import Touch
from gui_rec.recorder.touch.kept_panel import KeptPanel, PanelLine

NODE = TouchNode("/dev/input/event1", "panel", 0, 32767, 0, 32767, 10, True)


class OpenStream:
    """A panel that speaks when it is told to; None ends its stream, an error breaks it."""

    def __init__(self) -> None:
        self.chunks: Queue[bytes | Exception | None] = Queue()
        self.handed = Event()
        self.openings = 0

    def touch_nodes(self) -> list[TouchNode]:
        return [NODE]

    @contextmanager
    def touch_lines(self) -> Iterator[Iterator[bytes]]:
        self.openings += 1
        mine = self.chunks
        yield self._lines(mine)
        mine.put(None)
        self.chunks = Queue()

    def _lines(self, chunks: Queue[bytes | Exception | None]) -> Iterator[bytes]:
        while (said := chunks.get()) is not None:
            if isinstance(said, Exception):
                raise said
            yield said
            self.handed.set()  # the reader asks for more


@pytest.fixture
def stream() -> OpenStream:
    return OpenStream()


@pytest.fixture
def panel() -> Iterator[KeptPanel]:
    kept = KeptPanel()
    yield kept
    kept.close()


def tell(_text: str) -> None:
    """Nobody listens."""


def heard(line: PanelLine, stream: OpenStream, said: str) -> list[Touch]:
    """The touches in what the panel says now."""
    stream.chunks.put(said.encode())
    chunk = line.feed.poll(5.0)
    assert chunk is not None
    return [item for item in line.ears.feed(chunk.data, chunk.at_s) if isinstance(item, Touch)]


def test_what_is_touched_between_attempts_is_heard_and_left_out(stream: OpenStream, panel: KeptPanel) -> None:
    writer = PanelWriter()
    with panel.line(stream, SystemClock(), tell) as line:
        (first,) = heard(line, stream, writer.write([[(100, 200, 1_000_000)]]))
    assert stream.handed.wait(5.0)
    stream.handed.clear()
    stream.chunks.put(writer.write([[(300, 200, 2_000_000)]]).encode())
    assert stream.handed.wait(5.0)
    with panel.line(stream, SystemClock(), tell) as again:
        (second,) = heard(again, stream, writer.write([[(300, 200, 3_000_000)]]))
    assert stream.openings == 1
    assert (first.gesture.flags, second.gesture.flags) == ((), ())
    (sample,) = second.gesture.contacts[0].samples
    assert (sample.x, sample.y, sample.at_us) == (300, 200, 3_000_000)


@pytest.mark.parametrize("end", [None, DeviceLostError("unplugged")])
def test_a_stream_that_ended_meanwhile_is_opened_anew(
    stream: OpenStream, panel: KeptPanel, end: Exception | None
) -> None:
    tap = "".join(PanelWriter().write([[(100, 200, 1_000_000)]]))
    with panel.line(stream, SystemClock(), tell) as line:
        heard(line, stream, tap)
    stream.chunks.put(end)
    thread = line.feed._thread
    assert thread is not None
    thread.join(5.0)
    with panel.line(stream, SystemClock(), tell) as again:
        assert again is not line
        nothing_known = "".join(row for row in tap.splitlines(keepends=True) if "POSITION" not in row)
        (touch,) = heard(again, stream, nothing_known)
    assert Flag.GESTURE_POSITION_UNKNOWN in touch.gesture.flags
    assert stream.openings == 2


def test_an_error_of_whoever_listens_closes_it(stream: OpenStream, panel: KeptPanel) -> None:
    with pytest.raises(DeviceLostError), panel.line(stream, SystemClock(), tell):
        raise DeviceLostError("gone")
    with panel.line(stream, SystemClock(), tell):
        assert stream.openings == 2
