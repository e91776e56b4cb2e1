"""ls."""

from __future__ import annotations

import re

import pytest
from phone_shell import Shell


@pytest.fixture
def shell() -> Shell:
    made = Shell()
    made.base.files.mkdir("/sdcard/d")
    for name in ("b", "a", ".hidden"):
        made.base.files.write(f"/sdcard/d/{name}", b"12345", mtime_s=86400)
    return made


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("ls /sdcard/d", ["a", "b"]),
        ("cd /sdcard/d; ls", ["a", "b"]),
        ("ls -A /sdcard/d", [".hidden", "a", "b"]),
        ("ls -a /sdcard/d", [".", "..", ".hidden", "a", "b"]),
        ("ls -d /sdcard/d", ["/sdcard/d"]),
        ("ls -1 /sdcard/d/a", ["/sdcard/d/a"]),
        ("ls /sdcard/d/b /sdcard/d", ["/sdcard/d/b", "", "/sdcard/d:", "a", "b"]),
    ],
)
def test_names(shell: Shell, line: str, lines: list[str]) -> None:
    assert shell(line).lines == lines


def test_the_long_form(shell: Shell) -> None:
    assert shell("ls -l /sdcard/d").lines == [
        "total 8",
        "-rw-r--r-- 1 shell shell        5 1970-01-02 00:00 a",
        "-rw-r--r-- 1 shell shell        5 1970-01-02 00:00 b",
    ]
    assert re.match(r"drwxr-xr-x 2 shell shell +4096 ", shell("ls -ld /sdcard/d").out)


def test_what_is_missing_is_told_and_the_rest_listed(shell: Shell) -> None:
    ran = shell("ls none /sdcard/d/a")
    assert (ran.status, ran.out) == (1, "/sdcard/d/a\n")
    assert ran.err == "ls: none: No such file or directory\n"
