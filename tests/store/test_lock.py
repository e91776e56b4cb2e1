"""One holder at a time; a dead holder's lock is free."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gui_rec._clock import Deadline
from gui_rec.errors import StoreError
from gui_rec.store.lock import Lock, holder, is_held
from gui_rec.testing.clock import FakeClock

HOLD = """
import sys
from pathlib import Path
from gui_rec.store.lock import Lock
lock = Lock.acquire(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_holder_is_refused_and_told_who_has_it(tmp_path: Path) -> None:
    first = Lock.acquire(tmp_path / "lock")
    with pytest.raises(StoreError, match=f"process {os.getpid()} is recording here"):
        Lock.acquire(tmp_path / "lock")
    with pytest.raises(StoreError, match="is writing a table here"):
        Lock.acquire(tmp_path / "lock", "writing a table")
    first.release()
    Lock.acquire(tmp_path / "lock").release()


def test_a_killed_holder_s_lock_is_free(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    assert is_held(path)
    with pytest.raises(StoreError, match=f"process {process.pid} is recording here"):
        Lock.acquire(path)
    process.kill()
    process.communicate()
    assert path.exists()
    assert not is_held(path)
    lock = Lock.acquire(path)
    assert holder(path) == str(os.getpid())
    lock.release()


def test_a_lock_file_that_somebody_left_means_nothing_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.write_text(f"{os.getpid()}9999999")
    lock = Lock.acquire(path)
    assert holder(path) == str(os.getpid())
    lock.release(remove=True)
    lock.release(remove=True)
    assert not path.exists()


def test_a_lock_on_a_removed_file_is_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    old = Lock.acquire(path)
    path.unlink()
    new = Lock.acquire(path)
    assert is_held(path)
    new.release()
    old.release()


def test_nobody_holds_what_is_not_there(tmp_path: Path) -> None:
    assert not is_held(tmp_path / "lock")
    assert holder(tmp_path / "lock") is None


class _Releasing(FakeClock):
    """A clock during whose second sleep the holder lets go."""

    def __init__(self, held: Lock) -> None:
        super().__init__()
        self.held = held
        self.sleeps = 0

    def sleep_s(self, seconds: float) -> None:
        super().sleep_s(seconds)
        self.sleeps += 1
        if self.sleeps == 2:
            self.held.release(remove=True)


def test_a_holder_who_is_soon_done_is_waited_for(tmp_path: Path) -> None:
    clock = _Releasing(Lock.acquire(tmp_path / "lock"))
    Lock.acquire(tmp_path / "lock", until=Deadline.after(clock, 1.0)).release()
    assert clock.sleeps == 2


def test_waiting_has_an_end(tmp_path: Path) -> None:
    held = Lock.acquire(tmp_path / "lock")
    clock = FakeClock()
    before_s = clock.monotonic_s()
    with pytest.raises(StoreError, match="is recording here"):
        Lock.acquire(tmp_path / "lock", until=Deadline.after(clock, 1.0))
    assert 1.0 <= clock.monotonic_s() - before_s < 1.1
    held.release()
