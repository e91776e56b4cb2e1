"""The words of an intent, as `am` and `cmd activity` take them. Pure.

Facts: AOSP Intent.parseCommandArgs and ActivityManagerShellCommand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

_ONE = frozenset(["-a", "-d", "-t", "-i", "-p", "-n", "-f", "-c", "--esn", "--selector"])
_TWO = frozenset(["-e", "--es", "--ei", "--el", "--ef", "--ed", "--ez", "--eu", "--ecn", "--eia", "--eial",
                  "--ela", "--elal", "--efa", "--efal", "--eda", "--edal", "--esa", "--esal"])  # fmt: skip
_ACTIVITY_ONE = frozenset(
    ["-P", "-R", "--start-profiler", "--sampling", "--attach-agent", "--attach-agent-bind", "--user"]
).union(["--receiver-permission", "--display", "--windowingMode", "--activityType", "--task"])
_BARE = frozenset(["-D", "-N", "-W", "-S", "--streaming", "--track-allocation", "--task-overlay", "--lock-task",
                   "--allow-background-activity-starts", "--async", "--allow-fds", "--debug-log-resolution",
                   "--suspend", "--ordered", "--no-hardware-acceleration", "--splashscreen-show-icon",
                   "--dismiss-keyguard", "--receiver-registered-only", "--receiver-replace-pending",
                   "--receiver-foreground", "--receiver-no-abort", "--receiver-include-background",
                   "--grant-read-uri-permission", "--grant-write-uri-permission",
                   "--grant-persistable-uri-permission", "--grant-prefix-uri-permission",
                   "--exclude-stopped-packages", "--include-stopped-packages"])  # fmt: skip
_MOST_WORDS = 500


@dataclass(slots=True)
class Intent:
    """What was asked for. `extras` keeps each value's words; `options` those of the command around the intent.

    `unread` are the words behind the target: `am` ends its reading there, so they mean nothing.
    """

    action: str | None = None
    data: str | None = None
    mime_type: str | None = None
    package: str | None = None
    component: tuple[str, str] | None = None
    categories: list[str] = field(default_factory=list)
    extras: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    unread: tuple[str, ...] = ()


class IntentError(Exception):
    """No intent that is known here; the message says what is wrong."""


def read_intent(words: Sequence[str]) -> Intent:
    """The words behind `start` or `broadcast`. Raises IntentError."""
    if len(words) > _MOST_WORDS:
        raise IntentError("too many words")
    intent, rest = Intent(), list(words)
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        if option == "--":
            break
        _take(intent, option, rest)
    if rest:
        _target(intent, rest[0])
        intent.unread = tuple(rest[1:])
    return intent


def _take(intent: Intent, option: str, rest: list[str]) -> None:
    if option.startswith("--activity-") or option in _BARE:
        intent.options[option] = ""
        return
    count = 2 if option in _TWO else 1 if option in _ONE | _ACTIVITY_ONE else 0
    if not count:
        raise IntentError(f"the option {option[:40]!r} is not known here")
    if len(rest) < count:
        raise IntentError(f"{option} lacks its value")
    values = [rest.pop(0) for _ in range(count)]
    _set(intent, option, values)


def _set(intent: Intent, option: str, values: list[str]) -> None:
    if option in _TWO:
        intent.extras[values[0]] = values[1]
    elif option == "-a":
        intent.action = values[0]
    elif option == "-d":
        intent.data = values[0]
    elif option == "-t":
        intent.mime_type = values[0]
    elif option == "-p":
        intent.package = values[0]
    elif option == "-n":
        intent.component = _component(values[0])
    elif option == "-c":
        intent.categories.append(values[0])
    else:
        intent.options[option] = values[0]


def _component(text: str) -> tuple[str, str]:
    package, slash, activity = text.partition("/")
    if not slash or not package or not activity:
        raise IntentError(f"{text[:80]!r} is no component")
    return package, activity


def _target(intent: Intent, word: str) -> None:
    """What may stand last: an address, a component, or a package."""
    if ":" in word:
        if intent.data is not None or word.startswith(("intent:", "android-app:")):
            raise IntentError(f"{word[:80]!r} stands behind the intent")
        intent.data = word
        intent.action = intent.action or "android.intent.action.VIEW"
    elif "/" in word:
        intent.component = _component(word)
    else:
        intent.package = word
        intent.action = intent.action or "android.intent.action.MAIN"
        intent.categories = intent.categories or ["android.intent.category.LAUNCHER"]
