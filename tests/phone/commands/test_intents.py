from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.commands.intents import Intent, IntentSyntaxError, named_component, parse_intent


def test_component_alone() -> None:
    intent = parse_intent(["-n", "com.x/.Main"]).intent
    assert intent.component == ("com.x", "com.x.Main")
    assert intent.in_print() == "Intent { cmp=com.x/.Main }"


def test_a_class_of_another_package_is_printed_whole() -> None:
    assert parse_intent(["-n", "com.x/org.y.Main"]).intent.in_print() == "Intent { cmp=com.x/org.y.Main }"


def test_everything_in_androids_order() -> None:
    line = parse_intent(
        [
            "-a",
            "act",
            "-c",
            "one",
            "-c",
            "two",
            "-d",
            "ctf://payatu/x?q=1",
            "-f",
            "0x10",
            "--es",
            "k",
            "v",
            "-n",
            "p/.A",
        ]
    )
    assert line.intent.in_print() == (
        "Intent { act=act cat=[one,two] dat=ctf://payatu/... flg=0x10 cmp=p/.A (has extras) }"
    )


@pytest.mark.parametrize(
    ("uri", "shown"),
    [
        ("https://example.com", "https://example.com/..."),
        ("https://example.com?q=secret", "https://example.com/..."),
        ("tel:+123-45", "tel:+xxx-xx"),
        ("geo:1,2", "geo:..."),
        ("nothing", "..."),
    ],
)
def test_data_is_redacted(uri: str, shown: str) -> None:
    assert Intent(action="v", data=uri).in_print() == f"Intent {{ act=v dat={shown} }}"


def test_the_last_word_is_a_uri_a_component_or_a_package() -> None:
    assert parse_intent(["https://a.b/c"]).intent.action == "android.intent.action.VIEW"
    assert parse_intent(["com.x/.A"]).intent.component == ("com.x", "com.x.A")
    assert parse_intent(["com.x"]).intent.package == "com.x"


def test_options_around_the_intent_are_kept_apart() -> None:
    line = parse_intent(["-W", "--user", "0", "-a", "x"], bare=("-W",), valued=("--user",))
    assert line.options == {"-W": None, "--user": "0"}
    assert line.intent == Intent(action="x")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-n"], 'Argument expected after "-n"'),
        (["-n", "com.x"], "Bad component name: com.x"),
        (["--frob"], "Unknown option: --frob"),
        (["-f", "many"], 'For input string: "many"'),
        (["--es", "key"], 'Argument expected after "--es"'),
    ],
)
def test_lines_that_are_no_intent(words: list[str], message: str) -> None:
    with pytest.raises(IntentSyntaxError) as caught:
        parse_intent(words)
    assert str(caught.value) == message


def test_extras_by_name() -> None:
    intent = parse_intent(["--es", "msg", "hi there", "--ei", "code", "66", "--esn", "none"]).intent
    assert intent.extra_named("msg") == "hi there"
    assert intent.extra_named("code") == "66"
    assert intent.extra_named("none") == ""
    assert intent.extra_named("absent") is None


def test_flags_with_names_are_added_up() -> None:
    words = ["--activity-clear-top", "--activity-single-top"]
    assert parse_intent(words).intent.flags == 0x24000000


NAMES = st.from_regex(r"[a-z]{1,5}(\.[a-z]{1,5}){1,2}", fullmatch=True)


@settings(max_examples=60, deadline=None)
@given(NAMES, st.from_regex(r"\.?[A-Z][a-z]{0,5}", fullmatch=True))
def test_components_survive_printing(package: str, name: str) -> None:
    component = named_component(f"{package}/{name}")
    printed = Intent(component=component).in_print()
    assert named_component(printed.removeprefix("Intent { cmp=").removesuffix(" }")) == component
