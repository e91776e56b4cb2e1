"""Validation of PNGs and finding them in noise."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from screen_pngs import chunk, encode, raw_png, screen

from gui_rec.errors import ImageError
from gui_rec.model.flags import MissingReason
from gui_rec.model.geometry import ScreenSize
from gui_rec.vision import png as subject
from gui_rec.vision.png import SIGNATURE, check_png, check_structure, decode, strip_noise

DATA = Path(__file__).parent.parent / "data" / "strings"
PNG = encode(screen(1, (40, 60), rows=3))


def reason(data: bytes, match: str | None = None) -> str:
    with pytest.raises(ImageError, match=match) as caught:
        check_png(data)
    assert caught.value.reason in tuple(MissingReason)
    return caught.value.reason


@pytest.mark.parametrize("mode", ["RGBA", "RGB", "L", "LA", "P", "1", "I;16"])
def test_every_mode_of_a_screen_is_accepted(mode: str) -> None:
    image = screen(mode="L").convert("I").convert("I;16") if mode == "I;16" else screen(mode=mode)
    assert check_png(encode(image)) == ScreenSize(270, 600)


def test_truncation_at_any_byte_is_refused() -> None:
    for end in range(len(PNG)):
        expected = "screencap_failed" if end == 0 else "screencap_truncated"
        assert reason(PNG[:end]) == expected


@given(st.integers(len(SIGNATURE), len(PNG) - 1), st.integers(1, 255))
@settings(max_examples=100, deadline=None)
def test_any_changed_byte_is_refused(place: int, change: int) -> None:
    damaged = bytearray(PNG)
    damaged[place] ^= change
    assert reason(bytes(damaged)) in ("screencap_failed", "screencap_truncated")


@given(st.binary(max_size=200), st.booleans())
@settings(max_examples=100, deadline=None)
def test_any_bytes_raise_image_errors_only(data: bytes, signed: bool) -> None:
    assert reason(SIGNATURE + data if signed else data)


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (b"", "got nothing"),
        (b"Failed to take screenshot. Status: -1\n", "Status: -1"),
        (bytes.fromhex("89504e470d0d0d0a") + PNG[8:], "CR CR LF"),
        (PNG.replace(b"\n", b"\r\r\n"), "CR CR LF"),
        (PNG.replace(b"\n", b"\r\n"), "CR CR LF"),
        (PNG.replace(b"\r\n", b"\n"), "CR LF became LF"),
        (b"\xff\xfe" + PNG, "PowerShell"),
        (PNG.decode("latin-1").encode("utf-8"), "encoded again"),
        (PNG + b"WARNING: linker", "15 bytes more"),
        (SIGNATURE + PNG[33:], "IHDR chunk first"),
        (PNG[:33] + chunk(b"IEND", b""), "IDAT"),
        (SIGNATURE + chunk(b"IHDR", PNG[16:29]) + b"\0\0\0\0\0\0\0\0\0\0\0\0", "chunk name"),
        (PNG.replace(b"IEND", b"IENX"), "checksum"),
        (raw_png(4, 4, 8, 6, b"\0" * 20), "expected pixels"),
        (raw_png(4, 4, 8, 6, b"\x09" * 68), "expected pixels|got"),
        (raw_png(0, 4, 8, 6, b""), "got 0x4"),
        (raw_png(60_000, 60_000, 8, 6, b""), "got 60000x60000"),
        (raw_png(16_000, 16_000, 8, 6, b""), "at most"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(data: bytes, match: str) -> None:
    assert reason(data, match) == "screencap_failed"


def test_bytes_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "MAX_BYTES", 100)
    assert reason(PNG, "at most 100 bytes") == "screencap_failed"


def test_structure_alone_does_not_decode() -> None:
    hollow = raw_png(4, 4, 8, 6, b"\0" * 20)
    assert check_structure(hollow) == ScreenSize(4, 4)
    assert reason(hollow) == "screencap_failed"


def test_a_zip_bomb_is_refused_by_its_header() -> None:
    rows = zlib.compress(b"\0" * 1_000_000)
    header = struct.pack(">IIBBBBB", 16_000, 16_000, 8, 6, 0, 0, 0)
    bomb = SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    assert reason(bomb, "at most 64000000 pixels") == "screencap_failed"


@given(st.binary(max_size=60), st.binary(max_size=60))
@settings(max_examples=80, deadline=None)
def test_noise_around_a_picture_is_cut(before: bytes, behind: bytes) -> None:
    picture, noise = strip_noise(before + PNG + behind)
    if SIGNATURE not in before + SIGNATURE[:-1]:
        assert (picture, noise) == (PNG, before + behind)


def test_warnings_that_devices_print_are_cut() -> None:
    rows = [json.loads(line) for line in (DATA / "screencap_prefix.jsonl").read_text("utf-8").splitlines()]
    prefixes = [row["raw"].encode() for row in rows if row.get("then") == "PNG bytes follow"]
    assert prefixes
    for prefix in prefixes:
        assert strip_noise(prefix + PNG) == (PNG, prefix)


def test_who_changes_a_decoded_picture_changes_nobody_elses() -> None:
    first = decode(PNG)
    first.paste((0, 0, 0), (0, 0, *first.size))
    assert decode(PNG).tobytes() != first.tobytes()


def test_a_damaged_signature_from_the_wild_is_named() -> None:
    rows = [json.loads(line) for line in (DATA / "screencap_prefix.jsonl").read_text("utf-8").splitlines()]
    (row,) = [row for row in rows if "raw_hex" in row]
    with pytest.raises(ImageError, match="CR CR LF"):
        strip_noise(bytes.fromhex(row["raw_hex"]) + PNG[8:])


def test_a_cut_picture_behind_noise_is_left_for_the_check() -> None:
    picture, noise = strip_noise(b"warning\n" + PNG[:-20])
    assert (picture, noise) == (PNG[:-20], b"warning\n")
    assert reason(picture) == "screencap_truncated"


def test_no_picture_at_all_is_an_error() -> None:
    with pytest.raises(ImageError, match="Capturing failed"):
        strip_noise(b"Capturing failed.\n")
