"""`gui-rec phone set`: how a running simulated phone is held, its theme, language, battery, clock and texts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from gui_rec.cli._output import Output, output_options
from gui_rec.cli._phones import on_a_phone
from gui_rec.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from gui_rec.phone.control_client import PhoneControl

Change = Callable[["PhoneControl"], str | None]
"""Done to a phone; the answer is a remark for the person."""
_FORMS = {
    "rotation": "0..3 (quarter turns of the hand)",
    "night": "on or off",
    "locale": "en-US, zh-CN, ar",
    "battery": "0..100 (%)",
    "clock": "+SECONDS or -SECONDS",
}
_MOST_CLOCK_S = 999_999_999


@click.command("set")
@click.argument("settings", nargs=-1, required=True, metavar="NAME=VALUE...")
@on_a_phone
@output_options
def command(out: Output, control: PhoneControl, settings: tuple[str, ...]) -> int:
    """Change a running phone as its owner would.

    rotation=0..3 turns it in the hand, night=on|off, locale=en-US|zh-CN|ar, battery=0..100,
    clock=+SECONDS or -SECONDS lets its wall clock jump, shop.price.lamp=31.00 changes a text of an app and
    shop.price.lamp= gives it its own back. All are read before the first is done.
    """
    for change in read_changes(settings):
        if remark := change(control):
            out.note(remark)
    return ExitCode.OK


def read_changes(settings: Sequence[str]) -> list[Change]:
    """What to do, in the order given. Raises UsageError for what cannot be meant; only languages and names of texts are
    left for the phone to refuse.
    """
    return [_change(setting) for setting in settings]


def _change(setting: str) -> Change:
    name, equals, value = setting.partition("=")
    read = _READ.get(name)
    if equals and read is not None:
        return read(value)
    if equals and "." in name:
        return lambda control: control.set_value(name, value or None)
    known = ", ".join(f"{name}={form}" for name, form in _FORMS.items())
    raise UsageError(f"phone set: expected NAME=VALUE, got {setting!r}; known: {known}, or a text of an app")


def _rotation(value: str) -> Change:
    turns = _whole("rotation", value, 3)

    def turn(control: PhoneControl) -> str | None:
        if (shown := control.rotate(turns)) == turns:
            return None
        return (
            f"rotation={turns}: the screen stays at {shown}; it does not follow the hand (rotation is held)"
        )

    return turn


def _night(value: str) -> Change:
    if value not in ("on", "off"):
        raise _wrong("night", value)
    return lambda control: control.set_night(value == "on")


def _locale(value: str) -> Change:
    return lambda control: control.set_locale(value)


def _battery(value: str) -> Change:
    percent = _whole("battery", value, 100)
    return lambda control: control.set_battery(percent)


def _clock(value: str) -> Change:
    try:
        seconds = float(value) if value[:1] in ("+", "-") else math.nan
    except ValueError as error:
        raise _wrong("clock", value) from error
    if not abs(seconds) <= _MOST_CLOCK_S:
        raise _wrong("clock", value)
    return lambda control: control.fault_on(f"clock-jump:{seconds:.6f}")


def _whole(name: str, value: str, most: int) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) < 4 and int(value) <= most):
        raise _wrong(name, value)
    return int(value)


def _wrong(name: str, value: str) -> UsageError:
    return UsageError(f"phone set: {name}: expected {_FORMS[name]}, got {value!r}")


_READ: dict[str, Callable[[str], Change]] = {
    "rotation": _rotation,
    "night": _night,
    "locale": _locale,
    "battery": _battery,
    "clock": _clock,
}
