"""The agent's own looks: whole pictures and hierarchies, nothing older, of nothing but the present."""

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


def take(
    looks: Looks,
    line: str,
    output: bytes,
    clock: FakeClock,
    *,
    is_dump: bool,
    complaint: bytes = b"",
    status: int | None = None,
) -> None:
    taking = looks.begin(line, is_dump=is_dump)
    clock.advance(0.5)
    taking.hear(output)
    taking.complain(complaint)
    looks.end(taking, status)


def read(looks: Looks, path: str, data: bytes) -> None:
    made = looks.file(path)
    if made is not None:
        looks.read(made, data)


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
    read(looks, "/sdcard/other.png", PNG)
    assert looks.screenshot() is None
    read(looks, "/sdcard/tmp.png", PNG)
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
    read(looks, "/sdcard/w.xml", XML.encode())
    assert looks.hierarchy() is not None


FRESH = "rm -f /sdcard/w.xml; uiautomator dump /sdcard/w.xml"


@pytest.mark.parametrize(
    ("line", "output", "complaint"),
    [
        (FRESH, b"", b"ERROR: null root node returned"),
        (FRESH, b"ERROR: null root node returned", b""),
        (FRESH, DUMPED, b"rm: /sdcard/w.xml: Permission denied"),
        (FRESH, b"rm: /sdcard/w.xml: Read-only file system\n" + DUMPED, b""),
        ("uiautomator dump /sdcard/w.xml", DUMPED, b""),  # said although the writing failed
        ("rm -f /sdcard/w.xml; uiautomator dump /sdcard/w.xml; mv /sdcard/o.xml /sdcard/w.xml", DUMPED, b""),
    ],
)
def test_what_may_be_an_older_file_is_no_look(
    line: str, output: bytes, complaint: bytes, looks: Looks, clock: FakeClock
) -> None:
    take(looks, line, output, clock, is_dump=True, complaint=complaint)
    read(looks, "/sdcard/w.xml", XML.encode())
    assert looks.hierarchy() is None


def test_an_older_file_that_is_printed_is_no_look(looks: Looks, clock: FakeClock) -> None:
    line = "uiautomator dump /sdcard/w.xml; cat /sdcard/w.xml"
    take(looks, line, DUMPED + XML.encode(), clock, is_dump=True)
    assert looks.hierarchy() is None
    take(looks, f"rm -f /sdcard/w.xml; {line}", DUMPED + XML.encode(), clock, is_dump=True)
    assert looks.hierarchy() is not None


@pytest.mark.parametrize(
    "line", ["mv /sdcard/old.xml /sdcard/w.xml", "cp /sdcard/a/w.xml /sdcard", "rm /sdcard/*", "cp $A $B"]
)
def test_a_file_that_may_have_been_changed_since_is_no_look(
    line: str, looks: Looks, clock: FakeClock
) -> None:
    take(looks, FRESH, DUMPED, clock, is_dump=True)
    looks.passes("getprop ro.build")
    assert looks.file("/sdcard/w.xml") is not None
    looks.passes(line)
    assert looks.file("/sdcard/w.xml") is None


def test_a_file_that_the_agent_writes_itself_is_no_look(looks: Looks, clock: FakeClock) -> None:
    take(looks, FRESH, DUMPED, clock, is_dump=True)
    assert looks.has_files
    looks.written("/sdcard/w.xml")
    assert not looks.has_files


def test_a_file_whose_reading_began_before_it_was_made_is_no_look(looks: Looks, clock: FakeClock) -> None:
    asked = looks.file("/sdcard/w.xml")
    take(looks, FRESH, DUMPED, clock, is_dump=True)
    assert asked is None


@pytest.mark.parametrize(
    ("output", "complaint", "status", "counts"),
    [
        (b"", b"", 0, True),
        (b"", b"", None, True),
        (b"", b"[Warning] Multiple displays were found", 0, True),
        (b"[Warning] Multiple displays were found", b"", None, False),
        (b"", b"", 1, False),
        (b"Failed to take screenshot. Status: -1", b"", None, False),
        (b"", b"Failed to take screenshot. Status: -1", 0, False),
        (b"", b"Error opening file: /sdcard/a.png (Permission denied)", 0, False),
    ],
)
def test_a_picture_in_a_file_counts_where_the_command_went_well(
    output: bytes, complaint: bytes, status: int | None, counts: bool, looks: Looks, clock: FakeClock
) -> None:
    line = "screencap -p /sdcard/a.png"
    take(looks, line, output, clock, is_dump=False, complaint=complaint, status=status)
    read(looks, "/sdcard/a.png", PNG)
    assert (looks.screenshot() is not None) is counts


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
    read(looks, "/sdcard/0.png", PNG)
    assert looks.screenshot() is None
    read(looks, "/sdcard/39.png", PNG)
    assert looks.screenshot() is not None
