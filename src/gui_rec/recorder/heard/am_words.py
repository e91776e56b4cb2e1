"""`am`, `cmd activity` and `monkey` -> what they do. Pure.

Facts: AOSP ActivityManagerShellCommand, Monkey.java. One event of `monkey -p PACKAGE` is the start of its launcher
activity; more of them are random touches.
"""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.errors import InputError
from gui_rec.model.actions import Key, OpenApp, OpenUrl
from gui_rec.recorder.heard._api import QUERY, Heard, Screen, acted, of_phone, opaque, state_change
from gui_rec.recorder.heard.broadcasts import hear_broadcast
from gui_rec.recorder.heard.intents import Intent, IntentError, read_intent

_VIEW = "android.intent.action.VIEW"
_MAIN = "android.intent.action.MAIN"
_HOME = "android.intent.category.HOME"
_LAUNCHER = "android.intent.category.LAUNCHER"
_STARTS = frozenset(["start", "start-activity", "startactivity"])
_READS = frozenset(["get-config", "get-current-user", "get-uid-state", "get-started-user-state", "get-standby-bucket",
                    "get-inactive", "stack-list", "to-uri", "to-intent-uri", "to-app-uri", "package-importance",
                    "get-isolated-pids", "supports-multiwindow", "supports-split-screen-multi-window", "help", "-h",
                    "monitor", "dumpheap", "profile", "bug-report", "memory-factor", "watch-uids", "get-max-phantom",
                    "get-bg-restriction-level", "check-permission"])  # fmt: skip


def hear_am(words: Sequence[str], screen: Screen) -> Heard:
    """What `am` with these words does, as it counts in a recording of `screen`."""
    verb = words[0] if words else ""
    try:
        if verb in _STARTS:
            return _started(read_intent(words[1:]), screen)
        if verb == "broadcast":
            return of_phone(hear_broadcast(read_intent(words[1:])), "am broadcast", screen)
    except (IntentError, InputError) as error:
        return opaque(f"am {verb}: {error}")
    if verb == "instrument":
        return opaque("am instrument: a test that may touch the screen, unheard")
    if not verb or verb in _READS or list(words[:2]) in (["stack", "list"], ["task", "list"]):
        return QUERY
    return state_change("am " + " ".join(words[:2])[:120])


def _started(intent: Intent, screen: Screen) -> Heard:
    display = intent.options.get("--display", "-1")
    if ("0" if display == "-1" else display) != str(screen.display):
        where = "without a display" if display == "-1" else f"on display {display[:20]}"
        return opaque(f"am start {where}; display {screen.display} is recorded")
    note = _more(intent)
    if intent.action == _VIEW and intent.data is not None:
        return acted(OpenUrl(intent.data), _joined(note, _opener(intent)))
    if intent.data is not None or intent.mime_type is not None:
        return opaque(f"am start of {intent.action or 'no action'} with data: no action can say it")
    if intent.component is not None:
        package, activity = intent.component
        return acted(OpenApp(package=package, activity=activity), _joined(note, _deed(intent)))
    if intent.action in (None, _MAIN) and _HOME in intent.categories:
        return acted(Key("HOME"), note)
    if intent.action in (None, _MAIN) and intent.package is not None:
        return acted(OpenApp(package=intent.package), note)
    return opaque(
        f"am start of {intent.action or 'no action'}: whatever app answers it, no action can say it"
    )


def _opener(intent: Intent) -> str | None:
    """Who is to open an address, where that is said."""
    if intent.component is not None:
        return f"by {'/'.join(intent.component)}"
    return f"by {intent.package}" if intent.package is not None else None


def _deed(intent: Intent) -> str | None:
    return None if intent.action in (None, _MAIN, _VIEW) else f"for {intent.action}"


def _more(intent: Intent) -> str | None:
    """What an action cannot say of the intent."""
    parts = ["the app is stopped first"] if "-S" in intent.options else []
    parts += [f"with extras {', '.join(sorted(intent.extras))[:120]}"] if intent.extras else []
    parts += [f"{' '.join(intent.unread)[:80]!r} behind it is not read by am"] if intent.unread else []
    return "; ".join(parts) or None


def _joined(*notes: str | None) -> str | None:
    return "; ".join(note for note in notes if note) or None


_VALUED = frozenset(["-p", "-c", "-s", "--throttle", "--pct-touch", "--pct-motion", "--pct-trackball",
                     "--pct-syskeys", "--pct-nav", "--pct-majornav", "--pct-appswitch", "--pct-flip",
                     "--pct-anyevent", "--pct-pinchzoom", "--pct-permission", "--pct-rotation",
                     "--pkg-blacklist-file", "--pkg-whitelist-file", "--setup", "--port", "-f",
                     "--profile-wait", "--device-sleep-time", "--bugreport"])  # fmt: skip


def hear_monkey(words: Sequence[str]) -> Heard:
    """`monkey -p PACKAGE ... 1` starts an app; any other run of it touches at random."""
    packages, categories, others, rest = list[str](), list[str](), set[str](), list(words)
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        value = rest.pop(0) if option in _VALUED and rest else ""
        if option == "-p":
            packages.append(value)
        elif option == "-c":
            categories.append(value)
        others.add(option)
    if len(rest) != 1 or not (rest[0].isascii() and rest[0].isdigit()):
        known = others & {"-f", "--port"}
        return opaque("monkey: its script or its port tells it what to touch") if known else QUERY
    if not rest[0].strip("0"):
        return QUERY
    is_start = rest[0].lstrip("0") == "1" and len(packages) == 1 and not others & {"-f", "--port"}
    if not is_start or (categories and _LAUNCHER not in categories):
        return opaque(f"monkey: {rest[0][:9]} random events, which are not told one by one")
    return acted(OpenApp(package=packages[0]))


def is_shade(words: Sequence[str]) -> Heard | None:
    """`cmd statusbar expand-notifications` and its like, None for another command."""
    if len(words) > 1 and words[0] == "statusbar" and words[1] in _SHADES:
        return opaque(f"the notification shade, {words[1]}: no action can say it")
    return None


_SHADES = frozenset(["expand-notifications", "expand-settings", "collapse", "click-tile"])
