"""The panel's stream, kept open from one attempt of a session to the next.

The kernel does not repeat an axis that did not change, so a touch is understood only by whoever heard those before
it. What is touched between two attempts is heard, therefore, and left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gui_rec._clock import Clock
from gui_rec.device._api import EmitsTouches
from gui_rec.errors import GuiRecError
from gui_rec.recorder.touch.ears import Ears
from gui_rec.recorder.touch.feed import ThreadedFeed


@dataclass(frozen=True, slots=True)
class PanelLine:
    """An open stream and what was heard on it."""

    feed: ThreadedFeed
    ears: Ears


class KeptPanel:
    """One device's panel. Close it at the session's end. Not for several threads."""

    def __init__(self) -> None:
        self._line: PanelLine | None = None

    @contextmanager
    def line(self, device: EmitsTouches, clock: Clock, tell: Callable[[str], None]) -> Iterator[PanelLine]:
        """The stream, caught up; opened anew where it ended. One that broke meanwhile is closed.

        Raises DeviceError where it cannot be opened.
        """
        line = self._caught_up() or self._opened(device, clock, tell)
        try:
            yield line
        except GeneratorExit:
            raise  # whoever listened has enough
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the stream, if one is open."""
        line, self._line = self._line, None
        if line is not None:
            line.feed.__exit__()

    def _opened(self, device: EmitsTouches, clock: Clock, tell: Callable[[str], None]) -> PanelLine:
        feed = ThreadedFeed(device, clock).__enter__()
        try:
            self._line = PanelLine(feed, Ears(device.touch_nodes(), tell))
        except BaseException:
            feed.__exit__()
            raise
        return self._line

    def _caught_up(self) -> PanelLine | None:
        """The kept stream, with all heard that was touched since; None where there is none any more."""
        line = self._line
        if line is None:
            return None
        try:
            while (chunk := line.feed.poll(0.0)) is not None:
                list(line.ears.feed(chunk.data, chunk.at_s))  # nobody records it
        except GuiRecError:
            self.close()  # it is opened anew, and that tells what is wrong
            return None
        if line.feed.ended or line.ears.gone:
            self.close()
            return None
        return line
