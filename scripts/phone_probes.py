"""What scripts/phone_pages.py runs on a phone in memory for the page of its commands."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from gui_rec.phone.commands._api import Context
from gui_rec.phone.files import FileStore
from gui_rec.phone.shell.runner import run_line
from gui_rec.phone.world.config import SUPPORTED_APIS, PhoneConfig
from gui_rec.phone.world.phone import Phone
from gui_rec.testing.clock import FakeClock

APIS = tuple(SUPPORTED_APIS)
SHOP = "com.example.shop"
ADB_IME = "com.android.adbkeyboard/.AdbIME"


@dataclass(slots=True)
class MemoryIo:
    """stdin empty; stdout and stderr kept as they came, each by itself."""

    stdout: bytearray = field(default_factory=bytearray)
    stderr: bytearray = field(default_factory=bytearray)

    async def read(self, limit: int = 65536) -> bytes:
        """Nothing: stdin has ended; `limit` bytes at most."""
        return b""[:limit]

    async def out(self, data: bytes) -> None:
        """Keep what went to stdout."""
        self.stdout += data

    async def err(self, data: bytes) -> None:
        """Keep what went to stderr."""
        self.stderr += data


@dataclass(frozen=True, slots=True)
class Probe:
    """A shell line, and what of its answer is shown: the lines that match `keep`, at most `most` of them."""

    what: str
    line: str
    keep: str = ""
    most: int = 3
    faults: tuple[str, ...] = ()
    displays: int = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """What a line left: stdout, stderr and its exit status."""

    out: str
    err: str
    status: int

    def shown(self, keep: str = "", most: int = 3) -> str:
        """One line for a table cell: the lines that are kept, then where the status is not 0, the status."""
        parts = [
            line
            for text in (self.out, self.err)
            for line in text.splitlines()
            if line.strip() and re.search(keep, line)
        ]
        status = [f"status {self.status}"] if self.status else []
        return " ⏎ ".join([*(cell(part.strip()) for part in parts[:most]), *status]) or "nothing"


def cell(text: str) -> str:
    """Text as code in a cell of a Markdown table."""
    short = text if len(text) <= 400 else text[:400] + "…"
    escaped = short.replace("|", "\\|")
    return f"`` {escaped} ``" if "`" in short else f"`{escaped}`"


def answer(
    line: str, *, api: int = 34, faults: Sequence[str] = (), displays: int = 1, app: str | None = SHOP
) -> Answer:
    """Run a shell line on a fresh phone in memory, with an app in front."""
    clock = FakeClock()
    phone = Phone(PhoneConfig(api=api, faults=tuple(faults), displays=displays), clock)
    if app is not None:
        phone.launch(app)
        clock.advance(10)
    io = MemoryIo()
    status = asyncio.run(_run(phone, line, io))
    return Answer(_text(bytes(io.stdout)), _text(bytes(io.stderr)), status)


async def _run(phone: Phone, line: str, io: MemoryIo) -> int:
    return await run_line(Context(phone, FileStore(), asyncio.Event(), run_line), line, io)


def _text(data: bytes) -> str:
    return data.replace(b"\x89PNG", b"(a PNG)\n\x89PNG").decode("utf-8", "replace")


def by_profile(probe: Probe) -> list[tuple[str, str]]:
    """(API levels, what they answer), levels of one answer together."""
    groups: dict[str, list[int]] = {}
    for api in APIS:
        found = answer(probe.line, api=api, faults=probe.faults, displays=probe.displays)
        groups.setdefault(found.shown(probe.keep, probe.most), []).append(api)
    return [
        ("all" if len(apis) == len(APIS) else ", ".join(map(str, apis)), text)
        for text, apis in groups.items()
    ]


_FOCUS = "mCurrentFocus|mFocusedApp"
PROFILE_PROBES = (
    Probe("focus in `windows`", "dumpsys window windows", _FOCUS),
    Probe("focus in `displays`", "dumpsys window displays", _FOCUS),
    Probe("focus in a plain `dumpsys window`", "dumpsys window", _FOCUS, most=4),
    Probe("a window's frame", "dumpsys window windows", "Frame", most=2),
    Probe("resumed activity", "dumpsys activity activities", "esumedActivity"),
    Probe("top activity", "dumpsys activity top", "ACTIVITY"),
    Probe("viewport", "dumpsys display", "Viewport"),
    Probe("orientation of the touch device", "dumpsys input", "Orientation"),
    Probe("current keyboard", "dumpsys input_method", "mCur"),
    Probe("keyboard shown", "dumpsys input_method", "mImeWindowVis|^ +mInputShown"),
    Probe("power", "dumpsys power", "mWakefulness|mHoldingDisplay"),
    Probe("uiautomator's last line", "uiautomator dump"),
    Probe("uiautomator without a root", "uiautomator dump", faults=("null-root",)),
    Probe("uiautomator, never idle", "uiautomator dump", faults=("not-idle", "idle-timeout:0")),
    Probe("input with wrong arguments", "input tap 1", most=3),
    Probe("input of an unknown command", "input fly", most=1),
    Probe("input of a letter without a key", "input text é", most=2),
    Probe("input without the permission", "input tap 1 1", most=2, faults=("inject-denied",)),
    Probe("a chord", "input keycombination CTRL_LEFT A", most=1),
    Probe("a single motion event", "input motionevent DOWN 5 5", most=1),
    Probe("input on a display", "input -d 0 tap 5 5", most=1),
    Probe("a bad number", "input tap a 1", "Exception:|Error:", most=1),
    Probe("input as a service", "cmd input tap 5 5"),
    Probe("enabling a keyboard", f"ime enable {ADB_IME}"),
    Probe("choosing it", f"ime enable {ADB_IME} > /dev/null; ime set {ADB_IME}"),
    Probe("an unknown keyboard", "ime set com.example/.None"),
    Probe("waiting for a start", "am start -W -n com.android.settings/.Settings", most=9),
    Probe("an unknown activity", f"am start -n {SHOP}/.None", most=4),
    Probe(
        "a link that nothing opens", "am start -a android.intent.action.VIEW -d https://example.com", most=4
    ),
    Probe("where an app lies", f"pm path {SHOP}"),
    Probe("screencap of display 0", "screencap -p -d 0 /sdcard/a.png"),
    Probe("screencap by the physical id", "screencap -p -d 4619827259835644672 /sdcard/a.png"),
    Probe("screencap with two displays", "screencap -p /sdcard/a.png", displays=2),
    Probe("screencap of every display", "screencap -a /sdcard/a.png; ls /sdcard", "usage|png$", displays=2),
    Probe("release and build", "getprop ro.build.version.release; getprop ro.build.id"),
)

GRAMMAR_PROBES = (
    "echo a; echo b",
    "false && echo a || echo b",
    "echo abc | grep b | wc -c",
    "echo a > /sdcard/f; echo b >> /sdcard/f; cat /sdcard/f",
    "ls /none 2>/dev/null",
    "ls /none 2>&1",
    "echo 'a b' \"$HOME c\" d\\ e",
    "X=1; export Y=2; echo $X ${Y}",
    "false; echo $?",
    "cd /sdcard; pwd",
    "sleep 0 & wait; echo done",
    "exec echo a",
    "sh -c 'exit 7'",
    "echo a # b",
    "for i in 1 2; do echo $i; done",
    "if true; then echo a; fi",
    "echo $(date)",
    "echo `date`",
    "cat < /sdcard/f",
    "cat << END",
    "(echo a)",
    "! true",
    "eval echo a",
    "echo ${X:-a}",
    "echo ~",
    "nosuchcommand",
)

REFUSAL_PROBES = (
    "sendevent /dev/input/event1 3 53 100",
    "setprop debug.x 1",
    "content query --uri content://settings/system",
    "service call phone 1",
    "date 010112002030",
    "pm install /sdcard/none.apk",
    "pm uninstall com.example.shop",
    "pm frobnicate",
    "am instrument com.example/.Runner",
    "am startservice -n com.example.shop/.Service",
    "dumpsys cpuinfo",
    "cmd statusbar expand-notifications",
    "settings get nowhere x",
    "wm size 0x0",
    "wm density 10",
    "wm overscan reset",
    "monkey -p com.example.none 1 2>/dev/null | grep aborted",
    "monkey -p com.example.shop 500",
    "uiautomator events",
    "screencap -a",
    "getevent -z",
    "logcat -v binary",
    "svc nfc enable",
    "cmd uimode night auto",
    "wm size 720x1280 -d 1; wm size; wm size -d 1",
    "app_process / com.example.Main",
    "screenrecord --time-limit 999 /sdcard/a.mp4",
    "ln -s /sdcard /data/local/tmp/s",
    "su",
    "sed s/a/b/",
)
