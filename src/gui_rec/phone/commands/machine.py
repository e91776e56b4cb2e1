"""What the machine says of itself: date, df, id, whoami, pidof, ps, uname (facts: AOSP external/toybox)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from gui_rec.errors import InputError
from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._tools import read_flags, to_bytes

_UNAME = {
    "s": "Linux",
    "n": "localhost",
    "r": "6.1.23-android14-4-gdeadbeef0000-ab0",
    "v": "#1 SMP PREEMPT Thu Jan  1 00:00:00 UTC 1970",
    "m": "x86_64",
}
_GROUPS = "2000(shell),1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),3003(inet)"
_SYSTEM = (
    ("root", 1, 0, "init"),
    ("root", 300, 1, "zygote64"),
    ("system", 420, 1, "surfaceflinger"),
    ("system", 560, 300, "system_server"),
    ("shell", 610, 1, "adbd"),
)
_DEFAULT_DATE = "%a %b %e %H:%M:%S GMT %Y"


@dataclass(frozen=True, slots=True)
class _Process:
    user: str
    pid: int
    parent: int
    name: str


async def date(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`date [-u] [+FORMAT]` of the phone's wall clock; its zone is GMT. Setting it is refused."""
    flags = read_flags(args, "u")
    form = flags.operands[0] if flags.operands else "+" + _DEFAULT_DATE
    if not form.startswith("+"):
        raise InputError("cannot set date: Operation not permitted")
    wall_us = ctx.phone.wall_us()
    nanoseconds = f"{wall_us % 1_000_000:06d}000"
    text = re.sub(r"%([%sN])", lambda match: _own_field(match[1], wall_us, nanoseconds), form[1:])
    await io.out(to_bytes(datetime.fromtimestamp(wall_us // 1_000_000, UTC).strftime(text) + "\n"))
    return 0


def _own_field(letter: str, wall_us: int, nanoseconds: str) -> str:
    """Fields that strftime lacks, or reads in the host's zone."""
    return {"%": "%%", "s": str(wall_us // 1_000_000), "N": nanoseconds}[letter]


async def df(_ctx: Context, args: Sequence[str], io: Io) -> int:
    """`df [-h] [PATH...]`: fixed sizes."""
    flags = read_flags(args, "hk")
    unit = "Size  Used Avail" if "h" in flags.on else "1K-blocks    Used Available"
    sizes = "5.8G  1.2G  4.6G" if "h" in flags.on else "6082144 1258292   4823852"
    lines = [f"Filesystem      {unit} Use% Mounted on"]
    lines += [f"/dev/block/dm-5 {sizes}  21% /data", f"/dev/fuse       {sizes}  21% /storage/emulated"]
    await io.out(to_bytes("\n".join(lines) + "\n"))
    return 0


async def id_(_ctx: Context, args: Sequence[str], io: Io) -> int:
    """`id [-u | -g] [-n]`: adb's shell user."""
    flags = read_flags(args, "ugnGZ")
    text = f"uid=2000(shell) gid=2000(shell) groups={_GROUPS} context=u:r:shell:s0"
    if flags.on & {"u", "g"}:
        text = "shell" if "n" in flags.on else "2000"
    await io.out(to_bytes(text + "\n"))
    return 0


async def whoami(_ctx: Context, _args: Sequence[str], io: Io) -> int:
    """`whoami`"""
    await io.out(b"shell\n")
    return 0


async def uname(_ctx: Context, args: Sequence[str], io: Io) -> int:
    """`uname [-asnrvm]`"""
    flags = read_flags(args, "asnrvm")
    letters = "snrvm" if "a" in flags.on else [letter for letter in "snrvm" if letter in flags.on] or ["s"]
    text = " ".join(_UNAME[letter] for letter in letters)
    await io.out(to_bytes(text + (" Toybox\n" if "a" in flags.on else "\n")))
    return 0


async def pidof(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`pidof [-s] NAME...`: status 1 when none runs."""
    flags = read_flags(args, "s")
    pids = [str(process.pid) for process in _processes(ctx) if process.name in flags.operands]
    if not pids:
        return 1
    await io.out(to_bytes(" ".join(pids[:1] if "s" in flags.on else pids) + "\n"))
    return 0


async def ps(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`ps [-Aef] [-p PID] [-o FIELDS]`; fields USER, PID, PPID, NAME, ARGS, CMD."""
    flags = read_flags(args, "AefTlw", "po")
    chosen = [process for process in _processes(ctx) if flags.values.get("p") in (None, str(process.pid))]
    if "o" in flags.values:
        await io.out(to_bytes(_columns(chosen, flags.values["o"].upper().split(","))))
        return 0
    lines = ["USER           PID  PPID        VSZ    RSS WCHAN            ADDR S NAME"]
    lines += [
        f"{process.user:<12} {process.pid:>5} {process.parent:>5}   12345678 123456 0                   0 S"
        f" {process.name}"
        for process in chosen
    ]
    await io.out(to_bytes("\n".join(lines) + "\n"))
    return 0


def _columns(processes: Sequence[_Process], names: Sequence[str]) -> str:
    unknown = [name for name in names if name not in ("USER", "PID", "PPID", "NAME", "ARGS", "CMD")]
    if unknown:
        raise InputError(f"bad -o {','.join(unknown)}")
    rows = [names]
    for process in processes:
        fields = {"USER": process.user, "PID": str(process.pid), "PPID": str(process.parent)}
        rows.append([fields.get(name, process.name) for name in names])
    widths = [max(len(row[column]) for row in rows) for column in range(len(names))]
    return "".join(
        " ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n"
        for row in rows
    )


def _processes(ctx: Context) -> list[_Process]:
    """The system's own, those of the packages that run, and the uiautomator2 server while it runs."""
    running = [_Process(*fields) for fields in _SYSTEM]
    for number, package in enumerate(ctx.phone.packages):
        pid = ctx.phone.pid(package.package)
        if pid is not None:
            running.append(_Process(f"u0_a{100 + number}", pid, 300, package.package))
    agent = ctx.phone.accessibility.pid
    return running if agent is None else [*running, _Process("shell", agent, 610, "app_process")]
