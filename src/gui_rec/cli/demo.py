"""`gui-rec demo`: the whole loop on the simulated phone, each command shown as it is run.

Record on one phone; replay on a freshly started one with another seed and a clock 61 minutes later;
export; then two replays that must fail: one with a changed price, one with a lost tap.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gui_rec._clock import Deadline, SystemClock
from gui_rec.cli._places import named_by_time
from gui_rec.errors import DeviceTimeoutError, ExitCode, GuiRecError, OutputExistsError

if TYPE_CHECKING:
    from gui_rec.device.adb.server import PrivateAdbServer

SCRIPT = "demo_script.jsonl"
GOAL = "Log in to the shop, find a lamp and look at the sound settings"
CLOCK_LATER_S = 61 * 60.0
WITHHELD = ("--set", "password=s3cret")
"""A recording never holds what is typed into a password field; the phone's shop has this one."""
_LONGEST_S = 600.0


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone to run a command against: what is unlike the one recorded on."""

    title: str
    seed: int
    options: tuple[str, ...] = ()

    @property
    def words(self) -> list[str]:
        return ["phone", "--seed", str(self.seed), *self.options]


RECORDED_ON = Phone("the phone to record on", 7)
LATER = Phone(
    "a freshly started phone, another seed, a clock 61 minutes later",
    11,
    ("--clock-offset", str(CLOCK_LATER_S)),
)
DEARER = Phone("a phone whose shop asks another price", 11, ("--value", "shop.price.lamp=31.00"))
DEAF = Phone("a phone that loses a tap", 11, ("--fault", "lost-tap:1@3"))


@dataclass(frozen=True, slots=True)
class Demo:
    """One run of the demo, all of whose files lie under `out`."""

    out: Path
    server: PrivateAdbServer
    environ: Mapping[str, str]

    def run(self, title: str, words: Sequence[str], expect: ExitCode = ExitCode.OK) -> str:
        """Show and run one command; what it prints is shown and returned."""
        _say(f"\n# {title}\n$ gui-rec {shlex.join(words)}")
        done = subprocess.run(
            [sys.executable, "-m", "gui_rec", *words],
            env=dict(self.environ),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=_LONGEST_S,
        )
        _say(done.stdout.rstrip("\n"))
        if done.returncode != expect:
            # The demo is our own, so this is a defect of ours.
            raise GuiRecError(f"that command must end with {int(expect)}, but ended with {done.returncode}")
        if expect is not ExitCode.OK:
            _say(f"(exit {int(expect)}, as it must be here: a step did not match)")
        return done.stdout

    def path(self, name: str) -> str:
        return str(self.out / name)


def demo_script() -> str:
    """The recorded session's actions, one JSON object a line (dialect `canonical`)."""
    return resources.files("gui_rec.cli").joinpath(SCRIPT).read_text(encoding="utf-8")


def run_demo(out: Path) -> None:
    """Run the whole demo into the new folder `out`. Raises GuiRecError when a command ends otherwise than it must."""
    from gui_rec.device.adb.server import PrivateAdbServer

    if out.exists():
        raise OutputExistsError(f"{out} is there already; name another folder with -o")
    out.mkdir(parents=True)
    (out / "script.jsonl").write_text(demo_script(), encoding="utf-8")
    with PrivateAdbServer() as server:
        demo = Demo(out, server, {**os.environ, **server.environ})
        _say(f"A private adb server on port {server.port} serves this demo; yours is not touched.")
        _loop(demo)
    _summary(demo)


def _loop(demo: Demo) -> None:
    trajectory = demo.path("traj.parquet")
    with _phone(RECORDED_ON, demo) as serial:
        source = ["--source", "script", "--script", demo.path("script.jsonl")]
        demo.run(
            "Record a session of two apps from a script.",
            ["record", "--device", serial, *source, "--goal", GOAL, "-o", trajectory],
        )
    demo.run("Look at it.", ["show", trajectory])
    with _phone(LATER, demo) as serial:
        demo.run(
            "Replay it there, with the password, which no recording holds: every transition must be verified.",
            ["replay", trajectory, "--device", serial, *WITHHELD, "--report", demo.path("report")],
        )
    demo.run(
        "Export training rows in the ScaleCUA action DSL.",
        ["export", trajectory, "-o", demo.path("training"), "--dialect", "scalecua"],
    )
    for phone, name in ((DEARER, "report-price"), (DEAF, "report-tap")):
        with _phone(phone, demo) as serial:
            demo.run(
                "The same replay there must fail, and say where and why.",
                [
                    *("replay", trajectory, "--device", serial, *WITHHELD),
                    *("--timeout", "10", "--report", demo.path(name)),
                ],
                ExitCode.MISMATCH,
            )


class _phone(AbstractContextManager[str]):  # noqa: N801 - reads as a function in `with`
    """A simulated phone, and the wait until the adb server lists it."""

    def __init__(self, phone: Phone, demo: Demo) -> None:
        self._phone = phone
        self._server = demo.server

    def __enter__(self) -> str:
        from gui_rec.phone.process import PhoneProcess

        _say(f"\n# Start {self._phone.title}.\n$ gui-rec {shlex.join(self._phone.words)} &")
        self._process = PhoneProcess.start(
            seed=self._phone.seed,
            options=self._phone.options,
            adb_server_port=self._server.port,
            high_port=False,
        )
        _wait_until_listed(self._server, self._process.serial)
        return self._process.serial

    def __exit__(self, *_: object) -> None:
        self._process.stop()


def _wait_until_listed(server: PrivateAdbServer, serial: str, timeout_s: float = 20.0) -> None:
    clock = SystemClock()
    deadline = Deadline.after(clock, timeout_s)
    while not _is_listed(server.client.devices(), serial):
        if deadline.passed:
            raise DeviceTimeoutError(f"the adb server did not list {serial} within {timeout_s:g} s")
        clock.sleep_s(0.1)


def _is_listed(listing: str, serial: str) -> bool:
    return any(line.split()[:2] == [serial, "device"] for line in listing.splitlines())


def _summary(demo: Demo) -> None:
    lines = [
        "",
        "# What there is now",
        f"trajectory     {demo.path('traj.parquet')}",
        f"report         {demo.path('report/report.json')}",
        f"training rows  {demo.path('training')}",
        "",
        "# To run any of it alone: start a phone in one terminal, then give the commands above in another",
        f"export PATH={shlex.quote(str(Path(sys.executable).parent))}:$PATH",
        f"gui-rec {shlex.join(LATER.words)}          # in its own terminal; Ctrl-C ends it",
        f"gui-rec replay {demo.path('traj.parquet')} {shlex.join(WITHHELD)}",
        "# An output that is there already is never overwritten: name another -o or --report.",
    ]
    _say("\n".join(lines))


def _say(text: str) -> None:
    click.echo(text)
    sys.stdout.flush()


@click.command("demo")
@click.option(
    "-o",
    "--out",
    "target",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A new folder; default: below demo-out.",
)
def command(target: Path | None) -> int:
    """Record, replay, verify and export on the simulated phone, and show two replays that must fail."""
    run_demo(target or named_by_time("demo", Path("demo-out")))
    return ExitCode.OK
