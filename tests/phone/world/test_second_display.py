from __future__ import annotations

import pytest
from driven_phone import Driven
from phone_commands import make_context, run

from gui_rec.phone.commands.display_format import PHYSICAL_DISPLAY_ID, SECOND_PHYSICAL_ID
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.second_display import SECOND_SIZE, drawer, drawer_button
from gui_rec.vision.png import check_png


def _two() -> Driven:
    return Driven(PhoneConfig(displays=2))


def _touch(driven: Driven, x: int, y: int) -> bool:
    driven.phone.touch_second(x, y)
    return driven.phone._engine._world.second.drawer


def test_its_button_opens_and_shuts_the_list() -> None:
    driven, button = _two(), drawer_button().center
    shut = driven.phone.second_frame()
    assert _touch(driven, button.x, button.y)
    assert driven.phone.second_frame() != shut
    assert _touch(driven, drawer().center.x, drawer().center.y), "a touch in the list keeps it"
    assert not _touch(driven, button.x, button.y)
    assert driven.phone.second_frame() == shut


def test_a_touch_beside_the_list_shuts_it() -> None:
    driven, button = _two(), drawer_button().center
    _touch(driven, button.x, button.y)
    assert not _touch(driven, 5, 5)


def test_a_touch_beyond_its_edge_is_none() -> None:
    driven = _two()
    driven.phone.touch_second(5000, 5000)
    assert driven.phone.state()["second_display"] == {"drawer": False, "touches": 0}


def test_the_first_display_does_not_move() -> None:
    driven = _two()
    frame, tree, windows = driven.phone.frame(), driven.phone.hierarchy(), driven.phone.windows()
    driven.phone.touch_second(drawer_button().center.x, drawer_button().center.y)
    assert (driven.phone.frame(), driven.phone.hierarchy(), driven.phone.windows()) == (frame, tree, windows)


def test_a_phone_with_one_display_has_no_windows_there() -> None:
    assert Driven().phone.second_windows() == ()
    assert len(_two().phone.second_windows()) == 1


def test_the_picture_has_its_size_and_the_theme_and_goes_black() -> None:
    driven = _two()
    assert check_png(driven.phone.second_frame()) == SECOND_SIZE
    driven.phone.touch_second(drawer_button().center.x, drawer_button().center.y)
    light = driven.phone.second_frame()
    driven.phone.settings.put("secure", "dark_theme", "1")
    assert driven.phone.second_frame() != light
    driven.phone.key("POWER")
    assert len(driven.phone.second_frame()) < 10_000


def test_commands_tell_of_both_displays() -> None:
    ctx, _ = make_context(displays=2)
    ids = run(ctx, "dumpsys", "SurfaceFlinger", "--display-id").raw.decode()
    assert [line.split()[1] for line in ids.splitlines()] == [PHYSICAL_DISPLAY_ID, SECOND_PHYSICAL_ID]
    display = run(ctx, "dumpsys", "display").raw.decode()
    assert display.count("DisplayViewport{") == 2
    assert "displayId=1" in display
    windows = run(ctx, "dumpsys", "window", "displays").raw.decode()
    assert windows.count("mCurrentFocus=") == 2
    assert windows.index("mDisplayId=0") < windows.index("QuickstepLauncher") < windows.index("mDisplayId=1")
    assert run(ctx, "wm", "size", "-d", "1").raw == b"Physical size: 1280x720\n"
    assert run(ctx, "wm", "size", "-d", "0").raw == b"Physical size: 1080x2400\n"
    assert run(ctx, "wm", "size", "640x480", "-d", "1").status == 255


def test_screencap_takes_either_and_warns_when_none_is_named() -> None:
    ctx, _ = make_context(displays=2)
    first = run(ctx, "screencap", "-p", "-d", PHYSICAL_DISPLAY_ID)
    assert (first.raw, first.err) == (ctx.phone.frame(), "")
    second = run(ctx, "screencap", "-p", "-d", SECOND_PHYSICAL_ID)
    assert (second.raw, second.err) == (ctx.phone.second_frame(), "")
    unnamed = run(ctx, "screencap", "-p")
    assert unnamed.raw == ctx.phone.frame()
    assert unnamed.err.startswith("[Warning] Multiple displays were found")
    raw = run(ctx, "screencap", "-d", SECOND_PHYSICAL_ID).raw
    assert len(raw) == 16 + 1280 * 720 * 4


def test_input_goes_to_the_display_that_is_named() -> None:
    ctx, _ = make_context(displays=2)
    tree = ctx.phone.hierarchy()
    button = drawer_button().center
    run(ctx, "input", "-d", "1", "tap", str(button.x), str(button.y))
    assert ctx.phone.state()["second_display"] == {"drawer": True, "touches": 1}
    assert ctx.phone.hierarchy() == tree
    run(ctx, "input", "-d", "0", "tap", "171", "1850")
    assert ctx.phone.hierarchy() != tree


def test_the_state_and_the_dump_of_input_tell_which_display_has_the_focus() -> None:
    ctx, _ = make_context(displays=2)
    for display in (1, 0):
        run(ctx, "input", "-d", str(display), "tap", "640", "650")
        assert ctx.phone.state()["focused_display"] == display
        assert f"  FocusedDisplayId: {display}\n" in run(ctx, "dumpsys", "input").out
    assert "focused_display" not in make_context()[0].phone.state()


def test_a_plain_dump_is_of_the_display_that_was_touched_last() -> None:
    ctx, _ = make_context(displays=2)
    run(ctx, "input", "-d", "1", "tap", "640", "656")
    of_second = run(ctx, "uiautomator", "dump", "/dev/tty").raw.decode()
    assert "apps_list_view" in of_second
    assert of_second.count("<hierarchy") == 1
    run(ctx, "input", "tap", "1", "1")
    assert run(ctx, "uiautomator", "dump", "/dev/tty").raw.decode().startswith(ctx.phone.hierarchy())


@pytest.mark.parametrize("display", [0, 1])
def test_one_window_of_all_displays_is_active(display: int) -> None:
    ctx, _ = make_context(displays=2)
    run(ctx, "input", "-d", str(display), "tap", "1", "1")
    told = run(ctx, "uiautomator", "dump", "--windows", "/dev/tty").raw.decode()
    assert told.count(' active="true"') == 1
    of_first, of_second = told.split('<display id="1">')
    assert (' active="true"' in of_first, ' active="true"' in of_second) == (not display, bool(display))


@pytest.mark.parametrize("moves", [False, True])
def test_the_keyboard_leaves_with_the_focus(moves: bool) -> None:
    driven = _two()
    driven.phone.start_activity("com.example.notes/.EditActivity")
    point = driven.center("note_body")
    driven.phone.tap(*point)
    assert driven.phone.state()["keyboard"]
    if moves:
        driven.phone.second_hand.swipe(640, 300, 640, 600)
    else:
        driven.phone.touch_second(640, 656)
    assert not driven.phone.state()["keyboard"]
    assert not any(window.type == "input_method" for window in driven.phone.windows())
    driven.phone.tap(*point)
    assert driven.phone.state()["keyboard"]


@pytest.mark.parametrize(("display", "is_denied"), [("0", False), ("1", True), ("9", True)])
def test_apps_start_on_the_first_display_only(display: str, is_denied: bool) -> None:
    ctx, _ = make_context(displays=2)
    before = ctx.phone.state()["activity"]
    done = run(ctx, "am", "start", "--display", display, "-n", "com.example.notes/.MainActivity")
    assert (done.status == 255) is is_denied
    assert ("SecurityException: Permission Denial: starting Intent {" in done.err) is is_denied
    assert (f"with launchDisplayId={display}" in done.err) is is_denied
    assert (ctx.phone.state()["activity"] == before) is is_denied
