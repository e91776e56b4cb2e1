"""The options of `gui-rec phone` and of `python -m gui_rec.phone`: one list for both.

What a phone is made of is imported when one is started: `gui-rec phone touch` and its like start none.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

import click

from gui_rec.errors import UsageError
from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.web.extra import require_studio
from gui_rec.phone.wire.faults import WireFault, WireFaults, is_wire_fault
from gui_rec.phone.world.config import SUPPORTED_APIS, PhoneConfig
from gui_rec.phone.world.faults import COUNTED, PLAIN, Faults

if TYPE_CHECKING:
    from gui_rec.phone.announce import ServerAddress
    from gui_rec.phone.server import ServeConfig

F = TypeVar("F", bound=Callable[..., Any])

_LEAST_PX, _MOST_PX = 240, 4096
_MOST_OFFSET_S = 999_999_999


class PhoneOptions(TypedDict):
    """What click hands over, by the names of the options."""

    port: int | None
    high_port: bool
    seed: int
    screen: str
    density: int
    api: str
    model: str
    locale: str
    displays: int
    secure: str
    clock_offset: float
    faults: tuple[str, ...]
    values: tuple[str, ...]
    server_port: int | None
    no_announce: bool
    until_stdin_ends: bool
    web: int | None


def phone_options(command: F) -> F:
    """Give a click command the phone's options; call `run_phone` with what they hold."""
    default = PhoneConfig()
    names = ", ".join((*COUNTED, *PLAIN, *WireFault))
    options = [
        click.option(
            "--port", type=click.IntRange(1025, 65535), help="adb port; default: free one from 5555."
        ),
        click.option("--high-port", is_flag=True, help="Take any free high port instead of 5555 and up."),
        click.option("--seed", type=int, default=default.seed, show_default=True, help="Seed of the phone."),
        click.option("--screen", default=str_size(default.size), show_default=True, help="Panel, WxH in px."),
        click.option(
            "--density",
            type=click.IntRange(72, 1000),
            default=default.density_dpi,
            show_default=True,
            help="Dots per inch.",
        ),
        click.option(
            "--api",
            type=click.Choice([str(api) for api in SUPPORTED_APIS]),
            default=str(default.api),
            show_default=True,
            help="Android API level.",
        ),
        click.option("--model", default=default.model, show_default=True, help="Name of the model."),
        click.option(
            "--locale", default=default.locale, show_default=True, help="Language: en-US, zh-CN, ar."
        ),
        click.option(
            "--displays",
            type=click.IntRange(1, 2),
            default=default.displays,
            show_default=True,
            help="With 2 there is one more beside the phone's own.",
        ),
        click.option(
            "--secure",
            type=click.Choice(["auto", "black", "refuse"]),
            default=default.secure_capture,
            show_default=True,
            help="What screencap makes of a screen that is not to be captured.",
        ),
        click.option("--clock-offset", type=float, default=0.0, help="Seconds the wall clock is ahead."),
        click.option("--fault", "faults", multiple=True, metavar="NAME[:N][@K]", help=f"A fault: {names}."),
        click.option(
            "--value", "values", multiple=True, metavar="NAME=TEXT", help="Override a text of an app."
        ),
        click.option(
            "--server-port", type=click.IntRange(1, 65535), help="Announce to this adb server's port."
        ),
        click.option("--no-announce", is_flag=True, help="Announce to no adb server."),
        click.option(
            "--web",
            type=click.IntRange(0, 65535),
            is_flag=False,
            flag_value=0,
            metavar="[PORT]",
            help="Show the phone on a page of the browser, to be touched by mouse or finger; needs the extra studio.",
        ),
        click.option("--until-stdin-ends", is_flag=True, help="Leave when stdin is closed."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def str_size(size: ScreenSize) -> str:
    """`WxH`."""
    return f"{size.width_px}x{size.height_px}"


def run_phone(**options: Unpack[PhoneOptions]) -> None:
    """Be the phone that the options describe; returns when it is told to stop. Raises UsageError."""
    import asyncio
    import logging

    from gui_rec.phone.server import serve

    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="gui-rec phone: %(message)s")
    asyncio.run(serve(serve_config(options), out=_out, say=_say))


def serve_config(options: PhoneOptions) -> ServeConfig:
    """What the options mean. Raises UsageError for one that cannot be meant."""
    from gui_rec.phone.server import ServeConfig

    faults = options["faults"]
    check_faults(faults)
    if options["web"] is not None:
        require_studio()
    phone = PhoneConfig(
        size=parse_size(options["screen"]),
        density_dpi=options["density"],
        seed=options["seed"],
        api=int(options["api"]),
        model=options["model"],
        locale=_language(options["locale"]),
        displays=options["displays"],
        secure_capture=options["secure"],
        wall_offset_s=_offset(options["clock_offset"]),
        values=MappingProxyType(dict(parse_value(value) for value in options["values"])),
    )
    return ServeConfig(
        phone=phone,
        port=options["port"],
        high_port=options["high_port"],
        server=_announce_to(options),
        faults=faults,
        until_stdin_ends=options["until_stdin_ends"],
        web_port=options["web"],
    )


def _offset(seconds: float) -> float:
    if not abs(seconds) <= _MOST_OFFSET_S:
        raise UsageError(f"--clock-offset: at most {_MOST_OFFSET_S} s either way, got {seconds}")
    return seconds


def check_faults(specifications: Iterable[str]) -> None:
    """Raise UsageError for a fault that is neither the wire's nor the phone's, naming all there are."""
    for specification in specifications:
        if is_wire_fault(specification):
            WireFaults([specification])
        elif re.split("[:@]", specification)[0] in (*COUNTED, *PLAIN):
            Faults([specification])
        else:
            known = ", ".join((*COUNTED, *PLAIN, *WireFault))
            raise UsageError(f"unknown fault {specification!r}; known: {known}")


def _announce_to(options: PhoneOptions) -> ServerAddress | None:
    from gui_rec.phone.announce import ServerAddress, server_address

    if options["no_announce"]:
        return None
    port = options["server_port"]
    return server_address() if port is None else ServerAddress(port=port)


def parse_size(text: str) -> ScreenSize:
    """`WxH` in px, each 240..4096."""
    width, sign, height = text.partition("x")
    if not sign or not width.isdecimal() or not height.isdecimal():
        raise UsageError(f"--screen: expected WxH in px such as 1080x2400, got {text!r}")
    if not all(_LEAST_PX <= int(side) <= _MOST_PX for side in (width, height)):
        raise UsageError(f"--screen: each side is {_LEAST_PX}..{_MOST_PX} px, got {text!r}")
    return ScreenSize(int(width), int(height))


def parse_value(text: str) -> tuple[str, str]:
    """`NAME=TEXT`."""
    from gui_rec.phone.apps.values import check_value_name

    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UsageError(f"--value: expected NAME=TEXT, got {text!r}")
    try:
        return check_value_name(name), value
    except UsageError as error:
        raise UsageError(f"--value: {error}") from error


def _language(name: str) -> str:
    from gui_rec.phone.world.words import check_language

    try:
        return check_language(name)
    except UsageError as error:
        raise UsageError(f"--locale: {error}") from error


def _out(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _say(text: str) -> None:
    sys.stderr.write(f"gui-rec phone: {text}\n")
    sys.stderr.flush()
