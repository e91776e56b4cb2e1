"""`gui-rec rules edit FILE`: change rules in an editor; a text that is wrong never takes the file's place."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import click

from gui_rec.cli._output import Output, output_options
from gui_rec.errors import ExitCode, UsageError


@click.command("edit")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--editor", metavar="COMMAND", help="The editor; by default that of VISUAL or EDITOR, else the system's."
)
@output_options
def command(file: Path, editor: str | None, out: Output) -> int:
    """Open a copy of a rule file in an editor, check it, and put it in the file's place.

    The revision is raised, and the old one is kept beside. Where the text is wrong, the error says so with its place,
    the file stays as it was and the copy is kept (exit 4).
    """
    from gui_rec.replayer.rules.editing import edit_rule_file

    words = _editor_words(editor)
    changed = edit_rule_file(file, lambda copy: _edit(words, copy))
    if changed is None:
        out.result({"rules": str(file), "changed": False, "kept": None}, f"{file}: nothing was changed")
        return ExitCode.OK
    path, kept = changed
    document = {"rules": str(path), "changed": True, "kept": str(kept)}
    out.result(document, f"{path}: changed; the old revision is {kept}")
    return ExitCode.OK


def _editor_words(asked: str | None) -> list[str]:
    """The editor's command line, without a shell. Raises UsageError."""
    text = asked or os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"rules edit: expected an editor's command, got {text[:80]!r}: {error}") from error
    if not words:
        raise UsageError("rules edit: expected an editor's command, got an empty one; give --editor")
    return words


def _edit(words: list[str], copy: Path) -> None:
    try:
        status = subprocess.run([*words, str(copy)], check=False).returncode
    except OSError as error:
        raise UsageError(
            f"rules edit: the editor {words[0]!r} cannot be started: {error.strerror}; give --editor"
        ) from error
    if status != 0:
        raise UsageError(f"rules edit: the editor {words[0]!r} ended with {status}; nothing was changed")
