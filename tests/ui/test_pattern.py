"""textMatches: agrees with `re` on what it knows, refuses the rest, never hangs."""

from __future__ import annotations

import re
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.errors import InputError
from gui_rec.ui import pattern
from gui_rec.ui.pattern import Pattern, compiled

PIECES = st.recursive(
    st.sampled_from(
        ["a", "b", ".", "[ab]", "[^a]", r"\d", r"\w", r"\s", "1", r"\.", "", r"\b", "[a-c1-3]", "^", "$"]
    ),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"({'|'.join(parts)})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,3}", "{0,}", "*?", "+?"])).map(
            lambda pair: f"(?:a{pair[0]}){pair[1]}"
        ),
    ),
    max_leaves=8,
)


@given(PIECES, st.text("ab1. \n", max_size=8), st.sampled_from(["", "(?i)", "(?s)"]))
@settings(max_examples=300, deadline=None)
def test_it_agrees_with_re(body: str, said: str, flags: str) -> None:
    if "$" in body and said.endswith("\n"):
        return  # Python's `$` also matches before a last newline; ours does not
    assert Pattern(flags + body).matches(said) == (re.fullmatch(flags + body, said) is not None)


@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        (r"(?i)total: \$\d+\.\d{2}", "TOTAL: $12.50", True),
        (r".*\bTotal\b.*", "Sub Total 3", True),
        (r".*\bTotal\b.*", "Subtotals 3", False),
        (r"[\w.-]+@[\w.-]+", "a.b-c@d.e", True),
        (r"[^\d\s]+", "ab1", False),
        (r"[]x]+", "]x", True),
        (r"[a\-z]+", "a-z", True),
        (r"[a-]+", "a-", True),
        ("设置|帮助", "帮助", True),
        (r"\u8bbe.", "设置", True),
        (r"\x41", "A", True),
        (r"a\nb", "a\nb", True),
        ("Price", "Price: 3", False),
        ("", "", True),
        (r"\Bb", "b", False),
    ],
)
def test_examples(text: str, said: str, expected: bool) -> None:
    assert compiled(text).matches(said) is expected


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("(a", "end inside|without its"),
        ("a)", r"unmatched \)"),
        ("*a", "nothing to repeat"),
        ("a**", "repeat of a repeat"),
        ("a{2}{3}", "repeat of a repeat"),
        ("a{3,2}", "turned round"),
        ("a{x}", "count that is not"),
        ("a{9999}", "count outside"),
        (r"(a)\1", "backreferences"),
        ("(?=a)", "lookaround"),
        ("(?P<n>a)", "lookaround"),
        ("a++", "possessive|repeat of a repeat"),
        ("[z-a]", "turned round"),
        ("[a", "end inside"),
        (r"[\b]", "assertion inside"),
        ("[[a]]", "inside a set"),
        ("^*", "repeated assertion"),
        ("\\", "end inside"),
        (r"\q", "escape"),
        (r"\u12", "hexadecimal"),
        ("(" * 60 + ")" * 60, "nested groups"),
        ("a" * 501, "at most 500 characters"),
        ("(?:a{1000}){1000}", "at most 5000 states"),
    ],
)
def test_what_is_refused_is_named(text: str, named: str) -> None:
    with pytest.raises(InputError, match=named):
        Pattern(text)


@given(st.text(r"ab()[]{}|*+?\^$.-,12", max_size=20))
@settings(max_examples=200, deadline=None)
def test_any_text_compiles_or_raises_input_error(text: str) -> None:
    try:
        found = Pattern(text)
    except InputError:
        return
    found.matches("ab12")


@pytest.mark.parametrize("text", ["(a*)*b", "(a|a)*b", "(a|aa)+b", "(?:a+a+)+b", ".*.*.*.*.*.*b"])
def test_patterns_that_hang_backtracking_engines_end(text: str) -> None:
    begun = time.process_time()
    assert not Pattern(text).matches("a" * 3_000)
    assert time.process_time() - begun < 5


def test_steps_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pattern, "MAX_STEPS", 100)
    with pytest.raises(InputError, match="gave up after 100 steps"):
        Pattern(".*").matches("a" * 200)


@pytest.mark.parametrize(
    ("pattern", "text", "spans"),
    [
        (r"\d+", "a12 345 b", [(1, 3), (4, 7)]),
        ("ab|abcd", "xabcdab", [(1, 5), (5, 7)]),
        ("a*", "baab", [(1, 3)]),
        ("", "abc", []),
        (r"^\w+$", "one", [(0, 3)]),
        (r"^a", "aa", [(0, 1)]),
        (r"\bcat\b", "cat concat cat", [(0, 3), (11, 14)]),
        ("b|abc", "xabcb", [(1, 4), (4, 5)]),
        (r"(?i)key", "KEY key", [(0, 3), (4, 7)]),
    ],
)
def test_spans_are_leftmost_then_longest(pattern: str, text: str, spans: list[tuple[int, int]]) -> None:
    assert compiled(pattern).spans(text) == spans


@given(st.from_regex(r"[ab.]{1,3}(\|[ab]{1,2})?[*+?]?", fullmatch=True), st.text("abc", max_size=12))
def test_spans_begin_where_a_match_can_and_are_matches(pattern: str, text: str) -> None:
    found = compiled(pattern)
    spans = found.spans(text)
    assert all(found.matches(text[start:end]) and start < end for start, end in spans)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    starts = [
        start
        for start in range(len(text))
        if any(found.matches(text[start:end]) for end in range(start + 1, len(text) + 1))
    ]
    assert (spans[0][0] if spans else None) == (starts[0] if starts else None)


def test_a_search_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui_rec.ui.pattern.MAX_STEPS", 20)
    with pytest.raises(InputError, match="gave up"):
        compiled("(a|b)*c").spans("ab" * 50)
