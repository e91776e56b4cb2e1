"""The figures of the mutation benchmark."""

from __future__ import annotations

import pytest
from mutations import score
from mutations.families._api import Truth, acceptable, match, mismatch, unknown
from mutations.ours import Said
from mutations.rows import Result

from gui_rec.model.verdict import Code, Verdict

OURS, BASE = "ours", "base"


def result(truth: Truth, said: Said, *, base: float = 0.0, app: str = "a", group: str = "") -> Result:
    return Result("case", app, f"{app}.screen", 1, "family", group, truth, {OURS: said}, {BASE: base}, 0.1)


def said(verdict: Verdict, code: Code = Code.OK, detail: str = "", confidence: float = 0.9) -> Said:
    return Said(verdict, code, detail, confidence)


STATE = mismatch(Code.STATE_MISMATCH, reason="TEXT_CHANGED")
FOUND = [
    result(match(), said(Verdict.MATCH), base=1),
    result(acceptable("TOAST"), said(Verdict.MISMATCH, Code.STATE_MISMATCH), base=7),
    result(STATE, said(Verdict.MISMATCH, Code.STATE_MISMATCH, "TEXT_CHANGED: price"), base=8),
    result(STATE, said(Verdict.MATCH), base=3, group="value", app="b"),
    result(unknown(Code.SECURE_SCREEN), said(Verdict.UNKNOWN, Code.SECURE_SCREEN), base=9, app="b"),
]


def test_alarms_against_the_truth() -> None:
    found = score.rates(FOUND, score.mismatch_or_unknown(OURS))
    assert (found.hits, found.false_alarms, found.misses, found.quiet) == (2, 1, 1, 1)
    assert found.precision == pytest.approx(2 / 3)
    assert found.recall == pytest.approx(2 / 3)
    assert found.f1 == pytest.approx(2 / 3)
    only = score.rates(score.without_unknown(FOUND), score.mismatch_only(OURS))
    assert (only.hits, only.false_alarms, only.misses, only.quiet) == (1, 1, 1, 1)


def test_the_threshold_with_the_best_f1_is_found() -> None:
    threshold = score.tuned(FOUND, BASE)
    best = score.rates(FOUND, score.above(BASE, threshold)).f1
    assert best >= max(score.rates(FOUND, score.above(BASE, level)).f1 for level in range(-1, 10))


def test_codes_and_shades_count_where_the_truth_names_one() -> None:
    assert score.share(FOUND, OURS, score.is_named) == (2, 4)
    toast = result(acceptable("TOAST"), said(Verdict.ACCEPTABLE, detail="SCALED: x; TOAST: 'Saved'"))
    assert score.is_named(toast, toast.said[OURS]) is True
    assert score.is_named(FOUND[0], FOUND[0].said[OURS]) is None


def test_a_reason_is_more_than_a_code() -> None:
    vague = result(STATE, said(Verdict.MISMATCH, Code.STATE_MISMATCH, "ELEMENT_MISSING: x"))
    assert score.is_named(vague, vague.said[OURS]) is True
    assert score.has_reason(vague, vague.said[OURS]) is False


def test_what_must_never_be_called_a_match() -> None:
    assert [one.group for one in score.missed(FOUND, OURS)] == ["value"]


def test_benign_alarms_and_confusion() -> None:
    alarms = score.benign_alarms(FOUND, score.mismatch_or_unknown(OURS), Verdict.MATCH, Verdict.ACCEPTABLE)
    assert alarms == (1, 2)
    assert score.confusion(FOUND, OURS)[Verdict.MISMATCH, Verdict.MATCH] == 1


def test_calibration() -> None:
    sure = [(1.0, True)] * 3 + [(1.0, False)]
    assert score.brier(sure) == pytest.approx(0.25)
    assert score.ece(sure) == pytest.approx(0.25)
    known = score.isotonic(sure)
    assert known(1.0) == pytest.approx(0.75)
    mixed = [(0.2, True), (0.4, False), (0.6, True), (0.9, True)]
    rising = score.isotonic(mixed)
    values = [rising(confidence) for confidence in (0.1, 0.2, 0.4, 0.6, 0.9, 1.0)]
    assert values == sorted(values)
    assert score.brier([(rising(c), right) for c, right in mixed]) <= score.brier(mixed)


def test_risk_falls_with_what_is_left_out() -> None:
    pairs = [(0.9, True), (0.8, True), (0.5, False)]
    assert score.risk_at(pairs, 4, 0.5) == 0.0
    assert score.risk_at(pairs, 4, 0.75) == pytest.approx(1 / 3)
    assert score.risk_at(pairs, 4, 1.0) is None


def test_an_interval_holds_the_figure() -> None:
    low, high = score.interval(FOUND, score.mismatch_or_unknown(OURS))
    assert low <= score.rates(FOUND, score.mismatch_or_unknown(OURS)).f1 <= high
