from __future__ import annotations

import struct

import pytest
from phone_commands import make_context, run

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.commands.display_format import PHYSICAL_DISPLAY_ID, SECOND_PHYSICAL_ID
from gui_rec.phone.commands.screencap import ScreencapArgs, display_of, numbered, parse_args, raw_picture
from gui_rec.vision.png import check_png

SMALL = ScreenSize(270, 600)


def test_png_on_stdout_is_the_frame() -> None:
    ctx, _ = make_context(size=SMALL)
    ran = run(ctx, "screencap", "-p")
    assert (ran.status, ran.err) == (0, "")
    assert ran.raw == ctx.phone.frame()
    assert check_png(ran.raw) == SMALL


def test_raw_has_sixteen_bytes_before_the_rows() -> None:
    ctx, _ = make_context(size=SMALL)
    raw = run(ctx, "screencap").raw
    assert struct.unpack("<4I", raw[:16]) == (270, 600, 1, 1)
    assert len(raw) == 16 + 270 * 600 * 4
    assert raw_picture(SMALL, raw[16:]) == raw


def test_file_names_that_end_in_png_are_png() -> None:
    ctx, _ = make_context(size=SMALL)
    ran = run(ctx, "screencap", "/sdcard/a.png")
    assert (ran.status, ran.raw) == (0, b"")
    assert ctx.files.read("/sdcard/a.png") == ctx.phone.frame()
    run(ctx, "screencap", "/sdcard/a.bin")
    assert ctx.files.read("/sdcard/a.bin")[:4] == struct.pack("<I", 270)


def test_a_folder_that_is_not_there() -> None:
    ctx, _ = make_context(size=SMALL)
    ran = run(ctx, "screencap", "-p", "/nowhere/a.png")
    assert ran.status == 1
    assert ran.err == "Error opening file: /nowhere/a.png (No such file or directory)\n"


def test_display_ids_by_age() -> None:
    assert display_of(None, api=34) == 0
    assert display_of(PHYSICAL_DISPLAY_ID, api=34) == 0
    assert display_of("0", api=28) == 0
    assert display_of("0", api=34) is None
    assert display_of(SECOND_PHYSICAL_ID, api=34) is None
    assert display_of(SECOND_PHYSICAL_ID, api=34, displays=2) == 1
    assert display_of("1", api=28, displays=2) == 1
    ctx, _ = make_context(size=SMALL)
    assert run(ctx, "screencap", "-p", "-d", PHYSICAL_DISPLAY_ID).raw == ctx.phone.frame()
    wrong = run(ctx, "screencap", "-p", "-d", "5")
    assert (wrong.status, wrong.raw, wrong.err) == (1, b"", "Display Id '5' is not valid.\n")


def test_every_display_from_android_15_on() -> None:
    old, _ = make_context(34, size=SMALL)
    assert run(old, "screencap", "-a", "/sdcard/a.png").status == 1
    one, _ = make_context(36, size=SMALL)
    assert run(one, "screencap", "-a", "-d", "9", "/sdcard/a.png").err == ""
    assert one.files.read("/sdcard/a.png") == one.phone.frame()
    two, _ = make_context(36, size=SMALL, displays=2)
    ran = run(two, "screencap", "-a", "/sdcard/a.png")
    assert (ran.status, ran.err) == (0, "")
    assert two.files.read("/sdcard/a_0.png") == two.phone.frame()
    assert two.files.read("/sdcard/a_1.png") == two.phone.second_frame()
    assert "-a: captures all" in run(two, "screencap", "-h").err


@pytest.mark.parametrize(("path", "expected"), [("a.png", "a_1.png"), ("/x/b", "/x/b_1"), (".png", "_1.png")])
def test_numbered_names(path: str, expected: str) -> None:
    assert numbered(path, 1) == expected


def test_truncated_png_is_cut_in_half_once() -> None:
    ctx, _ = make_context(size=SMALL, faults=("truncated-png:1",))
    whole = ctx.phone.frame()
    cut = run(ctx, "screencap", "-p")
    assert len(whole) > 100
    assert (cut.status, cut.raw) == (0, whole[: len(whole) // 2])
    assert run(ctx, "screencap", "-p").raw == whole


def test_secure_screens_are_black_or_refused() -> None:
    black, _ = make_context(size=SMALL, faults=("secure-screen",))
    pixels = run(black, "screencap").raw[16:]
    assert set(pixels[0::4]) == {0}
    refused, _ = make_context(size=SMALL, faults=("secure-screen:1",))
    ran = run(refused, "screencap", "-p", "/sdcard/a.png")
    assert ran.status == 1
    assert ran.err == "Failed to take screenshot. Status: -1\nCapturing failed.\n"
    assert not refused.files.exists("/sdcard/a.png")


def test_arguments() -> None:
    assert parse_args(["-d", "1", "-p", "f"]) == ScreencapArgs(True, "1", "f")
    assert parse_args([]) == ScreencapArgs(False, None, None)


@pytest.mark.parametrize("words", [("-x",), ("a", "b"), ("-h",), ("-d",)])
def test_usage(words: tuple[str, ...]) -> None:
    ctx, _ = make_context(size=SMALL)
    ran = run(ctx, "screencap", *words)
    assert (ran.status, ran.raw) == (1, b"")
    assert ran.err.startswith("usage: screencap")
