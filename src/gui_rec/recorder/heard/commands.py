"""A program's name and its words -> what it does. Pure.

A program that is not in these tables reads (a tool of the platform) or is OPAQUE (a file of its own that is run).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from gui_rec.recorder.heard._api import Heard, Kind, Screen, of_phone, opaque, state_change
from gui_rec.recorder.heard.am_words import hear_am, hear_monkey, is_shade
from gui_rec.recorder.heard.input_words import hear_input
from gui_rec.recorder.heard.said import READS, Nested, Said
from gui_rec.recorder.heard.series import RawEvent
from gui_rec.recorder.heard.words import Word

MOST_DEPTH = 8
_FOLDERS = ("/system/bin/", "/system/xbin/", "/vendor/bin/", "/apex/com.android.runtime/bin/")
_NODE = re.compile(r"/dev/input/\S{1,64}")
_ACTING_TEXT = re.compile(
    r"(?<![\w./-])(?:/system/bin/)?(?:input|sendevent|monkey|uiautomator\s+runtest|service\s+call|app_process)(?![\w./-])"
    r"|(?<![\w./-])cmd\s+(?:input|activity|statusbar)(?![\w-])"
    r"|(?<![\w./-])am\s+(?:start|start-activity|broadcast|instrument)(?![\w-])"
)


def names_an_act(text: str) -> bool:
    """Whether a text that could not be read as a line has the words of an acting command in it."""
    return _ACTING_TEXT.search(text) is not None


def hear_words(words: Sequence[Word], screen: Screen, *, depth: int = 0) -> Said:
    """What the program `words[0]` does with the others."""
    name = words[0].value
    if name is None:
        return Said(opaque(f"a program whose name only the phone knows ({words[0].why})"))
    bare = name
    for folder in _FOLDERS:
        bare = bare.removeprefix(folder)
    if depth > MOST_DEPTH:
        return Said(opaque("commands in commands, too deep"))
    if bare in _WRAPPERS:
        return _WRAPPERS[bare](words, screen, depth)
    if bare in _ACTORS:
        unknown = next((word.why for word in words if word.value is None), None)
        if unknown is not None and (bare not in _QUIET or _may_act(bare, words)):
            return Said(opaque(f"{bare} with {unknown}, which only the phone knows"))
        return _ACTORS[bare](words[1:], screen)
    return _other(bare, words)


def _may_act(bare: str, words: Sequence[Word]) -> bool:
    """Whether a program that mostly reads could act: its first word is unknown, or is one that acts."""
    verb = words[1].value if len(words) > 1 else ""
    return verb is None or verb in _QUIET[bare]


_QUIET = {
    "am": frozenset(["start", "start-activity", "startactivity", "broadcast", "instrument"]),
    "cmd": frozenset(["input", "activity", "statusbar"]),
    "uiautomator": frozenset(["runtest"]),
    "screencap": frozenset[str](),
}


def _other(bare: str, words: Sequence[Word]) -> Said:
    values = [word.value or "" for word in words[1:]]
    if "/" in bare:
        return Said(Heard(Kind.OPAQUE, note=f"{bare[:80]}: a program of its own", script=bare[:1000]))
    if bare in _RUNNERS and names_an_act(" ".join(values)):
        return Said(opaque(f"{bare} runs an acting command for what it finds"))
    if bare in _CHANGES and _CHANGES[bare](values):
        return Said(state_change(" ".join([bare, *values[:2]])[:120]))
    if bare in _SHELL_STATE:
        return Said(loses=f"`{bare}`", ends=bare in _ENDS)
    if bare == "sleep":
        return Said(sleeps_s=_seconds(values))
    return READS


def _seconds(values: Sequence[str]) -> float | None:
    if len(values) != 1 or re.fullmatch(r"\d{1,5}(?:\.\d{0,9})?|\.\d{1,9}", values[0]) is None:
        return None
    return float(values[0])


_RUNNERS = frozenset(["xargs", "find", "watch", "strace", "script", "flock", "taskset", "chroot", "unshare",
                      "nsenter", "run-as", "logwrapper", "stdbuf"])  # fmt: skip
_ENDS = frozenset(["exit", "return", "break", "continue"])
_SHELL_STATE = frozenset(
    [
        "cd",
        "export",
        "set",
        "unset",
        "trap",
        "alias",
        "unalias",
        "umask",
        "ulimit",
        "read",
        "typeset",
        "local",
    ]
).union(
    ["declare", "readonly", "shift", "wait", "bg", "fg", "getopts", "let", "hash", "pushd", "popd"], _ENDS
)


def _always(_values: Sequence[str]) -> bool:
    return True


def _first_in(*verbs: str) -> Callable[[Sequence[str]], bool]:
    return lambda values: bool(values) and values[0] in verbs


def _sets_window(values: Sequence[str]) -> bool:
    if not values:
        return False
    if values[0] in ("size", "density", "overscan", "scaling"):
        return any(not value.startswith("-") and value not in ("0",) for value in values[1:])
    return values[0] not in ("help", "-h", "dump-visible-window-views", "tracing", "logging")


def _sets_by_dump(values: Sequence[str]) -> bool:
    return values[:2] in (
        ["battery", "set"],
        ["battery", "unplug"],
        ["battery", "reset"],
        ["deviceidle", "step"],
    )


_PM_READS = ("list", "path", "dump", "resolve-activity", "query-activities", "query-services", "query-receivers",
             "has-feature", "get-install-location", "get-max-users", "help", "-h", "get-app-links", "checksum",
             "get-privapp-permissions", "get-moduleinfo", "get-distracting-restriction")  # fmt: skip


def _changes_packages(values: Sequence[str]) -> bool:
    return bool(values) and values[0] not in _PM_READS


_CHANGES: dict[str, Callable[[Sequence[str]], bool]] = {
    "settings": _first_in("put", "delete", "reset"),
    "pm": _changes_packages,
    "svc": _always,
    "wm": _sets_window,
    "ime": _first_in("enable", "disable", "set", "reset"),
    "setprop": _always,
    "content": _first_in("insert", "update", "delete", "call"),
    "locksettings": _always,
    "reboot": _always,
    "stop": _always,
    "start": _always,
    "kill": _always,
    "killall": _always,
    "pkill": _always,
    "appops": _first_in("set", "reset"),
    "dumpsys": _sets_by_dump,
    "telecom": _always,
    "bmgr": _always,
    "dpm": _always,
    "uinput": _always,
    "hid": _always,
}


def _input(words: Sequence[Word], screen: Screen) -> Said:
    return hear_input(words, screen)


def _values(words: Sequence[Word]) -> list[str]:
    return [word.value or "" for word in words]


def _am(words: Sequence[Word], screen: Screen) -> Said:
    return Said(hear_am(_values(words), screen))


def _monkey(words: Sequence[Word], screen: Screen) -> Said:
    return Said(of_phone(hear_monkey(_values(words)), "monkey", screen))


def _cmd(words: Sequence[Word], screen: Screen) -> Said:
    values = _values(words)
    service = values[0] if values else ""
    if service == "input":
        return hear_input(words[1:], screen)
    if service == "activity":
        return Said(hear_am(values[1:], screen))
    shade = is_shade(values)
    if shade is not None:
        return Said(shade)
    same = {"package": "pm", "settings": "settings", "window": "wm", "input_method": "ime"}.get(service)
    changes = _CHANGES[same](values[1:]) if same else _changes_service(values)
    return Said(state_change(" ".join(["cmd", *values[:3]])[:120])) if changes else READS


_READING_VERBS = ("list", "get", "dump", "help", "-h", "is", "query", "status", "print", "show", "-l")


def _changes_service(values: Sequence[str]) -> bool:
    return len(values) > 1 and not values[1].startswith(_READING_VERBS)


def _send_event(words: Sequence[Word], screen: Screen) -> Said:
    if screen.display:
        return Said(of_phone(opaque("sendevent"), "sendevent", screen))
    values = _values(words)
    numbers = [_number(value) for value in values[1:]]
    if len(values) != 4 or not _NODE.fullmatch(values[0]) or any(number is None for number in numbers):
        return Said(opaque("sendevent with what is no event of an input node"))
    kind, code, value = (number or 0 for number in numbers)
    return Said(piece=RawEvent(values[0], kind, code, value if value < 1 << 31 else value - (1 << 32)))


def _number(text: str) -> int | None:
    """What toolbox's atoi and toybox's atolx take, decimal or hexadecimal, in 32 bits."""
    if re.fullmatch(r"-?\d{1,10}|0[xX][0-9a-fA-F]{1,8}", text) is None:
        return None
    value = int(text, 16) if text[:2].lower() == "0x" else int(text)
    return value if -(1 << 31) <= value < 1 << 32 else None


_NAMES_DISPLAY = re.compile(r"-[aph]*d(.*)", re.DOTALL)


def _screencap(words: Sequence[Word], screen: Screen) -> Said:
    values = [*_values(words), ""]
    for number, word in enumerate(values):
        option = _NAMES_DISPLAY.fullmatch(word)
        if option is not None and (option[1] or values[number + 1]) != "0":
            return READS  # by an id that is not Android's number: a look at whichever display
    return Said(of_phone(Heard(Kind.SCREENSHOT), "screencap", screen))


def _uiautomator(words: Sequence[Word], screen: Screen) -> Said:
    verb = words[0].value if words else ""
    if verb == "dump":
        return Said(of_phone(Heard(Kind.HIERARCHY), "uiautomator", screen))
    if verb == "runtest":
        return Said(opaque("uiautomator runtest: a test that may touch the screen, unheard"))
    return READS


def _service(words: Sequence[Word], _screen: Screen) -> Said:
    values = _values(words)
    if values[:1] == ["call"]:
        return Said(opaque(f"service call {' '.join(values[1:3])[:60]}: a call by number, which is not told"))
    return READS


_JAVA = {"com.android.commands.input.Input": "input", "com.android.commands.am.Am": "am",
         "com.android.commands.monkey.Monkey": "monkey"}  # fmt: skip
_HEARD_OTHERWISE = ("com.wetest.uia2.Main", "com.github.uiautomator")


def _app_process(words: Sequence[Word], screen: Screen) -> Said:
    """A Java program: one of the platform's own tools, uiautomator2's server (heard by its port), or another."""
    for at, word in enumerate(words):
        name = word.value or ""
        if name in _JAVA:
            return _ACTORS[_JAVA[name]](words[at + 1 :], screen)
        if name.startswith(_HEARD_OTHERWISE):
            return READS
        if not name.startswith("-") and "." in name and "/" not in name:
            return Said(opaque(f"{name[:80]}: a program of its own, which may touch the screen unheard"))
    return Said(opaque("app_process: a program of its own, which may touch the screen unheard"))


_ACTORS: dict[str, Callable[[Sequence[Word], Screen], Said]] = {
    "input": _input,
    "am": _am,
    "monkey": _monkey,
    "cmd": _cmd,
    "sendevent": _send_event,
    "screencap": _screencap,
    "uiautomator": _uiautomator,
    "service": _service,
    "app_process": _app_process,
    "app_process32": _app_process,
    "app_process64": _app_process,
}


def _runs_rest(words: Sequence[Word], screen: Screen, depth: int, skip: int) -> Said:
    rest = words[skip:]
    return hear_words(rest, screen, depth=depth + 1) if rest else READS


def _plain(words: Sequence[Word], screen: Screen, depth: int) -> Said:
    """`nohup CMD`, `exec CMD`, `command CMD`, `toybox CMD`, `setsid CMD`"""
    skip = 1
    while skip < len(words) and (words[skip].value or "").startswith("-"):
        skip += 1
    return _runs_rest(words, screen, depth, skip)


def _exec(words: Sequence[Word], screen: Screen, depth: int) -> Said:
    if len(words) == 1:
        return Said(loses="`exec` with redirections")
    said = _plain(words, screen, depth)
    return replace(said, loses="`exec`", ends=True)


def _timeout(words: Sequence[Word], screen: Screen, depth: int) -> Said:
    """`timeout [-k N] [-s SIG] [--foreground] N CMD`"""
    skip = 1
    while skip < len(words) and (words[skip].value or "").startswith("-"):
        skip += 2 if (words[skip].value or "") in ("-k", "-s", "--signal", "--kill-after") else 1
    said = _runs_rest(words, screen, depth, skip + 1)
    # Its time is that of the whole line within, which cannot be taken apart then.
    return said if said.nested is None else replace(said, nested=Nested(said.nested.line, None))


def _nice(words: Sequence[Word], screen: Screen, depth: int) -> Said:
    return _runs_rest(words, screen, depth, 3 if len(words) > 2 and words[1].value == "-n" else 1)


def _env(words: Sequence[Word], screen: Screen, depth: int) -> Said:
    skip = 1
    while skip < len(words) and (
        "=" in (words[skip].value or "") or (words[skip].value or "").startswith("-")
    ):
        skip += 2 if words[skip].value == "-u" else 1
    return _runs_rest(words, screen, depth, skip)


def _sh(words: Sequence[Word], _screen: Screen, _depth: int) -> Said:
    """`sh -c LINE`, `sh FILE`, or `sh` that reads its lines from elsewhere."""
    values = [word.value for word in words[1:]]
    if any(value is None for value in values):
        return Said(opaque("sh with a line or file that only the phone knows"))
    options = 0
    while options < len(values) and (values[options] or "").startswith("-") and values[options] != "-c":
        options += 1
    if options < len(values) and values[options] == "-c":
        if len(values) != options + 2:
            return Said(opaque("sh -c with arguments of its own"))
        return Said(nested=Nested(values[-1] or "", words[-1]))
    if options == len(values):
        return Said(opaque("sh: it reads its lines from elsewhere"))
    path = values[options] or ""
    return Said(Heard(Kind.OPAQUE, note=f"the script {path[:80]}", script=path[:1000]))


def _su(words: Sequence[Word], screen: Screen, depth: int) -> Said:
    """`su -c LINE`, `su 0 CMD`, `su root sh -c LINE`"""
    values = [word.value for word in words]
    if "-c" in values:
        at = values.index("-c")
        line = " ".join(value or "" for value in values[at + 1 :])
        if any(value is None for value in values[at + 1 :]) or at + 1 >= len(values):
            return Said(opaque("su with a line that only the phone knows"))
        return Said(nested=Nested(line, words[at + 1] if at + 2 == len(values) else None))
    if len(words) > 2:
        return _runs_rest(words, screen, depth, 2)
    return Said(opaque("su: a shell that reads its lines from elsewhere"))


def _eval(words: Sequence[Word], _screen: Screen, _depth: int) -> Said:
    if any(word.value is None for word in words):
        return Said(opaque("eval of what only the phone knows"), loses="`eval`")
    return Said(nested=Nested(" ".join(word.value or "" for word in words[1:]), None), loses="`eval`")


def _source(words: Sequence[Word], _screen: Screen, _depth: int) -> Said:
    path = words[1].value if len(words) > 1 else None
    return Said(Heard(Kind.OPAQUE, note="a script that is read in", script=path), loses="`.`")


_WRAPPERS: dict[str, Callable[[Sequence[Word], Screen, int], Said]] = {
    **dict.fromkeys(
        ("nohup", "command", "builtin", "busybox", "toybox", "toolbox", "setsid", "time"), _plain
    ),
    "exec": _exec,
    "timeout": _timeout,
    "nice": _nice,
    "env": _env,
    "sh": _sh,
    "mksh": _sh,
    "bash": _sh,
    "su": _su,
    "eval": _eval,
    ".": _source,
    "source": _source,
}
