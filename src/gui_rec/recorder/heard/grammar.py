"""A shell line -> its commands in order, each with its place in the line. Pure.

Read are lists (`;` `&&` `||` and line ends), pipelines, `{ ...; }`, `( ... )`, assignments and redirections. Loops,
conditions, functions and here-documents raise UntellableError.
"""

from __future__ import annotations

import re

from gui_rec.recorder.heard.constants import opening_constants
from gui_rec.recorder.heard.syntax import Command, Group, Item, Link, Simple
from gui_rec.recorder.heard.words import Operator, Redirect, Token, UntellableError, Word, read_words

_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=")
_KEYWORDS = frozenset(
    ["if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "select"]
).union(["function", "time", "coproc", "[[", "!", "}"])
_MOST_DEPTH = 20


def parse(source: str) -> tuple[Item, ...]:
    """The pipelines of `source` in order, with the values of its opening constants filled in.

    Raises UntellableError.
    """
    items = _Parser(source, read_words(source)).whole()
    known, _ = opening_constants(items)
    return _Parser(source, read_words(source, known)).whole() if known else items


class _Parser:
    def __init__(self, source: str, tokens: list[Token]) -> None:
        self._source = source
        self._tokens = tokens
        self._at = 0
        self._depth = 0

    def whole(self) -> tuple[Item, ...]:
        items = self._items(None)
        if self._at < len(self._tokens):
            raise UntellableError("a syntax error")
        return items

    def _items(self, closing: str | None) -> tuple[Item, ...]:
        """Pipelines up to the end, or up to `)` or `}`, which is left standing."""
        items: list[Item] = []
        link = Link.FIRST
        while not self._is_over(closing):
            if self._take("\n"):
                continue
            start, commands = self._pipeline()
            background = self._take("&")
            items.append(Item(link, start, self._tokens[self._at - 1].end, commands, background))
            link = self._link(background=background)
        if link in (Link.AND, Link.OR):
            raise UntellableError("a syntax error")
        return tuple(items)

    def _is_over(self, closing: str | None) -> bool:
        token = self._peek()
        if token is None:
            return True
        if closing == "}":
            return isinstance(token, Word) and token.literal == "}"
        return closing is not None and isinstance(token, Operator) and token.text == closing

    def _link(self, *, background: bool) -> Link:
        if background:
            return Link.THEN
        for text, link in (("&&", Link.AND), ("||", Link.OR), (";", Link.THEN), ("\n", Link.THEN)):
            if self._take(text):
                return link
        token = self._peek()
        if token is None or (isinstance(token, Operator) and token.text == ")"):
            return Link.THEN
        raise UntellableError("a syntax error")

    def _pipeline(self) -> tuple[int, tuple[Command, ...]]:
        token = self._peek()
        start = token.start if token is not None else len(self._source)
        commands = [self._command()]
        while self._take("|") or self._take("|&"):
            while self._take("\n"):
                pass
            commands.append(self._command())
        return start, tuple(commands)

    def _command(self) -> Command:
        token = self._peek()
        if isinstance(token, Operator) and token.text == "(":
            return self._group(")", subshell=True)
        if isinstance(token, Word) and token.literal == "{":
            return self._group("}", subshell=False)
        if isinstance(token, Word) and token.literal in _KEYWORDS:
            raise UntellableError(f"`{token.literal}`")
        return self._simple()

    def _group(self, closing: str, *, subshell: bool) -> Group:
        self._depth += 1
        if self._depth > _MOST_DEPTH:
            raise UntellableError("too deep a nesting")
        start = self._tokens[self._at].end
        self._at += 1
        items = self._items(closing)
        end = self._peek()
        if end is None or not items:
            raise UntellableError("a syntax error")
        self._at += 1
        self._depth -= 1
        redirected = False
        while isinstance(self._peek(), Redirect):
            redirected = True
            self._target()
        return Group(items, start, end.start, subshell, redirected)

    def _simple(self) -> Simple:
        words: list[Word] = []
        assignments: list[Word] = []
        targets: list[Word] = []
        redirects_input = False
        while (token := self._peek()) is not None and not isinstance(token, Operator):
            if isinstance(token, Redirect):
                redirects_input = redirects_input or token.text.startswith("<")
                targets.append(self._target())
                continue
            self._at += 1
            if not words and self._is_assignment(token):
                assignments.append(token)
            else:
                words.append(token)
        if not (words or assignments or targets) or self._is_at("("):
            raise UntellableError("a syntax error" if not words else "a function")
        return Simple(tuple(words), tuple(assignments), tuple(targets), redirects_input)

    def _target(self) -> Word:
        self._at += 1
        target = self._peek()
        if not isinstance(target, Word):
            raise UntellableError("a syntax error")
        self._at += 1
        return target

    def _is_assignment(self, word: Word) -> bool:
        return _ASSIGNMENT.match(self._source, word.start, word.end) is not None

    def _peek(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _is_at(self, text: str) -> bool:
        token = self._peek()
        return isinstance(token, Operator) and token.text == text

    def _take(self, text: str) -> bool:
        if not self._is_at(text):
            return False
        self._at += 1
        while text in ("&&", "||") and self._is_at("\n"):
            self._at += 1
        return True
