from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.recorder.heard.grammar import parse
from gui_rec.recorder.heard.syntax import Group, Link, Simple
from gui_rec.recorder.heard.words import UntellableError


def texts(line: str) -> list[tuple[str, str]]:
    return [(item.link.value, line[item.start : item.end]) for item in parse(line)]


def test_a_list_is_cut_at_its_operators() -> None:
    assert texts("a 1; b && c || d\ne  # f") == [
        ("first", "a 1"),
        ("then", "b"),
        ("and", "c"),
        ("or", "d"),
        ("then", "e"),
    ]


def test_operators_in_quotes_are_text() -> None:
    assert texts("a 'b; c' \"d && e\" f\\;g") == [("first", "a 'b; c' \"d && e\" f\\;g")]


def test_a_line_may_go_on_behind_an_operator() -> None:
    assert texts("a &&\n\n b |\n c") == [("first", "a"), ("and", "b |\n c")]


def test_a_job_ends_in_its_sign() -> None:
    items = parse("a & b")
    assert [(item.background, item.link) for item in items] == [(True, Link.FIRST), (False, Link.THEN)]
    assert texts("a & b")[0] == ("first", "a &")


def test_a_command_knows_its_assignments_and_where_its_streams_go() -> None:
    (item,) = parse("A=1 B= a x=2 2>&1 >/dev/null <in")
    (command,) = item.commands
    assert isinstance(command, Simple)
    assert [word.value for word in command.assignments] == ["A=1", "B="]
    assert [word.value for word in command.words] == ["a", "x=2"]
    assert [word.value for word in command.targets] == ["1", "/dev/null", "in"]
    assert command.redirects_input


@pytest.mark.parametrize(
    ("line", "subshell"), [("{ a; b; }", False), ("( a; b )", True), ("(a;b) 2>/dev/null", True)]
)
def test_groups_hold_a_list(line: str, subshell: bool) -> None:
    (item,) = parse(line)
    (group,) = item.commands
    assert isinstance(group, Group)
    assert (group.subshell, group.redirected, len(group.items)) == (subshell, ">" in line, 2)
    assert line[group.items[0].start : group.items[0].end] == "a"


@pytest.mark.parametrize(
    "line",
    ["if a; then b; fi", "for x in a; do b; done", "while a; do b; done", "case a in b) c;; esac", "[[ a ]]", "! a",
     "f() { a; }", "a ;; b", "a && ; b", "&& a", "a |", "( a", "{ a; ", "a )", "a >", "; a", "()", "a && ", "function f"],
)  # fmt: skip
def test_what_is_not_read_or_wrong_is_untellable(line: str) -> None:
    with pytest.raises(UntellableError, match=r".+"):
        parse(line)


def test_nothing_is_no_item() -> None:
    assert parse("") == parse("  # only a comment\n\n") == ()


def test_nesting_is_bounded() -> None:
    with pytest.raises(UntellableError, match="nesting"):
        parse("(" * 1000 + "a" + ")" * 1000)


@given(
    st.lists(
        st.sampled_from(["a", "b 1", "{ c; }", ";", "&&", "||", "|", "&", "\n", "(d)", ">x", "if"]),
        max_size=12,
    )
)
def test_items_lie_in_order_in_the_line(pieces: list[str]) -> None:
    line = " ".join(pieces)
    try:
        items = parse(line)
    except UntellableError:
        return
    assert all(item.commands for item in items)
    assert all(first.end <= second.start for first, second in itertools.pairwise(items))
