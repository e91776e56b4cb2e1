"""The phone as a real adb server and real clients see it."""

from __future__ import annotations

import concurrent.futures
import hashlib
import os
import random
import re
import select
import subprocess
from collections.abc import Iterator
from pathlib import Path

import adbutils
import pytest
from adb_under_test import PrivateAdb, adb_binary, free_port, private_adb

from gui_rec.device.adb.input_text import clearing_commands
from gui_rec.errors import DeviceUnavailableError, UsageError
from gui_rec.phone.process import PhoneProcess

_BYTES = random.Random(7).randbytes(1_000_000)


@pytest.fixture(scope="module")
def adb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrivateAdb]:
    with private_adb(tmp_path_factory.mktemp("home")) as running:
        yield running


@pytest.fixture(scope="module")
def phone(adb: PrivateAdb) -> Iterator[PhoneProcess]:
    with PhoneProcess.start(adb_server_port=adb.port, seed=3) as running:
        adb.until_state(running.serial, "device")
        yield running


@pytest.fixture
def on_phone(adb: PrivateAdb, phone: PhoneProcess) -> list[str]:
    """The head of an adb command line for the phone, which is there."""
    adb.until_state(phone.serial, "device")
    return ["-s", phone.serial]


def test_it_is_listed_under_its_port(adb: PrivateAdb, phone: PhoneProcess, on_phone: list[str]) -> None:
    assert phone.serial == f"emulator-{phone.port - 1}"
    lines = adb.run("devices", "-l").stdout.decode()
    assert f"{phone.serial} " in lines
    assert "device product:sdk_gphone64_x86_64 model:sdk_gphone64_x86_64 device:emu64xa" in lines


@pytest.mark.parametrize(
    ("line", "status", "out", "err"),
    [
        ("echo hi", 0, b"hi\n", b""),
        ("exit 7", 7, b"", b""),
        ("echo out; echo err >&2; false", 1, b"out\n", b"err\n"),
        ("nonsense", 127, b"", b"/system/bin/sh: nonsense: inaccessible or not found\n"),
        ("echo 'a  b' | cat", 0, b"a  b\n", b""),
    ],
)
def test_shell(adb: PrivateAdb, on_phone: list[str], line: str, status: int, out: bytes, err: bytes) -> None:
    ran = adb.run(*on_phone, "shell", line)
    assert (ran.returncode, ran.stdout, ran.stderr) == (status, out, err)


def test_stdin_reaches_commands_and_its_end_too(adb: PrivateAdb, on_phone: list[str]) -> None:
    ran = adb.run(*on_phone, "shell", "md5sum", stdin=_BYTES)
    assert ran.stdout.split() == [hashlib.md5(_BYTES).hexdigest().encode(), b"-"]
    assert adb.run(*on_phone, "shell", stdin=b"echo a\nexit 5\n").returncode == 5


def test_push_pull_and_exec_out_keep_every_byte(adb: PrivateAdb, on_phone: list[str], tmp_path: Path) -> None:
    source, back = tmp_path / "source", tmp_path / "back"
    source.write_bytes(_BYTES)
    assert adb.run(*on_phone, "push", str(source), "/sdcard/Download/").returncode == 0
    assert adb.run(*on_phone, "pull", "/storage/emulated/0/Download/source", str(back)).returncode == 0
    assert back.read_bytes() == _BYTES
    assert adb.run(*on_phone, "exec-out", "cat /sdcard/Download/source").stdout == _BYTES


def test_a_folder_is_pushed_whole(adb: PrivateAdb, on_phone: list[str], tmp_path: Path) -> None:
    (tmp_path / "d" / "e").mkdir(parents=True)
    (tmp_path / "d" / "e" / "f").write_bytes(b"deep")
    assert adb.run(*on_phone, "push", str(tmp_path / "d"), "/data/local/tmp").returncode == 0
    assert adb.run(*on_phone, "shell", "cat /data/local/tmp/d/e/f").stdout == b"deep"
    listing = adb.run(*on_phone, "ls", "/data/local/tmp/d").stdout
    assert listing.split()[0] == b"000041ed"


def test_what_is_not_there_cannot_be_pulled(adb: PrivateAdb, on_phone: list[str], tmp_path: Path) -> None:
    ran = adb.run(*on_phone, "pull", "/none", str(tmp_path / "x"))
    assert ran.returncode == 1
    assert b"No such file or directory" in ran.stderr


def test_a_screenshot_is_a_whole_picture_and_the_same_twice(adb: PrivateAdb, on_phone: list[str]) -> None:
    first = adb.run(*on_phone, "exec-out", "screencap -p").stdout
    assert first.startswith(b"\x89PNG\r\n\x1a\n")
    assert first.endswith(b"IEND\xaeB`\x82")
    assert adb.run(*on_phone, "exec-out", "screencap -p").stdout == first


def test_the_console_answers(adb: PrivateAdb, on_phone: list[str]) -> None:
    assert b"unknown command" in adb.run(*on_phone, "emu", "sms", "send").stdout


def test_root_is_refused(adb: PrivateAdb, on_phone: list[str]) -> None:
    assert b"cannot run as root in production builds" in adb.run(*on_phone, "root").stdout


def test_adbutils_is_a_client(adb: PrivateAdb, phone: PhoneProcess, on_phone: list[str]) -> None:
    device = adbutils.AdbClient(host="127.0.0.1", port=adb.port).device(phone.serial)
    answer = device.shell2("echo hi; exit 4", v2=True)
    assert (answer.returncode, answer.stdout) == (4, "hi\n")
    assert device.sync.push(_BYTES, "/data/local/tmp/pushed") == len(_BYTES)
    assert device.sync.read_bytes("/data/local/tmp/pushed") == _BYTES
    assert device.sync.stat("/data/local/tmp/pushed").size == len(_BYTES)
    assert "pushed" in [entry.path for entry in device.sync.list("/data/local/tmp")]


def test_two_phones_at_once(adb: PrivateAdb, phone: PhoneProcess, on_phone: list[str]) -> None:
    with PhoneProcess.start(adb_server_port=adb.port) as second:
        adb.until_state(second.serial, "device")
        adb.run("-s", second.serial, "shell", "echo second > /sdcard/who")
        assert adb.run("-s", second.serial, "shell", "cat /sdcard/who").stdout == b"second\n"
        assert adb.run(*on_phone, "shell", "cat /sdcard/who").returncode == 1
    adb.until_state(second.serial, None)


def test_a_phone_that_comes_back_is_listed_again(adb: PrivateAdb) -> None:
    with PhoneProcess.start(adb_server_port=adb.port) as first:
        adb.until_state(first.serial, "device")
    adb.until_state(first.serial, None)
    with PhoneProcess.start(adb_server_port=adb.port, port=first.port) as again:
        adb.until_state(again.serial, "device")
        assert again.serial == first.serial
        again.kill()
    adb.until_state(again.serial, None)


def test_a_server_that_starts_later_or_again_is_told(tmp_path: Path) -> None:
    adb = PrivateAdb(free_port(), tmp_path)
    with PhoneProcess.start(adb_server_port=adb.port) as phone:
        for _ in range(2):
            adb.start()
            try:
                adb.until_state(phone.serial, "device")
            finally:
                adb.kill()


def test_two_servers_hold_the_same_phone(adb: PrivateAdb, phone: PhoneProcess, tmp_path: Path) -> None:
    with private_adb(tmp_path) as other:
        assert other.run("connect", f"emu:{phone.port - 1},{phone.port}").returncode == 0
        other.until_state(phone.serial, "device")
        adb.until_state(phone.serial, "device")
        assert other.run("-s", phone.serial, "shell", "echo hi").stdout == b"hi\n"
        assert adb.run("-s", phone.serial, "shell", "echo hi").stdout == b"hi\n"


def test_a_busy_port_is_said_and_nothing_is_taken(phone: PhoneProcess) -> None:
    with pytest.raises(DeviceUnavailableError, match=f"port {phone.port} or its console port .* is in use"):
        PhoneProcess.start(port=phone.port, options=["--no-announce"])


@pytest.mark.parametrize(("fault", "state"), [("offline", "offline"), ("unauthorized", "unauthorized")])
def test_faults_of_the_greeting(
    adb: PrivateAdb, phone: PhoneProcess, on_phone: list[str], fault: str, state: str
) -> None:
    phone.control.fault_on(fault)
    try:
        adb.until_state(phone.serial, state)
        assert adb.run(*on_phone, "shell", "true").returncode != 0
    finally:
        phone.control.fault_off(fault)
    adb.until_state(phone.serial, "device")


def test_a_cut_stream_looks_like_success(adb: PrivateAdb, phone: PhoneProcess, on_phone: list[str]) -> None:
    whole = adb.run(*on_phone, "exec-out", "screencap -p").stdout
    phone.control.fault_on("cut-stream")
    try:
        cut = adb.run(*on_phone, "exec-out", "screencap -p")
    finally:
        phone.control.fault_off("cut-stream")
    assert cut.returncode == 0
    assert cut.stdout == whole[: len(whole) // 2]


def test_a_refused_stream_is_closed(adb: PrivateAdb, phone: PhoneProcess, on_phone: list[str]) -> None:
    phone.control.fault_on("refuse")
    try:
        assert adb.run(*on_phone, "shell", "true").stderr == b"error: closed\n"
    finally:
        phone.control.fault_off("refuse")


def test_the_control_refuses_what_it_does_not_know(phone: PhoneProcess) -> None:
    with pytest.raises(UsageError, match="no-such-fault"):
        phone.control.fault_on("no-such-fault")
    assert phone.control.faults() == []


def test_a_person_at_a_terminal(adb: PrivateAdb, on_phone: list[str]) -> None:
    controller, terminal = os.openpty()
    command = [str(adb_binary()), "-P", str(adb.port), *on_phone, "shell"]
    try:
        with subprocess.Popen(
            command, stdin=terminal, stdout=terminal, stderr=terminal, env=adb.env
        ) as shell:
            assert b"emu64xa:/ $ " in _read_until(controller, b"$ ")
            os.write(controller, b"echo hi; cd /sdcard\n")
            assert b"echo hi; cd /sdcard\r\nhi\r\n" in _read_until(controller, b"hi\r\n")
            os.write(controller, b"pwd; exit 3\n")
            assert b"/storage/emulated/0\r\n" in _read_until(controller, b"/0\r\n")
            assert shell.wait(10) == 3
    finally:
        os.close(controller)
        os.close(terminal)


def _read_until(terminal: int, end: bytes) -> bytes:
    seen = b""
    while end not in seen:
        readable, _, _ = select.select([terminal], [], [], 10)
        assert readable, f"expected {end!r} after {seen!r}"
        seen += os.read(terminal, 4096)
    return seen


def test_a_killed_client_ends_its_command(adb: PrivateAdb, phone: PhoneProcess, on_phone: list[str]) -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        adb.run(*on_phone, "shell", "sleep 100; touch /sdcard/late", timeout_s=0.2)
    assert adb.run(*on_phone, "shell", "ls /sdcard/late").returncode == 1


def test_a_touch_shows_while_the_finger_moves(
    adb: PrivateAdb, phone: PhoneProcess, on_phone: list[str]
) -> None:
    command = [
        str(adb_binary()),
        "-P",
        str(adb.port),
        *on_phone,
        "exec-out",
        "getevent -lt /dev/input/event1",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=adb.env) as watching:
        assert watching.stdout is not None
        lines: list[bytes] = []
        while not lines:
            phone.control.tap(540, 1200)
            readable, _, _ = select.select([watching.stdout], [], [], 0.1)
            if readable:
                lines.append(watching.stdout.readline())
        watching.terminate()
    assert re.match(rb"\[ *\d+\.\d{6}\] EV_(ABS|SYN) ", lines[0])


def test_many_clients_at_once(adb: PrivateAdb, on_phone: list[str]) -> None:
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(lambda number: adb.run(*on_phone, "shell", f"echo {number}").stdout, range(24))
        )
    assert answers == [f"{number}\n".encode() for number in range(24)]


def test_the_devices_own_way_of_clearing_empties_a_field_of_any_length(
    adb: PrivateAdb, phone: PhoneProcess, on_phone: list[str]
) -> None:
    tap_the_user_name = "am start -n com.example.shop/.LoginActivity && input tap 540 766"
    assert adb.run(*on_phone, "shell", tap_the_user_name).returncode == 0
    long = "a" * 150
    for _ in range(3):
        adb.run(*on_phone, "shell", f"input text {long}")
    assert phone.control.state()["screen"]["vars"]["username"] == long * 3
    for command in clearing_commands(select_all=True):
        assert adb.run(*on_phone, "shell", " ".join(command)).returncode == 0
    assert phone.control.state()["screen"]["vars"]["username"] == ""
    adb.run(*on_phone, "shell", "input text ada; input keycombination 113 29; input text grace")
    assert phone.control.state()["screen"]["vars"]["username"] == "grace"
    adb.run(*on_phone, "shell", "input keyevent --longpress 67 67; input keyevent HOME")


def test_a_long_press_of_the_power_key_by_adb_is_the_power_menu(
    adb: PrivateAdb, phone: PhoneProcess, on_phone: list[str]
) -> None:
    assert adb.run(*on_phone, "shell", "input keyevent --longpress POWER").returncode == 0
    seen = adb.run(*on_phone, "exec-out", "uiautomator dump /dev/tty").stdout.decode()
    assert 'resource-id="com.android.systemui:id/restart"' in seen
    assert (
        "ActionsDialogLite"
        in adb.run(*on_phone, "shell", "dumpsys window | grep mCurrentFocus").stdout.decode()
    )
    adb.run(*on_phone, "shell", "input keyevent BACK")
    assert phone.control.state()["system_dialog"] is None


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/system/x", "couldn't create file: Read-only file system"),
        ("/etc/zz", "couldn't create file: Read-only file system"),
        ("/none/x", "secure_mkdirs failed: Read-only file system"),
        ("/data/data/com.x/f", "secure_mkdirs failed: Permission denied"),
        ("/data/x", "couldn't create file: Permission denied"),
    ],
)
def test_a_push_to_where_the_shell_may_not_write_fails(
    adb: PrivateAdb, on_phone: list[str], tmp_path: Path, path: str, said: str
) -> None:
    (tmp_path / "f").write_bytes(b"x" * 200_000)
    ran = adb.run(*on_phone, "push", str(tmp_path / "f"), path)
    assert ran.returncode == 1
    assert f"remote {said}" in ran.stderr.decode() + ran.stdout.decode()
    assert adb.run(*on_phone, "shell", f"ls {path}").returncode == 1


def test_the_nodes_that_getevent_names_are_listed(adb: PrivateAdb, on_phone: list[str]) -> None:
    listed = adb.run(*on_phone, "shell", "ls /dev/input").stdout.decode().split()
    named = re.findall(r"/dev/input/(event\d+)", adb.run(*on_phone, "shell", "getevent -p").stdout.decode())
    assert listed == sorted(set(named))
    assert listed
