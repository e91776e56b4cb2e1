"""Results go to standard output, words for people to standard error."""

from __future__ import annotations

import json

import click
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Group
from rich.table import Table

from gui_rec.cli._output import Output, cut_line, one_line, output_options


def test_json_prints_the_document_alone(capsys: pytest.CaptureFixture[str]) -> None:
    Output(json=True).result({"text": "café [bold]"}, "for people")
    captured = capsys.readouterr()
    assert json.loads(captured.out) == {"text": "café [bold]"}
    assert captured.err == ""


def test_text_keeps_brackets_that_come_from_data(capsys: pytest.CaptureFixture[str]) -> None:
    Output().result({}, "a [red]b[/red] :smile:")
    assert capsys.readouterr().out == "a [red]b[/red] :smile:\n"


def test_notes_go_to_standard_error_unless_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    Output().note("working")
    Output(quiet=True).note("silence")
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "working\n")


def test_the_options_arrive_as_one_value() -> None:
    @click.command()
    @output_options
    def command(out: Output) -> None:
        click.echo(f"{out.json} {out.quiet} {out.verbose}")

    assert CliRunner().invoke(command, ["--json", "-v"]).output == "True False True\n"


def test_what_a_terminal_takes_as_a_command_is_printed_as_its_escape(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = Table(box=None)
    table.add_row("\x1b]0;title\x07 \u202eabc \udcff", "\u5e97 \U0001f468\u200d\U0001f469")
    Output().result({}, "red \x1b[31m\nsecond line")
    Output().result({}, Group("a \x1b[2J", table))
    text = capsys.readouterr().out
    assert text.splitlines()[:3] == ["red \\x1b[31m", "second line", "a \\x1b[2J"]
    assert "\\x1b]0;title\\x07 \\u202eabc \\udcff" in text
    assert "\u5e97 \U0001f468\u200d\U0001f469" in text


def test_a_message_stays_on_its_line() -> None:
    assert one_line("a\nb\tc \x1b[0m\u2028 caf\u00e9") == "a\\nb\\tc \\x1b[0m\\u2028 caf\u00e9"


@given(st.text(max_size=300), st.integers(1, 200))
def test_a_long_text_is_cut_and_what_is_missing_counted(text: str, most: int) -> None:
    line, cut = one_line(text), cut_line(text, most)
    assert "\n" not in cut
    if len(line) <= most:
        assert cut == line
    else:
        assert cut == f"{line[:most]}... ({len(line) - most} more characters)"
