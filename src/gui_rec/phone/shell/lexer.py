"""Characters of a shell line -> words and operators.

The grammar is a small part of mksh's (the shell of Android); whatever else a line holds is refused by name,
because a guess would record something a real phone would not have done.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gui_rec.errors import InputError
from gui_rec.phone.shell.ast import Text, Variable, Word

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_OPERATOR = re.compile(r"\|\||&&|;;|\||;|\n|&>|&|\(|\)")
_REDIRECT = re.compile(r"([0-9]?)(>>|>&|>\||>|<<<|<<|<&|<>|<)")
_BLANK = " \t\r"
_ENDS_WORD = _BLANK + "\n|&;()<>"
_PLAIN = re.compile(r"""[^ \t\r\n|&;()<>'"\\$`~]+""")
_PLAIN_QUOTED = re.compile(r"""[^"\\$`]+""")
_REFUSED_OPERATORS = {
    "&>": "`&>`",
    ";;": "`;;` (case)",
    "(": "`(` (sub-shells and functions)",
    ")": "`)` (sub-shells and functions)",
}


@dataclass(frozen=True, slots=True)
class Operator:
    """`;` (also for a line's end), `&`, `&&`, `||` or `|`."""

    text: str


@dataclass(frozen=True, slots=True)
class RedirectMark:
    """`>`, `>>` or `>&`, and the descriptor in front of it (1 when none stands there)."""

    fd: int
    text: str


Token = Word | Operator | RedirectMark


def refuse(what: str) -> InputError:
    """The one way a line is refused."""
    return InputError(f"syntax error: {what} is not supported by the shell of the simulated phone")


@dataclass(slots=True)
class _Builder:
    """A word under way."""

    parts: list[Text | Variable] = field(default_factory=list)
    started: bool = False

    def add(self, text: str, *, quoted: bool) -> None:
        self.started = True
        last = self.parts[-1] if self.parts else None
        if isinstance(last, Text) and last.quoted == quoted:
            self.parts[-1] = Text(last.text + text, quoted)
        elif text or quoted:
            self.parts.append(Text(text, quoted))


class Lexer:
    """Reads one script. `tokens()` is called once."""

    def __init__(self, source: str) -> None:
        if "\0" in source:
            raise InputError("syntax error: a shell line cannot hold a NUL")
        self._source = source
        self._at = 0

    def tokens(self) -> list[Token]:
        """All tokens. Raises InputError naming what is not supported, EOFError for an open quote."""
        found: list[Token] = []
        while (token := self._next()) is not None:
            found.append(token)
        return found

    def _next(self) -> Token | None:
        self._skip_blanks()
        if self._at >= len(self._source):
            return None
        if mark := _REDIRECT.match(self._source, self._at):
            return self._redirect(mark)
        if operator := _OPERATOR.match(self._source, self._at):
            self._at = operator.end()
            if operator[0] in _REFUSED_OPERATORS:
                raise refuse(_REFUSED_OPERATORS[operator[0]])
            return Operator(";" if operator[0] == "\n" else operator[0])
        return self._word()

    def _skip_blanks(self) -> None:
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

    def _redirect(self, mark: re.Match[str]) -> RedirectMark:
        self._at = mark.end()
        if mark[2] not in (">", ">>", ">&"):
            raise refuse(f"`{mark[2]}`")
        return RedirectMark(int(mark[1] or 1), mark[2])

    def _word(self) -> Word:
        word = _Builder()
        while self._at < len(self._source) and (sign := self._source[self._at]) not in _ENDS_WORD:
            if plain := _PLAIN.match(self._source, self._at):
                word.add(plain[0], quoted=False)
                self._at = plain.end()
            elif sign == "'":
                self._single_quotes(word)
            elif sign == '"':
                self._double_quotes(word)
            elif sign == "\\":
                self._escape(word)
            elif sign == "$":
                self._variable(word, quoted=False)
            elif sign == "`":
                raise refuse("a backtick (command substitution)")
            elif sign == "~" and not word.started:
                raise refuse("`~` (home folders)")
            else:
                word.add(sign, quoted=False)
                self._at += 1
        return Word(tuple(word.parts))

    def _single_quotes(self, word: _Builder) -> None:
        end = self._source.find("'", self._at + 1)
        if end < 0:
            raise EOFError("syntax error: no closing quote")
        word.add(self._source[self._at + 1 : end], quoted=True)
        self._at = end + 1

    def _double_quotes(self, word: _Builder) -> None:
        self._at += 1
        word.add("", quoted=True)
        while (sign := self._source[self._at : self._at + 1]) != '"':
            if not sign:
                raise EOFError("syntax error: no closing double quote")
            if plain := _PLAIN_QUOTED.match(self._source, self._at):
                word.add(plain[0], quoted=True)
                self._at = plain.end()
            elif sign == "$":
                self._variable(word, quoted=True)
            elif sign == "`":
                raise refuse("a backtick (command substitution)")
            elif sign == "\\" and self._source[self._at + 1 : self._at + 2] in ("$", "`", '"', "\\", "\n"):
                escaped = self._source[self._at + 1]
                word.add("" if escaped == "\n" else escaped, quoted=True)
                self._at += 2
            else:
                word.add(sign, quoted=True)
                self._at += 1
        self._at += 1

    def _escape(self, word: _Builder) -> None:
        escaped = self._source[self._at + 1 : self._at + 2]
        if not escaped:
            raise EOFError("syntax error: a line ends with a backslash")
        if escaped != "\n":
            word.add(escaped, quoted=True)
        self._at += 2

    def _variable(self, word: _Builder, *, quoted: bool) -> None:
        start = self._at + 1
        follows = self._source[start : start + 1]
        if follows and follows in "?!123456789":
            name, self._at = follows, start + 1
        elif match := _NAME.match(self._source, start):
            name, self._at = match[0], match.end()
        elif follows == "{":
            name = self._braced(start + 1)
        elif follows == "(":
            raise refuse("`$(` (command substitution and arithmetic)")
        elif follows and follows in "@*#$-0":
            raise refuse(f"`${follows}`")
        elif follows == "'" and not quoted:
            raise refuse("`$'` (escapes in quotes)")
        else:
            word.add("$", quoted=quoted)
            self._at = start
            return
        word.started = True
        word.parts.append(Variable(name, quoted))

    def _braced(self, start: int) -> str:
        match = _NAME.match(self._source, start)
        end = match.end() if match else start
        if match is None or self._source[end : end + 1] != "}":
            raise refuse("`${` with more than a name in it")
        self._at = end + 1
        return match[0]
