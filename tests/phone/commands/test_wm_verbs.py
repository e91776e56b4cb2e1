"""The verbs of `wm` besides size and density."""

from __future__ import annotations

import pytest
from phone_commands import make_context, run

from gui_rec.phone.commands.wm_verbs import NOT_EMULATED


@pytest.mark.parametrize(
    ("api", "words", "out"),
    [
        (28, ("overscan", "reset"), ""),
        (28, ("scaling", "auto"), ""),
        (36, ("scaling", "off", "-d", "0"), ""),
        (30, ("dismiss-keyguard",), ""),
        (30, ("folded-area",), "Folded area: none\n"),
        (34, ("folded-area", "reset"), ""),
        (34, ("disable-blur",), "Blur supported on device: false\nBlur enabled: false\n"),
        (34, ("disable-blur", "1"), ""),
        (34, ("fixed-to-user-rotation",), "default\n"),
        (34, ("user-rotation", "-d", "0"), "free\n"),
        (34, ("get-ignore-orientation-request",), "ignoreOrientationRequest false for displayId=0\n"),
        (
            34,
            ("set-ignore-orientation-request", "-d", "1", "reset"),
            "Reset ignoreOrientationRequest to false for displayId=1\n",
        ),
    ],
)
def test_what_is_answered(api: int, words: tuple[str, ...], out: str) -> None:
    ran = run(make_context(api)[0], "wm", *words)
    assert (ran.status, ran.out, ran.err) == (0, out, "")


@pytest.mark.parametrize(
    ("api", "words", "error"),
    [
        (28, ("overscan", "big"), "Error: bad rectangle arg: big"),
        (28, ("overscan", "1,2,3,4"), "wm: `overscan 1,2,3,4` is not emulated on this phone"),
        (34, ("scaling", "on"), "Error: scaling must be 'auto' or 'off'"),
        (34, ("folded-area", "1"), "Error: area should be LEFT,TOP,RIGHT,BOTTOM"),
        (34, ("folded-area", "0,0,1,1"), "wm: `folded-area 0,0,1,1` is not emulated on this phone"),
        (30, ("set-user-rotation", "spin"), "Error: lock mode needs to be either free or lock."),
        (34, ("user-rotation", "-d", "5"), "Error: check logcat for more details."),
        (34, ("user-rotation", "-d", "1", "lock", "1"), "Error: only display 0 of this phone turns, not 1"),
        (34, ("user-rotation", "lock", "x"), 'Error: For input string: "x"'),
        (34, ("disable-blur", "maybe"), "Error: expected true, 1, false, 0, but got maybe"),
        (
            34,
            ("fixed-to-user-rotation", "on"),
            "Error: expecting enabled, disabled or default, but we get on",
        ),
        (
            30,
            ("set-fix-to-user-rotation", "enabled_if_no_auto_rotation"),
            "Error: expecting enabled, disabled or default, but we get enabled_if_no_auto_rotation",
        ),
        (
            34,
            ("set-ignore-orientation-request", "yes"),
            "Error: expecting true, 1, false, 0, reset, but we get yes",
        ),
    ],
)
def test_what_is_refused(api: int, words: tuple[str, ...], error: str) -> None:
    ran = run(make_context(api)[0], "wm", *words)
    assert (ran.status, ran.raw, ran.err) == (255, b"", error + "\n")


@pytest.mark.parametrize(
    ("api", "words", "after", "named"),
    [
        (28, ("overscan",), "overscan", "executing:"),
        (30, ("set-user-rotation",), "set-user-rotation", "executing 'set-user-rotation':"),
        (34, ("scaling",), "scaling", "executing 'scaling':"),
        (34, ("user-rotation", "-d"), "-d", "executing 'user-rotation':"),
        (36, ("set-ignore-orientation-request",), "set-ignore-orientation-request", "executing 'set-"),
    ],
)
def test_a_missing_argument_is_an_exception(api: int, words: tuple[str, ...], after: str, named: str) -> None:
    ran = run(make_context(api)[0], "wm", *words)
    assert (ran.status, ran.raw) == (255, b"")
    assert f'java.lang.IllegalArgumentException: Argument expected after "{after}"' in ran.err
    assert named in ran.err


@pytest.mark.parametrize("verb", sorted(NOT_EMULATED))
def test_what_android_has_and_this_phone_has_not_is_said_loudly(verb: str) -> None:
    ran = run(make_context(36)[0], "wm", verb)
    assert (ran.status, ran.err) == (255, f"wm: `{verb}` is not emulated on this phone\n")


def test_rotation_is_locked_and_freed_as_android_11_says_it() -> None:
    ctx, _ = make_context(30)
    assert run(ctx, "wm", "set-user-rotation", "lock", "-d", "0", "1").status == 0
    assert ctx.phone.orientation == 1
    ctx.phone.turn(2)
    assert ctx.phone.orientation == 1
    assert run(ctx, "wm", "set-user-rotation", "free").status == 0
    assert ctx.phone.orientation == 2


def test_a_screen_fixed_to_the_users_rotation_follows_no_hand() -> None:
    ctx, _ = make_context(34)
    ctx.phone.turn(1)
    assert run(ctx, "wm", "fixed-to-user-rotation", "enabled").status == 0
    assert ctx.phone.orientation == 0
    assert run(ctx, "wm", "fixed-to-user-rotation").out == "enabled\n"
    run(ctx, "wm", "fixed-to-user-rotation", "default")
    assert ctx.phone.orientation == 1


def test_requests_to_ignore_are_kept_by_display() -> None:
    ctx, _ = make_context(36)
    for value, said in (("1", "true"), ("false", "false"), ("true", "true")):
        assert run(ctx, "wm", "set-ignore-orientation-request", value).status == 0
        assert run(ctx, "wm", "get-ignore-orientation-request").out == (
            f"ignoreOrientationRequest {said} for displayId=0\n"
        )
    assert "false for displayId=1" in run(ctx, "wm", "get-ignore-orientation-request", "-d", "1").out


def test_the_second_display_has_no_rotation_of_its_own() -> None:
    ctx, _ = make_context(34, displays=2)
    assert run(ctx, "wm", "user-rotation", "-d", "1").out == "free\n"
