"""Words -> arguments: variables are filled in, unquoted values split at blanks."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from gui_rec.phone.commands._api import Context
from gui_rec.phone.shell.ast import Text, Word
from gui_rec.phone.shell.lexer import refuse

_MOST_CHARACTERS = 4 << 20
_PATTERN_SIGNS = frozenset("*?[")


def expand_words(words: Iterable[Word], ctx: Context) -> list[str]:
    """The arguments that `words` stand for.

    Raises InputError for an unquoted pattern that matches files: expanding it is not supported, and leaving
    it as it stands, as a shell does with one that matches nothing, would be wrong.
    """
    found = tuple(words)
    _check_length(found, ctx)
    return [field for word in found for field in _fields(word, ctx)]


def expand_text(word: Word, ctx: Context) -> str:
    """A word as one string, never split: the value of an assignment, the target of a redirection.

    Raises InputError for one that would be too long.
    """
    _check_length((word,), ctx)
    return "".join(part.text if isinstance(part, Text) else value_of(part.name, ctx) for part in word.parts)


def value_of(name: str, ctx: Context) -> str:
    """A variable's value; "" when it is not set."""
    if name == "?":
        return str(ctx.status)
    if name == "!":
        return "" if ctx.jobs.last is None else str(ctx.jobs.last)
    if name.isdecimal():
        return ctx.arguments[int(name) - 1] if int(name) <= len(ctx.arguments) else ""
    return ctx.unexported.get(name, ctx.env.get(name, ""))


def _fields(word: Word, ctx: Context) -> list[str]:
    fields: list[str] = []
    open_field: str | None = None
    for part in word.parts:
        if isinstance(part, Text) or part.quoted:
            text = part.text if isinstance(part, Text) else value_of(part.name, ctx)
            open_field = (open_field or "") + text
            continue
        value = value_of(part.name, ctx)
        pieces = value.split()
        if value[:1].isspace() and open_field is not None:
            fields.append(open_field)
            open_field = None
        for piece in pieces[:-1]:
            fields.append((open_field or "") + piece)
            open_field = None
        if pieces:
            open_field = (open_field or "") + pieces[-1]
        if value[-1:].isspace() and open_field is not None:
            fields.append(open_field)
            open_field = None
    if open_field is not None:
        fields.append(open_field)
    _check_pattern(word, ctx)
    return fields


def _check_length(words: Iterable[Word], ctx: Context) -> None:
    """A few assignments that double a value would otherwise fill the memory of the machine."""
    parts = (part for word in words for part in word.parts if not isinstance(part, Text))
    if sum(len(value_of(part.name, ctx)) for part in parts) > _MOST_CHARACTERS:
        raise refuse(f"more than {_MOST_CHARACTERS} characters of variables in one place")


def _check_pattern(word: Word, ctx: Context) -> None:
    literal = word.literal
    if literal is None or not _PATTERN_SIGNS.intersection(literal) or literal in ("[", "[["):
        return
    folder, _, pattern = ctx.path(literal).rpartition("/")
    folder = folder or "/"
    if _PATTERN_SIGNS.intersection(folder):
        raise refuse(f"the file pattern `{literal}`")
    if not ctx.files.exists(folder) or not ctx.files.stat(folder).is_dir:
        return
    if any(fnmatchcase(name, pattern) for name in ctx.files.listdir(folder)):
        raise refuse(f"the file pattern `{literal}`")
