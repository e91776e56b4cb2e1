from __future__ import annotations

import pytest
from phone_commands import APIS, make_context, run

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.commands.wm import clamped, parse_size, verbs_of
from gui_rec.vision.png import check_png


def test_size_and_density() -> None:
    ctx, _ = make_context(size=ScreenSize(720, 1600))
    assert run(ctx, "wm", "size").out == "Physical size: 720x1600\n"
    assert run(ctx, "wm", "density").out == "Physical density: 420\n"
    assert run(ctx, "wm", "size", "-d", "0").out == "Physical size: 720x1600\n"


@pytest.mark.parametrize(
    "words", [("size", "reset"), ("size", "1080x2400"), ("density", "reset"), ("density", "420")]
)
def test_what_changes_nothing_is_silent(words: tuple[str, ...]) -> None:
    ctx, _ = make_context()
    ran = run(ctx, "wm", *words)
    assert (ran.status, ran.raw, ran.err) == (0, b"", "")


def test_an_override_of_the_size_counts_everywhere() -> None:
    ctx, _ = make_context()
    ran = run(ctx, "wm", "size", "720x1600")
    assert (ran.status, ran.raw, ran.err) == (0, b"", "")
    assert run(ctx, "wm", "size").lines == ["Physical size: 1080x2400", "Override size: 720x1600"]
    assert check_png(run(ctx, "screencap", "-p").raw) == ScreenSize(720, 1600)
    assert 'bounds="[0,0][720,1600]"' in run(ctx, "uiautomator", "dump", "/dev/tty").out
    display = run(ctx, "dumpsys", "display").out
    assert "logicalFrame=Rect(0, 0 - 720, 1600), physicalFrame=Rect(0, 0 - 1080, 2400)" in display
    assert "deviceWidth=1080, deviceHeight=2400" in display
    window = run(ctx, "dumpsys", "window", "displays").out
    assert "init=1080x2400 420dpi base=720x1600 420dpi cur=720x1600 " in window
    run(ctx, "wm", "size", "reset")
    assert run(ctx, "wm", "size").lines == ["Physical size: 1080x2400"]
    assert ctx.phone.screen == ScreenSize(1080, 2400)


@pytest.mark.parametrize("density", ["72", "320", "640"])
def test_an_override_of_the_density(density: str) -> None:
    ctx, _ = make_context()
    before = ctx.phone.hierarchy()
    assert run(ctx, "wm", "density", density).status == 0
    assert run(ctx, "wm", "density").lines == ["Physical density: 420", f"Override density: {density}"]
    assert ctx.phone.hierarchy() != before
    assert ctx.phone.frame()
    run(ctx, "wm", "density", "reset")
    assert ctx.phone.hierarchy() == before


def test_sizes_are_bounded_as_android_does() -> None:
    panel = ScreenSize(1080, 2400)
    assert clamped(ScreenSize(1, 99), panel) == ScreenSize(200, 200)
    assert clamped(ScreenSize(9000, 9000), panel) == ScreenSize(2160, 4800)
    assert parse_size("400dpx800dp", 320) == ScreenSize(800, 1600)
    assert parse_size("0x5", 320) is None
    assert parse_size("5x", 320) is None


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("size", "big"), "Error: bad size big"),
        (("density", "50"), "Error: density must be >= 72"),
        (("density", "x"), "Error: bad number x"),
        (("user-rotation", "spin"), "Error: argument needs to be either -d, free or lock."),
        (
            ("user-rotation", "lock", "4"),
            "Error: Rotation argument must be -1 or a valid rotation constant.",
        ),
    ],
)
def test_bad_values(words: tuple[str, ...], text: str) -> None:
    ctx, _ = make_context()
    ran = run(ctx, "wm", *words)
    assert (ran.status, ran.raw, ran.err) == (255, b"", text + "\n")


def test_rotation_is_locked_and_freed() -> None:
    ctx, _ = make_context()
    assert run(ctx, "wm", "user-rotation").out == "free\n"
    assert run(ctx, "wm", "user-rotation", "lock", "3").status == 0
    assert run(ctx, "wm", "user-rotation", "lock").status == 0
    assert run(ctx, "wm", "user-rotation").out == "lock 3\n"
    assert ctx.phone.orientation == 3
    run(ctx, "wm", "user-rotation", "free")
    assert run(ctx, "wm", "user-rotation").out == "free\n"


def test_help_and_unknown_commands() -> None:
    ctx, _ = make_context()
    assert run(ctx, "wm", "help").status == 255
    assert run(ctx, "wm").status == 255
    assert run(ctx, "wm", "frob").out == "Unknown command: frob\n"


def test_a_display_that_is_not_there_is_left_alone() -> None:
    ctx, _ = make_context()
    assert run(ctx, "wm", "size", "720x1280", "-d", "1").status == 0
    assert run(ctx, "wm", "density", "320", "-d", "7").status == 0
    assert run(ctx, "wm", "size").out == "Physical size: 1080x2400\n"
    assert run(ctx, "wm", "density").out == "Physical density: 420\n"
    assert run(ctx, "wm", "size", "-d", "1").out == "Physical size: 0x0\n"
    assert run(ctx, "wm", "density", "-d", "1").out == "Physical density: -1\n"
    assert run(ctx, "wm", "size", "-d", "0").out == "Physical size: 1080x2400\n"


@pytest.mark.parametrize("api", APIS)
def test_the_help_names_the_verbs_of_the_level_and_no_other_is_known(api: int) -> None:
    ctx, _ = make_context(api)
    lines = run(ctx, "wm", "help").lines
    named = [line.split()[0] for line in lines[3:]]
    assert named == list(verbs_of(api))
    for verb in ("overscan", "set-user-rotation", "user-rotation", "set-ignore-orientation-request", "frob"):
        ran = run(ctx, "wm", verb)
        assert (ran.out == f"Unknown command: {verb}\n") is (verb not in named)


def test_which_level_has_which_verb() -> None:
    since = {
        "overscan": [28],
        "folded-area": [30, 34, 36],
        "set-user-rotation": [30],
        "set-fix-to-user-rotation": [30],
        "user-rotation": [34, 36],
        "fixed-to-user-rotation": [34, 36],
        "set-ignore-orientation-request": [34, 36],
        "size": [28, 30, 34, 36],
    }
    assert {verb: [api for api in APIS if verb in verbs_of(api)] for verb in since} == since
