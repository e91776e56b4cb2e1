"""Characters of a shell line -> words and operators, with their places in the line. Pure.

The grammar is mksh's. A word whose value only the phone knows (`$X`, `$(...)`, a file pattern) has no value but a
reason. What is no shell line, or more than is read here, raises Untellable: the caller then looks at the text as a
whole, and never guesses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

MOST_CHARACTERS = 1 << 20
MOST_WORDS = 50_000
_MOST_DEPTH = 50
_OPERATOR = re.compile(r"\|\||&&|;;|\|&|\||;|\n|&(?!>)|\(|\)")
_REDIRECT = re.compile(r"([0-9]?)(<<-|<<<|<<|<&|<>|<(?!\()|>>|>&|>\||>(?!\())|()(&>)")
_BLANK = " \t"
_ENDS = frozenset(_BLANK + "\n|&;()<>")
_PLAIN_VALUE = re.compile(r"[A-Za-z0-9_.,:/%@+-]+")
_NO_ROOT_ENTRY = re.compile(r"[^A-Za-z0-9._+*?-]")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9?!#$@*_-]")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "a": "\a", "b": "\b", "e": "\x1b",
            "E": "\x1b", "f": "\f", "v": "\v"}  # fmt: skip


class UntellableError(Exception):
    """The line is no shell line, or what it does cannot be told without running it. The message says why."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word and where it stands. `value` is None where only the phone knows it; then `why` says so.

    `literal` is its text where nothing in it is quoted: only such a word can be a keyword. `inside` are the
    commands in its substitutions. `pattern` says that it is a file pattern, which stands for itself where it has
    a value.
    """

    start: int
    end: int
    value: str | None
    why: str = ""
    literal: str | None = None
    inside: tuple[str, ...] = ()
    uses_status: bool = False
    pattern: bool = False


@dataclass(frozen=True, slots=True)
class Operator:
    """`;` `&&` `||` `|` `&` `(` `)` or a line's end (`\\n`)."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Redirect:
    """`>`, `2>`, `<` and their like; its target is the next word."""

    start: int
    end: int
    fd: str
    text: str


Token = Word | Operator | Redirect


@dataclass(slots=True)
class _Word:
    """A word under way: its pieces, each with whether it was quoted."""

    start: int
    pieces: list[tuple[str, bool]] = field(default_factory=list)
    why: str = ""
    inside: list[str] = field(default_factory=list)
    uses_status: bool = False

    def add(self, text: str, *, quoted: bool) -> None:
        self.pieces.append((text, quoted))

    def unknown(self, why: str) -> None:
        self.why = self.why or why

    def finish(self, end: int) -> Word:
        bare = "".join(text for text, quoted in self.pieces if not quoted)
        pattern = "*" in bare or "?" in bare or _in_order(bare, "[", "]")
        if pattern and ("[" in bare or not _stays(self.pieces)):
            self.unknown("a file pattern")
        if _in_order(bare, "{", ",", "}"):
            self.unknown("a brace expansion")
        if self.pieces and self.pieces[0] == ("~", False):
            self.unknown("`~`")
        value = None if self.why else "".join(text for text, _ in self.pieces)
        literal = None if any(quoted for _, quoted in self.pieces) else value
        inside = tuple(self.inside)
        return Word(self.start, end, value, self.why, literal, inside, self.uses_status, pattern)


def _in_order(text: str, *signs: str) -> bool:
    """Whether the signs stand in `text`, one behind the other."""
    at = -1
    for sign in signs:
        at = text.find(sign, at + 1)
        if at < 0:
            return False
    return True


def _stays(pieces: list[tuple[str, bool]]) -> bool:
    """Whether a file pattern surely matches nothing, and so stands for itself.

    A line starts in `/`, whose entries have names of letters, digits and `._+-` on every Android; a pattern that
    asks for another character in its first name matches none of them.
    """
    first = "".join(text for text, _ in pieces).partition("/")[0]
    return _NO_ROOT_ENTRY.search(first) is not None


def read_words(source: str, known: Mapping[str, str] | None = None) -> list[Token]:
    """All tokens of `source`; `known` are variables whose value is told. Raises UntellableError."""
    if len(source) > MOST_CHARACTERS:
        raise UntellableError(f"a line of more than {MOST_CHARACTERS} characters")
    if "\0" in source:
        raise UntellableError("a NUL in the line")
    tokens = _Reader(source, known or {}).tokens()
    if any(isinstance(token, Word) and token.literal in ("cd", "pushd") for token in tokens):
        return [_elsewhere(token) if isinstance(token, Word) else token for token in tokens]
    return tokens


def _elsewhere(word: Word) -> Word:
    """A word of a line that changes its folder: what a pattern matches there only the phone knows."""
    return replace(word, value=None, why="a file pattern", literal=None) if word.pattern else word


class _Reader:
    def __init__(self, source: str, known: Mapping[str, str]) -> None:
        self._source = source
        self._known = known
        self._at = 0

    def tokens(self) -> list[Token]:
        found: list[Token] = []
        while (token := self._next()) is not None:
            found.append(token)
            if len(found) > MOST_WORDS:
                raise UntellableError(f"a line of more than {MOST_WORDS} words")
        return found

    def _next(self) -> Token | None:
        self._skip()
        if self._at >= len(self._source):
            return None
        start = self._at
        if mark := _REDIRECT.match(self._source, start):
            self._at = mark.end()
            text = mark[2] or mark[4]
            if text.startswith("<<"):
                raise UntellableError("a here-document")
            return Redirect(start, self._at, mark[1] or "", text)
        if operator := _OPERATOR.match(self._source, start):
            self._at = operator.end()
            return Operator(start, self._at, operator[0])
        if self._source[start] in "<>":
            raise UntellableError("a process substitution")
        return self._word()

    def _skip(self) -> None:
        while self._at < len(self._source):
            if self._source[self._at] in _BLANK:
                self._at += 1
            elif self._source.startswith("\\\n", self._at):
                self._at += 2
            elif self._source[self._at] == "#":
                end = self._source.find("\n", self._at)
                self._at = len(self._source) if end < 0 else end
            else:
                return

    def _word(self) -> Word:
        word = _Word(self._at)
        while self._at < len(self._source) and self._source[self._at] not in _ENDS:
            self._piece(word)
        return word.finish(self._at)

    def _piece(self, word: _Word) -> None:
        sign = self._source[self._at]
        if sign == "\\":
            self._escape(word)
        elif sign == "'":
            word.add(self._until("'", self._at + 1), quoted=True)
        elif sign == '"':
            self._at += 1
            self._double(word)
        elif sign == "$":
            self._dollar(word, quoted=False)
        elif sign == "`":
            self._backtick(word)
        else:
            word.add(sign, quoted=False)
            self._at += 1

    def _escape(self, word: _Word) -> None:
        following = self._source[self._at + 1 : self._at + 2]
        if not following:
            raise UntellableError("a backslash at the end")
        if following != "\n":
            word.add(following, quoted=True)
        self._at += 2

    def _until(self, sign: str, start: int) -> str:
        end = self._source.find(sign, start)
        if end < 0:
            raise UntellableError("an open quote")
        self._at = end + 1
        return self._source[start:end]

    def _double(self, word: _Word) -> None:
        word.add("", quoted=True)
        while True:
            if self._at >= len(self._source):
                raise UntellableError("an open quote")
            sign = self._source[self._at]
            if sign == '"':
                self._at += 1
                return
            if sign == "\\":
                self._escape_in_double(word)
            elif sign == "$":
                self._dollar(word, quoted=True)
            elif sign == "`":
                self._backtick(word)
            else:
                word.add(sign, quoted=True)
                self._at += 1

    def _escape_in_double(self, word: _Word) -> None:
        following = self._source[self._at + 1 : self._at + 2]
        if following == "\n":
            pass
        elif following and following in '$`"\\':
            word.add(following, quoted=True)
        else:
            word.add("\\" + following, quoted=True)
        self._at += 2

    def _dollar(self, word: _Word, *, quoted: bool) -> None:
        start = self._at
        after = self._source[start + 1 : start + 2]
        if after == "'" and not quoted:
            self._ansi(word)
        elif after == "(":
            end = _closing(self._source, start + 2, "(", ")")
            word.inside.append(self._source[start + 2 : end])
            word.unknown("a `$(...)`")
            self._at = end + 1
        elif after == "{":
            end = _closing(self._source, start + 2, "{", "}")
            body = self._source[start + 2 : end]
            self._at = end + 1
            if self._is_told(word, body, quoted=quoted):
                return
            word.inside.append(body)
            word.uses_status = word.uses_status or body.startswith("?")
            word.unknown(f"the variable `${{{body[:40]}}}`")
        elif name := _NAME.match(self._source, start + 1):
            self._at = name.end()
            if self._is_told(word, name[0], quoted=quoted):
                return
            word.uses_status = word.uses_status or name[0] == "?"
            word.unknown(f"the variable `${name[0][:40]}`")
        elif after == '"' and not quoted:
            self._at += 1
        else:
            word.add("$", quoted=quoted)
            self._at += 1

    def _is_told(self, word: _Word, name: str, *, quoted: bool) -> bool:
        """Fill in a variable that is known, unless the shell would still do something to its value."""
        value = self._known.get(name)
        if value is None or not (quoted or _PLAIN_VALUE.fullmatch(value)):
            return False
        word.add(value, quoted=True)
        return True

    def _ansi(self, word: _Word) -> None:
        """`$'...'`: escapes as in C; numbers are left to the phone."""
        self._at += 2
        word.add("", quoted=True)
        while True:
            sign = self._source[self._at : self._at + 1]
            if not sign:
                raise UntellableError("an open quote")
            self._at += 1
            if sign == "'":
                return
            if sign != "\\":
                word.add(sign, quoted=True)
                continue
            code = self._source[self._at : self._at + 1]
            if code not in _ESCAPES:
                word.unknown("an escape in `$'...'`")
            word.add(_ESCAPES.get(code, code), quoted=True)
            self._at += 1

    def _backtick(self, word: _Word) -> None:
        start = self._at + 1
        at = start
        while at < len(self._source) and self._source[at] != "`":
            at += 2 if self._source[at] == "\\" else 1
        if at >= len(self._source):
            raise UntellableError("an open backquote")
        word.inside.append(self._source[start:at])
        word.unknown("a backquoted command")
        self._at = at + 1


def _closing(source: str, at: int, opening: str, closing: str) -> int:
    """Where what was opened before `at` is closed; quotes hide what is in them."""
    level = 1
    while at < len(source):
        sign = source[at]
        if sign == "\\":
            at += 1
        elif sign == "'":
            at = source.find("'", at + 1)
            if at < 0:
                break
        elif sign == '"':
            at = _double_end(source, at + 1)
        elif sign == opening:
            level += 1
            if level > _MOST_DEPTH:
                raise UntellableError("too deep a nesting")
        elif sign == closing:
            level -= 1
            if not level:
                return at
        at += 1
    raise UntellableError(f"an open `${opening}`")


def _double_end(source: str, at: int) -> int:
    while at < len(source) and source[at] != '"':
        at += 2 if source[at] == "\\" else 1
    return at
