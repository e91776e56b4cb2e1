"""Further operations of the control connection."""

from __future__ import annotations

import os
from pathlib import Path

from served_phone import ask, host_of, serve_and

from gui_rec.phone.control_ops import operations
from gui_rec.phone.server import PhoneServer, Ready
from gui_rec.phone.world.config import PhoneConfig


def test_the_hand_turns_the_phone() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        turned, wrong = await ask(ready, {"op": "rotate", "turns": 1}, {"op": "rotate", "turns": 7})
        assert turned == {"ok": True, "result": 1}
        assert not wrong["ok"]
        assert server.phone.orientation == 1
        server.phone.settings.put("system", "accelerometer_rotation", "0")
        (held,) = await ask(ready, {"op": "rotate", "turns": 3})
        assert held["result"] == 0

    serve_and(test)


def test_theme_language_and_battery() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        answers = await ask(
            ready,
            {"op": "night", "on": True},
            {"op": "locale", "name": "zh-CN"},
            {"op": "battery", "percent": 7},
            {"op": "locale", "name": "../etc"},
            {"op": "battery", "percent": 700},
        )
        assert [answer["ok"] for answer in answers] == [True, True, True, False, False]
        state = server.phone.state()
        assert (state["night"], state["language"], state["battery_percent"]) == (True, "zh-CN", 7)

    serve_and(test)


def test_a_touch_on_a_second_display_needs_one() -> None:
    async def one(_server: PhoneServer, ready: Ready) -> None:
        (refused,) = await ask(ready, {"op": "touch_second", "x": 640, "y": 650})
        assert "--displays 2" in refused["error"]

    async def two(server: PhoneServer, ready: Ready) -> None:
        (done,) = await ask(ready, {"op": "touch_second", "x": 640, "y": 650})
        assert done["ok"]
        assert server.phone.state()["second_display"] == {"drawer": True, "touches": 1}

    serve_and(one)
    serve_and(two, phone=PhoneConfig(displays=2))


def test_a_snapshot_is_saved_listed_and_loaded(tmp_path: Path) -> None:
    folder = str(tmp_path / "shots")

    async def test(server: PhoneServer, ready: Ready) -> None:
        server.phone.launch("com.example.shop")
        server.files.write("/sdcard/a", b"1")
        server.values["shop.price.lamp"] = "1.00"
        (empty, saved) = await ask(
            ready,
            {"op": "snapshot_list", "folder": folder},
            {"op": "snapshot_save", "folder": folder, "name": "start"},
        )
        assert empty == {"ok": True, "result": []}
        assert saved == {"ok": True, "result": f"{folder}/start.phone.json"}
        frame = server.phone.frame()
        server.phone.key("HOME")
        server.files.remove("/sdcard/a")
        server.values.clear()
        (loaded, listed) = await ask(
            ready,
            {"op": "snapshot_load", "folder": folder, "name": "start"},
            {"op": "snapshot_list", "folder": folder},
        )
        assert loaded == {"ok": True, "result": None}
        assert listed["result"] == ["start"]
        assert server.phone.frame() == frame
        assert server.files.read("/sdcard/a") == b"1"
        assert server.values == {"shop.price.lamp": "1.00"}

    serve_and(test)
    assert [path.name for path in Path(folder).iterdir()] == ["start.phone.json"]


def test_what_cannot_be_loaded_or_saved_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "foreign.phone.json").write_bytes(b"{}")
    (tmp_path / "file").write_bytes(b"")

    async def test(_server: PhoneServer, ready: Ready) -> None:
        answers = await ask(
            ready,
            {"op": "snapshot_load", "folder": str(tmp_path), "name": "absent"},
            {"op": "snapshot_load", "folder": str(tmp_path), "name": "foreign"},
            {"op": "snapshot_save", "folder": str(tmp_path / "file"), "name": "a"},
            {"op": "snapshot_save", "folder": "relative", "name": "a"},
            {"op": "snapshot_save", "folder": str(tmp_path)},
        )
        errors = [str(answer["error"]) for answer in answers]
        for error, words in zip(
            errors,
            ("No such file", "expected a snapshot", "file", "absolute path", "expected a name"),
            strict=True,
        ):
            assert words in error
            assert "\n" not in error

    serve_and(test)


def test_names_of_the_operations_are_apart_from_those_of_the_control(tmp_path: Path) -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        names = operations(server)
        (unknown,) = await ask(ready, {"op": "no such"})
        assert all(unknown["error"].count(f" {name},") <= 1 for name in names)
        assert await names["snapshot_list"]({"folder": str(tmp_path)}) == []

    serve_and(test)


def test_what_is_no_file_does_not_hold_the_phone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.phone.json")
    (tmp_path / "device.phone.json").symlink_to("/dev/zero")

    async def test(_server: PhoneServer, ready: Ready) -> None:
        for name in ("pipe", "device"):
            (answer,) = await ask(ready, {"op": "snapshot_load", "folder": str(tmp_path), "name": name})
            assert "expected a file" in answer["error"]

    serve_and(test)


def test_a_snapshot_brings_the_wires_faults_and_leaves_reversed_names_alone(tmp_path: Path) -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        at = {"folder": str(tmp_path), "name": "cut"}
        host = await host_of(ready)
        await host.open(b"reverse:forward:tcp:7;tcp:8")
        assert await host.read_stream() == b"OKAY"
        await ask(ready, {"op": "fault", "name": "cut-stream"}, {"op": "snapshot_save", **at})
        await ask(ready, {"op": "fault", "name": "cut-stream", "on": False})
        (loaded,) = await ask(ready, {"op": "snapshot_load", **at})
        assert loaded["ok"]
        assert server.wire_faults.names() == ["cut-stream"]
        assert server.sockets.names() == ("tcp:7",)
        await ask(ready, {"op": "fault", "name": "offline"}, {"op": "snapshot_save", **at})
        await ask(ready, {"op": "fault", "name": "offline", "on": False})
        host.writer.close()
        host = await host_of(ready)
        await ask(ready, {"op": "snapshot_load", **at})
        assert await host.is_dropped()
        host.writer.close()

    serve_and(test)
