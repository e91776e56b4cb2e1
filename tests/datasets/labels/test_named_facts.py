from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from shop import BUY, shop

from gui_rec.capture.observe import ObserveConfig
from gui_rec.datasets.labels.compute import compute_labels
from gui_rec.model.flags import EndReason
from gui_rec.model.selector import Selector
from gui_rec.recorder.asking import ask_expectations
from gui_rec.recorder.expect_file import parse_expectations
from gui_rec.recorder.session import Recorder, RecorderConfig
from gui_rec.ui.named_facts import FactKind, NamedFact

COUNT = NamedFact("count", Selector(resource_id="com.example.app:id/count"), FactKind.INT)
TOTAL = NamedFact("total", Selector(resource_id="com.example.app:id/total"), FactKind.MONEY)


def recorded(out: Path, *facts: NamedFact) -> Path:
    device = shop()
    config = replace(RecorderConfig(), observe=ObserveConfig(named_facts=facts))
    with Recorder(device, out, goal="Buy milk", clock=device.clock, config=config) as recorder:
        for action in BUY:
            recorder.do(action)
        probes = parse_expectations(
            [{"fact": "count", "equals": "1"}, {"fact": "total", "equals": "6.00"}], "x"
        )
        told = ask_expectations(recorder, probes)
        recorder.finish(EndReason.FINISHED, expectations=told)
    return out


def test_the_stored_answers_are_the_label_and_expectations_can_be_asked(tmp_path: Path) -> None:
    rows = compute_labels(recorded(tmp_path / "t", COUNT, TOTAL), names=["named_facts", "expected"])
    facts = [(row.step_index, json.loads(row.value)) for row in rows if row.label == "named_facts"]
    assert facts == [(0, {"count": None, "total": None}), (1, {"count": "1", "total": "5.00"})]
    assert [row.value for row in rows if row.label == "expected"] == ["false"]


def test_without_names_there_is_no_label(tmp_path: Path) -> None:
    rows = compute_labels(recorded(tmp_path / "t"), names=["named_facts", "expected"])
    assert [(row.label, row.value) for row in rows] == [("expected", "unknown")]
