from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.recorder.heard.intents import IntentError, read_intent


def test_the_words_of_an_intent() -> None:
    line = "-W -a A -c C -c D -d http://x -t text/plain -n p/.Q -p p -f 0x10 --es k v --ez b true --esn n --user 0"
    intent = read_intent(line.split())
    assert (intent.action, intent.data, intent.mime_type) == ("A", "http://x", "text/plain")
    assert intent.categories == ["C", "D"]
    assert (intent.component, intent.package) == (("p", ".Q"), "p")
    assert intent.extras == {"k": "v", "b": "true"}
    assert intent.options["--user"] == "0"
    assert "-W" in intent.options


@pytest.mark.parametrize(
    ("word", "field", "value"),
    [
        ("http://x/y", "data", "http://x/y"),
        ("tel:123", "data", "tel:123"),
        ("p.q/.Main", "component", ("p.q", ".Main")),
        ("p.q", "package", "p.q"),
    ],
)
def test_what_may_stand_last(word: str, field: str, value: object) -> None:
    assert getattr(read_intent([word]), field) == value


@pytest.mark.parametrize(
    "line", ["-a", "--es k", "--what x", "-n p", "-n /x", "-d http://x http://y", "intent:#Intent;end"]
)
def test_what_is_no_intent_raises_with_what_is_wrong(line: str) -> None:
    with pytest.raises(IntentError, match=r".+"):
        read_intent(line.split())


def test_what_stands_behind_the_target_is_not_read() -> None:
    intent = read_intent(["-S", "-W", "p/.Q", "-c", "C", "-a", "A", "--what"])
    assert (intent.component, intent.action, intent.categories) == (("p", ".Q"), None, [])
    assert intent.unread == ("-c", "C", "-a", "A", "--what")


def test_its_length_is_bounded() -> None:
    with pytest.raises(IntentError, match="many"):
        read_intent(["-W"] * 1000)


@given(
    st.lists(
        st.sampled_from(
            ["-a", "-d", "-n", "--es", "x", "p/.A", "-W", "--", "http://a", "--activity-clear-top"]
        )
    )
)
def test_any_words_are_an_intent_or_an_error(given_words: list[str]) -> None:
    try:
        intent = read_intent(given_words)
    except IntentError:
        return
    assert intent.component is None or all(intent.component)
