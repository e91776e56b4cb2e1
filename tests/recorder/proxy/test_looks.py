"""The agent's own looks: whole pictures and hierarchies of dumps that were written, of nothing but the present."""

from __future__ import annotations

import pytest

from gui_rec.model.geometry import Rect
from gui_rec.recorder.proxy.looks import Looks
from gui_rec.testing.builders import SIZE, Element, hierarchy_xml, picture_of
from gui_rec.testing.clock import FakeClock

PNG = picture_of((Element(Rect(0, 0, 100, 100), "Shop"),), SIZE)
XML = hierarchy_xml((Element(Rect(0, 0, 100, 100), "Shop"),))
DUMPED = b"UI hierchary dumped to: /sdcard/w.xml\n"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def looks(clock: FakeClock) -> Looks:
    made = Looks(clock)
    clock.advance(1)
    return made


def take(looks: Looks, line: str, output: bytes, clock: FakeClock, *, is_dump: bool) -> None:
    taking = looks.begin(line, is_dump=is_dump)
    clock.advance(0.5)
    taking.hear(output)
    looks.end(taking)


def test_a_streamed_picture_is_a_look_with_its_time(looks: Looks, clock: FakeClock) -> None:
    begun_s = clock.monotonic_s()
    take(looks, "screencap -p", b"[Warning] Multiple displays\n" + PNG, clock, is_dump=False)
    seen = looks.screenshot()
    assert seen is not None
    assert (seen.data, seen.begun_s, seen.ended_s) == (PNG, begun_s, begun_s + 0.5)


@pytest.mark.parametrize("output", [b"", b"Capturing failed.", PNG[:-20], PNG.replace(b"IDAT", b"IDAX")])
def test_what_is_no_whole_picture_is_no_look(output: bytes, looks: Looks, clock: FakeClock) -> None:
    take(looks, "screencap -p", output, clock, is_dump=False)
    assert looks.screenshot() is None


def test_a_picture_in_a_file_is_the_one_that_is_read(looks: Looks, clock: FakeClock) -> None:
    take(looks, "screencap -p /sdcard/tmp.png", b"", clock, is_dump=False)
    looks.read("/sdcard/other.png", PNG)
    assert looks.screenshot() is None
    looks.read("/sdcard/tmp.png", PNG)
    seen = looks.screenshot()
    assert seen is not None
    assert seen.data == PNG


def test_a_dump_is_streamed_or_read(looks: Looks, clock: FakeClock) -> None:
    take(looks, "uiautomator dump /dev/tty", XML.encode() + DUMPED, clock, is_dump=True)
    streamed = looks.hierarchy()
    assert streamed is not None
    assert streamed.data == XML.encode()
    looks.acted()
    take(
        looks,
        "rm -f /sdcard/w.xml; uiautomator dump /sdcard/w.xml && echo success",
        DUMPED,
        clock,
        is_dump=True,
    )
    assert looks.hierarchy() is None
    looks.read("/sdcard/w.xml", XML.encode())
    assert looks.hierarchy() is not None


def test_the_older_file_of_a_failed_dump_is_no_look(looks: Looks, clock: FakeClock) -> None:
    take(looks, "uiautomator dump /sdcard/w.xml", b"ERROR: null root node returned", clock, is_dump=True)
    looks.read("/sdcard/w.xml", XML.encode())
    assert looks.hierarchy() is None


def test_a_hierarchy_that_does_not_parse_is_no_look(looks: Looks, clock: FakeClock) -> None:
    take(
        looks,
        "uiautomator dump /dev/tty",
        b"<?xml version='1.0'?><hierarchy><node</hierarchy>",
        clock,
        is_dump=True,
    )
    assert looks.hierarchy() is None


def test_what_was_seen_before_an_act_is_the_past(looks: Looks, clock: FakeClock) -> None:
    take(looks, "screencap -p", PNG, clock, is_dump=False)
    late = looks.begin("screencap -p", is_dump=False)
    late.hear(PNG)
    clock.advance(0.1)
    looks.acted()
    assert looks.screenshot() is None
    looks.end(late)  # it had begun before
    assert looks.screenshot() is None


def test_only_so_many_files_are_remembered(looks: Looks, clock: FakeClock) -> None:
    for number in range(40):
        take(looks, f"screencap -p /sdcard/{number}.png", b"", clock, is_dump=False)
    looks.read("/sdcard/0.png", PNG)
    assert looks.screenshot() is None
    looks.read("/sdcard/39.png", PNG)
    assert looks.screenshot() is not None
