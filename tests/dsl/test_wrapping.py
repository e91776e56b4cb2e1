from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.dsl.reading import Reading
from gui_rec.dsl.wrapping import SCALECUA, WRAPPINGS, unwrap, wrap
from gui_rec.errors import DslError

_WORDS = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("<>/\n"), max_size=30).filter(
    lambda text: text.strip() and "</think>" not in text and "</operation>" not in text
)


@settings(max_examples=80, deadline=None)
@given(thought=_WORDS, operation=_WORDS, wrapping=st.sampled_from(sorted(WRAPPINGS)))
def test_words_come_back_without_outer_white_space(thought: str, operation: str, wrapping: str) -> None:
    needs = WRAPPINGS[wrapping]
    given = {"thought": thought.strip(), "operation": operation.strip()}
    text = wrap(SCALECUA, "f()\ng(1)", {name: given[name] for name in needs})
    parts = unwrap(Reading(text, "test"))
    assert [call.name for call in parts.calls] == ["f", "g"]
    assert parts.thought == (thought.strip() if "thought" in needs else None)
    assert parts.operation == (operation.strip() if "operation" in needs else None)


def test_bare_calls_need_no_tags() -> None:
    parts = unwrap(Reading("  f()\n", "test"))
    assert (len(parts.calls), parts.thought, parts.operation) == (1, None, None)


@pytest.mark.parametrize(
    "words", ["<action>f()</action>", "<operation>x</operation>", "<think>", "a </action> b"]
)
def test_tags_inside_the_thought_are_words(words: str) -> None:
    parts = unwrap(Reading(f"<think>{words}</think><action>g()</action>", "test"))
    assert parts.thought == words
    assert [call.name for call in parts.calls] == ["g"]


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "<think>",
                "</think>",
                "<operation>",
                "</operation>",
                "<action>",
                "</action>",
                "f()",
                "\n",
                "hm ",
            ]
        ),
        max_size=9,
    ).map("".join),
    st.booleans(),
)
def test_any_order_of_tags_is_read_or_refused(text: str, lenient: bool) -> None:
    reading = Reading(text, "test", lenient)
    try:
        names = {call.name for call in unwrap(reading).calls}
    except DslError:
        names = {"f"}
    assert names == {"f"}
    assert lenient or not reading.repairs
