"""Words and operators."""

from __future__ import annotations

import contextlib
import shlex

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.errors import InputError
from gui_rec.phone.shell.ast import Text, Variable, Word
from gui_rec.phone.shell.lexer import Lexer, Operator, RedirectMark, Token


def _tokens(source: str) -> list[Token]:
    return Lexer(source).tokens()


def _plain(word: Token) -> str:
    assert isinstance(word, Word)
    return "".join(part.text for part in word.parts if isinstance(part, Text))


_ANY_TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40)


@given(st.lists(_ANY_TEXT, min_size=1, max_size=5))
@settings(max_examples=100, deadline=None)
def test_quoted_words_come_back(words: list[str]) -> None:
    assert [_plain(token) for token in _tokens(shlex.join(words))] == words


@given(_ANY_TEXT)
@settings(max_examples=100, deadline=None)
def test_any_text_gives_tokens_or_a_clear_refusal(source: str) -> None:
    with contextlib.suppress(InputError, EOFError):
        assert isinstance(_tokens(source), list)


def test_quotes_join_into_one_word() -> None:
    assert _tokens("""a'b c'"d e"\\ f""") == [
        Word((Text("a", False), Text("b cd e ", True), Text("f", False)))
    ]


def test_the_empty_string_is_a_word() -> None:
    assert _tokens("'' \"\"") == [Word((Text("", True),)), Word((Text("", True),))]


def test_double_quotes_keep_a_backslash_before_other_letters() -> None:
    assert _plain(_tokens(r'"a\nb\$\"\\\`"')[0]) == 'a\\nb$"\\`'


def test_variables_quoted_and_not() -> None:
    assert _tokens('$A"${B}x"$?') == [
        Word(
            (
                Variable("A", False),
                Text("", True),
                Variable("B", True),
                Text("x", True),
                Variable("?", False),
            )
        )
    ]


def test_a_lone_dollar_is_itself() -> None:
    assert [_plain(token) for token in _tokens('$ a$ "$"')] == ["$", "a$", "$"]


def test_operators_need_no_blanks() -> None:
    words = _tokens("a;b&&c||d|e")
    assert [token.text for token in words if isinstance(token, Operator)] == [";", "&&", "||", "|"]


def test_a_line_end_is_a_semicolon_and_a_joined_line_is_none() -> None:
    assert _tokens("a\nb") == [Word((Text("a", False),)), Operator(";"), Word((Text("b", False),))]
    assert len(_tokens("a \\\n b")) == 2


@pytest.mark.parametrize(
    ("source", "mark"),
    [
        (">f", RedirectMark(1, ">")),
        ("2>f", RedirectMark(2, ">")),
        (">>f", RedirectMark(1, ">>")),
        ("2>&1", RedirectMark(2, ">&")),
        (">&2", RedirectMark(1, ">&")),
    ],
)
def test_redirections(source: str, mark: RedirectMark) -> None:
    assert _tokens(source)[0] == mark


def test_a_digit_that_is_part_of_a_word_is_no_descriptor() -> None:
    assert _tokens("a2>f")[:2] == [Word((Text("a2", False),)), RedirectMark(1, ">")]


def test_comments_end_with_the_line_and_begin_at_a_word() -> None:
    assert [_plain(token) for token in _tokens("a#b # rest 'open")] == ["a#b"]
    assert len(_tokens("# all\na")) == 2


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("echo $(ls)", "`$(`"),
        ("echo `ls`", "backtick"),
        ('echo "`ls`"', "backtick"),
        ("(ls)", "`(`"),
        ("f()", "`(`"),
        ("cat < f", "`<`"),
        ("cat << E", "`<<`"),
        ("ls &> f", "`&>`"),
        ("ls >| f", "`>|`"),
        ("echo ~", "`~`"),
        ("echo $0", "`$0`"),
        ("echo $@", "`$@`"),
        ("echo $$", "`$$`"),
        ("echo ${A:-b}", "`${`"),
        ("echo $'a'", "`$'`"),
        ("case x in x) ;;", "`)`"),
    ],
)
def test_what_is_not_supported_is_named(source: str, named: str) -> None:
    with pytest.raises(InputError) as caught:
        _tokens(source)
    assert named in str(caught.value)
    assert "not supported by the shell of the simulated phone" in str(caught.value)


@pytest.mark.parametrize("source", ["echo 'a", 'echo "a', "echo a\\"])
def test_an_open_quote_waits_for_more(source: str) -> None:
    with pytest.raises(EOFError):
        _tokens(source)


def test_a_nul_is_refused() -> None:
    with pytest.raises(InputError, match="NUL"):
        _tokens("a\0b")
