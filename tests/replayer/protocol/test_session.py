"""Whole tasks: in order, optional steps, whose task it is, and how a person stops it."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shop import SHOP, label, shop
from task_runs import NOTE, codes, grudging, ran
from tasks import Record, step, task_records

from gui_rec.dsl.task_protocol.model import StepAction
from gui_rec.dsl.task_protocol.parse import task_from
from gui_rec.errors import ExitCode, UsageError
from gui_rec.model.actions import Key, Tap, Type
from gui_rec.model.verdict import Code
from gui_rec.replayer.protocol.result import INTERRUPTED
from gui_rec.replayer.protocol.session import RunConfig, run_task
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.builders import PACKAGE
from gui_rec.testing.fake_device import Screen


def test_a_whole_task() -> None:
    device = shop()
    result = ran(
        device,
        step("WAIT", text="Milk"),
        step("CLICK", text="Milk"),
        step("INPUT", rid=NOTE, value="two please"),
        step("EXTRACT_TEXT", rid="com.example.app:id/price", outputField="price"),
        step("BACK"),
        step("WAIT", "again", text="Bread"),
        revision=7,
    )
    assert codes(result) == ["OK"] * 6
    assert (result.task_id, result.revision, result.code, result.exit_code) == (
        "task-1",
        7,
        "OK",
        ExitCode.OK,
    )
    assert result.outputs == {"price": "$5.00"}
    assert [type(action) for action in device.performed] == [Tap, Type, Key]
    assert device.performed[1] == Type("two please", clear_before=True, x=0.5, y=140 / 240)
    assert device.performed[2] == Key("BACK")


def test_the_result_is_the_document_of_the_protocol() -> None:
    record = ran(shop(), step("WAIT", text="Milk")).as_record()
    assert record == {
        "taskId": "task-1",
        "revision": 1,
        "successful": True,
        "code": "OK",
        "detail": "",
        "startedAt": "2023-11-14T22:13:20.000Z",
        "steps": [{"id": "wait", "successful": True, "code": "OK", "detail": "", "elapsedMs": 0}],
        "outputs": {},
    }


@pytest.mark.parametrize(
    "record",
    [
        step("CLICK", text="Milk", package="com.other"),
        step("CLICK", text="Milk", activityName=".Cart"),
        step("CLICK", text="Eggs"),
    ],
)
def test_an_optional_step_that_timed_out_is_passed_over(record: Record) -> None:
    device = shop()
    result = ran(device, {**record, "optional": True, "timeoutMs": 400}, step("CLICK", "next", text="Milk"))
    first, second = result.steps
    assert not first.successful
    assert first.code in ("PACKAGE_MISMATCH", "ACTIVITY_MISMATCH", "TARGET_NOT_FOUND")
    assert first.detail.endswith("passed over")
    assert second.successful
    assert result.successful
    assert "'click' failed with" in result.detail
    assert len(device.performed) == 1


def test_an_optional_action_without_success_is_passed_over() -> None:
    device = grudging(1, idle=True)
    result = ran(device, step("CLICK", text="Milk", optional=True), step("WAIT", text="Milk"))
    assert codes(result) == ["ACTION_FAILED", "OK"]
    assert len(device.performed) == 1


def test_the_name_must_be_this_devices_case_included() -> None:
    device = shop()
    for assigned, called in (("phone-01", None), ("Fake-1", None), ("phone-01", "Phone-01")):
        with pytest.raises(UsageError, match=f"assigned to '{assigned}'"):
            ran(device, step("CLICK", text="Milk"), config=RunConfig(called), assignedAgentName=assigned)
    assert device.performed == []
    assert device.calls["hierarchy"] == 0
    assert ran(device, step("WAIT", text="Milk"), config=RunConfig("A"), assignedAgentName="A").successful


def test_the_person_stops_a_waiting_step_and_gets_what_was_done() -> None:
    device = shop()
    config = RunConfig(stop=lambda: device.clock.now_s > 1_003)
    result = ran(
        device, step("CLICK", text="Milk"), step("WAIT", text="Eggs", timeoutMs=30_000), config=config
    )
    assert [entry.code for entry in result.steps] == ["OK", INTERRUPTED]
    assert (result.successful, result.code, result.exit_code) == (False, INTERRUPTED, ExitCode.INTERRUPTED)
    assert "nothing was sent" in result.steps[1].detail
    assert result.steps[1].elapsed_ms < 3_000


def test_the_person_stops_between_steps() -> None:
    device = shop()
    told: list[str] = []
    config = RunConfig(stop=lambda: bool(told), on_step=lambda entry: told.append(entry.id))
    result = ran(device, step("CLICK", text="Milk"), step("BACK"), config=config)
    assert told == ["click"]
    assert [entry.id for entry in result.steps] == ["click"]
    assert result.code == INTERRUPTED
    assert len(device.performed) == 1


# Version 2: what a step is for, and where the task goes on.


def at(activity: str) -> Record:
    return {"activityName": activity}


def test_when_passes_a_step_over_that_is_not_needed() -> None:
    device = shop()
    result = ran(
        device,
        step("CLICK", text="Milk", when=at(".Cart")),
        step("CLICK", "real", text="Milk", when={"not": at(".Cart")}),
        version=2,
    )
    assert codes(result) == ["OK", "OK"]
    assert result.steps[0].detail == "NOT_RUN: `when` does not hold"
    assert len(device.performed) == 1


def test_when_is_unknown_without_a_hierarchy_and_unknown_is_never_yes() -> None:
    blind = shop(list=Screen(SHOP["list"].elements, xml="<hierarchy rotation='0'></hierarchy>"))
    for condition in ({"absent": {"text": "Eggs"}}, {"not": {"present": {"text": "Eggs"}}}):
        result = ran(blind, step("BACK", when=condition, timeoutMs=300), version=2)
        assert codes(result) == ["TARGET_NOT_FOUND"]
        assert "does not tell whether `when` holds" in result.detail
    assert blind.performed == []


def branch(**fields: object) -> Record:
    return {"id": "fork", "action": "BRANCH", "if": at(".List"), "then": "there", **fields}


@pytest.mark.parametrize(
    ("fork", "reached"),
    [
        (branch(), ["fork", "there", "last"]),
        (branch(then="END"), ["fork"]),
        (branch(**{"if": at(".Cart")}), ["fork", "between", "there", "last"]),
        (branch(**{"if": at(".Cart"), "else": "last"}), ["fork", "last"]),
    ],
)
def test_a_branch_leads_forward(fork: Record, reached: list[str]) -> None:
    rest = [step("WAIT", name, text="Milk") for name in ("between", "there", "last")]
    result = ran(shop(), fork, *rest, version=2)
    assert [entry.id for entry in result.steps] == reached
    assert result.successful


def test_a_branch_that_cannot_be_judged_fails() -> None:
    twins = shop(list=Screen((label(4, "Buy"), label(40, "Buy"))))
    result = ran(twins, branch(**{"if": {"present": {"text": "Buy"}}}), step("BACK", "there"), version=2)
    assert codes(result) == ["TARGET_AMBIGUOUS"]
    elsewhere = branch(packageName="com.other", timeoutMs=200)
    assert codes(ran(shop(), elsewhere, step("BACK", "there"), version=2)) == ["PACKAGE_MISMATCH"]


@pytest.mark.parametrize(
    ("on_failure", "reached", "code"),
    [
        ("STOP", ["lost"], "TARGET_NOT_FOUND"),
        ("CONTINUE", ["lost", "next", "last"], "OK"),
        ({"goto": "last"}, ["lost", "last"], "OK"),
        ({"goto": "END"}, ["lost"], "OK"),
    ],
)
def test_on_failure_says_what_follows(on_failure: object, reached: list[str], code: str) -> None:
    lost = step("CLICK", "lost", text="Eggs", timeoutMs=200, onFailure=on_failure)
    rest = [step("WAIT", name, text="Milk") for name in ("next", "last")]
    result = ran(shop(), lost, *rest, version=2)
    assert [entry.id for entry in result.steps] == reached
    assert result.code == code
    assert "lost" in result.detail


def test_inputs_and_outputs_are_used_by_reference() -> None:
    device = shop()
    result = ran(
        device,
        {**step("CLICK"), "selector": {"text": {"ref": "inputs.what"}}},
        step("EXTRACT", rid="com.example.app:id/price", outputField="price"),
        step("INPUT", rid="com.example.app:id/note", value={"ref": "outputs.price"}),
        {
            "id": "same",
            "action": "BRANCH",
            "if": {"equals": [{"ref": "outputs.price"}, "$5.00"]},
            "then": "END",
        },
        step("CLICK", "never", text="Eggs"),
        version=2,
        inputs={"what": {"default": "Bread"}},
        config=RunConfig(inputs={"what": "Milk"}),
    )
    assert codes(result) == ["OK"] * 4
    assert isinstance(device.performed[1], Type)
    assert device.performed[1].text == "$5.00"


def test_an_output_that_was_not_read_fails_the_step_that_needs_it() -> None:
    device = shop()
    device.current = "item"
    result = ran(
        device,
        step("EXTRACT", text="Eggs", outputField="price", optional=True, timeoutMs=100),
        step("INPUT", rid="com.example.app:id/note", value={"ref": "outputs.price"}),
        version=2,
    )
    assert codes(result) == ["TARGET_NOT_FOUND", "ACTION_FAILED"]
    assert device.performed == []


def test_a_secret_input_is_withheld_from_the_result_and_the_recording(tmp_path: Path) -> None:
    device, place = shop(), tmp_path / "run"
    device.current = "item"
    result = ran(
        device,
        step("INPUT", rid="com.example.app:id/note", value={"ref": "inputs.pin"}),
        step("EXTRACT_TEXT", rid="com.example.app:id/note", outputField="shown"),
        {**step("EXTRACT_TEXT", rid="com.example.app:id/price", outputField="price"), "id": "price"},
        step("CLICK", rid="com.example.app:id/row_271828", timeoutMs=100),
        version=2,
        inputs={"pin": {"secret": True}},
        config=RunConfig(inputs={"pin": "271828"}, record=place),
    )
    assert codes(result) == ["OK", "OK", "OK", "TARGET_NOT_FOUND"]
    assert result.outputs == {"shown": "${text}", "price": "$5.00"}
    assert "271828" not in json.dumps(result.as_record())
    kept = next(iter(open_trajectories(place).steps()))
    assert isinstance(kept.action, Type)
    assert kept.action.text == "${text}"
    assert "271828" not in (kept.post.ui_xml or "")


def test_a_secret_input_that_is_read_back_serves_later_steps_and_is_no_output(tmp_path: Path) -> None:
    device, report = shop(), tmp_path / "report"
    device.current = "item"
    field = "com.example.app:id/note"
    result = ran(
        device,
        step("INPUT", rid=field, value={"ref": "inputs.pin"}),
        step("EXTRACT_TEXT", rid=field, outputField="said"),
        {
            "action": "WAIT",
            "id": "same",
            "condition": {"equals": [{"ref": "outputs.said"}, {"ref": "inputs.pin"}]},
        },
        version=2,
        inputs={"pin": {"secret": True}},
        config=RunConfig(inputs={"pin": "271828"}, report_dir=report),
    )
    assert result.successful
    assert result.outputs == {"said": "${text}"}
    assert "271828" not in (report / "result.json").read_text("utf-8")


@given(record=st.sampled_from([1, 2]).flatmap(task_records), seed=st.integers(0, 9))
def test_any_task_ends_with_a_result_in_bounded_time_and_acts_at_most_once_a_step(
    record: Record, seed: int
) -> None:
    for index, each in enumerate(record["steps"]):
        if (index + seed) % 3:
            each["packageName"] = PACKAGE
        if "selector" in each and (index + seed) % 2:
            each["selector"] = {"text": ("Milk", "Bread", "Eggs")[seed % 3]}
    device, read = shop(), task_from(record)
    with TemporaryDirectory() as folder:
        inputs = {"user": "Milk", "pin": "271828"} if read.inputs else {}
        config = RunConfig(read.agent_name, inputs, Path(folder) / "report", Path(folder) / "run.parquet")
        result = run_task(read, device, config, clock=device.clock)
    assert len(result.steps) <= len(read.steps)
    assert {entry.code for entry in result.steps} <= set(Code)
    most = sum(
        each.max_scrolls
        if each.action is StepAction.SCROLL
        else 2
        if each.action is StepAction.SELECT_OPTION
        else 1
        for each in read.steps
    )
    assert len(device.performed) <= most
    waits_s = sum(entry.elapsed_ms for entry in result.steps) / 1_000
    assert waits_s <= sum(3 * each.timeout_ms / 1_000 + 11 * 50 for each in read.steps)
