from __future__ import annotations

from dataclasses import replace

from learnt_runs import SHOP, ListPage, observation
from trees import text

from gui_rec.replayer.induction.pages import Page, coverage, sameness


def page(shown: ListPage) -> Page:
    found = Page.of(shown.seen())
    assert found is not None
    return found


def test_a_page_knows_each_node_by_its_chain() -> None:
    shown = page(ListPage())
    assert shown.place == (SHOP, f"{SHOP}.Main")
    assert shown.key == shown.seen.state_key
    spelled = {node.text: "/".join(map(str, shown.chains[node])) for node in shown.nodes()}
    assert spelled["$1.20"] == "RecyclerView#goods/Group#row[1]/TextView#price"
    assert [node.text for node in shown.nodes()][:2] == ["Goods", "10:30"]
    assert all(shown.parents[node] in shown.nodes() for node in shown.nodes() if len(shown.chains[node]) > 1)


def test_coverage_looks_at_roles_and_ids_and_sameness_at_words_too() -> None:
    one, other = page(ListPage()), page(replace(ListPage(), clock="11:00"))
    assert coverage(one, other) == 1.0
    assert 0.9 < sameness(one, other) < 1.0
    assert sameness(one, one) == 1.0
    alien = Page.of(observation(text("x"), text("y", top=40), text("z", top=80)))
    assert alien is not None
    assert coverage(one, alien) < 0.3


def test_a_page_without_words_or_ids_is_none() -> None:
    assert Page.of(observation()) is None
    assert Page.of(replace(ListPage().seen(), ui_xml="<broken")) is None
    assert Page.of(replace(ListPage().seen(), ui_xml=None)) is None
