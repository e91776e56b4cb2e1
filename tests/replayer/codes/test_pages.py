"""Codes of what an app's page shows, each produced on the simulated phone in the languages where words matter."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from code_cases import SHOP, Bench, Case, bench, case_id, every, expect, fault

from gui_rec.model.verdict import Code, Shade, Verdict

pytestmark = [pytest.mark.slow, pytest.mark.e2e]


def price(bench: Bench) -> None:
    bench.phone.process.control.set_value("shop.price.lamp", "$25.00")


def dark(bench: Bench) -> None:
    bench.phone.process.control.set_night(True)


def no_tree(bench: Bench) -> None:
    fault("null-root")(bench)


def no_tree_and_a_line(bench: Bench) -> None:
    fault("null-root", "inline-error")(bench)


CASES = every(
    (
        *Case("inline", Code.INLINE_ERROR, trouble=fault("inline-error")).in_every_language(),
        *Case("the whole page", Code.LOADING_TIMEOUT, trouble=fault("loading-page")).in_every_language(),
        *Case("a web page", Code.WEBVIEW_ERROR, trouble=fault("web-error")).in_every_language(),
        *Case("a wall", Code.LOGIN_WALL, trouble=fault("login-wall")).in_every_language(),
        *Case("a wall", Code.UPDATE_REQUIRED, trouble=fault("update-wall")).in_every_language(),
        Case("white", Code.BLANK_SCREEN, trouble=fault("blank-page")),
        Case("a button's colour", Code.VISUAL_ONLY_DIFF, (SHOP,), fault("odd-paint")),
        Case("it flickers", Code.NOT_SETTLED, trouble=fault("come-and-go"), verdict=Verdict.UNKNOWN),
        Case(
            "neither picture nor tree",
            Code.OBSERVATION_FAILED,
            trouble=fault("null-root", "truncated-png"),
            verdict=Verdict.UNKNOWN,
        ),
        Case("no tree", Code.OPAQUE_SCREEN, trouble=no_tree_and_a_line, verdict=Verdict.UNKNOWN),
        Case(
            "no tree, equal pixels",
            Code.OK,
            trouble=no_tree,
            verdict=Verdict.ACCEPTABLE,
            shade=Shade.PIXELS_ONLY,
        ),
        Case("the dark theme", Code.OK, (SHOP,), dark, verdict=Verdict.ACCEPTABLE, shade=Shade.STYLE_CHANGED),
    )
)


@pytest.fixture(scope="module")
def phone() -> Iterator[Bench]:
    with bench() as made:
        yield made


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_the_code_is_produced(phone: Bench, case: Case) -> None:
    expect(phone.step(case), case)
