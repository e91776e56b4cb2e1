"""What changes the shell itself."""

from __future__ import annotations

import pytest
from phone_shell import Shell


@pytest.mark.parametrize(
    ("line", "status", "err"),
    [
        ("cd /none", 2, "/system/bin/sh: cd: /none: No such file or directory\n"),
        ("echo > /sdcard/f; cd /sdcard/f", 2, "/system/bin/sh: cd: /sdcard/f: Not a directory\n"),
        ("export 1A=2", 1, "/system/bin/sh: export: 1A: is not an identifier\n"),
        ("exit x", 1, "/system/bin/sh: exit: x: bad number\n"),
    ],
)
def test_what_is_wrong_is_told(line: str, status: int, err: str) -> None:
    ran = Shell()(line)
    assert (ran.status, ran.err) == (status, err)


def test_export_alone_lists() -> None:
    assert Shell()("export B=2 A=1; export").lines[:2] == ["A=1", "B=2"]


def test_export_of_a_name_alone_keeps_its_value() -> None:
    assert Shell()("A=1; export A; sh -c 'echo $A'").out == "1\n"


def test_cd_alone_goes_to_the_root_and_dots_are_followed() -> None:
    assert Shell()("cd /data/local/tmp; cd ..; pwd; cd; pwd; echo $PWD").lines == ["/data/local", "/", "/"]


def test_exit_takes_the_lowest_byte() -> None:
    assert Shell()("exit 259").status == 3
