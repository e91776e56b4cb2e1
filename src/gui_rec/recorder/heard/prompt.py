"""Whether a shell that reads its lines from a pipe reads the next one, too. Pure.

A program may read what is typed behind it (`cat`, `sh`, `pm install`), and a few words change how lines are read.
After a line with nothing of that kind, whatever it did, the shell reads the next line itself, and all of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.recorder.heard.grammar import parse
from gui_rec.recorder.heard.syntax import Command, Group, Item, Simple
from gui_rec.recorder.heard.words import UntellableError

_READ_NOTHING = frozenset(
    [
        "input",
        "am",
        "monkey",
        "sendevent",
        "screencap",
        "uiautomator",
        "wm",
        "settings",
        "ime",
        "svc",
        "getprop",
    ]
).union(
    ["setprop", "dumpsys", "service", "logcat", "getevent", "pidof", "ps", "kill", "killall", "pkill", "log"],
    ["echo", "printf", "sleep", "true", "false", ":", "test", "[", "date", "uptime", "id", "whoami", "uname"],
    ["ls", "pwd", "cd", "mkdir", "rm", "rmdir", "cp", "mv", "touch", "chmod", "stat", "df", "du", "export"],
    ["unset", "exit"],
)
"""Programs and words of the shell that leave its input alone."""
_READ_FILES = frozenset(["cat", "head", "tail", "wc", "md5sum", "sha1sum", "base64"])
"""These read what they are told to, and the input where they are told nothing."""
_COMMANDS_OF_CMD = frozenset(
    ["input", "activity", "statusbar", "window", "settings", "input_method", "uimode"]
)
_FOLDERS = ("/system/bin/", "/system/xbin/")


def leaves_prompt(line: str) -> bool:
    """True where the shell surely reads the next line after `line`, and is the same shell then."""
    try:
        return _leave(parse(line))
    except UntellableError:
        return False


def _leave(items: Sequence[Item]) -> bool:
    # A stage behind the first reads from the pipe; in the background nothing is read.
    return all(item.background or _leaves(item.commands[0]) for item in items)


def _leaves(command: Command) -> bool:
    if isinstance(command, Group):
        return _leave(command.items)
    return not command.words or _reads_nothing(command)


def _reads_nothing(command: Simple) -> bool:
    name, *values = [word.value for word in command.words]
    if name is None:
        return False
    for folder in _FOLDERS:
        name = name.removeprefix(folder)
    if name == "cmd":
        return bool(values) and values[0] in _COMMANDS_OF_CMD
    if name in _READ_FILES:
        return command.redirects_input or (bool(values) and "/" in (values[-1] or ""))
    return name in _READ_NOTHING
