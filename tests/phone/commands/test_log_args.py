"""The command line of `logcat`."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.phone.commands._log_args import BUFFERS, LogcatArgs, LogcatUsageError, moment_us, parse_args
from gui_rec.phone.commands._log_buffer import LogEntry
from gui_rec.phone.commands.logcat import log_line

NOW_US = 1_713_821_660_664_000


def test_arguments() -> None:
    assert parse_args(["-b", "main,crash", "-v", "time", "-d", "*:S"]) == LogcatArgs(
        ("main", "crash"), "time", follow=False, clear=False, filters=(("*", "S"),)
    )
    assert parse_args(["--buffer=crash", "-t", "5"]) == LogcatArgs(
        ("crash",), "threadtime", follow=False, clear=False, most=5
    )
    assert parse_args([]).follow
    assert parse_args(["-T", "3"]).follow
    assert parse_args(["-b", "all"]).buffers == ("main", "system", "crash", "radio", "events")
    assert parse_args(["-b", "main", "-b", "default"]).buffers == ("main", "system", "crash")


def test_a_moment_says_from_when_on() -> None:
    since = parse_args(["-T", "04-22 21:34:20.664"], now_us=NOW_US)
    assert (since.follow, since.most, since.since_us) == (True, None, NOW_US)
    assert moment_us("1713821660.664", 0) == NOW_US
    assert moment_us("04-22 21:34:20", NOW_US) == NOW_US - 664_000


@given(st.integers(0, 4_000_000_000_000_000), st.booleans())
def test_the_stamp_of_a_line_is_a_moment_that_is_read_back(wall_us: int, with_year: bool) -> None:
    modifiers = frozenset({"usec", "year"} if with_year else {"usec"})
    line = log_line(LogEntry(wall_us, 1, "t", "x"), "time", modifiers)
    assert moment_us(line.partition(" I/")[0], wall_us) == wall_us


@pytest.mark.parametrize(
    "text", ["", "soon", "13-40 00:00:00", "04-22", "04-22 25:00:00.000", "1.5.2", "-1.0"]
)
def test_what_is_no_moment(text: str) -> None:
    assert moment_us(text, NOW_US) is None


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["-T", "soon"], "-T 'soon' not in time format."),
        (["-b", "main,x"], "Unknown -b buffer 'x'."),
        (["-v", "nice"], 'Invalid parameter "nice" to -v.'),
        (["--frob"], "Unrecognized option '--frob'."),
        (["tag:Q"], "Invalid filter expression 'tag:Q'."),
        (["-b"], "option requires an argument -- 'b'"),
        (["-m", "x"], "-m x invalid"),
    ],
)
def test_what_is_refused(words: list[str], error: str) -> None:
    with pytest.raises(LogcatUsageError) as raised:
        parse_args(words)
    assert str(raised.value).startswith(error)


@given(st.lists(st.text(alphabet="-bvtTmesdcg:*SVmain,1.()= ", max_size=8), max_size=6))
def test_whatever_is_said_is_read_or_refused(words: list[str]) -> None:
    read = None
    with suppress(LogcatUsageError):
        read = parse_args(words)
    assert read is None or set(read.buffers) <= set(BUFFERS)
