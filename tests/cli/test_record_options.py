"""The options of a session are RecordOptions' own fields, and say what they take."""

from __future__ import annotations

from dataclasses import MISSING, fields

import click
import pytest

from gui_rec.cli._record_options import Asked, session_options
from gui_rec.cli._record_session import RecordOptions


def given(*words: str) -> dict[str, object]:
    got: dict[str, object] = {}

    @click.command()
    @session_options
    def command(**options: object) -> None:
        got.update(options)

    command.main(list(words), standalone_mode=False)
    return got


def test_what_is_asked_is_what_a_session_is_made_from() -> None:
    asked = given()
    assert set(asked) == set(Asked.__annotations__)
    assert set(asked) <= {field.name for field in fields(RecordOptions)}


def test_unasked_a_session_is_the_usual_one() -> None:
    asked = given()
    for field in fields(RecordOptions):
        if field.name in asked and field.default is not MISSING:
            assert asked[field.name] == field.default, field.name


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        (("--max-steps", "3"), "max_steps", 3),
        (("--reconnect", "0.5"), "reconnect_s", 0.5),
        (("--keep-free", "10"), "keep_free_mb", 10),
        (("--no-keep-awake",), "keep_awake", False),
        (("--no-redact",), "no_redact", True),
    ],
)
def test_words_become_values(words: tuple[str, ...], name: str, value: object) -> None:
    assert given(*words)[name] == value


@pytest.mark.parametrize(
    "words", [("--max-steps", "0"), ("--reconnect", "-1"), ("--keep-free", "x"), ("--source", "magic")]
)
def test_what_cannot_be_meant_is_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(click.BadParameter):
        given(*words)
