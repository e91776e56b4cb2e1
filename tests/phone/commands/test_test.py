"""test and [."""

from __future__ import annotations

import pytest
from phone_shell import Shell

_SHELL = Shell()
_SHELL.write("/sdcard/f", b"x")
_SHELL.write("/sdcard/empty", b"", mode=0o755)


@pytest.mark.parametrize(
    ("expression", "status"),
    [
        ("", 1),
        ("a", 0),
        ("''", 1),
        ("! a", 1),
        ("! ''", 0),
        ("-n a", 0),
        ("-z a", 1),
        ("-z ''", 0),
        ("-e /sdcard/f", 0),
        ("-e /none", 1),
        ("-d /sdcard", 0),
        ("-d /sdcard/f", 1),
        ("-f /sdcard/f", 0),
        ("-s /sdcard/f", 0),
        ("-s /sdcard/empty", 1),
        ("-x /sdcard/empty", 0),
        ("-x /sdcard/f", 1),
        ("-r /sdcard/f", 0),
        ("-L /sdcard/f", 1),
        ("-c /dev/null", 0),
        ("-t 0", 1),
        ("a = a", 0),
        ("a == b", 1),
        ("a != b", 0),
        ("3 -gt 2", 0),
        ("3 -le 2", 1),
        ("-1 -lt 0", 0),
        ("3 -eq 3", 0),
        ("3 -ne 3", 1),
        ("2 -ge 3", 1),
        ("! a = a", 1),
    ],
)
def test_expressions(expression: str, status: int) -> None:
    assert _SHELL(f"test {expression}").status == status
    assert _SHELL(f"[ {expression} ]").status == status


@pytest.mark.parametrize(
    ("line", "err"),
    [
        ("test a -eq 1", "test: a: bad number\n"),
        ("test -q a", "test: unexpected operator -q\n"),
        ("test a -a b", "test: `a -a b` is not supported by the simulated phone\n"),
        ("[ a", "[: missing ]\n"),
    ],
)
def test_what_is_not_understood_is_told(line: str, err: str) -> None:
    ran = _SHELL(line)
    assert (ran.status, ran.err) == (2, err)
