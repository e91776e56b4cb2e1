"""A folder of recordings on two phones at once: one report, a killed process, a lost phone, a stop and a resume."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from recording_process import recording

import gui_rec
from gui_rec.errors import ExitCode
from gui_rec.phone.process import PhoneProcess
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.phone import SimulatedPhone, simulated_phone, wait_until_usable

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(400)]

# Each begins at the launcher, by a key that starts from anywhere.
SCRIPTS = {
    "settings": ['{"type": "key", "code": "HOME"}', '{"type": "open_app", "name": "Settings"}'],
    "notes": ['{"type": "key", "code": "HOME"}', '{"type": "open_app", "name": "Notes"}'],
    "shop": ['{"type": "key", "code": "HOME"}', '{"type": "open_app", "name": "Shop"}'],
}


@dataclass
class Farm:
    """Two phones on one private adb server, and a folder of recordings made on the first."""

    phone: SimulatedPhone
    other: PhoneProcess
    folder: Path

    @property
    def environ(self) -> Mapping[str, str]:
        return self.phone.server.environ

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        argv = [sys.executable, "-m", "gui_rec", *words]
        env = {**os.environ, **self.environ}
        return subprocess.run(argv, env=env, capture_output=True, text=True, timeout=200, check=False)


@pytest.fixture(scope="module")
def farm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Farm]:
    folder = tmp_path_factory.mktemp("demos")
    with (
        simulated_phone(seed=1) as phone,
        PhoneProcess.start(seed=1, adb_server_port=phone.server.port, environ=phone.server.environ) as other,
    ):
        wait_until_usable(phone.server.client, other.serial)
        made = Farm(phone, other, folder)
        for name, lines in SCRIPTS.items():
            script = folder.parent / f"{name}.jsonl"
            script.write_text("\n".join(lines), encoding="utf-8")
            words = ["--device", phone.process.serial, "--source", "script", "--script", str(script)]
            target = folder / (f"{name}.parquet" if name == "shop" else name)
            done = made.run("record", *words, "--goal", f"Open {name}", "-o", str(target))
            assert done.returncode == ExitCode.OK, done.stderr
        yield made


def test_two_phones_share_the_work_and_one_report_tells_of_it(farm: Farm, tmp_path: Path) -> None:
    place = tmp_path / "report"
    done = farm.run(
        "replay", str(farm.folder), "--all", "--report", str(place), "--json", "--artifacts", "failures"
    )
    assert done.returncode == ExitCode.OK, done.stderr
    report = json.loads(done.stdout)
    assert report == json.loads((place / "report.json").read_text(encoding="utf-8"))
    assert report["counts"]["endings"]["passed"] == 3
    assert report["counts"]["by_code"] == {"OK": 6}
    attempts = [attempt for item in report["trajectories"] for attempt in item["attempts"]]
    assert {attempt["device"] for attempt in attempts} == {"device_1", "device_2"}
    assert farm.phone.process.serial not in (place / "report.json").read_text(encoding="utf-8")
    cases = ElementTree.parse(place / "junit.xml").getroot().findall(".//testcase")
    assert [case.get("name", "").partition(" (")[0] for case in cases] == [
        f"Open {name}" for name in ("notes", "settings", "shop")
    ]
    assert (place / "report.html").is_file()
    assert not list(place.rglob("run"))  # nothing failed
    assert len(list(place.rglob("attempt_1/report.json"))) == 3
    for name in ("notes", "settings", "shop.parquet"):  # each recording has its own verdicts
        assert len(open_trajectories(farm.folder / name).verdicts()) == 2


def test_shards_divide_the_work(farm: Farm, tmp_path: Path) -> None:
    seen: list[str] = []
    for shard in ("1/2", "2/2"):
        words = ["--all", "--shard", shard, "--report", str(tmp_path / shard[0]), "--json"]
        done = farm.run("replay", str(farm.folder), *words)
        assert done.returncode in (ExitCode.OK, ExitCode.USAGE), done.stderr
        if done.returncode == ExitCode.OK:
            seen += [item["episode_id"] for item in json.loads(done.stdout)["trajectories"]]
    assert sorted(seen) == sorted(
        record.info.episode_id for record in open_trajectories(farm.folder).episodes
    )


def test_a_killed_process_gives_its_trajectory_back_once(farm: Farm, tmp_path: Path) -> None:
    both = ["--device", farm.phone.process.serial, "--device", farm.other.serial]
    words = [str(farm.folder), *both, "--report", str(tmp_path / "r"), "--json"]
    with recording(words, farm.environ, command="replay") as run:
        run.wait_for("step 0:")
        killed = _children_of(run.process.pid)[0]
        os.kill(killed, signal.SIGKILL)
        out, err = run.process.communicate(timeout=200)
    assert run.process.returncode == ExitCode.OK, err
    report = json.loads(out)
    given_back = [item for item in report["trajectories"] if item["given_back"]]
    assert [item["ending"] for item in given_back] == ["passed"]
    died, again = given_back[0]["attempts"]
    assert (died["end"], died["said"]) == ("died", "its process was ended by SIGKILL")
    assert again["end"] == "verified"
    assert died["device"] != again["device"]
    assert "it is tried again" in err


def test_a_phone_that_dies_in_the_middle_gives_its_work_back(farm: Farm, tmp_path: Path) -> None:
    port = farm.phone.server.port
    with PhoneProcess.start(seed=1, adb_server_port=port, environ=farm.environ) as third:
        wait_until_usable(farm.phone.server.client, third.serial)
        both = ["--device", third.serial, "--device", farm.phone.process.serial]
        words = [str(farm.folder), *both, "--report", str(tmp_path / "r"), "--json"]
        with recording(words, farm.environ, command="replay") as run:
            while f"[{third.serial}]" not in run.wait_for("step 0:"):
                pass
            third.stop()
            out, err = run.process.communicate(timeout=200)
    assert run.process.returncode == ExitCode.OK, err
    report = json.loads(out)
    (given_back,) = [item for item in report["trajectories"] if item["given_back"]]
    assert [(each["device"], each["end"]) for each in given_back["attempts"]] == [
        ("device_1", "device_lost"),
        ("device_2", "verified"),
    ]
    assert third.serial not in out
    retired = {each["device"]: each["retired"] for each in report["counts"]["by_device"]}
    assert "DEVICE_LOST" in retired["device_1"]
    assert retired["device_2"] is None


def test_a_lost_phone_gets_no_more_work_and_a_stop_is_gone_on_with(farm: Farm, tmp_path: Path) -> None:
    both = ["--device", farm.phone.process.serial, "--device", "nobody"]
    place = tmp_path / "r"
    words = [str(farm.folder), *both, "--report", str(place), "--json"]
    with recording(words, farm.environ, command="replay") as run:
        run.wait_for("nobody gets no more work")
        run.wait_for(": verified")
        run.process.send_signal(signal.SIGINT)
        out, err = run.process.communicate(timeout=200)
    assert run.process.returncode == ExitCode.INTERRUPTED, err
    assert "--resume" in err
    stopped = json.loads(out)
    assert stopped["interrupted"] is True
    endings = Counter(item["ending"] for item in stopped["trajectories"])
    assert endings["passed"] >= 1
    assert endings["passed"] < 3
    assert not _alive_below(place)
    done = farm.run("replay", *words, "--resume")
    report: dict[str, Any] = json.loads(done.stdout)
    assert done.returncode == ExitCode.OK, done.stderr
    assert report["set_id"] == stopped["set_id"]
    assert report["counts"]["endings"]["passed"] == 3
    before = {item["episode_id"]: item for item in stopped["trajectories"] if item["ending"] == "passed"}
    for item in report["trajectories"]:
        if item["episode_id"] in before:
            assert item == before[item["episode_id"]]  # what was done is not repeated


def test_a_trajectory_that_passes_at_the_second_try_is_flaky(farm: Farm, tmp_path: Path) -> None:
    place = tmp_path / "r"
    one = ["--device", farm.phone.process.serial]
    words = [str(farm.folder / "settings"), *one, "--retry-failed", "1", "--timeout", "2"]
    farm.phone.process.control.set_locale("zh-CN")
    with recording([*words, "--report", str(place), "--json"], farm.environ, command="replay") as run:
        run.wait_for(": failed")
        farm.phone.process.control.set_locale("en-US")
        out, err = run.process.communicate(timeout=200)
    report = json.loads(out)
    assert run.process.returncode == ExitCode.OK, err
    assert report["counts"]["endings"] == {
        "passed": 0,
        "flaky": 1,
        "failed": 0,
        "error": 0,
        "lost": 0,
        "not_run": 0,
    }
    (flaky,) = report["counts"]["flaky_steps"]
    assert (flaky["failed"], flaky["tried"]) == (1, 2)


def test_a_killed_set_leaves_nobody_behind_and_is_gone_on_with(farm: Farm, tmp_path: Path) -> None:
    place = tmp_path / "r"
    words = [str(farm.folder), "--device", farm.phone.process.serial, "--report", str(place), "--json"]
    with recording(words, farm.environ, command="replay") as run:
        run.wait_for(": verified")
        run.wait_for("step 0:")
        run.process.kill()
        run.process.wait()
    for _try in range(100):
        if not _alive_below(place):
            break
        time.sleep(0.2)
    assert not _alive_below(place)
    done = farm.run("replay", *words, "--resume")
    assert done.returncode == ExitCode.OK, done.stderr
    report = json.loads(done.stdout)
    assert report["counts"]["endings"]["passed"] == 3
    first, *_others = report["trajectories"]
    assert len(first["attempts"]) == 1


def test_a_second_interrupt_stops_at_once_and_the_report_is_there(farm: Farm, tmp_path: Path) -> None:
    place = tmp_path / "r"
    words = [str(farm.folder), "--all", "--report", str(place), "--json"]
    with recording(words, farm.environ, command="replay") as run:
        run.wait_for("step 0:")
        run.process.send_signal(signal.SIGINT)
        run.wait_for("Finishing the steps in hand")
        run.process.send_signal(signal.SIGINT)
        out, err = run.process.communicate(timeout=60)
    assert run.process.returncode == ExitCode.INTERRUPTED, err
    assert "Traceback" not in err
    assert json.loads(out) == json.loads((place / "report.json").read_text(encoding="utf-8"))
    assert not _alive_below(place)


def _children_of(pid: int) -> list[int]:
    """The processes that it started and that run gui-rec."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(word) for word in text.split()]


def _alive_below(place: Path) -> list[str]:
    """Processes whose command line names the folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if str(place) in line and "gui_rec" in line:
            found.append(line)
    return found


def test_the_shell_recipe_of_the_documentation_runs(farm: Farm, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "replay-ci.md").read_text(encoding="utf-8")
    recipe = next(text for text in re.findall(r"```sh\n(.*?)```", page, re.DOTALL) if "set -u" in text)
    shutil.copytree(farm.folder, tmp_path / "recordings")
    tool = tmp_path / "bin" / "gui-rec"
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\nexec {sys.executable} -m gui_rec "$@"\n', encoding="utf-8")
    tool.chmod(0o755)
    environ = {**os.environ, **farm.environ, "PATH": f"{tool.parent}:{os.environ['PATH']}", "SHARD": "1/1"}
    source = str(Path(gui_rec.__file__).parents[1])
    done = subprocess.run(
        ["sh", "-c", recipe],
        cwd=tmp_path,
        env={**environ, "PYTHONPATH": source},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == ExitCode.OK, done.stdout + done.stderr
    assert done.stdout.endswith("report: report-1-1/report.html\n")
    report = json.loads((tmp_path / "report-1-1" / "report.json").read_text(encoding="utf-8"))
    assert report["counts"]["endings"]["passed"] == 3
