"""The command line of `input`, and its complaints, as pure functions.

Facts: AOSP InputShellCommand.java (Android 12 and newer, where `input` is `cmd input`) and the older
com.android.commands.input.Input, which up to Android 9 knew neither displays nor single motion events.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

SOURCES = frozenset(
    {
        "keyboard", "dpad", "gamepad", "touchscreen", "mouse", "stylus", "trackball",
        "touchpad", "touchnavigation", "joystick", "rotaryencoder",
    }
)  # fmt: skip
COMMANDS = (
    "text", "keyevent", "tap", "swipe", "draganddrop", "press", "roll", "motionevent", "keycombination",
)  # fmt: skip
SWIPE_DEFAULT_MS = 300
MOTION_EVENTS = ("DOWN", "UP", "MOVE", "CANCEL")
FAILURE_STATUS = 255
API_SHELL_COMMAND = 31
API_DISPLAYS = 29
API_KEY_WAITS = 34
API_KEY_DURATIONS = 35
_SINCE_API = {"motionevent": API_DISPLAYS, "keycombination": API_SHELL_COMMAND}
_USAGE = (
    "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]",
    "",
    "The sources are: ",
    *(f"      {source}" for source in sorted(SOURCES)),
    "",
    "-d: specify the display ID.",
    "      (Default: -1 for key event, 0 for motion event if not specified.)",
    "The commands and default sources are:",
    "      text <string> (Default: touchscreen)",
    "      keyevent {} <key code number or name> ... (Default: keyboard)",
    "      tap <x> <y> (Default: touchscreen)",
    "      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)",
    "      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)",
    "      press (Default: trackball)",
    "      roll <dx> <dy> (Default: trackball)",
    "      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)",
    "      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard)",
)


_KEY_USAGES = (
    (0, "[--longpress]"),
    (API_SHELL_COMMAND, "[--longpress|--doubletap]"),
    (API_KEY_WAITS, "[--longpress|--doubletap|--async] [--delay <duration between keycodes in ms>]"),
    (
        API_KEY_DURATIONS,
        "[--longpress|--duration <duration to hold key down in ms>] [--doubletap] [--async] "
        "[--delay <duration between keycodes in ms>]",
    ),
)


def commands_of(api: int) -> tuple[str, ...]:
    """The commands of `input` on an API level."""
    return tuple(command for command in COMMANDS if api >= _SINCE_API.get(command, 0))


def usage(api: int) -> tuple[str, ...]:
    """What `input` says of itself on an API level."""
    lines = [
        line for line in _USAGE if (line.split() or [""])[0] not in set(COMMANDS) - set(commands_of(api))
    ]
    options = next(text for since, text in reversed(_KEY_USAGES) if api >= since)
    lines = [line.replace("{}", options) for line in lines]
    if api >= API_DISPLAYS:
        return tuple(lines)
    at = lines.index("-d: specify the display ID.")
    return (lines[0].replace(" [-d DISPLAY_ID]", ""), *lines[1:at], *lines[at + 2 :])


class InputComplaintError(Exception):
    """`input` refuses: `java` is the exception's class, the message its text."""

    def __init__(self, java: str, message: str) -> None:
        super().__init__(message)
        self.java = java


@dataclass(frozen=True, slots=True)
class InputCall:
    """`input [source] [-d N] command args...`, taken apart; nothing about the arguments is checked yet."""

    source: str | None
    display: int | None
    command: str | None
    args: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight stroke in px of the screen as the user sees it."""

    x1: float
    y1: float
    x2: float
    y2: float
    duration_ms: int


@dataclass(frozen=True, slots=True)
class KeyArgs:
    """The keys of `keyevent`, as given, with its options; `delay_ms` lies between two of the keys.

    `waits`: as from Android 14 on, a long press takes its time and a double tap has a gap; before, only the
    events' stamps said so.
    """

    keys: tuple[str, ...]
    longpress: bool = False
    doubletap: bool = False
    delay_ms: int = 0
    duration_ms: int = 0
    waits: bool = True

    @property
    def between_ms(self) -> int:
        """Between the two presses of a double tap (ViewConfiguration.getDoubleTapMinTime)."""
        return 40 if self.waits else 0

    def is_long(self, timeout_ms: int) -> bool:
        """Whether Android takes the key for held, as it does from `timeout_ms` on."""
        return self.longpress or self.duration_ms >= timeout_ms

    def held_ms(self, timeout_ms: int) -> int:
        """For how long the key is down."""
        if self.longpress:
            return timeout_ms if self.waits else 0
        return self.duration_ms


def parse_call(args: Sequence[str], *, api: int = API_SHELL_COMMAND) -> InputCall:
    """Take the source and the display off the front. Raises InputComplaintError for a bad display id."""
    rest = list(args)
    source = rest.pop(0) if rest and rest[0] in SOURCES else None
    display: int | None = None
    if rest and rest[0] == "-d" and api >= API_DISPLAYS:
        if len(rest) < 2:
            raise InputComplaintError("java.lang.IllegalArgumentException", 'Argument expected after "-d"')
        display = _display(rest[1])
        rest = rest[2:]
    return InputCall(source, display, rest[0] if rest else None, tuple(rest[1:]))


def _display(text: str) -> int:
    named = {"INVALID_DISPLAY": -1, "DEFAULT_DISPLAY": 0}
    return named[text] if text in named else _integer(text)


def point_args(command: str, args: Sequence[str]) -> tuple[float, float]:
    """The two numbers of `tap`, `roll`, `motionevent`."""
    if len(args) != 2:
        raise _invalid(command)
    return _number(args[0]), _number(args[1])


def stroke_args(command: str, args: Sequence[str]) -> Stroke:
    """The four numbers of `swipe` and `draganddrop`, and the duration in ms (300 when left out or negative)."""
    if not 4 <= len(args) <= 5:
        raise _invalid(command)
    x1, y1, x2, y2 = (_number(text) for text in args[:4])
    duration_ms = _integer(args[4]) if len(args) == 5 else -1
    return Stroke(x1, y1, x2, y2, duration_ms if duration_ms >= 0 else SWIPE_DEFAULT_MS)


def motion_args(args: Sequence[str]) -> tuple[str, tuple[float, float]]:
    """`DOWN x y` -> the event and its place. CANCEL may come without a place."""
    if not args or args[0].upper() not in MOTION_EVENTS:
        raise _invalid("motionevent")
    event = args[0].upper()
    if event == "CANCEL" and len(args) == 1:
        return event, (0.0, 0.0)
    return event, point_args("motionevent", args[1:])


def key_args(args: Sequence[str], *, api: int = API_KEY_DURATIONS) -> KeyArgs:
    """The options and the keys of `keyevent`.

    An option that an API level does not have stands for a key that nobody knows, as any other word. Raises
    InputComplaintError without a key, and for a duration together with a long press.
    """
    rest, options, values = list(args), set[str](), {"--delay": 0, "--duration": 0}
    known = _key_options(api)
    while rest and rest[0] in known:
        option = rest.pop(0)
        options.add(option)
        if option in values:
            if not rest:
                raise _invalid("keyevent")
            values[option] = max(0, _integer(rest.pop(0)))
        if api < API_KEY_WAITS:
            known = ()
    if not rest:
        raise _invalid("keyevent")
    if values["--duration"] and "--longpress" in options:
        raise InputComplaintError(
            "java.lang.IllegalArgumentException",
            "keyevent args should only contain either durationMs or longPress",
        )
    waits = api >= API_KEY_WAITS
    keys = tuple(rest) if waits or "--doubletap" not in options else tuple(rest[:1])
    return KeyArgs(
        keys,
        "--longpress" in options,
        "--doubletap" in options,
        values["--delay"],
        values["--duration"],
        waits=waits,
    )


def _key_options(api: int) -> tuple[str, ...]:
    if api < API_SHELL_COMMAND:
        return ("--longpress",)
    if api < API_KEY_WAITS:
        return ("--longpress", "--doubletap")
    newer = ("--duration",) if api >= API_KEY_DURATIONS else ()
    return ("--longpress", "--doubletap", "--async", "--delay", *newer)


def combination_args(args: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """The keys of `keycombination` and for how many ms they are held together."""
    rest, duration_ms = list(args), 0
    if rest and rest[0] == "-t":
        if len(rest) < 2:
            raise _invalid("keycombination")
        duration_ms, rest = _integer(rest[1]), rest[2:]
    if len(rest) < 2:
        raise InputComplaintError(
            "java.lang.IllegalArgumentException", "keycombination requires at least 2 keycodes"
        )
    return tuple(rest), duration_ms


def typed_text(args: Sequence[str]) -> str:
    """What `input text` types: its first argument with every `%s` as a space.

    Raises InputComplaintError (a NullPointerException) where the virtual key map has no key for a character.
    """
    if not args:
        raise _invalid("text")
    text = args[0].replace("%s", " ")
    if any(not _has_key(char) for char in text):
        raise InputComplaintError("java.lang.NullPointerException", "Attempt to get length of null array")
    return text


def _has_key(char: str) -> bool:
    return " " <= char <= "~" or char in "\n\t"


def denied(api: int) -> InputComplaintError:
    """The refusal of phones that want a switch of their own for injected input, in the words of their time."""
    words = (
        "Injecting input events requires the caller (or the source of the instrumentation, if any) to have the "
        "INJECT_EVENTS permission."
        if api >= API_SHELL_COMMAND
        else "Injecting to another application requires INJECT_EVENTS permission"
    )
    return InputComplaintError("java.lang.SecurityException", words)


def unknown_command_lines(command: str, *, api: int) -> tuple[str, ...]:
    """The complaint about a command that `input` does not have."""
    if api >= API_SHELL_COMMAND:
        return (f"Unknown command: {command}",)
    return (f"Error: Unknown command: {command}", *usage(api))


def complaint_lines(command: str, complaint: InputComplaintError, *, api: int) -> tuple[str, ...]:
    """What stands on stderr after a refusal: an exception's trace from API 31 on, before that text and usage."""
    if api >= API_SHELL_COMMAND:
        return exception_lines(
            command, f"{complaint.java}: {complaint}", "com.android.server.input.InputShellCommand"
        )
    if is_usage(complaint, api=api):
        return (str(_invalid(command)) if command else str(complaint), *usage(api))
    return (
        f"{complaint.java}: {complaint}",
        f"\tat com.android.commands.input.Input.{command}(Unknown Source:0)",
        "\tat com.android.internal.os.RuntimeInit.nativeFinishInit(Native Method)",
    )


def is_usage(complaint: InputComplaintError, *, api: int) -> bool:
    """Whether a refusal only shows the usage, with status 0: the older `input` took bad numbers so as well."""
    bad_arguments = ("java.lang.IllegalArgumentException", "java.lang.NumberFormatException")
    return api < API_SHELL_COMMAND and complaint.java in bad_arguments


def exception_lines(command: str, message: str, where: str) -> tuple[str, ...]:
    """How a shell command of a system service prints an exception (AOSP BasicShellCommandHandler.java)."""
    return (
        "",
        f"Exception occurred while executing '{command}':",
        message,
        f"\tat {where}.onCommand(Unknown Source:0)",
        "\tat com.android.modules.utils.BasicShellCommandHandler.exec(Unknown Source:0)",
        "\tat android.os.ShellCommand.exec(Unknown Source:0)",
        "\tat android.os.Binder.onTransact(Unknown Source:0)",
    )


def _invalid(command: str) -> InputComplaintError:
    return InputComplaintError(
        "java.lang.IllegalArgumentException", f"Error: Invalid arguments for command: {command}"
    )


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise InputComplaintError("java.lang.NumberFormatException", f'For input string: "{text}"') from None
    if value != value or value in (float("inf"), float("-inf")) or "_" in text:
        raise InputComplaintError("java.lang.NumberFormatException", f'For input string: "{text}"')
    return value


def _integer(text: str) -> int:
    """Java's Integer.parseInt: 32 bits."""
    if re.fullmatch(r"[+-]?[0-9]{1,64}", text) is None or not -(2**31) <= int(text) < 2**31:
        raise InputComplaintError("java.lang.NumberFormatException", f'For input string: "{text}"')
    return int(text)
