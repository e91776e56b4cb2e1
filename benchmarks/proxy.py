"""What the recording proxy costs an agent: its own time through the proxy against its own time without.

The agent is a process of its own on adbutils: a screenshot, a hierarchy and a tap a step, then it thinks. First the proxy
alone, its gate open to everything, so that only looking up the client, reading and passing on are counted; then a whole
recording with its capture.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from measure import Row

from gui_rec._clock import SystemClock
from gui_rec.device.adb.client import AdbClient
from gui_rec.recorder.heard._api import Screen
from gui_rec.recorder.heard.series import Series
from gui_rec.recorder.proxy.child import child_environ
from gui_rec.recorder.proxy.clients import Clients
from gui_rec.recorder.proxy.gate import Gate
from gui_rec.recorder.proxy.looks import Looks
from gui_rec.recorder.proxy.server import HOST, ProxyServer
from gui_rec.recorder.proxy.session import Sayings, Session
from gui_rec.testing.phone import SimulatedPhone, simulated_phone

AGENT = """\
import sys, time
import adbutils
steps, think_s = int(sys.argv[1]), float(sys.argv[2])
device = adbutils.adb.device()
device.shell("true")
begun_s = time.perf_counter()
for step in range(steps):
    device.screenshot()
    device.dump_hierarchy()
    time.sleep(think_s)
    device.click(540, 1200)
print(time.perf_counter() - begun_s)
"""


def seconds(environ: dict[str, str], steps: int, think_s: float) -> float:
    """What the agent itself counts, its start left out."""
    argv = [sys.executable, "-c", AGENT, str(steps), str(think_s)]
    done = subprocess.run(argv, env=environ, capture_output=True, text=True, check=True)
    return float(done.stdout)


@contextlib.contextmanager
def open_proxy(phone: SimulatedPhone) -> Iterator[dict[str, str]]:
    """A proxy that lets everything through at once; the environment of its agents."""
    clock = SystemClock()
    display = phone.device.display()
    session = Session(
        AdbClient("127.0.0.1", phone.server.port),
        phone.process.serial,
        clock,
        Gate(clock),
        Looks(clock),
        Sayings(lambda _text: None),
        Screen(display.size, display.rotation, display.density_dpi),
        Series(clock),
    )
    over = threading.Event()

    def let_through() -> None:
        while not over.is_set():
            held = session.gate.take(0.05)
            if held is not None:
                held.hear(session.screen, session.series)
                held.permit(clock)

    thread = threading.Thread(target=let_through, daemon=True)
    thread.start()
    clients = Clients("benchmark")
    clients.root_pid = os.getpid()
    try:
        with ProxyServer(session, clients) as server:
            own = {**os.environ, **phone.server.environ}
            yield child_environ(own, HOST, server.port, phone.process.serial, "benchmark")
    finally:
        over.set()
        thread.join()


def direct_environ(phone: SimulatedPhone) -> dict[str, str]:
    return {**os.environ, **phone.server.environ, "ANDROID_SERIAL": phone.process.serial}


def passed_on(
    phone: SimulatedPhone, steps: int, think_s: float, rounds: int
) -> tuple[list[float], list[float]]:
    """The agent through an open proxy and without, in turn."""
    through: list[float] = []
    alone: list[float] = []
    with open_proxy(phone) as environ:
        seconds(environ, 1, 0)
        for _ in range(rounds):
            through.append(seconds(environ, steps, think_s))
            alone.append(seconds(direct_environ(phone), steps, think_s))
    return through, alone


def recorded(
    phone: SimulatedPhone, steps: int, think_s: float, rounds: int
) -> tuple[list[float], list[float]]:
    """The agent in a whole recording and without, in turn."""
    through: list[float] = []
    alone: list[float] = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as name:
            agent = [sys.executable, "-c", AGENT, str(steps), str(think_s)]
            argv = [
                sys.executable,
                "-m",
                "gui_rec",
                "record",
                "-d",
                phone.process.serial,
                "--source",
                "proxy",
            ]
            done = subprocess.run(
                [*argv, "-q", "-o", str(Path(name) / "run"), "--", *agent],
                env={**os.environ, **phone.server.environ},
                capture_output=True,
                text=True,
                check=True,
            )
            through.append(float(done.stdout.splitlines()[0]))
        alone.append(seconds(direct_environ(phone), steps, think_s))
    return through, alone


def run(*, quick: bool) -> list[Row]:
    """Without thinking, with a model's second, and recorded."""
    steps, rounds = (2, 2) if quick else (20, 10)
    peer = "the same agent on the real server"
    each = "screenshot, hierarchy, tap by adbutils"
    with simulated_phone(seed=1) as phone:
        bare = passed_on(phone, steps, 0.0, rounds)
        thinking = passed_on(phone, 2 if quick else 5, 1.0, rounds)
        whole = recorded(phone, 2 if quick else 3, 1.0, 2 if quick else 5)
    rows = (
        ("proxy_traffic", "an agent that never thinks, through the proxy, no capture", steps, bare),
        (
            "proxy",
            "an agent that thinks 1 s a step, through the proxy, no capture",
            2 if quick else 5,
            thinking,
        ),
        (
            "proxy_recorded",
            "the same, recorded: captured and waited for before and after",
            2 if quick else 3,
            whole,
        ),
    )
    return [
        Row(name, subject, peer, f"{count} steps: {each}", tuple(through), tuple(alone))
        for name, subject, count, (through, alone) in rows
    ]
