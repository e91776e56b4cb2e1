"""ls (facts: AOSP external/toybox, ls.c): one name a line, as it prints when stdout is no terminal."""

from __future__ import annotations

import stat as stat_bits
from collections.abc import Sequence
from datetime import UTC, datetime

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._tools import is_folder, read_flags, say_os_error, to_bytes
from gui_rec.phone.files import FileStat


async def ls(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`ls [-laAd1] [PATH...]`"""
    flags = read_flags(args, "laAd1hnpRF")
    names = flags.operands or (".",)
    folders = [name for name in names if is_folder(ctx, name) and "d" not in flags.on]
    status = 0
    for name in names:
        if name in folders:
            continue
        try:
            await io.out(_line(name, ctx.files.stat(ctx.path(name)), "l" in flags.on))
        except OSError as error:
            await say_os_error(io, "ls", OSError(error.errno, error.strerror, name))
            status = 1
    for name in folders:
        await io.out(_folder(ctx, name, flags.on, titled=len(names) > 1))
    return status


def _folder(ctx: Context, name: str, flags: frozenset[str], *, titled: bool) -> bytes:
    path = ctx.path(name)
    entries = [entry for entry in ctx.files.listdir(path) if flags & {"a", "A"} or not entry.startswith(".")]
    if "a" in flags:
        entries = [".", "..", *entries]
    found = [(entry, ctx.files.stat(f"{path}/{entry}")) for entry in entries]
    head = f"\n{name}:\n" if titled else ""
    if "l" in flags:
        blocks = sum((stat.size + 4095) // 4096 * 4 for _, stat in found)
        head += f"total {blocks}\n"
    return to_bytes(head) + b"".join(_line(entry, stat, "l" in flags) for entry, stat in found)


def _line(name: str, found: FileStat, long: bool) -> bytes:
    if not long:
        return to_bytes(name + "\n")
    when = datetime.fromtimestamp(found.mtime_s, UTC).strftime("%Y-%m-%d %H:%M")
    links = 2 if found.is_dir else 1
    return to_bytes(f"{stat_bits.filemode(found.mode)} {links} shell shell {found.size:>8} {when} {name}\n")
