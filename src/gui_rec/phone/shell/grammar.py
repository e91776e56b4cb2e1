"""A shell line -> what to run: pure.

Supported: `;` `&` `&&` `||` `|` `>` `>>` `N>` `N>>` `N>&M`, quotes, `$NAME`, `${NAME}`, `$?`, `$!`, `$1`..`$9`,
`NAME=value`, comments. Everything else that mksh would take is refused with its name before anything runs.
"""

from __future__ import annotations

import functools
import re
from dataclasses import replace
from typing import cast

from gui_rec.errors import InputError
from gui_rec.phone.shell.ast import Join, Pipeline, Redirect, Script, Simple, Text, ToFd, ToFile, Word
from gui_rec.phone.shell.lexer import Lexer, Operator, RedirectMark, Token, refuse

_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?==)")
_KEYWORDS = frozenset(
    ["if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "select"]
).union(["function", "time", "coproc", "[[", "]]", "{", "}", "!"])
_UNSUPPORTED_BUILTINS = frozenset(
    [".", "alias", "bg", "builtin", "break", "command", "continue", "eval", "fc", "fg", "getopts", "hash"]
).union(
    ["jobs", "let", "local", "readonly", "return", "set", "shift", "source", "trap", "typeset"],
    ["ulimit", "umask", "unalias", "unset"],
)


@functools.lru_cache(maxsize=512)
def parse(source: str) -> Script:
    """The script in `source`.

    Raises EOFError when more lines could complete it (an open quote, a trailing `|`), InputError
    for all else that is wrong or not supported.
    """
    return _Parser(Lexer(source).tokens()).script()


class _Parser:
    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._at = 0

    def script(self) -> Script:
        pipelines: list[Pipeline] = []
        join: str = ";"
        while True:
            if join != ";":
                self._skip_line_ends()
            if self._peek() is None:
                if join != ";":
                    raise EOFError(f"syntax error: unexpected end after `{join}`")
                return Script(tuple(pipelines))
            if self._peek() == Operator(";") and join == ";":
                self._at += 1
                continue
            pipeline = Pipeline(cast(Join, join), self._pipeline())
            join = self._take_join()
            if join == "&":
                if pipeline.join != ";":
                    raise refuse(f"`&` behind `{pipeline.join}`")
                pipeline, join = replace(pipeline, background=True), ";"
            pipelines.append(pipeline)

    def _take_join(self) -> str:
        token = self._peek()
        if token is None:
            return ";"
        if not isinstance(token, Operator):
            raise InputError("syntax error: unexpected word")
        self._at += 1
        return token.text

    def _pipeline(self) -> tuple[Simple, ...]:
        commands = [self._simple()]
        while self._peek() == Operator("|"):
            self._at += 1
            self._skip_line_ends()
            if self._peek() is None:
                raise EOFError("syntax error: unexpected end after `|`")
            commands.append(self._simple())
        return tuple(commands)

    def _simple(self) -> Simple:
        assignments: list[tuple[str, Word]] = []
        words: list[Word] = []
        redirects: list[Redirect] = []
        while (token := self._peek()) is not None and not isinstance(token, Operator):
            self._at += 1
            if isinstance(token, RedirectMark):
                redirects.append(self._redirect(token))
            elif not words and (assignment := _assignment(token)):
                assignments.append(assignment)
            else:
                words.append(token)
        if not (assignments or words or redirects):
            found = token.text if isinstance(token, Operator) else "end"
            raise InputError(f"syntax error: unexpected `{found}`")
        _check_name(words)
        return Simple(tuple(assignments), tuple(words), tuple(redirects))

    def _redirect(self, mark: RedirectMark) -> Redirect:
        target = self._peek()
        if not isinstance(target, Word):
            raise InputError(f"syntax error: `{mark.text}` without a target")
        self._at += 1
        if mark.text != ">&":
            if mark.fd not in (1, 2):
                raise refuse(f"descriptor {mark.fd}")
            return ToFile(mark.fd, target, mark.text == ">>")
        if mark.fd not in (1, 2) or target.literal not in ("1", "2"):
            raise refuse(f"`{mark.fd}>&{target.literal}`")
        return ToFd(mark.fd, int(target.literal))

    def _peek(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _skip_line_ends(self) -> None:
        while self._peek() == Operator(";"):
            self._at += 1


def _assignment(word: Word) -> tuple[str, Word] | None:
    first = word.parts[0] if word.parts else None
    if not isinstance(first, Text) or first.quoted:
        return None
    match = _ASSIGNMENT.match(first.text)
    if match is None:
        return None
    rest = first.text[match.end() + 1 :]
    head = (Text(rest, False),) if rest else ()
    return match[0], Word(head + word.parts[1:])


def _check_name(words: list[Word]) -> None:
    name = words[0].literal if words else None
    if name in _KEYWORDS:
        raise refuse(f"`{name}`")
    if name in _UNSUPPORTED_BUILTINS:
        raise refuse(f"the built-in `{name}`")
