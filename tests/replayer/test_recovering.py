"""Recoveries on the fake device: only by a rule, within their limit, in the report, never the step's own action."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from shop import BUY, SHOP, button, label, record_shop, shop, tap

from gui_rec.device.restore import RestoreStep
from gui_rec.errors import DeviceError
from gui_rec.model.actions import Key, Tap, Type
from gui_rec.model.geometry import Rect
from gui_rec.model.selector import Selector
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.judge import Circumstances, judge
from gui_rec.replayer.report import RunReport, StepReport
from gui_rec.replayer.rules.model import Recovery, RecoveryKind, RuleFile, StepMatch, StepRule
from gui_rec.replayer.session import replay
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.builders import PACKAGE, TEXT_FIELD, Element
from gui_rec.testing.fake_device import FakeDevice, Screen

ASKS = (Code.PERMISSION_DIALOG,)
DENY = Selector(text="Deny")
DISMISS = Recovery(ASKS, RecoveryKind.DISMISS, selector=DENY)


def asking(goes_to: str) -> Screen:
    return Screen(
        (
            label(
                4,
                "Allow Shop to see your contacts?",
                "com.android.permissioncontroller:id/permission_message",
            ),
            button(40, "Allow", "com.android.permissioncontroller:id/permission_allow_button", goes_to),
            button(70, "Deny", "com.android.permissioncontroller:id/permission_deny_button", goes_to),
        ),
        package="com.android.permissioncontroller",
        activity=".GrantPermissionsActivity",
    )


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record_shop(tmp_path_factory.mktemp("buy") / "traj")


def rules(*recoveries: Recovery) -> tuple[RuleFile, ...]:
    return (RuleFile(PACKAGE, steps=(StepRule("help", StepMatch(action="tap"), recoveries=recoveries),)),)


def replayed(recording: Path, device: FakeDevice, *recoveries: Recovery) -> RunReport:
    config = ReplayConfig(timeout_s=3.0, write_verdicts=False, rules=rules(*recoveries) if recoveries else ())
    return replay(recording, device, config, clock=device.clock)


def told(step: StepReport) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(step.verdict.evidence)["recoveries"]
    return found


def test_a_dialog_before_the_step_is_dismissed_where_a_rule_allows_it(recording: Path) -> None:
    device = shop(asks=asking("list"))
    device.current = "asks"
    report = replayed(recording, device, DISMISS)
    assert report.ok, list(report.failures())
    assert device.performed == [tap(70), *BUY]
    assert told(report.steps[0]) == [
        {
            "rule": "help",
            "code": "PERMISSION_DIALOG",
            "phase": "pre",
            "do": "dismiss",
            "words": "on PERMISSION_DIALOG dismiss with text 'Deny', at most 1 time",
            "done": True,
            "detail": "",
        }
    ]
    assert (report.steps[0].verdict.verdict, report.steps[0].verdict.detail) == (
        Verdict.ACCEPTABLE,
        "RECOVERED: dismiss (rule help) before the step, on PERMISSION_DIALOG",
    )
    assert told(report.steps[1]) == []


def test_a_dialog_after_the_step_is_dismissed_and_the_step_is_not_done_again(recording: Path) -> None:
    device = shop(
        list=replace(SHOP["list"], elements=tuple(_leading(e, "asks") for e in SHOP["list"].elements))
    )
    device.screens = {**device.screens, "asks": asking("item")}
    report = replayed(recording, device, DISMISS)
    assert report.ok, list(report.failures())
    assert device.performed == [tap(40), tap(70), tap(70)]
    assert [entry["phase"] for entry in told(report.steps[0])] == ["post"]
    assert "RECOVERED: dismiss (rule help) after the step" in report.steps[0].verdict.detail


def _leading(element: Element, to: str) -> Element:
    return replace(element, goes_to=to) if element.text == "Milk" else element


def test_without_a_rule_nothing_is_done(recording: Path) -> None:
    device = shop(asks=asking("list"))
    device.current = "asks"
    report = replayed(recording, device)
    assert report.steps[0].verdict.code is Code.PERMISSION_DIALOG
    assert device.performed == []
    assert told(report.steps[0]) == []
    reflection = json.loads(report.steps[0].verdict.evidence)["reflection"]
    assert (reflection["anomalies"][0], reflection["cause"], reflection["recovery"]) == (
        "PERMISSION_DIALOG",
        "PERMISSION",
        "dismiss",
    )


def test_a_rule_for_something_else_does_nothing(recording: Path) -> None:
    device = shop(asks=asking("list"))
    device.current = "asks"
    report = replayed(recording, device, replace(DISMISS, when=(Code.ANR_DIALOG,)))
    assert device.performed == []
    assert told(report.steps[0]) == []


def test_the_limit_is_kept(recording: Path) -> None:
    device = shop(asks=asking("asks"))
    device.current = "asks"
    report = replayed(recording, device, replace(DISMISS, limit=2))
    assert report.steps[0].verdict.code is Code.PERMISSION_DIALOG
    assert device.performed == [tap(70), tap(70)]
    assert [entry["done"] for entry in told(report.steps[0])] == [True, True]


def test_the_next_recovery_is_tried_where_one_cannot_be_done(recording: Path) -> None:
    device = shop(asks=asking("list"))
    device.current = "asks"
    nowhere = replace(DISMISS, selector=Selector(text="Later"))
    report = replayed(recording, device, nowhere, DISMISS)
    assert report.ok
    assert [(entry["done"], entry["detail"]) for entry in told(report.steps[0])] == [
        (False, "text 'Later': 0 matches"),
        (True, ""),
    ]


def test_the_steps_own_action_is_never_repeated(recording: Path) -> None:
    lost = shop(item=Screen(tuple(replace(e, goes_to=None) for e in SHOP["item"].elements), activity=".Item"))
    again = Recovery((Code.NO_EFFECT,), RecoveryKind.DISMISS, selector=Selector(text="Add to cart"))
    report = replayed(recording, lost, again)
    assert report.steps[1].verdict.code is Code.NO_EFFECT
    assert lost.performed == list(BUY)
    assert [(entry["done"], entry["detail"]) for entry in told(report.steps[1])] == [
        (False, "it would repeat the step's own action")
    ]


def test_a_target_without_words_is_known_by_its_place(tmp_path: Path) -> None:
    bare = Element(Rect(4, 40, 104, 60), "", class_name="android.widget.ImageButton")
    page = Screen((label(4, "Player", "a:id/title"), bare), activity=".Player")
    player = {"page": page, "on": Screen((label(4, "Playing", "a:id/title"), bare), activity=".Player")}
    going = {**player, "page": replace(page, elements=(page.elements[0], replace(bare, goes_to="on")))}
    out = record_shop(tmp_path / "bare", (tap(40),), FakeDevice(going, "page"))
    device = FakeDevice(player, "page")
    press = Recovery(
        (Code.NO_EFFECT,), RecoveryKind.DISMISS, selector=Selector(class_name="android.widget.ImageButton")
    )
    report = replayed(out, device, press)
    assert device.performed == [tap(40)]
    assert told(report.steps[0])[0]["detail"] == "it would repeat the step's own action"


class _Deaf(FakeDevice):
    """The BACK key is lost on it."""

    def _back(self) -> None:
        pass


def test_back_is_no_recovery_of_a_step_that_presses_back(tmp_path: Path) -> None:
    out = record_shop(tmp_path / "back", (tap(40), Key("BACK")))
    device = _Deaf(SHOP, "list")
    back = StepRule(
        "back", StepMatch(action="key"), recoveries=(Recovery((Code.NO_EFFECT,), RecoveryKind.DISMISS),)
    )
    config = ReplayConfig(timeout_s=3.0, write_verdicts=False, rules=(RuleFile(PACKAGE, steps=(back,)),))
    report = replay(out, device, config, clock=device.clock)
    assert device.performed == [tap(40), Key("BACK")]
    assert told(report.steps[1])[0]["detail"] == "it would repeat the step's own action"


def test_a_wait_waits_and_looks_again(recording: Path) -> None:
    device = shop(
        late=replace(SHOP["cart"], elements=(label(4, "Loading…", "a:id/loading"), *SHOP["cart"].elements))
    )
    device.current = "late"
    device.show_after(8.0, "list")
    wait = Recovery((Code.LOADING_TIMEOUT,), RecoveryKind.WAIT, wait_s=6.0)
    assert not replayed(recording, shop_at(device, "late", 8.0)).ok
    report = replayed(recording, device, wait)
    assert report.ok, list(report.failures())
    assert [entry["do"] for entry in told(report.steps[0])] == ["wait"]


def shop_at(device: FakeDevice, page: str, after_s: float) -> FakeDevice:
    other = FakeDevice(device.screens, page)
    other.show_after(after_s, "list")
    return other


def test_an_app_that_crashed_is_started_again(recording: Path) -> None:
    device = shop()
    device.current = "crash"
    relaunch = Recovery((Code.CRASH_DIALOG,), RecoveryKind.RELAUNCH, package=PACKAGE)
    report = replayed(recording, device, relaunch)
    assert report.ok, list(report.failures())
    assert device.restored == [(PACKAGE, (RestoreStep.FORCE_STOP, RestoreStep.LAUNCH))]


def test_what_the_device_refuses_is_told(recording: Path) -> None:
    device = shop()
    device.current = "crash"
    device.fail_next("restore_app", DeviceError("no such package"))
    relaunch = Recovery((Code.CRASH_DIALOG,), RecoveryKind.RELAUNCH, package=PACKAGE)
    report = replayed(recording, device, relaunch)
    assert report.steps[0].verdict.code is Code.CRASH_DIALOG
    assert [(entry["done"], entry["detail"]) for entry in told(report.steps[0])] == [
        (False, "no such package")
    ]


def test_a_field_is_cleared(tmp_path: Path) -> None:
    field = Element(Rect(4, 40, 104, 60), "", "a:id/name", class_name=TEXT_FIELD, focused=True)
    form = Screen((label(4, "Form", "a:id/title"), field, label(90, "Name", "a:id/hint")))
    out = record_shop(tmp_path / "form", (Tap(0.5, 50 / 240),), FakeDevice({"form": form}, "form"))
    device = FakeDevice({"form": form}, "form")
    device._texts["form", 1] = "old"
    clear = Recovery(
        (Code.START_STATE_MISMATCH,), RecoveryKind.CLEAR_FIELD, selector=Selector(resource_id="a:id/name")
    )
    report = replayed(out, device, clear)
    assert isinstance(device.performed[0], Type)
    assert (device.performed[0].text, device.performed[0].clear_before) == ("", True)
    assert told(report.steps[0])[0]["done"] is True
    title = replace(clear, selector=Selector(resource_id="a:id/title"))
    other = FakeDevice({"form": form}, "form")
    other._texts["form", 1] = "old"
    assert (
        told(replayed(out, other, title).steps[0])[0]["detail"] == "resourceId 'a:id/title' is no text field"
    )


def test_a_recovered_verdict_can_be_computed_again(recording: Path, tmp_path: Path) -> None:
    device = shop(asks=asking("list"))
    device.current = "asks"
    config = ReplayConfig(
        timeout_s=3.0, write_verdicts=False, rules=rules(DISMISS), report_dir=tmp_path / "report"
    )
    report = replay(recording, device, config, clock=device.clock)
    recorded = next(iter(open_trajectories(recording).steps()))
    seen = next(iter(open_trajectories(tmp_path / "report" / "run").steps()))
    evidence = json.loads(report.steps[0].verdict.evidence)
    following = list(open_trajectories(recording).steps())[1]
    again = judge(
        recorded, seen.pre, seen.post, Circumstances.from_record(evidence["circumstances"]), following
    )
    assert (again.verdict, again.detail) == (report.steps[0].verdict.verdict, report.steps[0].verdict.detail)
