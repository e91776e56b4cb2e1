"""Patterns as parts: what each piece of syntax becomes, and where the parser stops."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gui_rec.errors import InputError
from gui_rec.ui.pattern_syntax import (
    MAX_COUNT,
    MAX_NESTING,
    Alternatives,
    Assertion,
    Chars,
    Part,
    Repeat,
    Sequence,
    parse,
)

A, B = Chars((("a", "a"),)), Chars((("b", "b"),))
ANY = Chars((("\n", "\n"),), negated=True)


def only(text: str) -> Part:
    """The one part of a pattern that is a sequence of one."""
    whole = parse(text)
    assert isinstance(whole, Sequence)
    (part,) = whole.parts
    return part


def chars(text: str) -> Chars:
    part = only(text)
    assert isinstance(part, Chars)
    return part


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Sequence(())),
        ("ab", Sequence((A, B))),
        ("a|b", Alternatives((Sequence((A,)), Sequence((B,))))),
        ("|", Alternatives((Sequence(()), Sequence(())))),
        ("a||b", Alternatives((Sequence((A,)), Sequence(()), Sequence((B,))))),
        ("()", Sequence((Sequence(()),))),
        ("(?:a)b", Sequence((Sequence((A,)), B))),
        ("(a|b)", Sequence((Alternatives((Sequence((A,)), Sequence((B,)))),))),
        (".", Sequence((ANY,))),
        ("(?s).", Sequence((Chars(negated=True),))),
        ("(?i)a", Sequence((Chars((("a", "a"),), ignore_case=True),))),
        ("(?is)a", Sequence((Chars((("a", "a"),), ignore_case=True),))),
        ("^a$", Sequence((Assertion("^"), A, Assertion("$")))),
        (r"\b\B", Sequence((Assertion("b"), Assertion("B")))),
        ("]}", Sequence((Chars(((("]", "]")),)), Chars((("}", "}"),))))),
        ("(ab)*", Sequence((Repeat(Sequence((A, B)), 0, None),))),
    ],
)
def test_what_syntax_becomes(text: str, expected: Part) -> None:
    assert parse(text) == expected


@pytest.mark.parametrize(
    ("written", "least", "most"),
    [
        ("*", 0, None),
        ("+", 1, None),
        ("?", 0, 1),
        ("{0}", 0, 0),
        ("{3}", 3, 3),
        ("{3,}", 3, None),
        ("{3,5}", 3, 5),
        (f"{{0,{MAX_COUNT}}}", 0, MAX_COUNT),
    ],
)
def test_repeats_lazy_or_not(written: str, least: int, most: int | None) -> None:
    assert only(f"a{written}") == Repeat(A, least, most)
    assert only(f"a{written}?") == Repeat(A, least, most)


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        (r"\n", (("\n", "\n"),)),
        (r"\0", (("\0", "\0"),)),
        (r"\x4a", (("J", "J"),)),
        (r"\u8BBE", (("设", "设"),)),
        (r"\.", ((".", "."),)),
        (r"\é", (("é", "é"),)),
        ("[ab]", (("a", "a"), ("b", "b"))),
        ("[a-c]", (("a", "c"),)),
        ("[]-a]", (("]", "a"),)),
        ("[a-]", (("a", "a"), ("-", "-"))),
        ("[-a]", (("-", "-"), ("a", "a"))),
        ("[a^]", (("a", "a"), ("^", "^"))),
        (r"[\x41-\x43]", (("A", "C"),)),
        (r"[\]\\]", (("]", "]"), ("\\", "\\"))),
        ("[.*(|]", ((".", "."), ("*", "*"), ("(", "("), ("|", "|"))),
    ],
)
def test_sets_and_escapes(text: str, ranges: tuple[tuple[str, str], ...]) -> None:
    assert chars(text) == Chars(ranges)


@pytest.mark.parametrize(
    "text", [r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", r"[\d_]", r"[^\w-]", r"[\W\d]", r"[^\S]"]
)
@pytest.mark.parametrize("char", [*"a_5- \n\té٣設", "²", "\u00a0", "\u200b", "😀"])
def test_classes_agree_with_re(text: str, char: str) -> None:
    assert chars(text).has(char) == (re.fullmatch(text, char) is not None)


@given(st.characters(max_codepoint=127), st.characters(max_codepoint=127), st.characters(max_codepoint=127))
@settings(max_examples=200, deadline=None)
def test_ignoring_case_agrees_with_re_on_ascii(first: str, second: str, char: str) -> None:
    low, high = sorted((first, second))
    for negation in ("", "^"):
        text = f"(?i)[{negation}\\x{ord(low):02x}-\\x{ord(high):02x}]"
        assert chars(text).has(char) == (re.fullmatch(text, char) is not None)


@pytest.mark.parametrize(("text", "char"), [("(?i)[S-T]", "ß"), ("(?i)[F-G]", "ﬁ"), ("(?i)[H-I]", "ẖ")])
def test_another_case_of_two_letters_lies_in_no_range(text: str, char: str) -> None:
    assert len(char.upper()) > 1
    assert not chars(text).has(char)
    assert chars(text.replace("[", "[^")).has(char)


@pytest.mark.parametrize(
    ("text", "char"), [("(?i)É", "é"), ("(?i)é", "É"), ("(?i)ß", "ß"), ("(?i)[α-ω]", "Σ")]
)
def test_ignoring_case_beyond_ascii(text: str, char: str) -> None:
    assert chars(text).has(char)
    assert chars(text.removeprefix("(?i)")).has(char) == (char in text)


@given(st.text("ab_ \n", max_size=6), st.data())
@settings(max_examples=100, deadline=None)
def test_assertions_hold_where_re_says(said: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(said)))
    for kind, spelled in (("^", "^"), ("$", r"\Z"), ("b", r"\b"), ("B", r"\B")):
        if kind == "B" and not said:
            continue  # there Python says no, before 3.14: nothing is no boundary, and not its opposite either
        assert Assertion(kind).holds(said, place) == (re.compile(spelled).match(said, place) is not None)


def test_the_opposite_of_a_boundary_holds_in_nothing() -> None:
    assert Assertion("B").holds("", 0)
    assert not Assertion("b").holds("", 0)


@pytest.mark.parametrize(
    ("text", "problem", "position"),
    [
        ("ab)", "an unmatched )", 2),
        ("a(b", "a group without its )", 3),
        ("a+*", "a repeat of a repeat", 2),
        ("a*+", "a possessive repeat", 3),
        ("|?", "'?' with nothing to repeat", 2),
        ("a{,3}", "a count that is not", 2),
        ("a{2", "a count that is not", 2),
        ("a{1001}", "a count outside 0..1000", 7),
        ("a{4,2}", "turned round", 6),
        (r"\b+", "a repeated assertion", 3),
        ("(?)", "lookaround, flags or names", 2),
        ("(?i", "lookaround, flags or names", 2),
        ("a(?i)", "lookaround, flags or names", 3),
        ("(?x)a", "lookaround, flags or names", 2),
        ("[]", "the end inside", 2),
        ("[c-a]", "a range that is turned round", 4),
        (r"[a-\d]", "ends in a class", 5),
        (r"\k", r"the escape \k", 2),
        (r"\xg0", "2 hexadecimal digits", 2),
        (r"\u123", "4 hexadecimal digits", 2),
        (r"\x٣٣", "2 hexadecimal digits", 2),
    ],
)
def test_a_refusal_names_the_problem_and_its_position(text: str, problem: str, position: int) -> None:
    with pytest.raises(InputError) as refused:
        parse(text)
    assert problem in str(refused.value)
    assert f"at position {position} of {text!r}" in str(refused.value)


def test_a_refusal_quotes_no_more_than_the_beginning() -> None:
    with pytest.raises(InputError) as refused:
        parse("a" * 5_000 + ")")
    assert len(str(refused.value)) < 250


def test_nesting_is_limited_in_depth_not_in_number() -> None:
    assert parse("(" * MAX_NESTING + ")" * MAX_NESTING)
    assert parse("()" * (MAX_NESTING + 1))
    with pytest.raises(InputError, match="nested groups"):
        parse("(" * (MAX_NESTING + 1) + ")" * (MAX_NESTING + 1))


@given(st.text(r"ab1()[]{}|*+?\^$.-,:ixudwb" + "é\n", max_size=25))
@settings(max_examples=200, deadline=None)
def test_any_text_is_parsed_or_refused_within_its_length(text: str) -> None:
    try:
        parse(text)
    except InputError as error:
        told = re.search(r" at position (\d+) of ", str(error))
        assert told is not None
        assert 0 <= int(told[1]) <= len(text)


_CHAR = st.characters(max_codepoint=0xFFFF, codec="utf-8")
_SET = st.builds(
    Chars,
    st.lists(st.tuples(_CHAR, _CHAR).map(lambda pair: (min(pair), max(pair))), min_size=1, max_size=3).map(
        tuple
    ),
    negated=st.booleans(),
)
_ASSERTION = st.sampled_from("^$bB").map(Assertion)
_LIMITS = st.sampled_from([(0, None), (1, None), (0, 1), (2, 2), (2, None), (1, 4), (0, 0)])


def _wider(inner: st.SearchStrategy[Part]) -> st.SearchStrategy[Part]:
    repeated = st.tuples(inner, _LIMITS).filter(lambda pair: not isinstance(pair[0], Assertion | Repeat))
    item = st.one_of(inner, repeated.map(lambda pair: Repeat(pair[0], *pair[1])))
    sequence = st.lists(item, max_size=3).map(lambda parts: Sequence(tuple(parts)))
    choice = st.lists(sequence, min_size=2, max_size=3).map(lambda parts: Alternatives(tuple(parts)))
    return st.one_of(sequence, choice)


PARTS = st.recursive(st.one_of(_SET, _ASSERTION), _wider, max_leaves=8)


def _char(char: str) -> str:
    return char if char.isascii() and char.isalnum() else f"\\u{ord(char):04x}"


def written(part: Part) -> str:
    """`part` as an atom of a pattern, which a repeat may follow."""
    if isinstance(part, Chars):
        body = "".join(
            _char(low) if low == high else f"{_char(low)}-{_char(high)}" for low, high in part.ranges
        )
        return f"[{'^' if part.negated else ''}{body}]"
    if isinstance(part, Assertion):
        return part.kind if part.kind in "^$" else f"\\{part.kind}"
    if isinstance(part, Repeat):
        most = "" if part.most is None else part.most
        return f"{written(part.part)}{{{part.least},{most}}}"
    if isinstance(part, Sequence):
        return f"(?:{''.join(written(inner) for inner in part.parts)})"
    return f"(?:{'|'.join(written(inner)[3:-1] for inner in part.parts)})"


@given(PARTS)
@settings(max_examples=150, deadline=None)
def test_what_is_written_reads_back_as_the_same_parts(part: Part) -> None:
    assume(not isinstance(part, Repeat))
    assert only(written(part)) == part
