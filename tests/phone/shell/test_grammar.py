"""Lines as scripts."""

from __future__ import annotations

import contextlib
import shlex

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.errors import InputError
from gui_rec.phone.shell.ast import Script, Simple, Text, ToFd, ToFile, Word
from gui_rec.phone.shell.grammar import parse


def _word(text: str) -> Word:
    return Word((Text(text, False),))


def _only(source: str) -> Simple:
    (pipeline,) = parse(source).pipelines
    (command,) = pipeline.commands
    return command


def test_pipelines_keep_how_they_are_joined() -> None:
    script = parse("a && b || c; d | e\nf")
    assert [pipeline.join for pipeline in script.pipelines] == [";", "&&", "||", ";", ";"]
    assert [len(pipeline.commands) for pipeline in script.pipelines] == [1, 1, 1, 2, 1]


@pytest.mark.parametrize("source", ["", " ", "\n\n", "# nothing", ";"])
def test_nothing_is_an_empty_script(source: str) -> None:
    assert parse(source) == Script(())


@pytest.mark.parametrize("source", ["ls;", "ls\n", "\nls", " ls # x"])
def test_line_ends_and_trailing_semicolons_add_nothing(source: str) -> None:
    assert _only(source) == Simple((), (_word("ls"),), ())


def test_assignments_stand_in_front_only() -> None:
    command = _only("A=1 B='x y' echo C=2")
    assert command.assignments == (("A", _word("1")), ("B", Word((Text("x y", True),))))
    assert command.words == (_word("echo"), _word("C=2"))


@pytest.mark.parametrize("source", ["1A=2", "'A'=2", "=2", "A-B=2"])
def test_what_is_no_name_is_no_assignment(source: str) -> None:
    assert _only(source).assignments == ()


def test_redirections_may_stand_anywhere() -> None:
    command = _only(">a echo x 2>>b y 2>&1 >&2")
    assert command.words == (_word("echo"), _word("x"), _word("y"))
    assert command.redirects == (
        ToFile(1, _word("a"), False),
        ToFile(2, _word("b"), True),
        ToFd(2, 1),
        ToFd(1, 2),
    )


@given(
    st.lists(
        st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20), min_size=1
    )
)
@settings(max_examples=80, deadline=None)
def test_a_quoted_argument_list_is_one_command(args: list[str]) -> None:
    command = _only(shlex.join(["echo", *args]))
    assert [
        "".join(part.text for part in word.parts if isinstance(part, Text)) for word in command.words[1:]
    ] == args


@given(st.text("ab'\"\\ |&;<>()$`#~*?[]{}!=\n\t012", max_size=30))
@settings(max_examples=100, deadline=None)
def test_every_line_parses_or_is_refused(source: str) -> None:
    with contextlib.suppress(InputError, EOFError):
        assert isinstance(parse(source), Script)


@pytest.mark.parametrize("name", ["for", "while", "if", "case", "function", "{", "!", "[[", "time"])
def test_keywords_are_refused_as_names_and_fine_as_arguments(name: str) -> None:
    with pytest.raises(InputError, match="is not supported"):
        parse(f"{name} x")
    assert len(_only(f"echo {name}").words) == 2


@pytest.mark.parametrize("name", ["eval", "set", "let", "source", ".", "trap"])
def test_missing_builtins_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="the built-in"):
        parse(f"{name} x")


@pytest.mark.parametrize("source", ["a &&", "a ||", "a |", "a && \n"])
def test_an_open_operator_waits_for_more(source: str) -> None:
    with pytest.raises(EOFError, match="unexpected end"):
        parse(source)


@pytest.mark.parametrize("source", ["| a", "&& a", "a | | b", "a >", "a > ; b", "a 3> f", "a 2>&3", "a >&f"])
def test_wrong_lines_are_refused(source: str) -> None:
    with pytest.raises(InputError, match="syntax error"):
        parse(source)
