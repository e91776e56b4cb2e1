from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.errors import InputError
from gui_rec.model.selector import Selector
from gui_rec.recorder import expect_file
from gui_rec.recorder.expect import AppProbe, FactProbe, Probe, ScreenProbe, ShellProbe
from gui_rec.recorder.expect_file import parse_expectations, read_expectations
from gui_rec.ui.wanted import Relation, Wanted

DOCUMENTED = (expect_file.__doc__ or "").split("\n\n", 1)[1]


def test_every_kind_of_the_documentation_is_read(tmp_path: Path) -> None:
    path = tmp_path / "expect.yaml"
    path.write_text(DOCUMENTED, encoding="utf-8")
    assert read_expectations(path) == (
        ScreenProbe(Selector(text="Order placed"), '{"text": "Order placed"}'),
        ScreenProbe(
            Selector(resource_id="com.example.shop:id/total"),
            '{"resourceId": "com.example.shop:id/total"}',
            wanted=Wanted(Relation.CONTAINS, "25.00"),
        ),
        ScreenProbe(Selector(text="Sign in"), '{"text": "Sign in"}', present=False),
        AppProbe("com.example.shop", ".OrderActivity"),
        AppProbe("com.example.shop"),
        ShellProbe(
            "setting",
            ("settings", "get", "system", "screen_brightness"),
            Wanted(Relation.EQUALS, "102"),
        ),
        ShellProbe("shell", ("dumpsys", "battery"), Wanted(Relation.CONTAINS, "level: 80")),
        FactProbe("cart_count", Wanted(Relation.EQUALS, "2")),
    )


@pytest.mark.parametrize(
    ("item", "probe"),
    [
        ({"activity": ".Main"}, AppProbe(None, ".Main")),
        ({"activity": ".Main", "package": "a.b"}, AppProbe("a.b", ".Main")),
        (
            {"selector": {"text": "x"}, "text": "y"},
            ScreenProbe(Selector(text="x"), '{"text": "x"}', wanted=Wanted(Relation.EQUALS, "y")),
        ),
    ],
)
def test_short_forms(item: dict[str, object], probe: Probe) -> None:
    assert parse_expectations([item], "x") == (probe,)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({}, "expected a list"),
        ([], "expected a list"),
        ([3], "item 1: expected an object"),
        ([{}], "expected one of selector, text"),
        ([{"text": "a", "shell": []}], "expected one of selector"),
        ([{"text": "a"}, {"colour": "red"}], "item 2: expected one of"),
        ([{"text": "a", "contains": "b"}], "contains: no such key; text takes text, present"),
        ([{"text": 3}], "text: expected a text, got 3; put it in quotes"),
        ([{"text": "a", "present": "no"}], "expected true or false"),
        ([{"selector": {"txt": "a"}}], "selector.txt: no such key"),
        ([{"selector": {"text": "a"}, "equals": "b", "contains": "c"}], "got equals, contains"),
        ([{"selector": {"text": "a"}, "text": "b", "contains": "c"}], "got several"),
        ([{"selector": {"text": "a"}, "equals": "b", "present": True}], "cannot stand beside"),
        ([{"selector": {"textMatches": "("}}], "item 1"),
        ([{"fact": "a", "matches": "("}], "item 1"),
        ([{"fact": "a"}], "got none"),
        ([{"setting": "x", "equals": "1"}], "expected {namespace, key}"),
        ([{"setting": {"namespace": "odd", "key": "x"}, "equals": "1"}], "settings get"),
        ([{"setting": {"namespace": "system", "key": 3}, "equals": "1"}], "settings get"),
        ([{"shell": "dumpsys battery", "equals": "1"}], "expected a list of words"),
        ([{"shell": ["reboot"], "equals": "1"}], "shell: expected one of"),
        ([{"activity": "a.b/.C", "package": "c.d"}], "expected one of c.d"),
    ],
)
def test_a_faulty_item_is_named(found: object, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_expectations(found, "file.yaml")
    assert said in str(caught.value)
    assert str(caught.value).startswith("file.yaml")


_PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["selector", "text", "package", "activity", "setting", "shell", "fact", "equals"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=12,
)


@given(_PLAIN)
def test_any_plain_value_is_a_list_of_probes_or_one_clear_error(found: object) -> None:
    try:
        said = str(len(parse_expectations(found, "x")))
    except InputError as error:
        said = str(error)
    assert said.isdigit() or said.startswith("x")
