from __future__ import annotations

import pytest
from hypothesis import given
from rule_strategies import addresses

from gui_rec.errors import InputError
from gui_rec.model.geometry import Rect
from gui_rec.replayer.rules.address import Level, Slot, SlotAddress, chains_of
from gui_rec.testing.builders import Element, hierarchy_xml
from gui_rec.ui.parse import parse_hierarchy

TREE = parse_hierarchy(
    hierarchy_xml(
        [
            Element(Rect(0, 0, 50, 20), "Cart", "app:id/title"),
            Element(Rect(0, 20, 50, 40), "A", "app:id/row"),
            Element(Rect(0, 40, 50, 60), "B", "app:id/row"),
        ]
    )
)


def meant(address: str) -> list[str]:
    parsed = SlotAddress.parse(address)
    return [node.text for node, chain in chains_of(TREE).items() if parsed.covers(chain, Slot.TEXT)]


@given(addresses())
def test_an_address_reads_back(address: SlotAddress) -> None:
    assert SlotAddress.parse(str(address)) == address


@pytest.mark.parametrize(
    ("address", "texts"),
    [
        ("/Button#row:text", ["A"]),
        ("/Button#row[1]:text", ["B"]),
        ("/Button#row[*]:text", ["A", "B"]),
        ("#title:text", ["Cart"]),
        ("Button:text", []),
        ("/Group/Button#title:text", []),
        ("#row[*]:desc", []),
    ],
)
def test_an_address_means_a_node_or_a_column(address: str, texts: list[str]) -> None:
    assert meant(address) == texts


@pytest.mark.parametrize(
    "text", ["", ":text", "a", "a:size", "a//b:text", "a[x]:text", "a%2:text", "a%FF:text", "[1]:text"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="address: "):
        SlotAddress.parse(text)


def test_a_level_says_something() -> None:
    with pytest.raises(InputError, match="a role or an id"):
        Level("")
    with pytest.raises(InputError, match="an ordinal from 0"):
        Level("A", ordinal=-1)
    with pytest.raises(InputError, match="at least one level"):
        SlotAddress((), Slot.TEXT)
