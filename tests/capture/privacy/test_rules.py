from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.capture.privacy.rules import (
    AppRule,
    MaskRules,
    PatternRule,
    SelectorRule,
    app_digest,
    from_texts,
    to_texts,
)
from gui_rec.errors import InputError
from gui_rec.model.selector import Relation, Selector

NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True).filter(lambda n: not n.startswith("password"))
PATTERNS = st.text(alphabet='abc123 é字"\\', max_size=8).map(
    lambda text: "".join(f"\\{c}" if c == "\\" else c for c in text) + "x"
)
SELECTORS = st.builds(Selector, text=st.text(max_size=5), resource_id=st.none() | st.text(max_size=5))
APPS = st.builds(
    AppRule.of, st.from_regex(r"[a-z]{1,5}\.[a-z]{1,5}", fullmatch=True), keep_name=st.booleans()
)


@st.composite
def rules(draw: st.DrawFn) -> MaskRules:
    names = draw(st.lists(NAMES, max_size=4, unique=True))
    half = len(names) // 2
    return MaskRules(
        password=draw(st.booleans()),
        patterns=tuple(PatternRule(name, draw(PATTERNS)) for name in names[:half]),
        selectors=tuple(SelectorRule(name, draw(SELECTORS)) for name in names[half:]),
        apps=tuple(draw(st.lists(APPS, max_size=2))),
        notifications=draw(st.booleans()),
    )


@given(rules())
def test_rules_travel_as_text_and_come_back(chosen: MaskRules) -> None:
    texts = to_texts(chosen)
    assert from_texts(texts) == chosen
    assert to_texts(from_texts(texts)) == texts
    assert bool(texts) == bool(chosen)


def test_the_default_withholds_passwords_and_nothing_else() -> None:
    assert to_texts(MaskRules()) == ('{"rule":"password","v":1}',)
    assert MaskRules().words == "password fields"
    assert not MaskRules.none()
    assert MaskRules.none().words == "nothing"
    assert from_texts(()) == MaskRules.none()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "password",
        "[]",
        '{"rule":"password"}',
        '{"rule":"password","v":2}',
        '{"rule":"password","v":1,"more":1}',
        '{"rule":"faces","v":1}',
        '{"rule":"pattern","v":1,"name":"a"}',
        '{"rule":"app","v":1}',
        "[" * 10_000,
    ],
)
def test_a_rule_that_is_not_known_is_an_error_and_never_ignored(text: str) -> None:
    with pytest.raises(InputError, match="upgrade gui-rec"):
        from_texts((text,))


@pytest.mark.parametrize(
    "text",
    [
        '{"rule":"pattern","v":1,"name":"a","pattern":3}',
        '{"rule":"pattern","v":1,"name":"A b","pattern":"x"}',
        '{"rule":"pattern","v":1,"name":"password_2","pattern":"x"}',
        '{"rule":"pattern","v":1,"name":"a","pattern":"(?=x)"}',
        '{"rule":"app","v":1,"digest":"zz"}',
        f'{{"rule":"app","v":1,"digest":"{"0" * 32}","package":"com.example.bank"}}',
        '{"rule":"selector","v":1,"name":"a","selector":{"colour":"red"}}',
    ],
)
def test_a_rule_with_a_wrong_part_is_named(text: str) -> None:
    with pytest.raises(InputError, match=r"mask|pattern|selector"):
        from_texts((text,))


def test_an_app_is_known_by_its_digest_alone() -> None:
    hidden, kept = AppRule.of("com.a.bank", keep_name=False), AppRule.of("com.a.chat", keep_name=True)
    texts = to_texts(MaskRules(apps=(hidden, kept)))
    assert "com.a.bank" not in "".join(texts)
    read = from_texts(texts)
    assert read.app_rule("com.a.bank") == hidden
    assert read.app_rule("com.a.chat") == kept
    assert (read.app_rule("com.a"), read.app_rule(None)) == (None, None)
    assert read.words == "password fields, app (name withheld), app com.a.chat"
    assert app_digest("com.a.bank") != app_digest("com.a.chat")


def test_names_are_unique_and_selectors_speak_of_the_node_itself() -> None:
    with pytest.raises(InputError, match="'a' twice"):
        MaskRules(patterns=(PatternRule("a", "x"),), selectors=(SelectorRule("a", Selector(text="x")),))
    with pytest.raises(InputError, match="'near' or 'index'"):
        SelectorRule("a", Selector(text="x", index=1))
    with pytest.raises(InputError, match="'near' or 'index'"):
        SelectorRule("a", Selector(near=(Relation.BELOW, Selector(text="x"))))
    with pytest.raises(InputError, match=r"com\.example\.bank"):
        AppRule.of("Bank!", keep_name=True)
