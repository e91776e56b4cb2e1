from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.recorder.touch.getevent import (
    ABS_MT_POSITION_X,
    ABS_MT_TRACKING_ID,
    BTN_TOUCH,
    EV_ABS,
    EV_KEY,
    EV_SYN,
    UNKNOWN_CODE,
    EventReader,
    InputEvent,
    NodeChange,
    parse_line,
)

DATA = Path(__file__).parents[2] / "data" / "getevent"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "[  190139.057988] EV_ABS       ABS_MT_POSITION_X    000052f5            ",
            InputEvent(None, 190139057988, EV_ABS, ABS_MT_POSITION_X, 0x52F5),
        ),
        (
            "/dev/input/event2: 0003 0039 00000759",
            InputEvent("/dev/input/event2", None, EV_ABS, ABS_MT_TRACKING_ID, 0x759),
        ),
        ("[   53890.813990] 0001 014a 00000001\r", InputEvent(None, 53890813990, EV_KEY, BTN_TOUCH, 1)),
        (
            "[ 1.000001] /dev/input/event4: EV_KEY       BTN_TOUCH            UP                  ",
            InputEvent("/dev/input/event4", 1_000_001, EV_KEY, BTN_TOUCH, 0),
        ),
        ("EV_SYN 0004 00000128", InputEvent(None, None, EV_SYN, 4, 0x128)),
        ("0003 0039 ffffffff", InputEvent(None, None, EV_ABS, ABS_MT_TRACKING_ID, -1)),
        ("EV_KEY KEY_FROBNICATE DOWN", InputEvent(None, None, EV_KEY, UNKNOWN_CODE, 1)),
        ("add device 3: /dev/input/event5", NodeChange("/dev/input/event5", True)),
        ("remove device 3: /dev/input/event5", NodeChange("/dev/input/event5", False)),
        ("could not get driver version for /dev/input/mice, Not a typewriter", None),
        ("shell@phone:/ $ getevent -lt", None),
        ("", None),
    ],
)
def test_reads_the_lines_that_phones_print(line: str, expected: object) -> None:
    assert parse_line(line) == expected


def test_the_collected_lines_never_raise() -> None:
    for row in (DATA / "lines.jsonl").read_text("utf-8").splitlines():
        raw = json.loads(row)["raw"]
        reader = EventReader()
        found = [*reader.feed(raw.encode()), *reader.close()]
        assert len(found) + reader.noise > 0


def test_noise_is_counted_and_skipped() -> None:
    reader = EventReader()
    found = list(reader.feed(b"could not get driver version\n0003 0035 00000001\n\n\xff\xfe\n"))
    assert [event.value for event in found if isinstance(event, InputEvent)] == [1]
    assert reader.noise == 2


def test_an_unfinished_last_line_is_read_only_when_it_is_whole() -> None:
    reader = EventReader()
    assert list(reader.feed(b"0003 0035 0000000")) == []
    assert list(reader.feed(b"7")) == []
    assert [e.value for e in reader.close() if isinstance(e, InputEvent)] == [7]
    assert list(reader.feed(b"/dev/input/event2")) == []
    assert list(reader.close()) == []
    assert reader.noise == 1


def test_a_line_without_end_does_not_fill_the_memory() -> None:
    reader = EventReader()
    for _ in range(10):
        list(reader.feed(b"x" * 4000))
    assert len(reader._rest) <= 4096
    assert reader.noise >= 1


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 40), max_size=30))
def test_chunks_of_any_size_give_the_same_events(cuts: list[int]) -> None:
    data = (DATA / "cartucho_typeA_synmt_crlf.txt").read_bytes()[:900]
    whole = EventReader()
    expected = [*whole.feed(data), *whole.close()]
    reader, got, rest = EventReader(), [], data
    for cut in cuts:
        got += list(reader.feed(rest[:cut]))
        rest = rest[cut:]
    got += [*reader.feed(rest), *reader.close()]
    assert got == expected


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=120))
def test_any_text_is_an_event_or_nothing(text: str) -> None:
    found = parse_line(text)
    assert found is None or isinstance(found, InputEvent | NodeChange)
