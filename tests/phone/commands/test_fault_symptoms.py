"""Every fault of the phone, seen from outside: what a client's commands get to see while it is on."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from phone_commands import SHOP, make_context, run
from PIL import Image

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.commands._api import Context
from gui_rec.phone.world.faults import NAMES
from gui_rec.vision.png import strip_noise

SMALL = ScreenSize(270, 600)
XML = "/sdcard/window_dump.xml"


def _context(*faults: str, api: int = 34, locale: str = "en-US", package: str | None = SHOP) -> Context:
    """A phone with an app in front and then the faults."""
    ctx, clock = make_context(api, locale=locale)
    ctx.phone.clock = clock  # type: ignore[attr-defined]
    if package is not None:
        ctx.phone.launch(package)
    for fault in faults:
        ctx.phone.faults.set(fault)
    return ctx


def _wait(ctx: Context, seconds: float) -> None:
    ctx.phone.clock.advance(seconds)  # type: ignore[attr-defined]


def _dump(ctx: Context) -> str:
    ran = run(ctx, "uiautomator", "dump", "/dev/tty")
    return ran.raw.decode() + ran.err


def _extremes(png: bytes) -> object:
    with Image.open(io.BytesIO(png)) as image:
        return image.convert("RGB").getextrema()


def test_a_null_root_leaves_no_file() -> None:
    ctx = _context("null-root:1")
    ran = run(ctx, "uiautomator", "dump")
    assert (ran.status, ran.err) == (0, "ERROR: null root node returned by UiTestAutomationBridge.\n")
    assert not ctx.files.exists(XML)
    run(ctx, "uiautomator", "dump")
    assert ctx.files.exists(XML)


def test_the_old_xml_stays() -> None:
    ctx = _context()
    run(ctx, "uiautomator", "dump")
    old = ctx.files.read(XML)
    ctx.phone.faults.set("old-xml:1")
    ctx.phone.launch("com.android.settings")
    assert "dumped to" not in run(ctx, "uiautomator", "dump").raw.decode()
    assert ctx.files.read(XML) == old


def test_the_screen_is_not_idle() -> None:
    assert "ERROR: could not get idle state." in _dump(_context("not-idle:1", "idle-timeout:0"))


def test_a_picture_is_cut() -> None:
    ctx = _context("truncated-png:1")
    cut = run(ctx, "screencap", "-p").raw
    assert ctx.phone.frame().startswith(cut)
    assert len(cut) < len(ctx.phone.frame())


def test_a_tap_is_lost() -> None:
    ctx = _context("lost-tap:1", package=None)
    before = _dump(ctx)
    run(ctx, "input", "tap", "171", "1850")
    assert _dump(ctx) == before


@pytest.mark.parametrize(
    ("api", "status", "words"),
    [
        (30, 255, "Injecting to another application requires INJECT_EVENTS permission"),
        (34, 255, "to have the INJECT_EVENTS permission."),
    ],
)
def test_input_is_denied(api: int, status: int, words: str) -> None:
    ctx = _context("inject-denied:1", api=api)
    before = _dump(ctx)
    ran = run(ctx, "input", "keyevent", "BACK")
    assert ran.status == status
    assert "java.lang.SecurityException: " in ran.err
    assert words in ran.err
    assert _dump(ctx) == before
    assert run(ctx, "input", "keyevent", "BACK").status == 0
    assert _dump(ctx) != before


@pytest.mark.parametrize(("api", "part"), [(28, "windows"), (34, "displays")])
def test_the_focus_is_null_so_often(api: int, part: str) -> None:
    ctx = _context("no-focus:2", api=api)
    seen = [run(ctx, "dumpsys", "window", part).raw.decode() for _ in range(3)]
    assert ["mCurrentFocus=null" in text for text in seen] == [True, True, False]
    assert all("mFocusedApp=" in text for text in seen)


def test_a_warning_stands_in_front_of_the_picture() -> None:
    ctx = _context("display-warning:1")
    ran = run(ctx, "screencap", "-p")
    assert ran.err.startswith("[Warning] Multiple displays were found")
    png, noise = strip_noise(ran.err.encode() + ran.raw)
    assert png == ctx.phone.frame()
    assert noise
    assert run(ctx, "screencap", "-p").err == ""


def test_the_first_dumps_after_an_action_are_old() -> None:
    ctx = _context("stale-tree:2", package=None)
    before = _dump(ctx)
    run(ctx, "input", "tap", "171", "1850")
    now = ctx.phone.hierarchy()
    assert SHOP in now
    assert [_dump(ctx) == before for _ in range(3)] == [True, True, False]
    run(ctx, "input", "keyevent", "HOME")
    assert now in _dump(ctx)


def test_old_dumps_can_begin_with_a_later_action() -> None:
    ctx = _context("stale-tree@1", package=None)
    before = _dump(ctx)
    run(ctx, "input", "keyevent", "VOLUME_UP")
    run(ctx, "input", "tap", "171", "1850")
    assert _dump(ctx) == before


def test_the_first_pictures_after_an_action_are_old() -> None:
    ctx = _context("stale-frame:1", package=None)
    before = run(ctx, "screencap", "-p").raw
    run(ctx, "input", "tap", "171", "1850")
    assert run(ctx, "screencap", "-p").raw == before
    assert run(ctx, "screencap", "-p").raw == ctx.phone.frame() != before


def test_an_old_raw_picture_is_that_of_the_old_screen() -> None:
    ctx = _context("stale-frame:1", package=None)
    before = run(ctx, "screencap").raw
    run(ctx, "input", "tap", "171", "1850")
    assert run(ctx, "screencap").raw == before


def test_a_screen_never_settles() -> None:
    ctx = _context("never-settling:200")
    frames, trees = set(), set()
    for _ in range(6):
        _wait(ctx, 0.25)
        frames.add(run(ctx, "screencap", "-p").raw)
        trees.add(_dump(ctx))
    assert len(frames) == len(trees) == 6
    assert all('class="android.widget.ProgressBar"' in tree for tree in trees)


def test_a_page_is_slow() -> None:
    ctx = _context("slow-page:6")
    ctx.phone.start_activity(f"{SHOP}/.ProductActivity")
    _wait(ctx, 5.5)
    assert "ProgressBar" in _dump(ctx)
    _wait(ctx, 1.0)
    assert "ProgressBar" not in _dump(ctx)


def test_the_screen_is_black_and_its_tree_is_whole() -> None:
    ctx = _context("secure-screen")
    assert _extremes(run(ctx, "screencap", "-p").raw) == ((0, 0), (0, 0), (0, 0))
    assert "sign_in" in _dump(ctx)


def test_the_screen_is_refused() -> None:
    ran = run(_context("secure-screen:1"), "screencap", "-p")
    assert (ran.status, ran.raw) == (1, b"")
    assert ran.err == "Failed to take screenshot. Status: -1\nCapturing failed.\n"


@pytest.mark.parametrize(
    ("locale", "said", "close"),
    [
        ("en-US", "Shop keeps stopping", "Close app"),
        ("zh-CN", "Shop屡次停止运行", "关闭应用"),
        ("ar", "يستمر توقف Shop", "إغلاق التطبيق"),
    ],
)
def test_the_app_crashes(locale: str, said: str, close: str) -> None:
    ctx = _context("crash-dialog", locale=locale)
    tree = _dump(ctx)
    assert f'text="{said}"' in tree
    assert re.search(f'text="{close}" resource-id="android:id/aerr_close"', tree)
    assert "Application Error: com.example.shop" in run(ctx, "dumpsys", "window", "displays").raw.decode()
    assert "FATAL EXCEPTION: main" in run(ctx, "logcat", "-b", "crash", "-d").raw.decode()


@pytest.mark.parametrize(
    ("locale", "said", "wait"),
    [
        ("en-US", "Shop isn’t responding", "Wait"),
        ("zh-CN", "Shop没有响应", "等待"),
        ("ar", "Shop لا يستجيب", "انتظار"),
    ],
)
def test_the_app_does_not_respond(locale: str, said: str, wait: str) -> None:
    ctx = _context("anr-dialog", locale=locale)
    tree = _dump(ctx)
    assert f'text="{said}"' in tree
    assert re.search(f'text="{wait}" resource-id="android:id/aerr_wait"', tree)
    focus = run(ctx, "dumpsys", "window", "displays").raw.decode()
    assert "Application Not Responding: com.example.shop" in focus


def test_a_permission_is_asked_for_at_the_third_action() -> None:
    ctx = _context("permission-dialog@3")
    asked = []
    for _ in range(3):
        run(ctx, "input", "keyevent", "VOLUME_UP")
        asked.append("com.android.permissioncontroller:id/permission_allow_button" in _dump(ctx))
    assert asked == [False, False, True]
    focus = run(ctx, "dumpsys", "window", "displays").raw.decode()
    assert "com.google.android.permissioncontroller.GrantPermissionsActivity" in focus


@pytest.mark.parametrize(
    ("locale", "said"), [("en-US", "Open with"), ("zh-CN", "打开方式"), ("ar", "الفتح باستخدام")]
)
def test_a_choice_of_apps_is_asked_for(locale: str, said: str) -> None:
    ctx = _context("chooser-dialog", locale=locale)
    tree = _dump(ctx)
    assert f'text="{said}" resource-id="android:id/title"' in tree
    assert 'resource-id="android:id/button_once"' in tree
    assert "com.android.internal.app.ResolverActivity" in run(ctx, "dumpsys", "window", "d").raw.decode()


def test_an_input_method_is_never_selected() -> None:
    ctx = _context("ime-race")
    run(ctx, "ime", "enable", "com.android.adbkeyboard/.AdbIME")
    said = run(ctx, "ime", "set", "com.android.adbkeyboard/.AdbIME").raw.decode()
    assert said == "Input method com.android.adbkeyboard/.AdbIME selected for user #0\n"
    _wait(ctx, 60)
    assert "LatinIME" in run(ctx, "settings", "get", "secure", "default_input_method").raw.decode()


def test_an_input_method_is_selected_late() -> None:
    ctx = _context("ime-race:1.5")
    run(ctx, "ime", "enable", "com.android.adbkeyboard/.AdbIME")
    run(ctx, "ime", "set", "com.android.adbkeyboard/.AdbIME")
    seen = []
    for _ in range(3):
        _wait(ctx, 0.7)
        seen.append("AdbIME" in run(ctx, "dumpsys", "input_method").raw.decode())
    assert seen == [False, False, True]


def test_the_clock_jumps() -> None:
    ctx = _context("clock-jump:7200@1")
    before = int(run(ctx, "date", "+%s").raw)
    run(ctx, "input", "keyevent", "VOLUME_UP")
    assert int(run(ctx, "date", "+%s").raw) - before == 7200
    assert ctx.phone.faults.names() == ()


def test_the_clock_jumps_back() -> None:
    ctx = _context()
    before = int(run(ctx, "date", "+%s").raw)
    ctx.phone.faults.set("clock-jump:-60")
    assert int(run(ctx, "date", "+%s").raw) - before == -60


def test_the_size_changes_at_the_second_action() -> None:
    ctx = _context("size-change:720x1600@2")
    sizes = []
    for _ in range(2):
        run(ctx, "input", "keyevent", "VOLUME_UP")
        with Image.open(io.BytesIO(run(ctx, "screencap", "-p").raw)) as image:
            sizes.append(image.size)
    assert sizes == [(1080, 2400), (720, 1600)]
    assert run(ctx, "wm", "size").raw == b"Physical size: 1080x2400\nOverride size: 720x1600\n"
    assert "[0,0][720,1600]" in _dump(ctx)


def test_the_size_changes_for_the_first_who_asks() -> None:
    ctx = _context()
    ctx.phone.faults.set("size-change:720x1600")
    assert run(ctx, "wm", "size").raw == b"Physical size: 1080x2400\nOverride size: 720x1600\n"
    ctx.phone.faults.set("size-change:600x1200")
    assert "cur=600x1200" in run(ctx, "dumpsys", "window", "displays").raw.decode()


def test_the_screen_turns_at_the_first_action() -> None:
    ctx = _context("rotation-change:3@1")
    assert '<hierarchy rotation="0">' in _dump(ctx)
    run(ctx, "input", "keyevent", "VOLUME_UP")
    assert '<hierarchy rotation="3">' in _dump(ctx)
    assert "orientation=3" in run(ctx, "dumpsys", "display").raw.decode()


def test_android_has_not_finished_starting() -> None:
    ctx = _context("booting")
    assert run(ctx, "getprop", "sys.boot_completed").raw == b"\n"


def test_an_app_that_dies_without_a_word_is_gone_and_the_log_has_it() -> None:
    ctx = _context("silent-crash")
    assert SHOP not in run(ctx, "dumpsys", "window", "displays").out
    assert f"Process: {SHOP}, PID: " in run(ctx, "logcat", "-d", "-b", "crash").out
    assert run(ctx, "pidof", SHOP).out == ""


def test_every_fault_of_the_table_has_a_test_here_or_among_those_of_pages() -> None:
    pages = Path(__file__).parents[1] / "world" / "test_page_faults.py"
    here, there = (file.read_text(encoding="utf-8") for file in (Path(__file__), pages))
    assert [
        name
        for name in NAMES
        if f'_context("{name}' not in here and f'.set("{name}' not in here and f'"{name}' not in there
    ] == []


def test_the_wait_for_the_idle_state_can_be_made_short() -> None:
    ctx = _context("idle-timeout:0.01", "not-idle:1")
    assert "ERROR: could not get idle state." in _dump(ctx)
    assert "dumped to" in _dump(ctx)
