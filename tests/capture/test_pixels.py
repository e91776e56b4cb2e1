from __future__ import annotations

from dataclasses import replace

from gui_rec.capture.pixels import bars_in, bars_of, difference, same_pixels, toasts_in
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Facts, Observation, Window
from gui_rec.testing.builders import png

BAR = Rect(0, 0, 108, 8)


def test_equal_and_different_pictures() -> None:
    spot = png(blocks=[(Rect(5, 5, 6, 6), (0, 0, 0))])
    assert same_pixels(png(), png())
    assert not same_pixels(png(), spot), "one pixel counts"
    assert not same_pixels(png(), png(ScreenSize(240, 108)))


def test_what_does_not_count_is_ignored() -> None:
    in_bar = png(blocks=[(Rect(50, 2, 60, 6), (0, 0, 0))])
    assert same_pixels(png(), in_bar, [BAR])
    assert not same_pixels(png(), in_bar, [Rect(0, 0, 55, 8)])
    assert same_pixels(png(), in_bar, [Rect(-5, -5, 500, 500)]), "bounds beyond the screen are legal"


def test_the_differing_rectangle() -> None:
    two = png(blocks=[(Rect(5, 50, 6, 51), (0, 0, 0)), (Rect(20, 60, 30, 70), (0, 0, 0))])
    assert difference(png(), two) == Rect(5, 50, 30, 70)
    assert difference(png(), two, [Rect(0, 0, 10, 55)]) == Rect(20, 60, 30, 70)
    assert difference(png(), png()) is None
    for other in (None, png(ScreenSize(240, 108))):
        found = difference(png(), other)
        assert found is not None
        assert found.width > 10_000


def test_absent_pictures() -> None:
    assert same_pixels(None, None)
    assert not same_pixels(None, png())
    assert not same_pixels(png(), None)


def test_the_bars_are_known_by_type_or_title() -> None:
    windows = (
        Window("com.android.systemui", "StatusBar", BAR, "2000"),
        Window("com.android.systemui", "x", Rect(0, 230, 108, 240), "NAVIGATION_BAR"),
        Window("com.android.systemui", "NotificationShade", Rect(0, 0, 108, 240), "NOTIFICATION_SHADE"),
        Window("a.b", "page", Rect(0, 0, 108, 240), "BASE_APPLICATION"),
        Window("com.android.systemui", "StatusBar", None, "STATUS_BAR"),
    )
    assert bars_of(windows) == (BAR, Rect(0, 230, 108, 240))
    assert bars_in(Observation(facts=Facts(windows=windows))) == bars_of(windows)
    assert bars_in(None) == ()


def test_a_shade_that_is_pulled_down_is_no_bar() -> None:
    """Up to API 29 it is the status bar's own window, as large as the screen: nothing would be compared any more."""
    shade = (Window("com.android.systemui", "StatusBar", Rect(0, 0, 108, 240), "STATUS_BAR"),)
    assert bars_of(shade) == bars_of(shade, ScreenSize(108, 240)) == ()
    seen = Observation(facts=Facts(windows=shade), size=ScreenSize(108, 240))
    assert difference(png(), png(blocks=[(Rect(5, 50, 6, 51), (0, 0, 0))]), bars_in(seen)) == Rect(
        5, 50, 6, 51
    )
    assert bars_of(
        (Window("com.android.systemui", "Taskbar", Rect(0, 230, 108, 240), None),), ScreenSize(108, 240)
    )
    assert bars_of((Window("a.b", "StatusBar", Rect(-9, -9, -1, -1), None),)) == ()


def test_toasts_are_known_by_their_type() -> None:
    toast, other = Rect(20, 200, 80, 220), Rect(0, 0, 5, 5)
    seen = Observation(
        facts=Facts(windows=(Window("a.b", "Toast", toast, "TOAST"), Window("a", "b", BAR, "DIALOG")))
    )
    also = Observation(
        facts=Facts(windows=(Window("a.b", "x", other, "TOAST"), Window("a.b", "Toast", None, "TOAST")))
    )
    assert toasts_in(seen, None, also) == (toast, other)
    assert toasts_in(None) == ()
    # With its shadow, where the screen's size tells how far that may reach.
    assert toasts_in(replace(seen, size=ScreenSize(1080, 2400))) == (Rect(-2, 178, 102, 242),)


def test_a_damaged_picture_equals_none() -> None:
    whole = png()
    for damaged in (whole[:-30], b"junk", b""):
        assert not same_pixels(damaged, whole)
        assert not same_pixels(whole, damaged, [Rect(0, 0, 5000, 5000)])
