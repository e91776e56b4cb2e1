from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from screen_pngs import screen_png

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Facts, Observation, Window
from gui_rec.replayer.pictures import (
    bars,
    equal_pixels,
    hash_distance,
    is_black_picture,
    is_flat_page,
    is_flat_picture,
    toasts,
)
from gui_rec.testing.builders import Colour, png
from gui_rec.vision.fingerprint import fingerprint

SMALL = ScreenSize(24, 40)
WHOLE = Rect(0, 0, 24, 40)
BLACK = png(SMALL, (0, 0, 0))
DARK = png(SMALL, (20, 20, 20))
WHITE = png(SMALL, (255, 255, 255))
HALVES = png(SMALL, (0, 0, 0), [(Rect(0, 0, 24, 20), (255, 255, 255))])

hashes = st.integers(0, 2**64 - 1)


@pytest.mark.parametrize(
    ("picture", "black", "flat"),
    [
        (BLACK, True, True),
        (DARK, False, True),
        (WHITE, False, True),
        (HALVES, False, False),
        (None, False, False),
        (b"", False, False),
        (b"no picture", False, False),
    ],
)
def test_black_and_flat_pictures(picture: bytes | None, black: bool, flat: bool) -> None:
    assert (is_black_picture(picture), is_flat_picture(picture)) == (black, flat)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(BLACK) - 1), st.integers(1, 255))
def test_a_cut_or_damaged_picture_says_nothing(place: int, flip: int) -> None:
    damaged = bytearray(BLACK)
    damaged[place] ^= flip
    for broken in (BLACK[:place], bytes(damaged)):
        assert not is_black_picture(broken)
        assert not is_flat_picture(broken)
        assert not equal_pixels(broken, broken, ())
        assert not equal_pixels(broken, BLACK, (WHOLE,))
        assert not equal_pixels(BLACK, broken, (WHOLE,))


@st.composite
def blocks(draw: st.DrawFn) -> Rect:
    """A rectangle of some area on the small screen."""
    left, top = draw(st.integers(0, 22)), draw(st.integers(0, 38))
    return Rect(left, top, draw(st.integers(left + 1, 24)), draw(st.integers(top + 1, 40)))


@settings(max_examples=60, deadline=None)
@given(blocks(), st.sampled_from([(255, 0, 0), (0, 0, 1)]))
def test_a_difference_counts_unless_all_of_it_is_ignored(block: Rect, colour: Colour) -> None:
    other = png(SMALL, (0, 0, 0), [(block, colour)])
    assert not equal_pixels(BLACK, other, ())
    assert equal_pixels(BLACK, other, (block,))
    assert equal_pixels(other, BLACK, (block,))
    shorter = Rect(block.left, block.top, block.right, block.bottom - 1)
    assert not equal_pixels(BLACK, other, (shorter,))
    last = Rect(block.left, block.bottom - 1, block.right, block.bottom)
    assert equal_pixels(BLACK, other, (shorter, last))


def test_pictures_of_two_sizes_are_never_equal() -> None:
    wider = png(ScreenSize(25, 40), (0, 0, 0))
    assert not equal_pixels(BLACK, wider, (Rect(0, 0, 99, 99),))


def test_equal_pixels_in_another_encoding_are_equal() -> None:
    assert screen_png(mode="RGB") != screen_png(mode="RGBA")
    assert equal_pixels(screen_png(mode="RGB"), screen_png(mode="RGBA"), ())


def test_bars_are_the_windows_of_the_system_with_bounds() -> None:
    top, bottom = Rect(0, 0, 24, 2), Rect(0, 38, 24, 40)
    windows = (
        Window("com.android.systemui", "anything", top, "STATUS_BAR"),
        Window("com.android.systemui", "NavigationBar0", bottom, "2019"),
        Window("com.android.systemui", "StatusBar", None, "STATUS_BAR"),
        Window("a.b", "a.b/.C", WHOLE, "BASE_APPLICATION"),
        Window(None, None, WHOLE, None),
    )
    assert bars(Observation(facts=Facts(windows=windows))) == (top, bottom)
    assert bars(Observation()) == ()


@settings(max_examples=60, deadline=None)
@given(hashes, hashes)
def test_the_distance_counts_the_bits_that_differ(one: int, other: int) -> None:
    assume(one != other)
    a, b = f"phash8/area1:{one:016x}", f"phash8/area1:{other:016x}"
    assert hash_distance(a, b) == hash_distance(b, a) == (one ^ other).bit_count()
    assert hash_distance(a, a) == 0
    assert hash_distance(a, f"phash8/area2:{other:016x}") is None
    assert hash_distance(a, "no fingerprint") is hash_distance("", a) is None
    assert hash_distance(None, a) is hash_distance(a, None) is hash_distance(None, None) is None


def test_different_screens_are_further_apart_than_a_screen_from_itself() -> None:
    first, second = fingerprint(screen_png(1)), fingerprint(screen_png(2))
    assert hash_distance(first, fingerprint(screen_png(1, mode="RGB"))) == 0
    assert (hash_distance(first, second) or 0) > 8


@pytest.mark.parametrize("window", [("Toast", None), ("Whatever", "TOAST")])
def test_toasts_are_told_by_type_or_title(window: tuple[str, str | None]) -> None:
    title, kind = window
    place = Rect(2, 30, 20, 36)
    page = Window("a.b", "page", WHOLE, "BASE_APPLICATION")
    windows = (Window("a.b", title, place, kind), Window("a.b", title, None, kind), page)
    assert toasts(Observation(facts=Facts(windows=windows))) == (place,)


def _page(*over: Window, keyboard: bool = False) -> Observation:
    size = ScreenSize(100, 400)
    keys = [(Rect(10 * place, 250, 10 * place + 5, 400), (0, 0, 0)) for place in range(10)]
    picture = png(size, colour=(250, 250, 250), blocks=keys)
    return Observation(screenshot=picture, size=size, facts=Facts(windows=over, keyboard=keyboard))


def test_a_page_is_flat_whatever_lies_below_it() -> None:
    keys = Window("keys", "InputMethod", Rect(0, 250, 100, 400), "INPUT_METHOD")
    toast = Window("app", "Toast", Rect(0, 250, 100, 300), "TOAST")
    assert not is_flat_page(_page())
    assert is_flat_page(_page(keys, keyboard=True))
    assert is_flat_page(_page(toast))
    assert not is_flat_page(Observation())
