from __future__ import annotations

from dataclasses import fields, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import pytest

from gui_rec.cli.replay import command
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.config import OnMismatch, ReplayConfig

OPTIONS: dict[str, Any] = {option.name or "": option for option in command.params}


def test_unasked_a_replay_is_careful() -> None:
    config = ReplayConfig()
    assert config.on_mismatch is OnMismatch.STOP
    assert config.tolerance is Tolerance.DYNAMIC
    assert config.write_verdicts
    assert not config.force, "an older report is never moved aside unasked"
    assert (config.episode, config.from_step, config.until_step, config.report_dir) == (None,) * 4


@pytest.mark.parametrize(
    ("name", "choices"), [("on_mismatch", list(OnMismatch)), ("tolerance", list(Tolerance))]
)
def test_the_command_line_offers_every_choice(name: str, choices: list[str]) -> None:
    assert isinstance(OPTIONS[name].type, click.Choice)
    assert list(OPTIONS[name].type.choices) == [str(choice) for choice in choices]


@pytest.mark.parametrize("name", ["on_mismatch", "tolerance", "timeout_s", "force"])
def test_the_command_line_has_the_same_defaults(name: str) -> None:
    default = getattr(ReplayConfig(), name)
    assert OPTIONS[name].get_default(click.Context(command)) == default


def test_the_first_look_is_at_once_and_pauses_never_shrink() -> None:
    config = ReplayConfig()
    assert config.gaps_s[0] == 0
    assert all(before <= after for before, after in pairwise(config.gaps_s))
    assert config.gaps_s[-1] > 0, "the last pause is repeated, so it must let time pass"
    assert sum(config.gaps_s) < config.timeout_s


def test_a_config_is_a_value() -> None:
    config = ReplayConfig(report_dir=Path("run"), tolerance=Tolerance("layout"))
    assert replace(config) == config
    assert hash(replace(config)) == hash(config)
    assert replace(config, timeout_s=1.0) != config
    for each in fields(config):
        with pytest.raises(AttributeError):
            setattr(config, each.name, None)


@pytest.mark.parametrize("word", ["", "STOP", "go on"])
def test_an_unknown_word_is_no_choice(word: str) -> None:
    with pytest.raises(ValueError, match="OnMismatch"):
        OnMismatch(word)
