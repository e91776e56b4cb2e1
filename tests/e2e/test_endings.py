"""However a session ends, on the real process: no finished step is lost, and the episode says why it ended."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import on_a_filling_disk
import pytest
from recording_process import RecordingProcess, a_script, recording

from gui_rec._clock import Deadline, SystemClock
from gui_rec.capture.steps import CUT_SHORT
from gui_rec.device.adb.parse_state import parse_setting
from gui_rec.device.listing import list_devices
from gui_rec.errors import ExitCode
from gui_rec.model.flags import EndReason, Flag
from gui_rec.store.integrity import check
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.phone import SimulatedPhone, simulated_phone, wait_until_usable

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def shared() -> Iterator[SimulatedPhone]:
    with simulated_phone(seed=11) as phone:
        yield phone


@pytest.fixture
def phone(shared: SimulatedPhone) -> SimulatedPhone:
    wait_until_usable(shared.server.client, shared.process.serial, timeout_s=60)
    return shared


def words(phone: SimulatedPhone, folder: Path, *more: str, steps: int = 40) -> list[str]:
    script = ["--source", "script", "--script", str(a_script(folder, steps))]
    return ["--device", phone.process.serial, "-o", str(folder / "run"), *script, *more]


def kept(folder: Path) -> tuple[EndReason | None, int]:
    """How the recording's only episode ended, and its steps; the files are whole."""
    assert check(folder / "run").ok
    recorded = open_trajectories(folder / "run")
    (episode,) = recorded.episodes
    assert [step.index for step in recorded.steps()] == list(range(episode.step_count))
    return None if episode.end is None else episode.end.reason, episode.step_count


def acknowledged(run: RecordingProcess) -> int:
    """How many steps the process said that it has."""
    return len(re.findall(r"^step \d+:", run.text, re.MULTILINE))


def wait_until_gone(phone: SimulatedPhone) -> None:
    clock = SystemClock()
    deadline = Deadline.after(clock, 20.0)
    while any(entry.usable for entry in list_devices(phone.server.client)):
        assert not deadline.passed, "the link was not cut"
        clock.sleep_s(0.02)


def stay_on(phone: SimulatedPhone) -> str | None:
    get = phone.device.session.run("settings", "get", "global", "stay_on_while_plugged_in")
    return parse_setting(get.text)


def test_one_interrupt_finishes_the_step_in_hand(phone: SimulatedPhone, tmp_path: Path) -> None:
    before = stay_on(phone)
    with recording(words(phone, tmp_path), phone.server.environ) as run:
        run.wait_for("The disk holds about")
        run.wait_for("step 1:")
        assert stay_on(phone) == "7"
        run.process.send_signal(signal.SIGINT)
        assert run.end() == ExitCode.OK
    assert kept(tmp_path) == (EndReason.STOPPED, acknowledged(run))
    assert stay_on(phone) == before, "the screen may sleep again"


def test_two_interrupts_stop_at_once(phone: SimulatedPhone, tmp_path: Path) -> None:
    with recording(words(phone, tmp_path), phone.server.environ) as run:
        run.wait_for("step 1:")
        run.process.send_signal(signal.SIGINT)
        run.wait_for("Ctrl-C again stops at once")
        run.process.send_signal(signal.SIGINT)
        assert run.end() in (ExitCode.INTERRUPTED, ExitCode.OK)
    reason, steps = kept(tmp_path)
    assert reason in (EndReason.INTERRUPTED, EndReason.STOPPED)
    cut = [step for step in open_trajectories(tmp_path / "run").steps() if step.result_detail == CUT_SHORT]
    assert steps == acknowledged(run) + len(cut)
    for step in cut:  # it was sent, and is not lost; what it led to nobody saw
        assert step.index == steps - 1
        assert (step.post.ui_xml, step.post.screenshot, step.settled) == (None, None, False)
        assert Flag.UNSETTLED in step.flags


def test_a_phone_that_is_back_within_a_minute_goes_on_and_the_gap_is_in_the_data(
    phone: SimulatedPhone, tmp_path: Path
) -> None:
    with recording(words(phone, tmp_path, steps=4), phone.server.environ) as run:
        run.wait_for("step 0:")
        phone.process.control.fault_on("outage:4")
        run.wait_for("went away; waiting up to 60 s")
        assert run.end() == ExitCode.OK
    assert kept(tmp_path) == (EndReason.STOPPED, 4)
    flagged = [Flag.DEVICE_RECONNECTED in step.flags for step in open_trajectories(tmp_path / "run").steps()]
    assert flagged.count(True) == 1


def test_a_phone_that_stays_away_ends_the_session(phone: SimulatedPhone, tmp_path: Path) -> None:
    with recording(words(phone, tmp_path, "--reconnect", "2"), phone.server.environ) as run:
        run.wait_for("step 1:")
        phone.process.control.fault_on("outage:30")
        assert run.end() == ExitCode.DEVICE
    phone.process.control.fault_off("outage")
    reason, steps = kept(tmp_path)
    assert reason is EndReason.DEVICE_LOST
    assert steps in (acknowledged(run), acknowledged(run) + 1), "one may have been sent without an answer"
    assert "Traceback" not in run.text


def test_a_person_need_not_wait_for_a_phone_that_went_away(phone: SimulatedPhone, tmp_path: Path) -> None:
    with recording(words(phone, tmp_path), phone.server.environ) as run:
        run.wait_for("step 1:")
        phone.process.control.fault_on("outage:60")
        run.wait_for("went away")
        run.process.send_signal(signal.SIGINT)
        assert run.end(timeout_s=30) == ExitCode.DEVICE
    phone.process.control.fault_off("outage")
    assert kept(tmp_path)[0] is EndReason.DEVICE_LOST


def test_a_session_ends_before_the_disk_is_full(phone: SimulatedPhone, tmp_path: Path) -> None:
    program = (on_a_filling_disk.__file__, "300", "5")
    with recording(words(phone, tmp_path), phone.server.environ, program=program) as run:
        assert run.end() == ExitCode.BAD_INPUT
    assert "The disk holds about 12 more steps (295 MB free)" in run.text
    assert "disk_full" in run.text
    reason, steps = kept(tmp_path)
    assert reason is EndReason.DISK_FULL
    assert 2 <= steps < 10


def test_after_kill_9_the_session_goes_on_with_the_next_id(phone: SimulatedPhone, tmp_path: Path) -> None:
    with recording(words(phone, tmp_path), phone.server.environ) as run:
        run.wait_for("step 2:")
        run.process.kill()
        run.end()
    had = acknowledged(run)
    with recording(words(phone, tmp_path, "--resume", steps=had + 2), phone.server.environ) as again:
        assert again.end() == ExitCode.OK
    reason, steps = kept(tmp_path)
    assert reason is EndReason.STOPPED
    assert steps == had + 2, "what is recorded is not performed again"
    assert re.search(r"^step (\d+):", again.text, re.MULTILINE)[1] in (str(had), str(had + 1))  # type: ignore[index]


def test_a_host_that_slept_while_the_link_was_cut_goes_on(phone: SimulatedPhone, tmp_path: Path) -> None:
    with recording(words(phone, tmp_path, steps=4), phone.server.environ) as run:
        run.wait_for("step 0:")
        run.process.send_signal(signal.SIGSTOP)
        phone.process.control.fault_on("outage:2")
        wait_until_gone(phone)
        wait_until_usable(phone.server.client, phone.process.serial, timeout_s=60)
        run.process.send_signal(signal.SIGCONT)
        assert run.end() == ExitCode.OK
    assert kept(tmp_path) == (EndReason.STOPPED, 4)


def test_a_person_s_session_goes_on_when_the_phone_is_back(phone: SimulatedPhone, tmp_path: Path) -> None:
    with recording(
        ["--device", phone.process.serial, "-o", str(tmp_path / "run")], phone.server.environ
    ) as run:
        run.wait_for("Ready: touch the screen")
        phone.process.control.tap(876, 1890)
        run.wait_for("step 0:")
        phone.process.control.fault_on("outage:3")
        run.wait_for("what was touched meanwhile is not known")
        run.wait_for("Ready: touch the screen")
        phone.process.control.swipe(540, 1700, 540, 900, 400)
        run.wait_for("step 1:")
        run.process.send_signal(signal.SIGINT)
        assert run.end() == ExitCode.OK
    assert kept(tmp_path) == (EndReason.STOPPED, 2)
    flagged = [Flag.DEVICE_RECONNECTED in step.flags for step in open_trajectories(tmp_path / "run").steps()]
    assert flagged == [False, True]
