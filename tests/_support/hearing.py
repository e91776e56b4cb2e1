"""For tests of what the recorder hears: a screen, a device's touches on a clock that stands still, short calls."""

from __future__ import annotations

from gui_rec.device._api import TouchNode
from gui_rec.model.actions import Action
from gui_rec.model.geometry import PxPoint, ScreenSize, to_unit
from gui_rec.recorder.heard._api import Heard, Kind, Screen
from gui_rec.recorder.heard.series import Series
from gui_rec.recorder.heard.shell_line import Part, hear_line
from gui_rec.recorder.heard.words import Redirect, Word, read_words
from gui_rec.testing.clock import FakeClock

SIZE = ScreenSize(1080, 2400)
PANEL = TouchNode("/dev/input/event2", "touch", 0, 32767, 0, 32767, 10, True)
SCREEN = Screen(SIZE, 0, 420, (PANEL,))


def a_series() -> Series:
    """The touches of a device that nobody touches."""
    return Series(FakeClock())


def parts(line: str, screen: Screen = SCREEN, series: Series | None = None) -> tuple[Part, ...]:
    """The parts of a line."""
    return hear_line(line, screen, a_series() if series is None else series)


def heard(line: str, screen: Screen = SCREEN, series: Series | None = None) -> Heard:
    """What a line of one part does."""
    (only,) = parts(line, screen, series)
    assert only.text == line
    return only.heard


def action(line: str, screen: Screen = SCREEN) -> Action:
    """The action of a line of one part."""
    found = heard(line, screen)
    assert found.kind is Kind.ACTION, found
    assert found.action is not None
    return found.action


def told(line: str) -> list[tuple[str, str, Action | None]]:
    """Link, text and action of each part."""
    return [(part.link.value, part.text, part.heard.action) for part in parts(line)]


def x(px: int) -> float:
    return to_unit(PxPoint(px, 0), SIZE).x


def y(px: int) -> float:
    return to_unit(PxPoint(0, px), SIZE).y


def words(line: str) -> list[Word]:
    """The words of a line, without its operators and redirections."""
    tokens = read_words(line)
    assert not any(isinstance(token, Redirect) for token in tokens)
    return [token for token in tokens if isinstance(token, Word)]
