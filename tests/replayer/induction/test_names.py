from __future__ import annotations

from dataclasses import replace

from learnt_runs import SHOP, ListPage
from trees import N, text, tree

from gui_rec.model.selector import Selector
from gui_rec.replayer.induction.names import Names
from gui_rec.ui.matching import find_all
from gui_rec.ui.parse import parse_hierarchy


def test_the_counts_are_those_of_the_selectors_and_a_name_is_one_nodes_alone() -> None:
    field = N("android.widget.EditText", "", "typed", bounds=(0, 2100, 400, 2140))
    labelled = N("android.widget.ImageView", "", desc="Back", bounds=(0, 2140, 400, 2180))
    hidden = text("Goods", f"{SHOP}:id/title", top=0)
    shown = replace(ListPage(), extra=(field, labelled, replace(hidden, bounds=(0, 0, 0, 0))))
    page = parse_hierarchy(shown.seen().ui_xml or "")
    names = Names(page)
    for node in page.walk():
        for selector in (
            node.resource_id and Selector(resource_id=node.resource_id),
            node.text and Selector(text=node.text),
            node.content_desc and Selector(content_desc=node.content_desc),
        ):
            if selector:
                assert names.count(selector) == len(find_all(page, selector))
        alone = names.alone(node)
        if alone is not None and node.is_hittable:
            assert find_all(page, alone) == [node]
    named = {node.text or node.content_desc: names.alone(node) for node in page.walk()}
    assert named["Goods"] == Selector(resource_id=f"{SHOP}:id/title")
    assert named["Back"] == Selector(content_desc="Back")
    assert named["Bread"] == Selector(text="Bread")
    assert named["typed"] is None


def test_an_empty_page_names_nothing() -> None:
    assert Names(tree(N())).count(Selector(text="x")) == 0
