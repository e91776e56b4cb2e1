"""`monkey -p PACKAGE -c CATEGORY 1`, which people use to start an app (facts: AOSP Monkey.java, captures).

It switches automatic rotation on, as the real one does. Random events are not emulated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain, say
from gui_rec.phone.commands.resolve import LAUNCHER, launcher_component

_NO_ACTIVITIES = 252
_VALUED = ("-s", "--throttle", "--pct-syskeys", "--pct-touch", "--pct-motion", "--pct-appswitch", "--pct-nav",
           "--pct-majornav", "--pct-anyevent", "--pct-trackball", "--pct-flip", "--pct-rotation")  # fmt: skip
_USAGE = (
    "usage: monkey [-p ALLOWED_PACKAGE [-p ALLOWED_PACKAGE] ...]",
    "              [-c MAIN_CATEGORY [-c MAIN_CATEGORY] ...]",
    "              [--pct-syskeys PERCENT] [-s SEED] [-v [-v] ...] [--throttle MILLISEC]",
    "              COUNT",
)


@dataclass(frozen=True, slots=True)
class MonkeyArgs:
    """What monkey is to run. `count` is the number of events."""

    packages: tuple[str, ...]
    categories: tuple[str, ...]
    count: int


def parse_args(args: Sequence[str]) -> MonkeyArgs | None:
    """Read monkey's words; None where only the usage helps."""
    packages, categories, rest = [], [], list(args)
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        if option == "-v" or option.startswith(("--ignore", "--kill")):
            continue
        if not rest:
            return None
        value = rest.pop(0)
        if option == "-p":
            packages.append(value)
        elif option == "-c":
            categories.append(value)
        elif option not in _VALUED:
            return None
    if len(rest) != 1 or not rest[0].isascii() or not rest[0].isdigit():
        return None
    return MonkeyArgs(tuple(packages), tuple(categories), int(rest[0]))


def echo_out(args: Sequence[str]) -> list[str]:
    """Each argument, as the start script prints it on stdout."""
    return [f"  bash arg: {word}" for word in args]


def echo_err(args: Sequence[str]) -> list[str]:
    """The arguments again, as the program prints them on stderr."""
    lines = [f"args: [{', '.join(args)}]", *(f' arg: "{word}"' for word in args)]
    values = [value for option, value in pairwise(args) if option in ("-p", "-c")]
    return lines + [f'data="{value}"' for value in values]


async def monkey(ctx: Context, args: Sequence[str], io: Io) -> int:
    """Start the package's launcher activity."""
    wanted = parse_args(args)
    if wanted is None or wanted.count > 1:
        await complain(io, *_USAGE)
        return 255
    await say(io, *echo_out(args))
    await complain(io, *echo_err(args))
    startable = [package for package in wanted.packages if launcher_component(ctx.phone, package) is not None]
    if not startable or (wanted.categories and LAUNCHER not in wanted.categories):
        await say(io, "** No activities found to run, monkey aborted.")
        return _NO_ACTIVITIES
    ctx.phone.settings.put("system", "accelerometer_rotation", "1")
    if wanted.count:
        ctx.phone.launch(startable[0])
    await say(
        io,
        f"Events injected: {wanted.count}",
        "## Network stats: elapsed time=13ms (0ms mobile, 0ms wifi, 13ms not connected)",
    )
    return 0
