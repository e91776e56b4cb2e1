"""cat, cp, mv, rm, mkdir, touch, chmod."""

from __future__ import annotations

import pytest
from phone_shell import Shell


@pytest.fixture
def shell() -> Shell:
    made = Shell()
    made.write("/sdcard/a", b"A\n")
    made.write("/sdcard/b", b"B\n")
    made.base.files.mkdir("/sdcard/d")
    made.write("/sdcard/d/in", b"in", mode=0o755)
    made.base.cwd = "/sdcard"
    return made


def test_cat_joins_files_and_stdin(shell: Shell) -> None:
    assert shell("cat a - b", b"stdin\n").out == "A\nstdin\nB\n"
    assert shell("cat", b"all").out == "all"
    assert shell("cat /dev/null").out == ""


def test_cat_goes_on_after_what_is_missing(shell: Shell) -> None:
    ran = shell("cat a none d b")
    assert (ran.status, ran.out) == (1, "A\nB\n")
    assert ran.err == "cat: none: No such file or directory\ncat: d: Is a directory\n"


def test_cp_of_files_and_folders(shell: Shell) -> None:
    assert shell("cp a c && cp a b d && cp -r d e").status == 0
    assert shell.read("/sdcard/c") == b"A\n"
    assert shell.base.files.listdir("/sdcard/e") == ["a", "b", "in"]
    assert shell.base.files.stat("/sdcard/e/in").mode & 0o777 == 0o755
    assert shell("cp /dev/null a").status == 0
    assert shell.read("/sdcard/a") == b""


@pytest.mark.parametrize(
    ("line", "err"),
    [
        ("cp none c", "cp: /sdcard/none: No such file or directory\n"),
        ("cp d c", "cp: /sdcard/d: Skipped dir\n"),
        ("cp -r d d/e", "cp: /sdcard/d/e: Invalid argument\n"),
        ("cp a", "cp: Needs 2 arguments\n"),
        ("cp a b c", "cp: c: Not a directory\n"),
        ("mv a", "mv: Needs 2 arguments\n"),
        ("mv none c", "mv: /sdcard/none: No such file or directory\n"),
        ("rm", "rm: Needs 1 argument\n"),
        ("rm none", "rm: /sdcard/none: No such file or directory\n"),
        ("rm d", "rm: /sdcard/d: Is a directory\n"),
        ("rm -x a", "rm: Unknown option 'x'\n"),
        ("mkdir d", "mkdir: 'd': File exists\n"),
        ("mkdir x/y", "mkdir: 'x/y': No such file or directory\n"),
        ("mkdir -m 9 x", "mkdir: bad mode '9'\n"),
        ("touch x/y", "touch: /sdcard/x/y: No such file or directory\n"),
        ("chmod 755", "chmod: Needs 2 arguments\n"),
        ("chmod u=x a", "chmod: bad mode 'u=x'\n"),
        ("chmod 755 none", "chmod: /sdcard/none: No such file or directory\n"),
    ],
)
def test_what_cannot_be_is_told(shell: Shell, line: str, err: str) -> None:
    ran = shell(line)
    assert (ran.status, ran.err, ran.out) == (1, err, "")


def test_mv_renames_and_moves_into_folders(shell: Shell) -> None:
    assert shell("mv a c; mv b c d; ls; ls d").lines[-3:] == ["b", "c", "in"]
    assert shell.read("/sdcard/d/c") == b"A\n"


def test_rm(shell: Shell) -> None:
    assert shell("rm a; rm -f none; rm -rf d none").status == 0
    assert [name for name in shell.base.files.listdir("/sdcard") if len(name) == 1] == ["b"]


def test_mkdir_and_touch(shell: Shell) -> None:
    assert shell("mkdir -p x/y/z x; mkdir -m 700 p; touch x/f; touch -c none").status == 0
    assert shell.base.files.stat("/sdcard/x/y/z").is_dir
    assert shell.base.files.stat("/sdcard/p").mode & 0o777 == 0o700
    assert shell.read("/sdcard/x/f") == b""
    assert not shell.base.files.exists("/sdcard/none")


@pytest.mark.parametrize(
    ("mode", "bits"), [("755", 0o755), ("+x", 0o755), ("u+x", 0o744), ("go-r", 0o600), ("0600", 0o600)]
)
def test_chmod(shell: Shell, mode: str, bits: int) -> None:
    assert shell(f"chmod {mode} a").status == 0
    assert shell.base.files.stat("/sdcard/a").mode == 0o100000 | bits
