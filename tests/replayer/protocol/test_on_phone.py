"""Tasks of both versions through a real adb server on the simulated phone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from tasks import Record, task

from gui_rec.cli.main import run
from gui_rec.datasets.export.tasks import TaskSpec, export_tasks
from gui_rec.device._api import Device
from gui_rec.dsl.task_protocol.parse import read_task
from gui_rec.errors import ExitCode
from gui_rec.model.actions import Action, Key, OpenApp, Swipe, Tap, Type
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.selector import Selector
from gui_rec.model.step import Sent
from gui_rec.recorder import Recorder
from gui_rec.replayer.protocol.result import TaskResult
from gui_rec.replayer.protocol.session import RunConfig, run_task
from gui_rec.store.integrity import check
from gui_rec.testing.phone import SimulatedPhone, simulated_phone
from gui_rec.ui.selectors import find_all

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

LAUNCHER, SHOP = "com.android.launcher3", "com.example.shop"


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedPhone]:
    with simulated_phone(seed=3) as simulated:
        yield simulated


@pytest.fixture(autouse=True)
def _at_home(phone: SimulatedPhone) -> None:
    """Each task begins at the launcher, with nobody signed in."""
    for words in (("pm", "clear", SHOP), ("input", "keyevent", "KEYCODE_HOME")):
        assert phone.device.session.run(*words).exit_status == 0


def step(action: str, id_: str, package: str = SHOP, **fields: Any) -> Record:
    record: Record = {"id": id_, "action": action, "packageName": package}
    if "rid" in fields:
        fields["selector"] = {"resourceId": f"{SHOP}:id/{fields.pop('rid')}"}
    if "text" in fields:
        fields["selector"] = {"text": fields.pop("text")}
    return {**record, **fields}


OPEN_SHOP = step("CLICK", "open", LAUNCHER, text="Shop")
SIGN_IN = (
    step("INPUT", "user", rid="username", value="ada"),
    step("INPUT", "password", rid="password", value="s3cret"),
    step("CLICK", "sign-in", text="Sign in", activityName=".LoginActivity"),
    step("WAIT", "home", activityName="com.example.shop.HomeActivity", rid="search_box"),
)


def ran(device: Device, *steps: Record, config: RunConfig | None = None, **fields: Any) -> TaskResult:
    return run_task(task(*steps, assignedAgentName=device.serial, **fields), device, config)


def codes(result: TaskResult) -> dict[str, str]:
    return {entry.id: entry.code for entry in result.steps}


@dataclass
class NoAnswer:
    """The phone itself, but for the driver's word: it says no to the actions named in `noes`, which it did all the same."""

    device: Any
    noes: list[type[Action]]
    sent: list[Action]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.device, name)

    def perform(self, action: Action, size: ScreenSize) -> Sent:
        self.sent.append(action)
        sent: Sent = self.device.perform(action, size)
        if type(action) in self.noes:
            self.noes.remove(type(action))
            return replace(sent, exit_status=1)
        return sent


def test_version_1_signs_in_reads_and_goes_back(phone: SimulatedPhone, tmp_path: Path) -> None:
    record = tmp_path / "run.parquet"
    result = ran(
        phone.device,
        step("WAIT", "ready", LAUNCHER, text="Shop"),
        OPEN_SHOP,
        *SIGN_IN,
        step("EXTRACT_TEXT", "cart", rid="cart_button", outputField="cart"),
        step("CLICK", "update", text="Update now", timeoutMs=300, optional=True),
        step("BACK", "leave"),
        step("WAIT", "left", LAUNCHER, text="Shop"),
        config=RunConfig(record=record),
    )
    assert result.successful, result
    told = codes(result)
    assert told.pop("update") == "TARGET_NOT_FOUND"
    assert set(told.values()) == {"OK"}
    assert result.outputs == {"cart": "Cart, empty"}
    assert check(record).findings == ()
    assert b"s3cret" not in record.read_bytes()
    assert "s3cret" not in json.dumps(result.as_record())


def test_version_1_names_what_went_wrong(phone: SimulatedPhone) -> None:
    device = phone.device
    late = ran(device, step("CLICK", "late", LAUNCHER, text="Shopp", timeoutMs=1_000))
    assert codes(late) == {"late": "TARGET_NOT_FOUND"}
    assert late.steps[0].elapsed_ms >= 1_000
    assert codes(ran(device, step("BACK", "other", timeoutMs=500))) == {"other": "PACKAGE_MISMATCH"}
    page = step("CLICK", "page", LAUNCHER, text="Shop", activityName=".Settings", timeoutMs=500)
    assert codes(ran(device, page)) == {"page": "ACTIVITY_MISMATCH"}
    several = step("CLICK", "several", LAUNCHER, selector={"clickable": True}, optional=True)
    result = ran(device, several, OPEN_SHOP)
    assert codes(result) == {"several": "TARGET_AMBIGUOUS"}
    assert device.focus().package == LAUNCHER


def test_after_a_drivers_no_nothing_is_sent_again(phone: SimulatedPhone) -> None:
    device = NoAnswer(phone.device, [Tap, Type, Key], [])
    result = ran(
        device,
        OPEN_SHOP,
        SIGN_IN[0],
        step("BACK", "keyboard"),
        step("WAIT", "still", text="Welcome back"),
    )
    assert result.successful, result
    assert [entry.detail.startswith("DISPATCHED_UNVERIFIED") for entry in result.steps] == [
        True,
        True,
        True,
        False,
    ]
    assert [type(action) for action in device.sent] == [Tap, Type, Key]


def test_a_refused_and_a_lost_touch_are_not_repeated(phone: SimulatedPhone) -> None:
    control = phone.process.control
    control.fault_on("inject-denied:1")
    result = ran(phone.device, OPEN_SHOP)
    assert codes(result) == {"open": "ACTION_FAILED"}
    control.fault_on("lost-tap:1")
    result = ran(phone.device, OPEN_SHOP, step("WAIT", "there", text="Welcome back", timeoutMs=1_000))
    assert codes(result) == {"open": "OK", "there": "PACKAGE_MISMATCH"}
    assert "NO_EFFECT" in result.steps[0].detail


def test_version_2_opens_branches_scrolls_and_takes_a_picture(phone: SimulatedPhone, tmp_path: Path) -> None:
    config = RunConfig(inputs={"user": "ada", "pin": "s3cret"}, report_dir=tmp_path / "out")
    result = ran(
        phone.device,
        step("OPEN", "open"),
        {"id": "asked", "action": "BRANCH", "if": {"activityName": ".HomeActivity"}, "then": "home"},
        step("INPUT", "user", rid="username", value={"ref": "inputs.user"}),
        step("INPUT", "password", rid="password", value={"ref": "inputs.pin"}),
        step("CLICK", "sign-in", text="Sign in", after={"activityName": ".HomeActivity"}),
        step("WAIT", "home", rid="search_box"),
        step("CLICK", "none", text="Update now", when={"present": {"text": "Update now"}}),
        step("SCROLL", "down", text="Free delivery on lamps", maxScrolls=1, onFailure="CONTINUE"),
        step("EXTRACT", "what", rid="cart_button", attribute="contentDesc", outputField="cart"),
        {"id": "picture", "action": "SCREENSHOT"},
        {"id": "over", "action": "WAIT", "condition": {"not": {"packageName": LAUNCHER}}},
        version=2,
        inputs={"user": {}, "pin": {"secret": True}},
        config=config,
    )
    assert result.successful, result
    told = codes(result)
    assert told.pop("down") == "TARGET_NOT_FOUND"
    assert set(told.values()) == {"OK"}
    assert result.outputs == {"cart": "Cart, empty"}
    assert {path.name for path in config.report_dir.iterdir()} == {  # type: ignore[union-attr]
        "result.json", "screenshot-010.png", "failure-008.png",
    }  # fmt: skip
    again = ran(phone.device, step("OPEN", "again"), version=2)
    assert again.steps[0].detail.startswith("ALREADY_THERE")


def test_version_2_stops_at_several_nodes_and_at_an_unmet_after(phone: SimulatedPhone) -> None:
    several = step("CLICK", "several", LAUNCHER, selector={"clickable": True}, onFailure="CONTINUE")
    assert codes(ran(phone.device, several, OPEN_SHOP, version=2)) == {"several": "TARGET_AMBIGUOUS"}
    unmet = OPEN_SHOP | {"after": {"present": {"text": "Goodbye"}}, "timeoutMs": 1_000}
    result = ran(phone.device, unmet, version=2)
    assert codes(result) == {"open": "ACTION_FAILED"}
    assert "AFTER_NOT_MET" in result.detail
    device = NoAnswer(phone.device, [Key], [])
    left = step("BACK", "left", after={"packageName": LAUNCHER})
    result = ran(device, left, version=2)
    assert result.successful, result
    assert result.steps[0].detail.startswith("DISPATCHED_UNVERIFIED")
    assert device.sent == [Key("BACK")]


def test_a_recorded_sign_in_is_exported_and_run_again(
    phone: SimulatedPhone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = tmp_path / "traj.parquet"
    with Recorder(phone.device, recording, goal="Sign in") as recorder:
        recorder.do(OpenApp(name="Shop"))
        recorder.do(Tap(0.5, 766 / 2400))
        recorder.do(Type("ada"))
        recorder.do(Key("BACK"))
    stats = export_tasks([recording], tmp_path / "tasks", TaskSpec("phone-01"))
    (item,) = stats.written
    place = tmp_path / "tasks" / f"{item.episode_id}.json"
    assert [each.action.value for each in read_task(place).steps] == ["OPEN", "CLICK", "INPUT", "BACK"]
    phone.device.session.run("pm", "clear", SHOP)
    phone.device.session.run("input", "keyevent", "KEYCODE_HOME")
    monkeypatch.setenv("ADB_SERVER_SOCKET", f"tcp:127.0.0.1:{phone.server.port}")
    words = ["run", str(place), "--device", phone.device.serial, "--agent-name", "phone-01", "--json"]
    assert run(words) == ExitCode.OK, capsys.readouterr()
    told = json.loads(capsys.readouterr().out)
    assert [entry["code"] for entry in told["steps"]] == ["OK"] * 4


def test_what_was_scrolled_to_is_scrolled_to_again(phone: SimulatedPhone, tmp_path: Path) -> None:
    recording = tmp_path / "traj.parquet"
    with Recorder(phone.device, recording, goal="Look at the version") as recorder:
        recorder.do(OpenApp(name="Settings"))
        recorder.do(Swipe(0.5, 0.8, 0.5, 0.2, 800))
        recorder.do(Swipe(0.5, 0.8, 0.5, 0.2, 800))
        recorder.do(Swipe(0.5, 0.8, 0.5, 0.2, 800))
        tree = recorder.observer.tree(recorder.rest().observation)
        assert tree is not None
        (about,) = find_all(tree, Selector(text="About phone"))
        recorder.do(Tap(about.bounds.center.x / 1080, about.bounds.center.y / 2400))
    stats = export_tasks([recording], tmp_path / "tasks", TaskSpec(phone.device.serial))
    (item,) = stats.written
    for words in (("am", "force-stop", "com.android.settings"), ("input", "keyevent", "KEYCODE_HOME")):
        phone.device.session.run(*words)
    result = run_task(item.task, phone.device)
    assert result.successful, result
    assert result.steps[1].detail.endswith("scroll(s)")
    assert result.steps[-1].detail.startswith("now in com.android.settings/.SubSettings")
