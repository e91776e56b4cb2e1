from __future__ import annotations

import pytest

from gui_rec.datasets.labels._api import EpisodeView, Labelled
from gui_rec.datasets.labels.outcome import LABELLER
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason


def said(outcome: str | None, annotator: str | None = "ana") -> list[Labelled]:
    end = EpisodeEnd(EndReason.FINISHED, outcome=outcome)
    return list(LABELLER.label(EpisodeView(EpisodeInfo("e", "touch", annotator=annotator), end, ())))


@pytest.mark.parametrize("outcome", ["success", "failure"])
def test_the_persons_word_under_the_persons_name(outcome: str) -> None:
    assert said(outcome) == [Labelled(None, outcome, "human:ana", 1.0)]


@pytest.mark.parametrize("name", [None, "", " "])
def test_a_person_without_a_name(name: str | None) -> None:
    assert said("success", name) == [Labelled(None, "success", "human:unnamed", 1.0)]


@pytest.mark.parametrize("outcome", [None, "discarded", "anything else"])
def test_no_word_is_no_value(outcome: str | None) -> None:
    assert said(outcome) == []
    assert list(LABELLER.label(EpisodeView(EpisodeInfo("e", "touch"), None, ()))) == []
