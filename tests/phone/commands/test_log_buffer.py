from __future__ import annotations

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
