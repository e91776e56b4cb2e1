"""`gui-rec phone touch`: a finger on the glass of a running simulated phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gui_rec.cli._phones import on_a_phone
from gui_rec.errors import ExitCode

if TYPE_CHECKING:
    from gui_rec.phone.control_client import PhoneControl

_MS = click.IntRange(0, 60_000)
_KEYS = ("power", "volume_up", "volume_down", "back", "home", "app_switch")


@click.group("touch")
def command() -> None:
    """Touch the glass of a running phone: its touch panel reports a finger, as `getevent` shows.

    Coordinates are px of the screen as it is seen.
    """


@command.command("tap")
@click.argument("x", type=float)
@click.argument("y", type=float)
@click.option(
    "--display",
    type=click.IntRange(0, 1),
    default=0,
    show_default=True,
    help="Which display; 1 is the second one of a phone with --displays 2, whose touch node is the second.",
)
@on_a_phone
def tap(control: PhoneControl, x: float, y: float, display: int) -> int:
    """Touch X Y shortly."""
    if display:
        control.touch_second(x, y)
    else:
        control.tap(x, y)
    return ExitCode.OK


@command.command("swipe")
@click.argument("x1", type=float)
@click.argument("y1", type=float)
@click.argument("x2", type=float)
@click.argument("y2", type=float)
@click.option("--ms", type=_MS, default=300, show_default=True, help="How long it takes.")
@on_a_phone
def swipe(control: PhoneControl, x1: float, y1: float, x2: float, y2: float, ms: int) -> int:
    """Drag from X1 Y1 to X2 Y2 in a straight line."""
    control.swipe(x1, y1, x2, y2, ms)
    return ExitCode.OK


@command.command("long-press")
@click.argument("x", type=float)
@click.argument("y", type=float)
@click.option("--ms", type=_MS, default=800, show_default=True, help="How long the finger stays.")
@on_a_phone
def long_press(control: PhoneControl, x: float, y: float, ms: int) -> int:
    """Touch X Y and stay."""
    control.long_press(x, y, ms)
    return ExitCode.OK


@command.command("pinch")
@click.argument("x", type=float)
@click.argument("y", type=float)
@click.argument("scale", type=click.FloatRange(0.1, 10))
@click.option("--ms", type=_MS, default=400, show_default=True, help="How long it takes.")
@on_a_phone
def pinch(control: PhoneControl, x: float, y: float, scale: float, ms: int) -> int:
    """Move two fingers around X Y: apart by a SCALE above 1, together by one below."""
    control.pinch(x, y, scale, ms)
    return ExitCode.OK


@command.command("type")
@click.argument("text")
@on_a_phone
def type_(control: PhoneControl, text: str) -> int:
    """Touch the keys of the soft keyboard one after another until TEXT is typed; it must be shown.

    Enter is a newline in TEXT, which bash and zsh write as $'red lamp\\n'.
    """
    control.type(text)
    return ExitCode.OK


@command.command("key")
@click.argument("name", type=click.Choice(_KEYS, case_sensitive=False), metavar=f"[{'|'.join(_KEYS)}]")
@click.option("--ms", type=_MS, default=100, show_default=True, help="How long it is held.")
@on_a_phone
def key(control: PhoneControl, name: str, ms: int) -> int:
    """Press one of the phone's own keys: its input node reports it, as `getevent` shows."""
    control.key(name, ms)
    return ExitCode.OK
