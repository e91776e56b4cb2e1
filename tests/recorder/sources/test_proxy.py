"""An agent that went past the proxy, or did nothing, does not look like a success."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from adb_under_test import adb_binary
from proxied import record_agent
from proxy_parts import session_at

from gui_rec.recorder.proxy.session import Session
from gui_rec.recorder.sources.proxy import ADB_PORT, silence
from gui_rec.testing.phone import SimulatedPhone, simulated_phone


def session(*, has_spoken: bool) -> Session:
    made, _ = session_at(1)  # nothing is asked of the server behind it
    made.has_spoken = has_spoken
    return made


def test_an_empty_recording_says_why() -> None:
    past = silence(session(has_spoken=False), 0, 4321)
    assert past is not None
    for word in ("127.0.0.1:4321", "ANDROID_ADB_SERVER_PORT", "ADB_SERVER_SOCKET", "--takeover", "no step"):
        assert word in past
    taken = silence(session(has_spoken=False), 0, ADB_PORT)
    assert taken is not None
    assert "--takeover" not in taken
    idle = silence(session(has_spoken=True), 0, 4321)
    assert idle is not None
    assert "nothing that acts" in idle


@pytest.mark.parametrize("has_spoken", [True, False])
def test_a_recording_with_steps_says_nothing(has_spoken: bool) -> None:
    assert silence(session(has_spoken=has_spoken), 1, 4321) is None


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedPhone]:
    with simulated_phone(seed=1) as running:
        yield running


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ([sys.executable, "-c", "pass"], "no program of the agent's spoke"),
        ([str(adb_binary()), "shell", "getprop", "ro.build.version.sdk"], "sent nothing that acts"),
    ],
)
def test_the_command_line_and_the_episode_say_so(
    phone: SimulatedPhone, tmp_path: Path, agent: list[str], said: str
) -> None:
    done = record_agent(phone, tmp_path, agent)
    assert (done.exit_code, done.actions) == (0, [])
    assert said in done.said
    assert done.end is not None
    assert said in (done.end.message or "")
