from __future__ import annotations

from screens_of_apps import GOODS, SCREENS, shop
from trees import tree

from gui_rec.ui.pairs import pairs


def test_equal_states_pair_node_by_node() -> None:
    for screen in SCREENS.values():
        found = pairs(tree(screen()), tree(screen()))
        assert found
        assert all((old.role, old.rid, old.text) == (new.role, new.rid, new.text) for old, new in found)


def test_rows_that_scrolled_pair_with_themselves() -> None:
    found = pairs(tree(shop()), tree(shop(GOODS[1:], shift=-200)))
    named = {old.text: new.text for old, new in found if old.rid == "name"}
    assert named == {name: name for name, _ in GOODS[1:]}
