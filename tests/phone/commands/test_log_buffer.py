from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.commands._log_buffer import LogBuffer, LogEntry


def _entry(number: int) -> LogEntry:
    return LogEntry(number, 512, "tag", f"line {number}")


def test_the_newest_entries_are_kept() -> None:
    log = LogBuffer()
    for number in range(5000):
        log.add(_entry(number))
    assert len(log.entries) == 4096
    assert log.entries[-1] == _entry(4999)
    assert log.entries[0] == _entry(5000 - 4096)


def test_a_follower_hears_what_comes_after_it() -> None:
    log = LogBuffer()
    log.add(_entry(1))
    queue = log.subscribe()
    log.add(_entry(2))
    log.clear()
    log.add(_entry(3))
    assert [queue.get_nowait(), queue.get_nowait()] == [_entry(2), _entry(3)]
    assert queue.empty()
    assert log.entries == [_entry(3)]


def test_a_subscription_ends_once_or_twice() -> None:
    log = LogBuffer()
    queue, other = log.subscribe(), log.subscribe()
    log.unsubscribe(queue)
    log.unsubscribe(queue)
    log.add(_entry(1))
    assert queue.empty()
    assert other.get_nowait() == _entry(1)


def test_who_follows_and_does_not_read_misses_the_oldest() -> None:
    log = LogBuffer()
    queue = log.subscribe()
    for number in range(5000):
        log.add(_entry(number))
    assert queue.qsize() == 4096
    assert queue.get_nowait() == _entry(5000 - 4096)


def test_an_entry_has_its_limit() -> None:
    log = LogBuffer()
    log.add(LogEntry(1, 2, "t" * 5000, "x" * 5000))
    assert (len(log.entries[0].tag), len(log.entries[0].text)) == (4068, 4068)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 10**15), st.integers(1, 9), st.binary(max_size=9), st.binary(max_size=9))
    )
)
def test_rows_give_the_entries_back(rows: list[tuple[int, int, bytes, bytes]]) -> None:
    log, other = LogBuffer(), LogBuffer()
    for wall_us, pid, tag, text in rows:
        words = [part.decode("utf-8", "surrogateescape") for part in (tag, text)]
        log.add(LogEntry(wall_us, pid, words[0], words[1], "E"))
    other.add(_entry(1))
    other.replace(log.rows())
    assert other.entries == log.entries


@pytest.mark.parametrize("row", [(-1, 1, b"", b"", "I"), (10**18, 1, b"", b"", "I"), (1, 1, b"", b"", "")])
def test_rows_that_are_none_are_refused(row: tuple[int, int, bytes, bytes, str]) -> None:
    with pytest.raises(ValueError, match="log: expected"):
        LogBuffer().replace([row])
