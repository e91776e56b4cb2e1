"""What the phone prints, read by the device side's own parsers, must be what the phone is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from phone_commands import APIS, SHOP, focus_field, make_context, run

from gui_rec.device.adb.parse_display import (
    parse_rotation,
    parse_viewport,
    parse_wm_density,
    parse_wm_size,
)
from gui_rec.device.adb.parse_dump import DumpKind, parse_dump_failure
from gui_rec.device.adb.parse_focus import parse_focus
from gui_rec.device.adb.parse_getevent import parse_touch_nodes
from gui_rec.device.adb.parse_packages import parse_package_list, parse_resolved, parse_version_name
from gui_rec.device.adb.parse_state import (
    parse_awake,
    parse_current_ime,
    parse_keyboard_shown,
    parse_night_mode,
    parse_properties,
    parse_setting,
)
from gui_rec.device.adb.parse_windows import parse_windows
from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.commands._api import Context
from gui_rec.testing.clock import FakeClock
from gui_rec.ui.parse import parse_hierarchy

Place = Callable[[Context, FakeClock], None]


def at_home(_ctx: Context, _clock: FakeClock) -> None:
    """As the phone starts."""


def in_shop(ctx: Context, clock: FakeClock) -> None:
    ctx.phone.launch(SHOP)
    clock.advance(10)


def turned(ctx: Context, clock: FakeClock) -> None:
    in_shop(ctx, clock)
    run(ctx, "wm", "user-rotation", "lock", "1")


def overridden(ctx: Context, clock: FakeClock) -> None:
    in_shop(ctx, clock)
    run(ctx, "wm", "size", "720x1600")
    run(ctx, "wm", "density", "280")


def asked_for_permission(ctx: Context, clock: FakeClock) -> None:
    ctx.phone.faults.set("permission-dialog")
    in_shop(ctx, clock)


def crashed(ctx: Context, clock: FakeClock) -> None:
    ctx.phone.faults.set("crash-dialog")
    in_shop(ctx, clock)


PLACES: tuple[Place, ...] = (
    at_home,
    in_shop,
    focus_field,
    turned,
    overridden,
    asked_for_permission,
    crashed,
)
everywhere = pytest.mark.parametrize("place", PLACES, ids=lambda place: str(place.__name__))
every_api = pytest.mark.parametrize("api", APIS)


def phone_at(place: Place, api: int) -> Context:
    ctx, clock = make_context(api)
    place(ctx, clock)
    return ctx


@every_api
@everywhere
def test_focus(api: int, place: Place) -> None:
    ctx = phone_at(place, api)
    focus = ctx.phone.focus()
    read = parse_focus(run(ctx, "dumpsys", "window", "displays").out)
    assert read.title == focus.title
    if place is crashed:
        # The window is the system's, and its title names the app that crashed.
        assert (read.package, read.activity) == (SHOP, None)
    else:
        assert read.package == focus.package
        assert f"{read.package}{read.activity}" == focus.activity


@everywhere
def test_old_phones_tell_the_focus_with_their_windows(place: Place) -> None:
    ctx = phone_at(place, 28)
    windows = parse_focus(run(ctx, "dumpsys", "window", "windows").out)
    assert windows == parse_focus(run(ctx, "dumpsys", "window", "displays").out)
    assert windows.package is not None
    newer = phone_at(place, 34)
    assert parse_focus(run(newer, "dumpsys", "window", "windows").out).package is None


@every_api
@everywhere
def test_windows(api: int, place: Place) -> None:
    ctx = phone_at(place, api)
    read = parse_windows(run(ctx, "dumpsys", "window", "windows").out)
    own = [window for window in ctx.phone.windows() if window.bounds is not None]
    assert [(window.package, window.title, window.bounds) for window in read] == [
        (window.package, window.title, window.bounds) for window in own
    ]
    assert {"STATUS_BAR", "NAVIGATION_BAR"} <= {window.type for window in read}


@every_api
@everywhere
def test_display(api: int, place: Place) -> None:
    ctx = phone_at(place, api)
    sizes = parse_wm_size(run(ctx, "wm", "size").out)
    viewport = parse_viewport(run(ctx, "dumpsys", "display").out)
    size, density = ctx.phone.display
    assert sizes == (ScreenSize(1080, 2400), size)
    assert parse_wm_density(run(ctx, "wm", "density").out) == density
    assert viewport is not None
    assert (viewport.rotation, viewport.panel) == (ctx.phone.orientation, ScreenSize(1080, 2400))
    for words in (("input",), ("window", "displays"), ("window",)):
        assert parse_rotation(run(ctx, "dumpsys", *words).out) == ctx.phone.orientation


@every_api
@everywhere
def test_hierarchy_and_keyboard(api: int, place: Place) -> None:
    ctx = phone_at(place, api)
    assert parse_dump_failure(run(ctx, "uiautomator", "dump").out, 0) is None
    tree = parse_hierarchy(ctx.files.read("/sdcard/window_dump.xml"))
    assert tree.rotation == ctx.phone.orientation
    assert tree.package == ctx.phone.focus().package
    dump = run(ctx, "dumpsys", "input_method").out
    assert parse_keyboard_shown(dump) is ctx.phone.keyboard_shown
    assert parse_current_ime(dump) == ctx.phone.ime.current


@pytest.mark.parametrize(
    ("fault", "kind"), [("not-idle", DumpKind.NOT_IDLE), ("old-xml", DumpKind.NULL_ROOT)]
)
def test_failed_dumps(fault: str, kind: DumpKind) -> None:
    ctx, _ = make_context(faults=(fault, "idle-timeout:0"))
    ran = run(ctx, "uiautomator", "dump")
    failure = parse_dump_failure(ran.out + ran.err, ran.status)
    assert failure is not None
    assert failure.kind is kind


@every_api
def test_touch_nodes(api: int) -> None:
    ctx, _ = make_context(api)
    for flag in ("-lp", "-p", "-i"):
        nodes = parse_touch_nodes(run(ctx, "getevent", flag).out)
        assert [node.path for node in nodes] == [f"/dev/input/event{number}" for number in range(1, 12)]
        first = nodes[0]
        assert (first.max_x, first.max_y, first.slots, first.direct) == (32767, 32767, 11, False)


@every_api
def test_packages(api: int) -> None:
    ctx, _ = make_context(api)
    names = tuple(package.package for package in ctx.phone.packages)
    assert parse_package_list(run(ctx, "pm", "list", "packages").out) == names
    assert parse_package_list(run(ctx, "pm", "list", "packages", "-f").out) == names
    for package in ctx.phone.packages:
        shown = run(ctx, "dumpsys", "package", package.package).out
        assert parse_version_name(shown) == package.version_name
        resolved = run(ctx, "cmd", "package", "resolve-activity", "--brief", package.package).out
        found = parse_resolved(resolved, package.package)
        assert ("/".join(found) if found else None) == package.component


@every_api
def test_properties_power_and_settings(api: int) -> None:
    ctx, _ = make_context(api)
    properties = parse_properties(run(ctx, "getprop").out)
    assert properties["ro.build.version.sdk"] == str(api)
    assert properties["persist.sys.locale"] == "en-US"
    assert parse_awake(run(ctx, "dumpsys", "power").out) is True
    ctx.phone.key("POWER")
    assert parse_awake(run(ctx, "dumpsys", "power").out) is False
    assert parse_setting(run(ctx, "settings", "get", "system", "font_scale").out) is None
    assert parse_night_mode(run(ctx, "cmd", "uimode", "night").out) is False


def test_a_dark_screen_is_the_systems() -> None:
    ctx, _ = make_context()
    ctx.phone.key("POWER")
    read = parse_focus(run(ctx, "dumpsys", "window", "displays").out)
    assert (read.package, read.title) == ("com.android.systemui", "NotificationShade")
