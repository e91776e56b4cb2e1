"""What is asked on the command line becomes the config of a replay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest

from gui_rec.cli._replay_options import Asked, config_of, named_texts, read_restore, replay_options
from gui_rec.device.restore import RestoreStep
from gui_rec.errors import UsageError
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.config import OnMismatch, ReplayConfig, Speed


def given(*words: str) -> Asked:
    got: dict[str, Any] = {}

    @click.command()
    @replay_options
    def command(**options: object) -> None:
        got.update(options)

    command.main(list(words), standalone_mode=False)
    return got  # type: ignore[return-value]


def test_every_option_is_one_of_those_asked_for() -> None:
    assert set(given()) == set(Asked.__annotations__)


def test_unasked_a_replay_is_the_usual_one_with_a_report() -> None:
    config, usual = config_of(given()), ReplayConfig()
    assert config.report_dir is not None
    assert (config.on_mismatch, config.tolerance, config.timeout_s, config.force) == (
        usual.on_mismatch,
        usual.tolerance,
        usual.timeout_s,
        usual.force,
    )


def test_words_become_the_config() -> None:
    config = config_of(
        given(
            *("--episode", "E1", "--from", "2", "--until", "5", "--on-mismatch", "continue"),
            *("--tolerance", "layout", "--timeout", "3", "--report", "out", "--force", "--set", "user=a=b"),
        )
    )
    assert (config.episode, config.from_step, config.until_step) == ("E1", 2, 5)
    assert (config.on_mismatch, config.tolerance) == (OnMismatch.CONTINUE, Tolerance.LAYOUT)
    assert (config.timeout_s, config.report_dir, config.force) == (3.0, Path("out"), True)
    assert config.values == (("user", "a=b"),)


def test_no_report_means_none() -> None:
    assert config_of(given("--no-report")).report_dir is None
    with pytest.raises(UsageError, match="--report and --no-report exclude each other"):
        config_of(given("--no-report", "--report", "x"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("geheim",), "expected NAME=TEXT"),
        (("=geheim",), "expected NAME=TEXT"),
        (("a b=geheim",), "expected NAME=TEXT"),
        (("user=x", "user=geheim"), "user: given twice"),
        (("user=geheim\udcff",), "user: expected text in UTF-8"),
    ],
)
def test_a_text_is_refused_by_its_name_only(words: tuple[str, ...], told: str) -> None:
    with pytest.raises(UsageError, match=told) as refused:
        named_texts(words, "--set")
    assert "geheim" not in str(refused.value)


@pytest.mark.parametrize(
    "words", [("--from", "-1"), ("--timeout", "0"), ("--tolerance", "some"), ("--on-mismatch", "hope")]
)
def test_what_cannot_be_meant_is_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(click.BadParameter):
        given(*words)


def test_what_a_replay_elsewhere_needs_becomes_the_config() -> None:
    config = config_of(
        given(
            *("--scale", "--speed", "recorded", "--restore", "launch,force_stop", "--param", "user=ada"),
            *("--set", "user=bob", "--on-mismatch", "ask"),
        )
    )
    assert (config.scale, config.speed) == (True, Speed.RECORDED)
    assert config.restore == (RestoreStep.FORCE_STOP, RestoreStep.LAUNCH)
    assert config.parameters == (("user", "ada"),)
    assert config.on_mismatch is OnMismatch.ASK


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (None, ()),
        ("all", tuple(RestoreStep)),
        ("Force-Stop", (RestoreStep.FORCE_STOP,)),
        (" launch , clear", (RestoreStep.CLEAR, RestoreStep.LAUNCH)),
    ],
)
def test_a_restore_is_read_in_the_order_that_makes_sense(
    text: str | None, steps: tuple[RestoreStep, ...]
) -> None:
    assert read_restore(text) == steps


@pytest.mark.parametrize("text", ["", "reboot", "all,launch", "launch,,clear"])
def test_a_restore_that_cannot_be_meant_names_those_that_can(text: str) -> None:
    with pytest.raises(UsageError, match="expected force-stop, clear, launch joined by commas, or all"):
        read_restore(text)


def test_an_empty_text_is_refused_since_nothing_would_come_of_it() -> None:
    with pytest.raises(UsageError, match="--set user: expected a text to type, got an empty one"):
        config_of(given("--set", "user="))
