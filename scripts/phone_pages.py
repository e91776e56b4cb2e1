"""Write the generated parts of docs/phone-commands.md anew: python scripts/phone_pages.py [--check].

Each part stands between `<!-- begin NAME -->` and `<!-- end NAME -->`; it is made from the tables of the code and
from running commands on a phone in memory, so that the page says what the phone does.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import cast

from phone_probes import APIS, GRAMMAR_PROBES, PROFILE_PROBES, REFUSAL_PROBES, answer, by_profile, cell

from gui_rec.phone.commands import (
    _log_args,
    _members,
    am,
    broadcasts,
    cmd,
    dumpsys,
    getevent,
    ime,
    input_args,
    intents,
    monkey,
    pm,
    screencap,
    screenrecord,
    service,
    settings,
)
from gui_rec.phone.commands._api import Context
from gui_rec.phone.control import ControlServer
from gui_rec.phone.server import PhoneServer
from gui_rec.phone.shell.builtins import BUILTINS
from gui_rec.phone.u2 import dump
from gui_rec.phone.u2._members import METHODS
from gui_rec.phone.wire.faults import WireFault, WireFaults
from gui_rec.phone.wire.handshake import FEATURES
from gui_rec.phone.wire.reverse import ReverseTable
from gui_rec.phone.wire.services import ServiceTable
from gui_rec.phone.wire.sockets import DeviceSockets
from gui_rec.phone.wire.streams import Stream
from gui_rec.phone.wire.sync import SyncService
from gui_rec.phone.world.config import SUPPORTED_APIS, PhoneConfig
from gui_rec.phone.world.faults import KINDS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "phone-commands.md"

SERVICE_NAMES = (
    "shell:LINE",
    "shell,raw:LINE",
    "shell,v2,raw:LINE",
    "shell,v2,pty:",
    "exec:LINE",
    "sync:",
    "framebuffer:",
    "reverse:forward:tcp:1;tcp:2",
    "reverse:list-forward",
    "reverse:killforward-all",
    "root:",
    "unroot:",
    "remount:",
    "tcpip:5555",
    "usb:",
    "tcp:9008",
    "localabstract:scrcpy",
    "reboot:",
    "jdwp",
    "track-jdwp",
    "track-app",
    "abb:package",
    "abb_exec:package",
    "sink:1",
    "source:1",
)
_MARKED = re.compile(r"(<!-- begin ([a-z0-9-]+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = [head, tuple("---" for _ in head), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def _first_paragraph(function: object) -> str:
    text = inspect.getdoc(function) or ""
    return " ".join(text.split("\n\n")[0].split()).replace("|", "\\|")


def _words(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _commands(names: Iterable[str]) -> list[str]:
    rows = ((cell(name), _first_paragraph(_members.COMMANDS.get(name))) for name in sorted(names))
    return _table(("command", "what of it works"), rows)


def _builtins() -> list[str]:
    return _table(
        ("built in", "what of it works"),
        [(cell(name), _first_paragraph(function)) for name, function in sorted(BUILTINS.items())],
    )


def _subcommands() -> list[str]:
    rows: list[tuple[str, Iterable[str]]] = [
        ("am", am._COMMANDS),
        ("cmd SERVICE", cmd._SHELLS),
        ("dumpsys", dumpsys.DUMPS),
        ("ime", ime._COMMANDS),
        ("input", input_args.COMMANDS),
        ("input's sources", sorted(input_args.SOURCES)),
        ("logcat -v", [*_log_args.FORMATS, *_log_args.MODIFIERS]),
        ("pm, cmd package", pm._COMMANDS),
        ("service check", service.SERVICES),
        ("settings", settings._COMMANDS),
        ("svc", (" ".join(words) for words in service._SWITCHES)),
        ("svc power stayon", service._STAY_ON),
        (
            "am broadcast -a, to the ADB keyboard",
            [*broadcasts._RECEIVERS, *broadcasts._EDITOR_ACTIONS],
        ),
        ("am broadcast -a, to uiautomator2's keyboard", broadcasts._U2_RECEIVERS),
    ]
    return _table(("of", "known words"), [(name, _words(words)) for name, words in rows])


def _options() -> list[str]:
    extras = [*intents._STRING_EXTRAS, *intents._TYPED_EXTRAS, *intents._ARRAY_EXTRAS, "--esn"]
    rows: list[tuple[str, Iterable[str]]] = [
        ("am start", [*am._START_BARE, *am._START_VALUED]),
        ("am broadcast", ["--async", *am._BROADCAST_VALUED]),
        (
            "an intent",
            ["-a", "-d", "-t", "-c", "-n", "-p", "-i", "-f", *sorted(extras), *intents._BARE_FLAGS],
        ),
        ("getevent", sorted(f"-{flag}" for flag in getevent._FLAGS)),
        ("logcat", [*_log_args.BARE, *_log_args.VALUED]),
        ("monkey", ["-p", "-c", "-v", *monkey._VALUED]),
        ("pm list packages", [*pm._LIST_BARE, *pm._LIST_VALUED]),
        ("screenrecord", [*screenrecord._VALUED, *screenrecord._PLAIN]),
    ]
    return _table(("of", "options taken"), [(name, _words(words)) for name, words in rows])


def _profiles() -> list[str]:
    rows = [(api, SUPPORTED_APIS[api], PhoneConfig(api=api)) for api in APIS]
    return [
        *_table(
            ("API", "Android", "a secure screen's picture", "u2's dump tells `display-id`"),
            (
                (
                    str(api),
                    release,
                    "refused: " + cell(screencap._FAILURE[0]) if config.refuses_secure else "black",
                    "yes" if api >= dump._DISPLAY_ID_FROM_API else "no",
                )
                for api, release, config in rows
            ),
        ),
        "",
        *_table(
            ("what", "command", "API", "answer"),
            (
                (probe.what, cell(probe.line) + _surroundings(probe.faults, probe.displays), apis, text)
                for probe in PROFILE_PROBES
                for apis, text in by_profile(probe)
            ),
        ),
    ]


def _surroundings(faults: tuple[str, ...], displays: int) -> str:
    parts = [f"fault {cell(fault)}" for fault in faults]
    parts += [f"{displays} displays"] if displays > 1 else []
    return f" ({', '.join(parts)})" if parts else ""


def _lines(probes: Iterable[str]) -> list[str]:
    return _table(("line", "answer"), [(cell(line), answer(line).shown()) for line in probes])


def _no_context(_stream: Stream) -> Context:
    raise AssertionError("no service is served here")


def _services() -> list[str]:
    sockets = DeviceSockets()
    table = ServiceTable(_no_context, WireFaults(), sockets, ReverseTable(sockets), b"")
    found = {name: table.open(name) is not None for name in SERVICE_NAMES}
    return [
        "Features offered: " + _words(FEATURES) + ".",
        "",
        "Answered: " + _words(name for name, ok in found.items() if ok) + ".",
        "",
        "Refused (`CLSE`, which clients show as `closed`): "
        + _words(n for n, ok in found.items() if not ok)
        + ".",
        "",
        "sync: " + _words(re.findall(r'b"([A-Z0-9]{4})"[:)]', inspect.getsource(SyncService.run))) + ".",
    ]


def _faults() -> list[str]:
    rows = [
        (
            cell(name),
            kind.argument if kind.counted or kind.argument != "a number" else "",
            _when(name),
            kind.meaning,
        )
        for name, kind in sorted(KINDS.items())
    ]
    wire = [(cell(fault.value), fault.meaning) for fault in sorted(WireFault)]
    return [
        *_table(("fault of the screen", "argument", "begins", "meaning"), rows),
        "",
        *_table(("fault of the wire", "meaning"), wire),
    ]


def _when(name: str) -> str:
    return "`@K`: with the K-th chance" if KINDS[name].counted else "`@K`: when the K-th action is done"


def _control() -> list[str]:
    server = ControlServer(cast(PhoneServer, None), "")
    return _table(
        ("op", "fields and effect"),
        [(cell(name), _first_paragraph(function)) for name, function in sorted(server._ops.items())],
    )


def _u2() -> list[str]:
    names = sorted(METHODS)
    return _table(
        ("method", "what it does"), [(cell(name), _first_paragraph(METHODS.get(name))) for name in names]
    )


SECTIONS: Mapping[str, Callable[[], list[str]]] = {
    "android-commands": lambda: _commands(_members._ANDROID),
    "unix-commands": lambda: _commands(_members._UNIX),
    "builtins": _builtins,
    "subcommands": _subcommands,
    "options": _options,
    "profiles": _profiles,
    "grammar": lambda: _lines(GRAMMAR_PROBES),
    "refusals": lambda: _lines(REFUSAL_PROBES),
    "services": _services,
    "faults": _faults,
    "control": _control,
    "u2": _u2,
}


def filled(text: str) -> str:
    """The page with its generated parts made anew. Raises ValueError when a part is missing or unknown."""
    names = [match[2] for match in _MARKED.finditer(text)]
    if sorted(names) != sorted(SECTIONS):
        raise ValueError(f"expected the marked parts {sorted(SECTIONS)}, got {sorted(names)}")
    return _MARKED.sub(lambda match: match[1] + "\n".join(SECTIONS[match[2]]()) + "\n" + match[3], text)


def main(args: list[str]) -> int:
    """Write the page; with --check only say whether it is as the code is."""
    text = PAGE.read_text(encoding="utf-8")
    new = filled(text)
    if args == ["--check"]:
        if new != text:
            sys.stderr.write(f"{PAGE}: not as the code is; run scripts/phone_pages.py\n")
        return int(new != text)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
