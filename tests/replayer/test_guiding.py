"""Rules in a run: which a step has, and that a wait ends with what they allow."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from observations import look
from shop import BUY, SHOP, changed, label, record_shop, shop, tap

from gui_rec.model.actions import Key
from gui_rec.model.selector import Selector
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.guiding import Guide, may_end, may_start
from gui_rec.replayer.looks import Look
from gui_rec.replayer.report import RunReport
from gui_rec.replayer.rules.address import SlotAddress
from gui_rec.replayer.rules.facts import Exists, Fact
from gui_rec.replayer.rules.given import Given
from gui_rec.replayer.rules.model import Outcome, RuleFile, StepMatch, StepRule, VolatileSlot
from gui_rec.replayer.rules.patterns import PatternKind, SlotPattern
from gui_rec.replayer.session import replay
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.builders import PACKAGE, step
from gui_rec.testing.fake_device import FakeDevice, Screen

LIST = look(SHOP["list"].elements, activity=".List")
ITEM = look(SHOP["item"].elements, activity=".Item")
PRICE = VolatileSlot(SlotAddress.parse("#price:text"), SlotPattern(PatternKind.MONEY))
SOLD = Outcome("sold out", facts=(Fact(Exists(Selector(text="Sold out"))),))
SHOWN = Outcome("shown", 0.5, facts=(Fact(Exists(Selector(text="Milk"))),))
STEP = step(0, tap(40), pre=LIST.seen, post=ITEM.seen)


def rules(**more: object) -> tuple[RuleFile, ...]:
    return (RuleFile(PACKAGE, steps=(StepRule("r", StepMatch(action="tap"), **more),)),)  # type: ignore[arg-type]


def priced(text: str) -> Screen:
    return changed("item", "$5.00", label(40, text, "com.example.app:id/price"))


def as_look(screen: Screen) -> Look:
    return look(screen.elements, activity=screen.activity)


GONE = Screen(
    (label(4, "Sold out", "a:id/title"), label(40, "Milk is", "a:id/a"), label(70, "gone", "a:id/b")),
    activity=".Gone",
)


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record_shop(tmp_path_factory.mktemp("buy") / "traj")


def replayed(recording: Path, device: FakeDevice, files: tuple[RuleFile, ...]) -> RunReport:
    config = ReplayConfig(timeout_s=20.0, write_verdicts=False, rules=files)
    return replay(recording, device, config, clock=device.clock)


def test_a_step_is_given_the_rules_that_are_for_it() -> None:
    files = (*rules(), RuleFile(PACKAGE, steps=(StepRule("q", StepMatch("E", 1)),)))
    guide = Guide(files, "E", contexts=("first_run",))
    assert [file.steps[0].rule_id for file in guide.given(STEP).rules] == ["r"]
    assert [file.steps[0].rule_id for file in guide.given(replace(STEP, index=1)).rules] == ["q", "r"]
    assert [file.steps[0].rule_id for file in guide.given(STEP, replace(STEP, index=1)).before] == ["q", "r"]
    assert guide.given(STEP).contexts == ("first_run",)
    assert Guide().given(STEP) == Given()


def test_a_wait_ends_with_what_may_vary() -> None:
    given = Given(rules(volatile=(PRICE,)))
    assert may_end(STEP, LIST, given)(as_look(priced("$6.00")))
    assert not may_end(STEP, LIST, given)(as_look(priced("Error")))
    assert not may_end(STEP, LIST, Given())(ITEM)
    before = step(1, tap(70), pre=ITEM.seen)
    assert may_start(before, given)(as_look(priced("$6.00")))
    assert not may_start(before, given)(LIST)


def test_another_outcome_must_stand_still() -> None:
    also = may_end(STEP, LIST, Given(rules(outcomes=(SHOWN, SOLD))))
    gone = as_look(GONE)
    assert [also(gone), also(gone)] == [False, True]
    assert [also(LIST), also(gone), also(LIST)] == [False, False, False]


def test_a_volatile_price_costs_no_time_and_is_no_mismatch(recording: Path) -> None:
    device = shop(item=priced("$6.00"))
    report = replayed(recording, device, rules(volatile=(PRICE,)))
    assert report.ok, list(report.failures())
    assert device.performed == list(BUY)
    assert report.steps[0].verdict.verdict is Verdict.MATCH
    assert max(step.elapsed_ms for step in report.steps) < 10_000
    assert not replayed(recording, shop(item=priced("$6.00")), ()).ok


def test_another_outcome_is_named_and_costs_no_timeout(recording: Path) -> None:
    device = shop(item=GONE)
    report = replayed(recording, device, rules(outcomes=(SHOWN, SOLD)))
    first = report.steps[0]
    assert (first.verdict.verdict, first.verdict.outcome) == (Verdict.ACCEPTABLE, "sold out")
    assert first.elapsed_ms < 10_000
    assert report.steps[1].verdict.code is Code.ACTIVITY_MISMATCH


def test_a_failed_precondition_stops_before_anything_is_sent(recording: Path) -> None:
    device = shop()
    report = replayed(recording, device, rules(pre=(Fact(Exists(Selector(text="Sale"))),)))
    assert report.steps[0].verdict.code is Code.START_STATE_MISMATCH
    assert "rule r: expected text 'Sale' is there" in report.steps[0].verdict.detail
    assert device.performed == []
    assert next(iter(open_trajectories(recording).steps())).index == 0


def test_a_later_screen_is_ahead_by_its_step_although_a_value_of_it_varies(tmp_path: Path) -> None:
    out = record_shop(tmp_path / "long", (*BUY, Key("BACK")))
    total = VolatileSlot(SlotAddress.parse("#total:text"), SlotPattern(PatternKind.MONEY))
    files = rules(volatile=(total,))
    dearer = changed("cart", "Total $5.00", label(70, "Total $6.00", "com.example.app:id/total"))
    straight = replace(
        SHOP["list"],
        elements=tuple(replace(e, goes_to="cart") if e.text == "Milk" else e for e in SHOP["list"].elements),
    )
    device = shop(list=straight, cart=dearer)
    first = replayed(out, device, files).steps[0]
    assert first.verdict.code is Code.AHEAD
    assert "step 2" in first.verdict.detail
    assert replayed(out, shop(list=straight, cart=dearer), ()).steps[0].verdict.code is not Code.AHEAD
