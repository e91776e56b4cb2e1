"""Where adb's shell may write, and what it is told elsewhere."""

from __future__ import annotations

import errno

import pytest
from phone_shell import Shell

from gui_rec.phone.mounts import refusal


@pytest.mark.parametrize(
    ("folder", "code"),
    [
        ("/storage/emulated/0", None),
        ("/storage/emulated/0/Android/data", None),
        ("/data/local/tmp", None),
        ("/data/local/tmp/a/b", None),
        ("/data/local", errno.EACCES),
        ("/data/local/tmpx", errno.EACCES),
        ("/data/data/com.x", errno.EACCES),
        ("/storage/emulated", errno.EACCES),
        ("/dev/input", errno.EACCES),
        ("/proc", errno.ENOENT),
        ("/", errno.EROFS),
        ("/system/bin", errno.EROFS),
        ("/etc", errno.EROFS),
    ],
)
def test_the_places_of_a_user_build(folder: str, code: int | None) -> None:
    assert refusal(folder) == code


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("echo x > /system/x", "/system/bin/sh: can't create /system/x: Read-only file system"),
        ("echo x >> /etc/zz", "/system/bin/sh: can't create /etc/zz: Read-only file system"),
        ("echo x > /none/x", "/system/bin/sh: can't create /none/x: No such file or directory"),
        ("echo x > /data/x", "/system/bin/sh: can't create /data/x: Permission denied"),
        ("mkdir /none", "mkdir: '/none': Read-only file system"),
        ("mkdir -p /data/data/com.x", "mkdir: '/data/data/com.x': Permission denied"),
        ("rm -r /data/local", "rm: /data/local: Permission denied"),
        ("rm -rf /sdcard", "rm: /sdcard: Permission denied"),
        ("rm -rf /system", "rm: /system: Read-only file system"),
        ("touch /vendor/x", "touch: /vendor/x: Read-only file system"),
        ("touch /proc/x", "touch: /proc/x: No such file or directory"),
        ("chmod 777 /system/bin", "chmod: /system/bin: Read-only file system"),
        ("echo x > /sdcard/f; mv /sdcard/f /data/app/f", "mv: /data/app/f: Permission denied"),
        ("echo x > /sdcard/f; cp /sdcard/f /product/", "cp: /product/f: Read-only file system"),
        ("mv /data/app /sdcard/app", "mv: /data/app: Permission denied"),
        ("cat /dev/input/event1", "cat: /dev/input/event1: Permission denied"),
    ],
)
def test_the_shell_is_refused_in_the_tools_words(line: str, said: str) -> None:
    ran = Shell()(line)
    assert (ran.status, ran.err) == (1, said + "\n")


@pytest.mark.parametrize(
    "place", ["/sdcard", "/data/local/tmp", "/storage/self/primary/Download", "/mnt/sdcard"]
)
def test_what_is_its_own_it_writes_moves_and_removes(place: str) -> None:
    line = f"mkdir -p {place}/a/b; echo one > {place}/a/b/f; mv {place}/a {place}/c; chmod 700 {place}/c/b; cat {place}/c/b/f"
    shell = Shell()
    ran = shell(f"{line}; touch {place}; rm -r {place}/c; ls {place}/c")
    assert (ran.out, ran.err) == ("one\n", f"ls: {place}/c: No such file or directory\n")
