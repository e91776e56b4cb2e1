from __future__ import annotations

import re

import pytest
from phone_commands import APIS, SHOP, focus_field, make_context, run

from gui_rec.phone.commands.dumpsys import DUMPS

FOCUS = r"mCurrentFocus=Window{.*\s+(?P<package>[^\s]+)/(?P<activity>[^\s]+)\}"
TOP = r"ACTIVITY (?P<package>[^\s]+)/(?P<activity>[^/\s]+) \w+ pid=(?P<pid>\d+)"


@pytest.mark.parametrize("api", APIS)
def test_window_parts_agree_on_the_focus(api: int) -> None:
    ctx, _ = make_context(api)
    ctx.phone.launch(SHOP)
    for args in (("window",), ("window", "displays"), ("window", "d")):
        found = re.search(FOCUS, run(ctx, "dumpsys", *args).out)
        assert found is not None, args
        assert found["package"] == SHOP
    windows = run(ctx, "dumpsys", "window", "windows").out
    assert ("mCurrentFocus" in windows) is (api <= 28)
    assert windows.startswith("WINDOW MANAGER WINDOWS")


def test_window_policy_and_an_unknown_part() -> None:
    ctx, _ = make_context()
    assert "screenState=SCREEN_STATE_ON" in run(ctx, "dumpsys", "window", "policy").out
    assert run(ctx, "dumpsys", "window", "frob").lines[0] == "Bad window command, or no windows match: frob"


@pytest.mark.parametrize("api", APIS)
def test_activity_top_names_the_app_in_front(api: int) -> None:
    ctx, _ = make_context(api)
    ctx.phone.launch(SHOP)
    found = re.findall(TOP, run(ctx, "dumpsys", "activity", "top").out)
    assert found[-1] == (SHOP, ".LoginActivity", str(ctx.phone.pid(SHOP)))


def test_activities_of_a_package_and_of_none() -> None:
    ctx, _ = make_context(30)
    ctx.phone.launch(SHOP)
    lines = run(ctx, "dumpsys", "activity", "activities").out
    assert re.search(rf"mResumedActivity: ActivityRecord\{{\w+ u0 {SHOP}/\.LoginActivity t\d+\}}", lines)
    assert run(ctx, "dumpsys", "activity").out == lines
    assert f"TASK {SHOP} " in run(ctx, "dumpsys", "activity", SHOP).out
    assert run(ctx, "dumpsys", "activity", "frob").lines[0].startswith("Bad activity command")


def test_power_follows_the_key() -> None:
    ctx, _ = make_context()
    assert "mHoldingDisplaySuspendBlocker=true" in run(ctx, "dumpsys", "power").out
    ctx.phone.key("SLEEP")
    assert "mWakefulness=Asleep" in run(ctx, "dumpsys", "power").out
    assert "mCurrentFocus=Window{" in run(ctx, "dumpsys", "window", "displays").out


def test_input_method_follows_the_keyboard() -> None:
    ctx, clock = make_context()
    assert "mInputShown=false" in run(ctx, "dumpsys", "input_method").out
    focus_field(ctx, clock)
    out = run(ctx, "dumpsys", "input_method").out
    assert "mImeWindowVis=3" in out
    assert f"mCurId={ctx.phone.ime.current}" in out
    assert "ty=INPUT_METHOD" in run(ctx, "dumpsys", "window", "windows").out


def test_display_and_input_follow_the_rotation() -> None:
    ctx, _ = make_context()
    run(ctx, "wm", "user-rotation", "lock", "1")
    assert ctx.phone.orientation == 1
    assert "orientation=1" in run(ctx, "dumpsys", "display").out
    assert "Rotation1" in run(ctx, "dumpsys", "input").out
    assert "ROTATION_90" in run(ctx, "dumpsys", "window", "displays").out
    assert "orientation=1" in run(ctx, "dumpsys", "SurfaceFlinger").out


def test_packages_known_and_unknown() -> None:
    ctx, _ = make_context()
    out = run(ctx, "dumpsys", "package", SHOP).out
    assert f"Package [{SHOP}]" in out
    assert "versionName=" in out
    assert run(ctx, "dumpsys", "package", "com.nobody").lines == ["Unable to find package: com.nobody"]
    assert run(ctx, "dumpsys", "package").out.count("Package [") == len(ctx.phone.packages)


def test_battery_is_the_phones() -> None:
    ctx, _ = make_context()
    assert f"  level: {ctx.phone.state()['battery_percent']}" in run(ctx, "dumpsys", "battery").lines


def test_services_listed_and_unknown() -> None:
    ctx, _ = make_context()
    listed = run(ctx, "dumpsys", "-l").lines
    assert listed[0] == "Currently running services:"
    assert [line.strip() for line in listed[1:]] == sorted(DUMPS)
    unknown = run(ctx, "dumpsys", "frob")
    assert (unknown.status, unknown.raw, unknown.err) == (0, b"", "Can't find service: frob\n")
    assert run(ctx, "dumpsys", "-t", "5", "battery").status == 0


@pytest.mark.parametrize("api", APIS)
def test_hashes_are_stable_and_hexadecimal(api: int) -> None:
    first, _ = make_context(api)
    second, _ = make_context(api)
    out = run(first, "dumpsys", "window", "displays").out
    assert out == run(second, "dumpsys", "window", "displays").out
    assert re.search(r"mCurrentFocus=Window\{[0-9a-f]{5,8} u0 ", out)
