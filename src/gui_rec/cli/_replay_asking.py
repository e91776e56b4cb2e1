"""`--on-mismatch ask`: the person at the terminal decides about a step that failed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from gui_rec._files import utf8_text
from gui_rec.cli._output import Output, one_line
from gui_rec.errors import UsageError

if TYPE_CHECKING:
    from gui_rec.replayer.asking import Answer, Ask, Question

_KEYS = "c = continue, s = stop, a = accept with a note"


def asker(on_mismatch: str, out: Output) -> Ask | None:
    """Who is asked; None where nobody is to be. Raises UsageError where there is no terminal to ask at."""
    if on_mismatch != "ask":
        return None
    if out.quiet or not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError(
            "replay: --on-mismatch ask: expected a terminal to ask at (and no --quiet), got none; use stop or continue"
        )
    return _ask


def _ask(question: Question) -> Answer:
    """Show expected and seen, and take the first answer that is one; the end of the input stops."""
    from gui_rec.replayer.asking import Answer, Choice

    for line in question_lines(question):
        click.echo(line, err=True)
    while True:
        try:
            word = click.prompt(_KEYS, prompt_suffix=": ", err=True).strip().lower()
            if word in ("c", "continue"):
                return Answer(Choice.CONTINUE)
            if word in ("s", "stop"):
                return Answer(Choice.STOP)
            if word in ("a", "accept"):
                note = click.prompt("why it is all right", default="", show_default=False, err=True)
                return Answer(Choice.ACCEPT, utf8_text(note.strip()))
        except click.Abort:
            click.echo("", err=True)
            return Answer(Choice.STOP)


def question_lines(question: Question) -> list[str]:
    """What the person is shown. Texts of the phone stand in one line each, without control characters."""
    judged = question.judgement
    where = f" at {one_line(question.target)}" if question.target else ""
    done = "" if question.acted else " (not performed yet)"
    return [
        f"step {question.step_index} ({one_line(question.action)}){where}{done}: "
        f"{judged.verdict.value} {judged.code.value}: {one_line(judged.detail)}",
        f"  expected {one_line(question.expected)}",
        f"  seen     {one_line(question.seen)}",
    ]
