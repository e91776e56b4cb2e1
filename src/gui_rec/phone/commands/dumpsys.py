"""`dumpsys SERVICE [ARGS]`: the state of the system's services, in the words of the phone's API level."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain, say
from gui_rec.phone.commands.activity_format import dumpsys_activities, dumpsys_top
from gui_rec.phone.commands.display_format import (
    dumpsys_display,
    dumpsys_input,
    surface_flinger,
    surface_flinger_ids,
)
from gui_rec.phone.commands.facts import (
    activity_facts,
    all_package_facts,
    battery_facts,
    display_facts,
    package_facts,
    second_facts,
    windows_facts,
)
from gui_rec.phone.commands.state_format import (
    dumpsys_battery,
    dumpsys_input_method,
    dumpsys_package,
    dumpsys_power,
)
from gui_rec.phone.commands.window_format import (
    FOCUS_IN_WINDOWS_UNTIL_API,
    displays_section,
    policy_section,
    windows_section,
)
from gui_rec.phone.world.phone import Phone

Lines = list[str]


def _window(phone: Phone, args: Sequence[str]) -> Lines:
    facts, api = windows_facts(phone), phone.config.api
    part = next((word for word in args if not word.startswith("-")), None)
    tells_focus = part in (None, "displays", "d") or api <= FOCUS_IN_WINDOWS_UNTIL_API
    if tells_focus and phone.faults.take("no-focus"):
        facts = replace(facts, focus=None)
    sections: Mapping[str, Callable[[], Lines]] = {
        "policy": lambda: policy_section(facts),
        "p": lambda: policy_section(facts),
        "displays": lambda: displays_section(facts, api=api),
        "d": lambda: displays_section(facts, api=api),
        "windows": lambda: windows_section(facts, api=api),
        "w": lambda: windows_section(facts, api=api),
    }
    if part is None:
        return [
            *policy_section(facts),
            "",
            *displays_section(facts, api=api),
            "",
            *windows_section(facts, api=api),
        ]
    if part not in sections:
        return ["Bad window command, or no windows match: " + part, "Use -h for help."]
    return sections[part]()


def _activity(phone: Phone, args: Sequence[str]) -> Lines:
    activities, api = activity_facts(phone), phone.config.api
    part = next((word for word in args if not word.startswith("-")), "activities")
    if part in ("activities", "a"):
        return dumpsys_activities(activities, api=api)
    if part == "top":
        return dumpsys_top(activities[:1] if activities else ())
    named = [activity for activity in activities if part in (activity.package, activity.component)]
    if named:
        return dumpsys_top(named)
    return [f"Bad activity command, or no activities match: {part}", "Use -h for help."]


def _package(phone: Phone, args: Sequence[str]) -> Lines:
    name = next((word for word in args if not word.startswith("-")), None)
    if name in (None, "packages", "p"):
        return [line for package in all_package_facts(phone) for line in dumpsys_package(package)]
    found = package_facts(phone, str(name))
    return dumpsys_package(found) if found is not None else [f"Unable to find package: {name}"]


def _input_method(phone: Phone, _args: Sequence[str]) -> Lines:
    return dumpsys_input_method(phone.ime.current, shown=phone.keyboard_shown, api=phone.config.api)


def _surface_flinger(phone: Phone, args: Sequence[str]) -> Lines:
    second = second_facts(phone)
    if "--display-id" in args:
        return surface_flinger_ids(second)
    return surface_flinger(display_facts(phone), second)


def _display(phone: Phone, _args: Sequence[str]) -> Lines:
    return dumpsys_display(display_facts(phone), second_facts(phone), api=phone.config.api)


def _input(phone: Phone, _args: Sequence[str]) -> Lines:
    focused = int(phone.second_focused)
    second = second_facts(phone)
    return dumpsys_input(display_facts(phone), second, api=phone.config.api, focused_display=focused)


def _battery(phone: Phone, args: Sequence[str]) -> Lines:
    """`dumpsys battery`, and `set level N` as testers do it."""
    if list(args[:2]) == ["set", "level"] and len(args) == 3:
        if not args[2].isdecimal() or not 0 <= int(args[2]) <= 100:
            return [f"Bad value: {args[2]}"]
        phone.set_battery(int(args[2]))
        return []
    if args and args[0] != "-h":
        return ["Unknown option: " + args[0], "Battery service (battery) commands:", "  set level <0-100>"]
    return dumpsys_battery(battery_facts(phone))


DUMPS: Mapping[str, Callable[[Phone, Sequence[str]], Lines]] = {
    "SurfaceFlinger": _surface_flinger,
    "activity": _activity,
    "battery": _battery,
    "display": _display,
    "input": _input,
    "input_method": _input_method,
    "package": _package,
    "power": lambda phone, _args: dumpsys_power(phone.wakefulness),
    "window": _window,
}


async def dumpsys(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`dumpsys [-l | [-t S] SERVICE [ARGS]]`. A service that is not there is told on stderr, status 0."""
    rest = list(args)
    while rest and rest[0] in ("-t", "-T", "--priority"):
        rest = rest[2:]
    if not rest or rest[0] == "-l":
        await say(io, "Currently running services:", *(f"  {name}" for name in sorted(DUMPS)))
        return 0
    if rest[0] not in DUMPS:
        await complain(io, f"Can't find service: {rest[0]}")
        return 0
    await say(io, *DUMPS[rest[0]](ctx.phone, rest[1:]))
    return 0
