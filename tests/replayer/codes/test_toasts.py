"""Toasts, heard through uiautomator2's server where it runs on the simulated phone, and not heard without it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from code_cases import SHOP, Bench, Case, bench, case_id, every, expect, fault, hearing

from gui_rec.model.actions import Type
from gui_rec.model.verdict import Code, Verdict
from gui_rec.store.reader import open_trajectories

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

SIGN_IN = (SHOP, "username", Type("ada"), "password", Type("s3cret"), "sign_in")
TOAST = fault("error-toast@1")
ADD = ("add_to_cart",)


def at_lamp(bench: Bench) -> None:
    bench.do(*SIGN_IN, "Desk lamp")


def with_toast(bench: Bench) -> None:
    """The recording has the error toast, too."""
    TOAST(bench)


HEARD = every(
    (
        *Case("heard", Code.TOAST_ERROR, trouble=TOAST).in_every_language(),
        Case("recorded and shown", Code.OK, trouble=TOAST, recorded_with=with_toast, verdict=Verdict.MATCH),
        Case("recorded and not shown", Code.STATE_MISMATCH, recorded_with=with_toast),
        Case("of the shop's", Code.OK, ADD, before=at_lamp, verdict=Verdict.MATCH),
        Case("an error in its place", Code.TOAST_ERROR, ADD, TOAST, before=at_lamp),
    )
)
UNHEARD = every(
    (
        *Case("not heard", Code.VISUAL_OVERLAY, trouble=TOAST, verdict=Verdict.UNKNOWN).in_every_language(),
        Case(
            "recorded and not shown",
            Code.VISUAL_OVERLAY,
            recorded_with=with_toast,
            verdict=Verdict.UNKNOWN,
        ),
        Case("of the shop's, equal to the pixel", Code.OK, ADD, before=at_lamp, verdict=Verdict.MATCH),
        Case(
            "an error in its place", Code.VISUAL_OVERLAY, ADD, TOAST, before=at_lamp, verdict=Verdict.UNKNOWN
        ),
    )
)
CASES = HEARD + UNHEARD


@pytest.fixture(scope="module")
def deaf() -> Iterator[Bench]:
    with bench() as made:
        yield made


@pytest.fixture(scope="module")
def listening() -> Iterator[Bench]:
    with bench() as made, hearing(made.phone):
        yield made


@pytest.mark.parametrize("case", HEARD, ids=case_id)
def test_with_the_server(listening: Bench, case: Case) -> None:
    expect(listening.step(case), case)


@pytest.mark.parametrize("case", UNHEARD, ids=case_id)
def test_without_it(deaf: Bench, case: Case) -> None:
    expect(deaf.step(case), case)


def test_what_a_toast_says_is_recorded_and_only_what_the_action_did(listening: Bench, deaf: Bench) -> None:
    case = Case("recorded", Code.OK, ("add_to_cart", "cart_button"), before=at_lamp)
    heard = list(open_trajectories(listening.recording(case)).steps())
    assert [step.post.facts.toast for step in heard] == ["Added to cart", ""]
    assert [step.post.facts.toast for step in open_trajectories(deaf.recording(case)).steps()] == [None, None]
