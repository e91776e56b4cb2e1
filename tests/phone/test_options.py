"""The options of the phone."""

from __future__ import annotations

from typing import Unpack

import click
import pytest
from click.testing import CliRunner

from gui_rec.errors import UsageError
from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.announce import ServerAddress
from gui_rec.phone.options import (
    PhoneOptions,
    parse_size,
    parse_value,
    phone_options,
    serve_config,
    str_size,
)
from gui_rec.phone.server import ServeConfig


def _config(*args: str) -> ServeConfig:
    """What the arguments become."""
    seen: list[ServeConfig] = []

    @click.command()
    @phone_options
    def command(**options: Unpack[PhoneOptions]) -> None:
        seen.append(serve_config(options))

    result = CliRunner().invoke(command, args, catch_exceptions=False)
    if not seen:
        raise AssertionError(result.output)
    return seen[0]


def test_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANDROID_ADB_SERVER_PORT", "ANDROID_ADB_SERVER_ADDRESS", "ADB_SERVER_SOCKET"):
        monkeypatch.delenv(name, raising=False)
    assert _config() == ServeConfig()


def test_displays_and_secure_screens_can_be_set() -> None:
    phone = _config("--displays", "2", "--secure", "refuse").phone
    assert (phone.displays, phone.secure_capture) == (2, "refuse")
    assert phone.refuses_secure


def test_everything_can_be_set() -> None:
    config = _config(
        *("--port", "41001", "--seed", "7", "--screen", "720x1280", "--density", "320", "--api", "30"),
        *("--model", "M", "--locale", "ar-EG", "--clock-offset", "60.5", "--fault", "mute"),
        *(
            "--fault",
            "not-idle:2",
            "--value",
            "shop.price.mug=b=c",
            "--server-port",
            "5038",
            "--until-stdin-ends",
        ),
    )
    assert (config.port, config.server) == (41001, ServerAddress("127.0.0.1", 5038))
    assert config.faults == ("mute", "not-idle:2")
    assert config.until_stdin_ends
    phone = config.phone
    assert (phone.size, phone.density_dpi, phone.api) == (ScreenSize(720, 1280), 320, 30)
    assert (phone.seed, phone.model, phone.locale, phone.wall_offset_s) == (7, "M", "ar-EG", 60.5)
    assert phone.values == {"shop.price.mug": "b=c"}


def test_nobody_need_be_told() -> None:
    assert _config("--no-announce").server is None


@pytest.mark.parametrize(
    ("args", "port"), [([], None), (["--web"], 0), (["--web", "8123"], 8123), (["--web", "--seed", "3"], 0)]
)
def test_the_page_is_served_on_a_port_that_is_named_or_free(args: list[str], port: int | None) -> None:
    assert _config(*args).web_port == port


def test_the_environment_names_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ADB_SERVER_SOCKET", raising=False)
    monkeypatch.delenv("ANDROID_ADB_SERVER_ADDRESS", raising=False)
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", "5040")
    assert _config().server == ServerAddress("127.0.0.1", 5040)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--screen", "big"], "--screen: expected WxH"),
        (["--screen", "10x5000"], r"240\.\.4096"),
        (["--value", "x"], "--value: expected NAME=TEXT"),
        (["--value", "nope=1"], "--value: no app has a text 'nope'; known: shop.name.lamp, "),
        (
            ["--locale", "fr"],
            "--locale: expected a language that the phone speaks, such as en-US, zh-CN or ar",
        ),
        (["--locale", "zh_CN"], "got 'zh_CN'"),
        (["--fault", "lag"], "unknown fault 'lag'; known: .*old-xml.*stall-stream"),
        (["--fault", "mute:x"], "wire fault 'mute:x'"),
        (["--fault", "old-xml:x"], "fault 'old-xml:x'"),
    ],
)
def test_what_cannot_be_meant_is_said(args: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        _config(*args)


@pytest.mark.parametrize("args", [["--port", "80"], ["--api", "12"], ["--density", "1"]])
def test_click_refuses_what_is_out_of_range(args: list[str]) -> None:
    with pytest.raises(AssertionError, match="Invalid value"):
        _config(*args)


def test_sizes_and_values() -> None:
    assert str_size(parse_size("1080x2400")) == "1080x2400"
    assert parse_value("shop.name.mug=") == ("shop.name.mug", "")


@pytest.mark.parametrize("seconds", ["nan", "inf", "-1e12"])
def test_a_clock_is_ahead_by_a_number_of_seconds(seconds: str) -> None:
    with pytest.raises(UsageError, match="--clock-offset"):
        _config(f"--clock-offset={seconds}")
