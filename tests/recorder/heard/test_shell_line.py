from __future__ import annotations

import subprocess
from collections.abc import Sequence

import pytest
from hearing import SCREEN, a_series, action, heard, parts, told, x, y
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gui_rec.model.actions import DoubleTap, Key, Swipe, Tap, Type
from gui_rec.recorder.heard._api import Kind
from gui_rec.recorder.heard.shell_line import Link, Part, hear_line

A, B = "input tap 1 2", "input keyevent 4"
TAP, BACK = Tap(x(1), y(2)), Key("BACK")


def test_a_line_that_acts_once_stays_whole() -> None:
    for line in (
        A,
        f"{A}; echo X4EXIT:$?",
        f"sleep 1; {A} && screencap -p /x",
        f"cd /x; {A}",
        f"X=1\n{A} # x\n",
    ):
        assert told(line) == [("first", line, TAP)]


def test_a_line_is_cut_before_each_further_act() -> None:
    assert told(f"{A} && {B}; echo X4EXIT:$?") == [
        ("first", A, TAP),
        ("and", B, BACK),
        ("then", "echo X4EXIT:$?", None),
    ]
    assert told(f"ls; {A}; sleep 1; {B}; ls") == [
        ("first", f"ls; {A}; sleep 1", TAP),
        ("then", f"{B}; ls", BACK),
    ]


def test_a_line_is_cut_before_an_act_that_may_not_happen() -> None:
    assert told(f"[ -f /x ] && {A}") == [("first", "[ -f /x ]", None), ("and", A, TAP)]
    assert told(f"ls || {A}") == [("first", "ls", None), ("or", A, TAP)]


def test_a_skipped_part_holds_nothing_that_runs() -> None:
    assert told(f"{A} && {B} || ls") == [("first", A, TAP), ("and", B, BACK), ("or", "ls", None)]


def test_a_part_that_asks_for_the_status_gets_it() -> None:
    last = parts(f"{A} && {B}; echo X4EXIT:$?")[-1]
    assert last.wants_status
    assert last.text_after(3) == "sh -c 'exit 3'; echo X4EXIT:$?"
    assert not parts(f"{A}; {B}")[1].wants_status
    assert parts(A)[0].text_after(3) == A


@pytest.mark.parametrize(
    "state", ["cd /x", "X=$Y", "export X=1", "set -e", "ls &", "exec 2>/dev/null", "read x"]
)
def test_a_line_that_would_lose_something_stays_whole(state: str) -> None:
    separator = " " if state.endswith("&") else "; "
    found = heard(f"{state}{separator}{A}; {B}")
    assert found.kind is Kind.OPAQUE
    assert found.note is not None
    assert "key 'BACK'" in found.note


def test_what_is_lost_behind_the_last_act_harms_nothing() -> None:
    assert [part.heard.kind for part in parts(f"{A}; {B}; cd /x")] == [Kind.ACTION, Kind.ACTION]


def test_an_act_behind_and_stays_with_what_changes_the_shell() -> None:
    assert action(f"cd /x && {A}") == TAP
    assert heard(f"cd /x && {A}; ls").kind is Kind.OPAQUE


@pytest.mark.parametrize("line", [f"exit; {A}", f"{A}; exit; {B}", f"exec {A}; {B}", f"ls || exit 1; {A}"])
def test_an_act_that_may_never_come_is_opaque(line: str) -> None:
    assert heard(line).kind is Kind.OPAQUE


def test_a_group_that_is_the_whole_line_is_its_commands() -> None:
    expected = [("first", A, TAP), ("then", B, BACK)]
    assert told(f"{{ {A}; {B}; }}") == told(f"( {A}; {B} )") == told(f"({{ ( {A}\n{B} ); }})") == expected


def test_a_line_within_a_line_is_taken_apart_within() -> None:
    assert told(f"su -c '{A}; {B}' >/dev/null 2>&1") == [
        ("first", f"su -c '{A}' >/dev/null 2>&1", TAP),
        ("then", f"su -c '{B}' >/dev/null 2>&1", BACK),
    ]
    assert [part.heard.action for part in parts(f"sh -c \"sh -c '{A}; {B}'\"")] == [TAP, BACK]
    assert heard(f"sh -c '{A}; {B}' > /sdcard/log").kind is Kind.OPAQUE
    assert heard(f"timeout 5 sh -c '{A}; {B}'").kind is Kind.OPAQUE
    assert heard(f"sh -c '{A} && {B}; echo $?'").kind is Kind.OPAQUE
    assert heard(f"sh -c '{A}; {B}'; ls").kind is Kind.OPAQUE


def test_keys_are_parts_of_their_own() -> None:
    assert told("input keyevent 66 4 4 2>/dev/null; ls") == [
        ("first", "input keyevent 66 2>/dev/null", Key("ENTER")),
        ("and", "input keyevent 4 4 2>/dev/null", Key("BACK", 2)),
        ("then", "ls", None),
    ]


def test_a_stroke_in_pieces_over_several_lines() -> None:
    series = a_series()
    found = [
        parts(f"input motionevent {words}", series=series)[0].heard
        for words in ("DOWN 1 2", "MOVE 1 900", "UP 1 900")
    ]
    assert [one.kind for one in found] == [Kind.SERIES, Kind.SERIES, Kind.ACTION]
    assert found[-1].action == Swipe(x(1), y(2), x(1), y(900), None)


def test_an_act_makes_the_clipboard_old() -> None:
    series = a_series()
    series.clipboard = "x"
    parts("ls", series=series)
    assert series.clipboard == "x"
    parts(A, series=series)
    assert series.clipboard is None


PIECES = (
    "ls",
    "sleep 0.1",
    A,
    B,
    "input text a",
    "input keyevent 66 4",
    "false",
    "echo $?",
    "screencap -p",
    "(ls)",
    "cd x",
    "exit",
)
SIGNS = ("; ", " && ", " || ", "\n")


def lines(pieces: Sequence[str] = PIECES) -> st.SearchStrategy[str]:
    pair = st.tuples(st.sampled_from(SIGNS), st.sampled_from(list(pieces)))
    return st.builds(
        lambda first, rest: first + "".join(sign + one for sign, one in rest),
        st.sampled_from(list(pieces)),
        st.lists(pair, max_size=8),
    )


@given(lines())
def test_parts_put_together_are_the_line(line: str) -> None:
    found = parts(line)
    assert found[0].link is Link.FIRST
    assert all(part.link is not Link.FIRST for part in found[1:])
    signs = {Link.FIRST: "", Link.THEN: "; ", Link.AND: " && ", Link.OR: " || "}
    joined = "".join(signs[part.link] + part.text for part in found)
    if "input keyevent 66 4" not in line:
        assert joined.replace("\n", "; ") == line.replace("\n", "; ")


STUBS = "t() { echo $1 $2; return $2; }; u() { echo ? $?; }\n"


def run(text: str) -> tuple[str, int]:
    done = subprocess.run(
        ["/bin/sh", "-c", STUBS + text], capture_output=True, text=True, timeout=10, check=False
    )
    return done.stdout, done.returncode


def run_parts(found: Sequence[Part]) -> tuple[str, int]:
    """As a proxy runs them: each in a shell of its own, following the links."""
    output, status = "", 0
    for part in found:
        if (part.link is Link.AND and status) or (part.link is Link.OR and not status):
            continue
        said, status = run(_stubbed(part.text_after(status)))
        output += said
    return output, status


def _stubbed(line: str) -> str:
    """`input tap N S` says N and returns S; `echo $?` says what came before it."""
    return line.replace("input tap ", "t ")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(SIGNS),
            st.sampled_from(["input tap", "true", "false", "echo $?", "(exit 4)"]),
            st.integers(0, 2),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_parts_run_as_the_line_does(pieces: list[tuple[str, str, int]]) -> None:
    texts = [
        f"{text} {at + 1} {status}" if text == "input tap" else text
        for at, (_, text, status) in enumerate(pieces)
    ]
    line = texts[0] + "".join(sign + text for (sign, _, _), text in zip(pieces[1:], texts[1:], strict=True))
    assert run_parts(parts(line)) == run(_stubbed(line))


COUNTS = "exec 9>&2; input() { echo . >&9; return $3; }\n"
bases = st.sampled_from(
    ["input tap 1 0", "input tap 2 1", "true", "false", "echo $?", "cd /tmp", "X=1", "exit 3", "(exit 4)"]
)


def lists(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Commands in a row, in a group, in a subshell or before a pipe."""
    rest = st.lists(st.tuples(st.sampled_from(SIGNS), inner), max_size=3)
    row = st.builds(lambda first, more: first + "".join(sign + one for sign, one in more), inner, rest)
    frames = st.sampled_from(["{}", "{{ {}; }}", "( {} )", "{{ {}; }} >/dev/null", "( {} ) | cat"])
    return st.builds(lambda frame, text: frame.format(text), frames, row)


@settings(max_examples=60, deadline=None)
@given(st.recursive(bases, lists, max_leaves=8))
@example("input tap 2 1 && input tap 2 1; true")
def test_an_act_that_is_told_happens_and_one_that_is_not_does_not(line: str) -> None:
    status = 0
    for part in parts(line):
        if (part.link is Link.AND and status) or (part.link is Link.OR and not status):
            continue
        script = COUNTS + part.text_after(status) + "\n"
        done = subprocess.run(
            ["/bin/sh", "-c", script], capture_output=True, text=True, timeout=10, check=False
        )
        count, status = done.stderr.count("."), done.returncode
        expected = {Kind.ACTION: _times(part.heard.action), Kind.QUERY: 0}.get(part.heard.kind, count)
        assert count == expected or (status != 0 and count < expected), (part.text, part.heard)


def _times(action: object) -> int:
    return 2 if isinstance(action, DoubleTap) else action.clicks if isinstance(action, Tap) else 0


@given(st.text(st.sampled_from(list("input tap 1;&|'\"\\$(){}<>`#\n*?=amshcdx")), max_size=80) | st.text())
def test_no_line_raises(line: str) -> None:
    found = hear_line(line, SCREEN, a_series())
    assert found
    assert len(found) > 1 or found[0].text == line


@given(
    lines(
        (
            "ls",
            "sleep 1",
            "echo 'input tap 1 2'",
            "cd x",
            "screencap",
            "pm list",
            "true",
            "(ls)",
            "exit",
            "ls &",
        )
    )
)
def test_a_line_that_does_not_act_is_one_part(line: str) -> None:
    assert not heard(
        line.replace("&; ", "& ").replace("& &&", "&& ").replace("& ||", "|| ").replace("&\n", "\n")
    ).acts


def test_long_and_deep_lines_are_told_in_time() -> None:
    assert len(parts("; ".join([A, B] * 2_000))) == 4_000
    assert heard("(" * 5_000 + A + ")" * 5_000).kind is Kind.OPAQUE
    assert heard("sh -c " * 3_000 + A).kind is Kind.OPAQUE
    assert heard("x" * 3_000_000).kind is Kind.QUERY


def test_text_in_one_call_is_one_action() -> None:
    assert action("input text 100%; input text sure") == Type("100%sure")
