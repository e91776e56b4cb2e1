"""A shell command through the proxy: at once, held, refused, or part by part; the client sees what it would see."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest
from fake_adb_server import Behaviour, Connection, HangUpError, fail, frame, okay, shell_v2_output
from proxy_parts import SERIAL, TIMEOUT_S, exactly, read_all, served, until

from gui_rec.model.actions import Key, Tap
from gui_rec.model.geometry import Rect
from gui_rec.recorder.proxy.shell_service import is_gone
from gui_rec.testing.builders import SIZE, Element, hierarchy_xml, picture_of

TRANSPORT = f"host:transport:{SERIAL}"
PNG = picture_of((Element(Rect(0, 0, 100, 100), "Shop"),), SIZE)


def phone(outputs: dict[str, bytes]) -> Behaviour:
    """A device that answers these services, all others by silence and success."""

    def behave(connection: Connection, request: str) -> None:
        connection.send(okay())
        if request.startswith("host:transport"):
            return
        connection.send(outputs.get(request, shell_v2_output() if "v2" in request else b""))
        raise HangUpError

    return behave


def services(asked: list[str]) -> list[str]:
    return [request for request in asked if not request.startswith("host")]


def test_what_runs_behind_the_last_action_of_several_does_not_fail_it() -> None:
    outputs = {
        "shell,v2,raw:input tap 1 2": shell_v2_output(),
        "shell,v2,raw:input tap 3 4; pidof nosuch": shell_v2_output(status=1),
    }
    with served(phone(outputs)) as proxy:
        answer = proxy.shell(b"shell,v2,raw:input tap 1 2; input tap 3 4; pidof nosuch")
    assert answer == b"OKAY" + frame(3, b"\x01")
    assert [held.exit_status for held in proxy.opener.held] == [0, None]


@pytest.mark.parametrize("line", ["getprop ro.build", "ls 'a", "", "wm size", "pm clear a.b"])
def test_a_question_passes_byte_for_byte(line: str) -> None:
    service = f"shell,v2,raw:{line}" if line else "shell,v2,raw:true"
    output = shell_v2_output(b"out\r\n\xff", b"err", 3)
    with served(phone({service: output})) as proxy:
        assert proxy.shell(service.encode()) == b"OKAY" + output
    assert proxy.opener.held == []
    assert services(proxy.asked) == [service]


def test_an_action_is_held_and_its_answer_kept() -> None:
    service = "shell,v2,TERM=xterm,raw:input tap 500 1000"
    output = shell_v2_output(b"", b"denied", 255)
    with served(phone({service: output})) as proxy:
        assert proxy.shell(service.encode()) == b"OKAY" + output
    (held,) = proxy.opener.held
    sent = held.sent(proxy.session.clock)
    assert (sent.what, sent.method) == ("input tap 500 1000", "proxy shell")
    assert (sent.exit_status, sent.output) == (255, "denied")
    assert isinstance(proxy.opener.heard[0].action, Tap)


def test_a_status_that_may_be_anothers_is_not_the_actions() -> None:
    service = "shell,v2,raw:input keyevent 4; exit 7"
    with served(phone({service: shell_v2_output(status=7)})) as proxy:
        assert proxy.shell(service.encode()) == b"OKAY" + shell_v2_output(status=7)
    assert [held.exit_status for held in proxy.opener.held] == [None]


def test_outputs_that_are_joined_leave_the_status_the_actions_own() -> None:
    service = "shell,v2,raw:input keyevent 4 2>&1"
    with served(phone({service: shell_v2_output(status=7)})) as proxy:
        proxy.shell(service.encode())
    assert [held.exit_status for held in proxy.opener.held] == [7]


def test_old_shells_tell_no_status() -> None:
    with served(phone({"exec:input keyevent 4": b"said"})) as proxy:
        assert proxy.shell(b"exec:input keyevent 4") == b"OKAYsaid"
    sent = proxy.opener.held[0].sent(proxy.session.clock)
    assert (sent.method, sent.exit_status, sent.output) == ("proxy exec", None, "said")


def test_a_refusal_at_the_gate_reaches_the_client_and_not_the_device() -> None:
    with served(phone({}), refusal="the recording is over") as proxy:
        assert proxy.shell(b"shell,v2,raw:input tap 1 2") == b"FAIL0015the recording is over"
    assert services(proxy.asked) == []


def test_a_refusal_of_the_device_is_passed_on() -> None:
    def behave(connection: Connection, request: str) -> None:
        connection.send(okay() if request.startswith("host") else fail("closed"))
        if not request.startswith("host"):
            raise HangUpError

    with served(behave) as proxy:
        assert proxy.shell(b"shell,v2,raw:input tap 1 2") == b"FAIL0006closed"
    assert proxy.opener.held[0].exit_status is None


def test_a_line_of_several_actions_runs_part_by_part_and_looks_like_one() -> None:
    outputs = {
        "shell,v2,raw:input tap 1 2": shell_v2_output(b"one"),
        "shell,v2,raw:input tap 3 4": shell_v2_output(b"", b"two", 5),
    }
    with served(phone(outputs)) as proxy:
        answer = proxy.shell(b"shell,v2,raw:input tap 1 2 && input tap 3 4 && input tap 5 6")
    assert answer == b"OKAY" + frame(1, b"one") + frame(2, b"two") + frame(3, b"\x05")
    assert [held.what for held in proxy.opener.held] == ["input tap 1 2", "input tap 3 4"]
    assert [held.exit_status for held in proxy.opener.held] == [0, 5]


@pytest.mark.parametrize(
    ("line", "failing", "ran", "status"),
    [
        ("input tap 1 2; input tap 3 4", "input tap 1 2", ["input tap 1 2", "input tap 3 4"], 0),
        ("input tap 1 2 || input tap 3 4", "input tap 1 2", ["input tap 1 2", "input tap 3 4"], 0),
        ("input tap 1 2 || input tap 3 4", "none", ["input tap 1 2"], 0),
        (
            "input tap 1 2 && input tap 3 4 || input tap 5 6",
            "input tap 1 2",
            ["input tap 1 2", "input tap 5 6"],
            0,
        ),
        ("input tap 1 2\ninput tap 3 4", "input tap 3 4", ["input tap 1 2", "input tap 3 4"], 9),
    ],
)
def test_the_links_are_the_shells(line: str, failing: str, ran: list[str], status: int) -> None:
    with served(phone({f"shell,v2,raw:{failing}": shell_v2_output(status=9)})) as proxy:
        answer = proxy.shell(f"shell,v2,raw:{line}".encode())
    assert answer == b"OKAY" + frame(3, bytes([status]))
    assert [held.what for held in proxy.opener.held] == ran


def test_a_line_of_an_old_shell_is_cut_too() -> None:
    outputs = {"shell,v2,raw:input tap 1 2": shell_v2_output(b"out", b"err")}
    with served(phone(outputs)) as proxy:
        assert proxy.shell(b"shell:input tap 1 2; input keyevent 4") == b"OKAYouterr"
    assert [type(heard.action) for heard in proxy.opener.heard] == [Tap, Key]


def test_where_no_status_is_told_a_line_stays_whole() -> None:
    with served(phone({}), has_shell_v2=False) as proxy:
        assert proxy.shell(b"shell:input tap 1 2; input keyevent 4") == b"OKAY"
    assert [held.what for held in proxy.opener.held] == ["input tap 1 2; input keyevent 4"]
    assert "2 actions" in (proxy.opener.heard[0].note or "")


def test_a_gate_that_closes_in_the_middle_ends_the_line() -> None:
    with served(phone({})) as proxy:
        first = proxy.session.gate.pass_through

        def once(held: object, is_gone: Callable[[], bool]) -> bool:
            passed = first(held, is_gone)  # type: ignore[arg-type]
            proxy.session.gate.close("over")
            return passed

        proxy.session.gate.pass_through = once  # type: ignore[method-assign]
        answer = proxy.shell(b"shell,v2,raw:input tap 1 2; input tap 3 4")
    assert answer == b"OKAY" + frame(2, b"over\n") + frame(3, b"\xff")
    assert services(proxy.asked) == ["shell,v2,raw:input tap 1 2"]


def test_a_client_that_leaves_while_it_is_held_is_never_served() -> None:
    with served(phone({})) as proxy:
        proxy.opener.end()  # nobody opens the gate
        with proxy.connect() as client:
            for request in (TRANSPORT, "shell,v2,raw:input tap 1 2"):
                client.sendall(b"%04x" % len(request) + request.encode())
                if request == TRANSPORT:
                    assert exactly(client, 4) == b"OKAY"
            item = proxy.session.gate.take(TIMEOUT_S)
        assert item is not None
        until(lambda: item._withdrawn)
        assert item.permit(proxy.session.clock) is False
    assert services(proxy.asked) == []


def test_the_agents_screenshot_is_remembered() -> None:
    with served(phone({"exec:screencap -p": PNG})) as proxy:
        assert proxy.shell(b"exec:screencap -p") == b"OKAY" + PNG
        until(lambda: proxy.session.looks.screenshot() is not None)
        seen = proxy.session.looks.screenshot()
    assert seen is not None
    assert seen.data == PNG


def test_a_dump_waits_for_a_capture_to_end() -> None:
    with served(phone({})) as proxy, proxy.session.gate.looking, proxy.connect() as client:
        client.sendall(b"%04x" % len(TRANSPORT) + TRANSPORT.encode())
        assert exactly(client, 4) == b"OKAY"
        client.sendall(b"001fexec:uiautomator dump /dev/tty\n"[:35])
        client.settimeout(0.2)
        with pytest.raises(TimeoutError):
            client.recv(1)


def test_whether_somebody_has_gone() -> None:
    left, right = socket.socketpair()
    with right:
        with left:
            assert not is_gone(right)
            left.sendall(b"x")
            assert not is_gone(right)
            assert right.recv(1) == b"x"
        assert is_gone(right)


def test_clients_see_an_end_after_a_line_of_parts() -> None:
    """No more than the whole line's own frames, whatever the parts' connections did."""
    with served(phone({})) as proxy, proxy.connect() as client:
        client.sendall(b"%04x" % len(TRANSPORT) + TRANSPORT.encode())
        assert exactly(client, 4) == b"OKAY"
        line = b"shell,v2,raw:input tap 1 2; input tap 3 4"
        client.sendall(b"%04x" % len(line) + line)
        assert read_all(client) == b"OKAY" + frame(3, b"\x00")


def test_a_dumped_file_that_is_printed_next_is_a_look() -> None:
    dump = "shell,v2,raw:rm -f /sdcard/w.xml; uiautomator dump /sdcard/w.xml"
    cat = "shell,v2,raw:cat /sdcard/w.xml"
    xml = hierarchy_xml((Element(Rect(0, 0, 100, 100), "Shop"),)).encode()
    outputs = {dump: shell_v2_output(b"UI hierchary dumped to: /sdcard/w.xml\n"), cat: shell_v2_output(xml)}
    with served(phone(outputs)) as proxy:
        proxy.shell(dump.encode())
        assert proxy.session.looks.has_files  # registered before the client saw the end
        assert proxy.shell(cat.encode()) == b"OKAY" + outputs[cat]
        until(lambda: proxy.session.looks.hierarchy() is not None)


def test_a_dump_that_removed_nothing_first_is_no_look() -> None:
    dump = "shell,v2,raw:uiautomator dump /sdcard/w.xml"
    with served(phone({dump: shell_v2_output(b"UI hierchary dumped to: /sdcard/w.xml\n")})) as proxy:
        proxy.shell(dump.encode())
        assert not proxy.session.looks.has_files


def test_a_picture_that_failed_leaves_no_file_to_read() -> None:
    shot = "shell,v2,raw:screencap -p /sdcard/a.png"
    failed = shell_v2_output(b"", b"Failed to take screenshot. Status: -1\n", 1)
    with served(phone({shot: failed})) as proxy:
        proxy.shell(shot.encode())
        assert not proxy.session.looks.has_files
