"""Rules on the simulated phone, through a real adb server: the Shop's sign-in, a context, a recovery."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from gui_rec.model.actions import OpenApp, Tap, Type
from gui_rec.model.verdict import Code, Verdict
from gui_rec.recorder import Recorder
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.report import RunReport, StepReport
from gui_rec.replayer.rules.book import read_rule_files
from gui_rec.replayer.session import replay
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.phone import simulated_phone
from gui_rec.ui.parse import parse_hierarchy

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

RULES = """\
rules_version: 1
app: {package: PACKAGE}
contexts:
  first_run: [{text: {resourceId: "PACKAGE:id/title"}, equals: Welcome back}]
  second_run: [{text: {resourceId: "PACKAGE:id/title"}, equals: Welcome again}]
steps:
  - id: sign-in
    step: {action: tap, target: {resourceId: "PACKAGE:id/sign_in"}}
    pre: [{exists: {text: Sign in to continue}}]
    outcomes:
      - name: refused
        prior: 0.7
        facts: [{appears: {text: Wrong user name or password}}]
      - name: signed in
        prior: 0.3
        contexts: [first_run]
        facts: [{disappears: {resourceId: "PACKAGE:id/sign_in"}}, {no_error: true}, {no_dialog: true}]
  - id: open
    step: {action: open_app}
    recoveries:
      - {when: [PERMISSION_DIALOG], do: dismiss, selector: {resourceId: "DENY"}, limit: 1}
"""
DENY = "com.android.permissioncontroller:id/permission_deny_button"


def place(device: Any, rid: str) -> Tap:
    """The middle of an element that is on the screen now."""
    tree, size = parse_hierarchy(device.hierarchy()), device.display().size
    (node,) = [node for node in tree.walk() if node.resource_id.endswith(f":id/{rid}")]
    return Tap(node.bounds.center.x / size.width_px, node.bounds.center.y / size.height_px)


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sign-in that the Shop refuses."""
    out = tmp_path_factory.mktemp("login") / "traj.parquet"
    with simulated_phone(seed=7) as phone, Recorder(phone.device, out, goal="Sign in") as recorder:
        recorder.do(OpenApp(name="Shop"))
        for rid, text in (("username", "ada"), ("password", "wrong")):
            at = place(phone.device, rid)
            recorder.do(Type(text, x=at.x, y=at.y))
        recorder.do(place(phone.device, "sign_in"))
    return out


@pytest.fixture(scope="module")
def rules(recording: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    package = list(open_trajectories(recording).steps())[-1].pre.package or ""
    path = tmp_path_factory.mktemp("rules") / "shop.yaml"
    path.write_text(RULES.replace("PACKAGE", package).replace("DENY", DENY), encoding="utf-8")
    return path


def replayed(
    recording: Path,
    rules: Path | None,
    password: str,
    *,
    faults: Sequence[str] = (),
    context: str = "first_run",
) -> RunReport:
    files = read_rule_files([] if rules is None else [rules])
    if context != "first_run" and rules is not None:
        text = rules.read_text(encoding="utf-8").replace("contexts: [first_run]", f"contexts: [{context}]")
        other = rules.with_name("other.yaml")
        other.write_text(text, encoding="utf-8")
        files = read_rule_files([other])
    config = ReplayConfig(timeout_s=5.0, write_verdicts=False, rules=files, values=(("password", password),))
    with simulated_phone(seed=11, faults=faults) as phone:
        return replay(recording, phone.device, config)


def evidence(step: StepReport) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(step.verdict.evidence)
    return found


def test_the_recorded_refusal_is_a_match_by_its_name(recording: Path, rules: Path) -> None:
    report = replayed(recording, rules, "wrong")
    assert report.ok, list(report.failures())
    last = report.steps[-1].verdict
    assert (last.verdict, last.outcome) == (Verdict.MATCH, "refused")


def test_a_sign_in_that_now_succeeds_is_a_mismatch_unless_a_rule_allows_it(
    recording: Path, rules: Path
) -> None:
    strict = replayed(recording, None, "s3cret")
    assert strict.steps[-1].verdict.verdict is Verdict.MISMATCH
    allowed = replayed(recording, rules, "s3cret")
    assert allowed.ok, list(allowed.failures())
    last = allowed.steps[-1]
    assert (last.verdict.verdict, last.verdict.outcome) == (Verdict.ACCEPTABLE, "signed in")
    assert evidence(last)["rules"]["contexts"] == {"first_run": True, "second_run": False}
    other = replayed(recording, rules, "s3cret", context="second_run")
    assert (other.steps[-1].verdict.verdict, other.steps[-1].verdict.outcome) == (Verdict.MISMATCH, None)


def test_a_permission_dialog_is_dismissed_where_a_rule_says_so(recording: Path, rules: Path) -> None:
    report = replayed(recording, rules, "wrong", faults=("permission-dialog",))
    assert report.ok, list(report.failures())
    first = report.steps[0]
    assert [(entry["do"], entry["done"]) for entry in evidence(first)["recoveries"]] == [("dismiss", True)]
    assert first.verdict.detail.startswith(
        "RECOVERED: dismiss (rule open) after the step, on PERMISSION_DIALOG"
    )


def test_and_is_left_alone_where_none_does(recording: Path) -> None:
    report = replayed(recording, None, "wrong", faults=("permission-dialog",))
    first = report.steps[0]
    assert first.verdict.code is Code.PERMISSION_DIALOG
    assert evidence(first)["recoveries"] == []
    assert evidence(first)["reflection"]["recovery"] == "dismiss"
