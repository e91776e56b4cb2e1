from __future__ import annotations

import pytest
from phone_commands import make_context, run

from gui_rec.model.geometry import ScreenSize

DENIED = "java.lang.SecurityException: Must hold permission android.permission.WRITE_SECURE_SETTINGS"


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


@pytest.mark.parametrize("words", [("size", "720x1600"), ("size", "400dpx800dp"), ("density", "320")])
def test_overrides_are_denied(words: tuple[str, ...]) -> None:
    ctx, _ = make_context()
    ran = run(ctx, "wm", *words)
    assert (ran.status, ran.raw) == (255, b"")
    assert ran.err.splitlines()[1:3] == [f"Exception occurred while executing '{words[0]}':", DENIED]
    assert run(ctx, "wm", "size").out == "Physical size: 1080x2400\n"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("size", "big"), "Error: bad size big"),
        (("density", "50"), "Error: density must be >= 72"),
        (("density", "x"), "Error: bad number x"),
        (("user-rotation", "spin"), "Error: argument needs to be either -d, free or lock."),
        (("user-rotation", "lock", "4"), "Error: argument needs to be either -d, free or lock."),
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
    assert run(ctx, "wm", "set-user-rotation", "lock").status == 0
    assert run(ctx, "wm", "user-rotation").out == "lock 3\n"
    assert ctx.phone.orientation == 3
    run(ctx, "wm", "user-rotation", "free")
    assert run(ctx, "wm", "user-rotation").out == "free\n"


def test_help_and_unknown_commands() -> None:
    ctx, _ = make_context()
    assert run(ctx, "wm", "help").status == 0
    assert run(ctx, "wm").status == 255
    assert run(ctx, "wm", "frob").out == "Unknown command: frob\n"
