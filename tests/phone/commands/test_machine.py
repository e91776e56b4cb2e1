"""What the machine says of itself."""

from __future__ import annotations

import re

import pytest
from phone_shell import Shell

_SHELL = Shell()


@pytest.mark.parametrize(
    ("line", "pattern"),
    [
        ("date +%s", r"\d{10}\n"),
        ("date +%s%N", r"\d{19}\n"),
        ("date", r"[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d GMT \d{4}\n"),
        ("date '+%Y-%m-%d 100%%'", r"\d{4}-\d\d-\d\d 100%\n"),
        ("id", r"uid=2000\(shell\) gid=2000\(shell\) groups=.*context=u:r:shell:s0\n"),
        ("id -u", r"2000\n"),
        ("id -un", r"shell\n"),
        ("whoami", r"shell\n"),
        ("uname", r"Linux\n"),
        ("uname -rm", r"\S+ x86_64\n"),
        ("uname -a", r"Linux localhost .* Toybox\n"),
        ("df /data", r"Filesystem +1K-blocks.*\n.*/data\n.*/storage/emulated\n"),
        ("df -h", r"Filesystem +Size.*\n.*\n.*\n"),
        ("pidof system_server", r"560\n"),
        ("pidof init adbd", r"1 610\n"),
        ("pidof -s init adbd", r"1\n"),
        ("ps -A -o PID,NAME | grep ' init'", r"1 +init\n"),
        ("ps -p 1", r"USER .* NAME\nroot +1 +0 .* S init\n"),
    ],
)
def test_what_they_print(line: str, pattern: str) -> None:
    ran = _SHELL(line)
    assert re.fullmatch(pattern, ran.out)
    assert ran.status == 0


def test_seconds_are_those_of_the_phone() -> None:
    assert int(_SHELL("date +%s").out) == _SHELL.base.phone.wall_us() // 1_000_000


def test_packages_that_run_are_processes() -> None:
    pid = _SHELL.base.phone.pid("com.android.launcher3")
    assert _SHELL("pidof com.android.launcher3").out == f"{pid}\n"
    assert f" {pid} " in _SHELL("ps -A | grep launcher3").out


@pytest.mark.parametrize(
    ("line", "status", "err"),
    [
        ("pidof nobody", 1, ""),
        ("date 0101", 1, "date: cannot set date: Operation not permitted\n"),
        ("ps -o WCHAN", 1, "ps: bad -o WCHAN\n"),
        ("uname -z", 1, "uname: Unknown option 'z'\n"),
    ],
)
def test_their_status(line: str, status: int, err: str) -> None:
    ran = _SHELL(line)
    assert (ran.status, ran.err) == (status, err)
