"""Agents that know nothing of gui-rec, recorded by the real command line through a real adb server."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from adb_under_test import adb_binary, free_port
from proxied import own_python, read, record_agent, recording, run_alone

from gui_rec.device.adb.client import AdbClient
from gui_rec.errors import ExitCode
from gui_rec.model.actions import Key, LongPress, OpenApp, Swipe, Tap, Type
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Point, PxPoint, ScreenSize, to_px
from gui_rec.testing.phone import SimulatedPhone, simulated_phone, wait_until_usable

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]

ADB = str(adb_binary())
ADB_29 = os.environ.get("GUI_REC_DEBIAN_ADB", "/usr/bin/adb")
SIZE = ScreenSize(1080, 2400)


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedPhone]:
    with simulated_phone(seed=7) as running:
        running.device.session.run("screencap", "-p", "/sdcard/fixed.png")
        yield running


@pytest.fixture(autouse=True)
def _home(phone: SimulatedPhone) -> None:
    phone.device.perform(Key("HOME"), SIZE)


@pytest.mark.parametrize(
    "adb", [ADB, pytest.param(ADB_29, marks=pytest.mark.needs_adb29)], ids=["newest", "29"]
)
def test_the_adb_command_line_sees_no_difference_and_each_action_is_a_step(
    adb: str, phone: SimulatedPhone, tmp_path: Path
) -> None:
    agent = own_python("adb_agent.py", adb)
    recorded = record_agent(phone, tmp_path, agent)
    found = recorded.found
    assert recorded.exit_code == ExitCode.OK, recorded.said
    assert found["statuses"] == [7, 127, 0]
    assert (found["compound"], found["skipped"], found["script"], found["typed"]) == (3, 0, 0, 6)
    assert found["files"] is True
    assert found["after"] == "device"
    assert found["screencap"] is True
    assert found["picture"] == found["framed"]
    taps = [step.action for step in recorded.steps if isinstance(step.action, Tap)]
    assert recorded.actions == ["tap", "key", "tap", "key", "tap", "key", "tap", "swipe"]
    assert {to_px(Point(tap.x, tap.y), SIZE) for tap in taps} == {PxPoint(876, 1890)}
    for before, after in zip(recorded.steps, recorded.steps[1:], strict=False):
        assert before.post.state_key == after.pre.state_key
    assert all(step.settled and step.post.ui_xml for step in recorded.steps)
    assert [(step.post.package or "").rpartition(".")[2] for step in recorded.steps[:4]] == [
        "settings",
        "launcher3",
        "settings",
        "launcher3",
    ]
    swipe = recorded.steps[-1]
    assert isinstance(swipe.action, Swipe)
    assert swipe.sent is not None
    assert swipe.sent.what.count("motionevent") == 3
    assert "adb (" in (swipe.sent.client or "")
    assert recorded.end is not None
    assert (recorded.end.message or "").startswith("the agent exited with 0")
    assert "host:kill" in (recorded.end.message or "")
    phone.device.perform(Key("HOME"), SIZE)
    alone = run_alone(phone, tmp_path, [*agent[:-1], _without_kill(tmp_path, adb)])
    assert {**alone, "killed": 0} == {**found, "killed": 0}


def _without_kill(folder: Path, adb: str) -> str:
    """The same adb, but for the one command that would end the test's own server."""
    wrapper = folder / "adb"
    wrapper.write_text(f'#!/bin/sh\n[ "$1" = kill-server ] && exit 0\nexec {adb} "$@"\n')
    wrapper.chmod(0o755)
    return str(wrapper)


def test_adbutils_sees_no_difference_and_each_action_is_a_step(phone: SimulatedPhone, tmp_path: Path) -> None:
    agent = own_python("adbutils_agent.py")
    recorded = record_agent(phone, tmp_path, agent)
    assert recorded.exit_code == ExitCode.OK, recorded.said
    assert recorded.actions == ["open_app", "tap", "type", "swipe", "key", "key"]
    assert recorded.steps[2].post.ui_xml is not None
    assert 'text="ada"' in recorded.steps[2].post.ui_xml
    assert [step.sent.exit_status for step in recorded.steps if step.sent] == [None] * 6
    assert all("adbutils_agent.py" in (step.sent.client or "") for step in recorded.steps if step.sent)
    assert run_alone(phone, tmp_path, agent) == recorded.found


def test_an_agent_in_autoglms_style(phone: SimulatedPhone, tmp_path: Path) -> None:
    recorded = record_agent(phone, tmp_path, own_python("glm_agent.py", ADB))
    assert recorded.exit_code == ExitCode.OK, recorded.said
    assert recorded.found == {"pictures": [True, True, True]}
    assert recorded.actions == ["open_app", "tap", "type", "type", "long_press", "key", "key"]
    start, tap, clear, typed, press, _, home = (step.action for step in recorded.steps)
    assert isinstance(start, OpenApp)
    assert start.package == "com.example.shop"
    assert isinstance(tap, Tap)
    assert isinstance(clear, Type)
    assert (clear.text, clear.clear_before) == ("", True)
    assert isinstance(typed, Type)
    assert typed.text == "zoë 纸灯"
    assert isinstance(press, LongPress)
    assert home == Key("HOME")
    step = recorded.steps[3]
    assert step.target is not None
    assert "zoë 纸灯" in (step.post.ui_xml or "")
    assert Flag.TEXT_DIFFERS not in step.flags


def test_a_forward_leads_through_the_proxy(phone: SimulatedPhone, tmp_path: Path) -> None:
    server = "CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008"
    phone.device.session.run("touch", "/data/local/tmp/u2.jar")
    with phone.device.session.stream("sh", "-c", server, timeout_s=20.0):
        recorded = record_agent(phone, tmp_path, own_python("forward_agent.py", ADB, str(free_port())))
    assert recorded.exit_code == ExitCode.OK, recorded.said
    assert recorded.found == {"listed": 2, "left": 1, "info": True, "clicked": True}
    (step,) = recorded.steps
    assert isinstance(step.action, Tap)
    assert step.sent is not None
    assert (step.sent.method, step.sent.exit_status, step.action_dialect) == ("proxy u2", 0, "u2_jsonrpc")
    assert step.post.package == "com.android.settings"


def test_a_tool_that_knows_one_port_is_served_by_takeover(tmp_path: Path) -> None:
    with simulated_phone(seed=9) as phone:
        port, serial = phone.server.port, phone.process.serial
        agent = own_python("hard_port_agent.py", str(port), serial)
        recorded = record_agent(phone, tmp_path, agent, "--takeover", "--proxy-port", str(port))
        assert recorded.exit_code == ExitCode.OK, recorded.said
        assert recorded.actions == ["tap"]
        wait_until_usable(
            AdbClient("127.0.0.1", port), serial
        )  # the server is back at its port, with its device


def test_the_agents_exit_status_is_the_commands_own(phone: SimulatedPhone, tmp_path: Path) -> None:
    recorded = record_agent(phone, tmp_path, ["sh", "-c", f"{ADB} shell input keyevent 3; exit 42"])
    assert recorded.exit_code == 42
    assert recorded.actions == ["key"]
    assert recorded.end is not None
    assert recorded.end.message == "the agent exited with 42"


def test_max_steps_end_the_agent(phone: SimulatedPhone, tmp_path: Path) -> None:
    recorded = record_agent(phone, tmp_path, own_python("patient_agent.py", ADB), "--max-steps", "2")
    assert recorded.exit_code == ExitCode.OK
    assert len(recorded.steps) == 2
    assert recorded.end is not None
    assert (recorded.end.reason, recorded.end.message) == ("max_steps", "the agent was ended by gui-rec")
    assert "interrupted" in recorded.said


def test_ctrl_c_lets_the_step_in_hand_finish_and_then_ends_the_agent(
    phone: SimulatedPhone, tmp_path: Path
) -> None:
    with recording(phone, tmp_path, own_python("patient_agent.py", ADB)) as process:
        assert process.stderr is not None
        while "step 0" not in (line := process.stderr.readline()):
            assert line
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=120)
    recorded = read(tmp_path / "run", process.returncode, "", said)
    assert recorded.exit_code == ExitCode.OK
    assert "interrupted" in said
    assert recorded.end is not None
    assert recorded.end.reason == "stopped"
    assert all(step.settled for step in recorded.steps)


def test_a_stranger_is_refused_by_name(phone: SimulatedPhone, tmp_path: Path) -> None:
    port = free_port()
    with recording(
        phone, tmp_path, own_python("patient_agent.py", ADB), "--proxy-port", str(port)
    ) as process:
        assert process.stderr is not None
        while "step 0" not in (line := process.stderr.readline()):
            assert line
        with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
            client.sendall(b"000chost:version")
            assert client.recv(4) == b"FAIL"
        refused = subprocess.run(
            [ADB, "-P", str(port), "shell", "input", "tap", "1", "2"],
            capture_output=True,
            timeout=60,
            check=False,
        )
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=120)
    assert refused.returncode != 0
    recorded = read(tmp_path / "run", process.returncode, "", said)
    assert f"({os.getpid()}) asked this proxy and was refused" in (
        recorded.end.message or "" if recorded.end else ""
    )
    assert all((step.sent.what if step.sent else "") == "input tap 540 1000" for step in recorded.steps)
