from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence

import pytest
from driven_phone import Driven, in_settings, rect_of, signed_in
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from gui_rec.model.geometry import Rect
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.phone import Phone

_X, _Y = st.integers(0, 1079), st.integers(0, 2399)
_MS = st.sampled_from([50, 300, 800])
_KEYS = ("BACK", "HOME", "ENTER", "DEL", "TAB", "APP_SWITCH", "MOVE_HOME", "VOLUME_UP")
ACTIONS = st.one_of(
    st.tuples(st.just("tap"), _X, _Y),
    st.tuples(st.just("swipe"), _X, _Y, _X, _Y, _MS),
    st.tuples(st.just("long_press"), _X, _Y, _MS),
    st.tuples(st.just("key"), st.sampled_from(_KEYS)),
    st.tuples(st.just("text"), st.sampled_from(["ada", "s3cret", "<&>", "lamp"])),
    st.tuples(
        st.just("launch"), st.sampled_from(["com.example.shop", "com.example.notes", "com.android.settings"])
    ),
    st.tuples(st.just("wait"), st.sampled_from([0.1, 1.3, 3.5])),
    st.tuples(st.just("view"), st.integers(0, 30)),
)
Action = tuple[object, ...]


def _act(driven: Driven, action: Action) -> None:
    """Carry an action out; `view` taps the N-th clickable view, which gets deeper than a random pixel."""
    name, *arguments = action
    if name == "wait":
        driven.clock.advance(float(str(arguments[0])))
    elif name == "view":
        clickable = [node for node in driven.nodes() if node["clickable"] == "true"]
        if clickable:
            point = rect_of(clickable[int(str(arguments[0])) % len(clickable)]).center
            driven.phone.tap(point.x, point.y)
    else:
        getattr(driven.phone, str(name))(*arguments)


def _check(phone: Phone) -> None:
    shown = phone.snapshot()
    screen = Rect(0, 0, phone.screen.width_px, phone.screen.height_px)
    root = ElementTree.fromstring(shown.hierarchy().encode())
    packages = set()
    for node in root.iter("node"):
        bounds = rect_of(node.attrib)
        assert bounds.intersect(screen) == bounds
        assert not bounds.is_empty
        packages.add(node.get("package"))
    assert packages == {shown.focus.package}
    assert shown.version == phone.version
    assert shown.keyboard == any(window.type == "input_method" for window in shown.windows)


@settings(max_examples=60, deadline=None)
@given(st.lists(ACTIONS, max_size=12))
def test_whatever_is_done_the_tree_is_sound_and_agrees_with_focus_and_windows(
    actions: Sequence[Action],
) -> None:
    driven = Driven()
    for action in actions:
        _act(driven, action)
        _check(driven.phone)


@settings(max_examples=25, deadline=None)
@given(st.lists(ACTIONS, max_size=10), st.integers(0, 5))
def test_the_same_seed_and_actions_give_the_same_phone(actions: Sequence[Action], seed: int) -> None:
    first, second = Driven(PhoneConfig(seed=seed)), Driven(PhoneConfig(seed=seed))
    for action in actions:
        _act(first, action)
        _act(second, action)
    assert first.phone.hierarchy() == second.phone.hierarchy()
    assert first.phone.state() == second.phone.state()


def test_the_same_seed_and_actions_give_the_same_bytes() -> None:
    frames = []
    for _ in range(2):
        driven = signed_in(seed=3)
        driven.tap("Café mug")
        driven.clock.advance(1.5)
        frames.append(driven.phone.frame())
    assert frames[0] == frames[1]


def test_a_frame_is_an_rgba_png_of_the_screen() -> None:
    driven = Driven()
    picture = Image.open(io.BytesIO(driven.phone.frame()))
    assert (picture.format, picture.mode, picture.size) == ("PNG", "RGBA", (1080, 2400))
    assert picture.tobytes() == driven.phone.frame_rgba()
    assert driven.phone.frame_rgba() is driven.phone.frame_rgba()
    assert picture.getchannel("A").getextrema() == (255, 255)


def test_a_frame_is_made_once_for_a_version() -> None:
    driven = Driven()
    assert driven.phone.frame() is driven.phone.frame()
    before = driven.phone.frame()
    driven.tap("Settings")
    assert driven.phone.frame() != before


def test_a_snapshot_stays_what_it_was() -> None:
    driven = in_settings()
    shown = driven.phone.snapshot()
    tree, version = driven.phone.hierarchy(), driven.phone.version
    driven.tap("Display")
    assert shown.hierarchy() == tree
    assert (shown.version, shown.focus.activity) == (version, "com.android.settings.Settings")
    assert driven.phone.hierarchy() != tree


def test_a_frame_of_an_old_snapshot_is_of_that_version() -> None:
    driven = in_settings()
    shown, frame = driven.phone.snapshot(), driven.phone.frame()
    driven.tap("Display")
    driven.phone.frame()
    assert shown.frame() == frame


def test_nothing_changes_while_nothing_happens() -> None:
    driven = in_settings()
    before = driven.phone.version
    driven.clock.advance(5)
    for _ in range(3):
        driven.phone.hierarchy()
        driven.phone.windows()
    assert driven.phone.version == before


def test_a_new_minute_is_a_new_version() -> None:
    driven = in_settings()
    before = driven.phone.version
    driven.clock.advance(60)
    assert driven.phone.version == before + 1


def test_a_setting_written_from_outside_shows() -> None:
    driven = in_settings("Network & internet")
    before = driven.phone.version
    driven.phone.settings.put("global", "airplane_mode_on", "1")
    assert driven.phone.version > before
    assert driven.node("switch_widget")["checked"] == "true"


def test_a_secure_screen_is_black_and_keeps_its_tree() -> None:
    driven = in_settings()
    tree = driven.phone.hierarchy()
    driven.phone.faults.set("secure-screen")
    picture = Image.open(io.BytesIO(driven.phone.frame())).convert("RGB")
    assert picture.getextrema() == ((0, 0), (0, 0), (0, 0))
    assert driven.phone.hierarchy() == tree


def test_a_screen_that_is_off_is_black() -> None:
    driven = Driven()
    driven.phone.key("POWER")
    assert Image.open(io.BytesIO(driven.phone.frame())).convert("L").getextrema() == (0, 0)


@pytest.mark.parametrize("seed", range(4))
def test_the_seed_never_changes_a_page(seed: int) -> None:
    driven = Driven(PhoneConfig(seed=seed))
    driven.tap("Settings")
    usual = in_settings()
    assert driven.phone.hierarchy() == usual.phone.hierarchy()


def test_the_seed_changes_what_no_recording_should_hold() -> None:
    phones = [Driven(PhoneConfig(seed=seed)).phone for seed in range(8)]
    assert len({str(phone.state()["battery_percent"]) for phone in phones}) > 3
    assert len({phone.window_token("a") for phone in phones}) == 8
    banners = {signed_in(seed=seed).node("carousel")["content-desc"] for seed in range(8)}
    assert len(banners) > 1


def test_window_tokens_are_hexadecimal_and_steady() -> None:
    phone = Driven().phone
    assert phone.window_token("x") == phone.window_token("x")
    assert int(phone.window_token("x"), 16) < 2**28


def test_all_packages_are_listed_with_their_activities() -> None:
    packages = {package.package: package for package in Driven().phone.packages}
    assert packages["com.example.shop"].component == "com.example.shop/.LoginActivity"
    assert packages["com.example.shop"].version_name == "2.3.1"
    assert packages["com.android.adbkeyboard"].activity is None
    assert len(packages) == 10


def test_the_wall_clock_is_the_clock_s() -> None:
    driven = Driven()
    assert driven.phone.wall_us() == driven.clock.wall_us()
