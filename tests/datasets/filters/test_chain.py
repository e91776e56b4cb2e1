from __future__ import annotations

from pathlib import Path

import pytest
from small_recordings import small_step

from gui_rec.datasets.filters._api import Candidate
from gui_rec.datasets.filters.chain import Chain, filters_in
from gui_rec.errors import InputError, UsageError
from gui_rec.model.actions import Invalid, Tap
from gui_rec.model.episode import EpisodeInfo

_STEPS = (
    small_step(0, Tap(0.5, 0.5)),
    small_step(1, Invalid("x", "no action"), settled=False),
    small_step(2, Tap(0.5, 0.5), settled=False),
    small_step(3, Tap(0.5, 0.5)),
)
_EPISODE = Candidate(EpisodeInfo("e", "script", goal="g"), None, _STEPS, _STEPS)


def test_each_filter_sees_what_the_one_before_kept_and_the_counts_add_up() -> None:
    chain = Chain(["execution", "structure"])
    found = [(name, drop.step_index, drop.reason) for name, drop in chain.drops(_EPISODE)]
    assert found == [("structure", 1, "invalid_action"), ("execution", 2, "not_settled")]
    first, second = chain.reports()
    assert (first.name, first.seen, dict(first.dropped), first.kept) == (
        "structure",
        4,
        {"invalid_action": 1},
        3,
    )
    assert (second.name, second.seen, dict(second.dropped), second.kept) == (
        "execution",
        3,
        {"not_settled": 1},
        2,
    )
    assert second.document()["kept"] == 2


def test_a_chain_asks_for_what_its_filters_need() -> None:
    assert (Chain([]).needs_xml, Chain(["privacy"]).needs_xml) == (False, True)
    assert Chain(["loops", "execution"]).needs_labels == ("detour", "executed", "loop", "undone")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["nothing"], "unknown filter 'nothing'; known: .*structure"),
        (["structure", "structure=no_tree"], "asked for twice"),
        (["structure=oops"], "unknown option 'oops'"),
    ],
)
def test_what_is_no_filter_is_refused(asked: list[str], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        Chain(asked)


def test_filters_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "filters.txt"
    file.write_text("# mine\nstructure\n\nnear_duplicates=radius:2  # close ones\n", encoding="utf-8")
    assert filters_in(file) == ("structure", "near_duplicates=radius:2")
    file.write_text("structure\nno such\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"filters.txt: line 2: expected a filter .*got 'no such'"):
        filters_in(file)
    with pytest.raises(InputError, match="cannot be read"):
        filters_in(tmp_path / "none.txt")
