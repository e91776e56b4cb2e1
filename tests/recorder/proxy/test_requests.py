"""What clients ask for, in every way in which adb, adbutils and others say it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.recorder.proxy.requests import Ask, HostRequest, Service, parse_host, parse_service

CASES = {
    "host:kill": HostRequest(Ask.KILL),
    "host:version": HostRequest(Ask.OTHER),
    "host:devices-l": HostRequest(Ask.OTHER),
    "host:track-devices": HostRequest(Ask.OTHER),
    "host:wait-for-any-device": HostRequest(Ask.OTHER),
    "host-serial:emulator-5554:features": HostRequest(Ask.OTHER),
    "host-serial:emulator-5554:wait-for-local-device": HostRequest(Ask.OTHER),
    "host:transport:emulator-5554": HostRequest(Ask.TRANSPORT, "serial:emulator-5554"),
    "host:transport:127.0.0.1:5555": HostRequest(Ask.TRANSPORT, "serial:127.0.0.1:5555"),
    "host:transport-any": HostRequest(Ask.TRANSPORT, "any"),
    "host:transport-usb": HostRequest(Ask.TRANSPORT, "usb"),
    "host:transport-local": HostRequest(Ask.TRANSPORT, "local"),
    "host:transport-id:7": HostRequest(Ask.TRANSPORT, "id:7"),
    "host:tport:any": HostRequest(Ask.TRANSPORT, "any", tells_id=True),
    "host:tport:serial:127.0.0.1:5555": HostRequest(Ask.TRANSPORT, "serial:127.0.0.1:5555", tells_id=True),
    "host:forward:tcp:6100;tcp:9008": HostRequest(Ask.FORWARD, "any", local="tcp:6100", remote="tcp:9008"),
    "host-serial:127.0.0.1:5555:forward:tcp:0;tcp:9008": HostRequest(
        Ask.FORWARD, "serial:127.0.0.1:5555", local="tcp:0", remote="tcp:9008"
    ),
    "host-serial:a b:forward:norebind:tcp:1;localabstract:x": HostRequest(
        Ask.FORWARD, "serial:a b", local="tcp:1", remote="localabstract:x", norebind=True
    ),
    "host-transport-id:3:forward:tcp:1;tcp:2": HostRequest(
        Ask.FORWARD, "id:3", local="tcp:1", remote="tcp:2"
    ),
    "host-usb:forward:tcp:1;tcp:2": HostRequest(Ask.FORWARD, "usb", local="tcp:1", remote="tcp:2"),
    "host:list-forward": HostRequest(Ask.LIST_FORWARD, "any"),
    "host-serial:e:list-forward": HostRequest(Ask.LIST_FORWARD, "serial:e"),
    "host-serial:e:killforward:tcp:6100": HostRequest(Ask.KILL_FORWARD, "serial:e", local="tcp:6100"),
    "host:killforward-all": HostRequest(Ask.KILL_FORWARD_ALL, "any"),
    "host-local:killforward-all": HostRequest(Ask.KILL_FORWARD_ALL, "local"),
    "host:forward:tcp:1": HostRequest(Ask.OTHER),
}


@pytest.mark.parametrize(("text", "meant"), CASES.items())
def test_a_request_to_the_server(text: str, meant: HostRequest) -> None:
    assert parse_host(text) == meant


@given(st.text())
def test_any_text_is_some_request(text: str) -> None:
    assert isinstance(parse_host(text).ask, Ask)
    assert parse_service(text).text == text


@pytest.mark.parametrize(
    ("text", "service", "head", "line", "framed"),
    [
        ("shell:input tap 1 2", Service.SHELL, "shell:", "input tap 1 2", False),
        ("shell,v2,TERM=xterm,raw:ls a:b", Service.SHELL, "shell,v2,TERM=xterm,raw:", "ls a:b", True),
        ("shell,raw:ls", Service.SHELL, "shell,raw:", "ls", False),
        ("exec:screencap -p", Service.SHELL, "exec:", "screencap -p", False),
        ("shell:", Service.INTERACTIVE, "shell:", "", False),
        ("shell,v2,TERM=xterm,pty:", Service.INTERACTIVE, "shell,v2,TERM=xterm,pty:", "", True),
        ("abb_exec:input\0tap\x001\x002", Service.SHELL, "abb_exec:", "cmd input tap 1 2", False),
        ("abb:package\0list", Service.SHELL, "abb:", "cmd package list", True),
        ("sync:", Service.SYNC, "sync:", "", False),
        ("tcp:9008", Service.SOCKET, "tcp:9008", "tcp:9008", False),
        ("localabstract:scrcpy_1", Service.SOCKET, "localabstract:scrcpy_1", "localabstract:scrcpy_1", False),
        ("dev:/dev/input/event1", Service.SOCKET, "dev:/dev/input/event1", "dev:/dev/input/event1", False),
        ("framebuffer:", Service.OTHER, "framebuffer:", "", False),
        ("reverse:forward:tcp:1;tcp:2", Service.OTHER, "reverse:forward:tcp:1;tcp:2", "", False),
        ("shelly:x", Service.OTHER, "shelly:x", "", False),
    ],
)
def test_a_service_of_the_device(text: str, service: Service, head: str, line: str, *, framed: bool) -> None:
    asked = parse_service(text)
    assert (asked.service, asked.head, asked.line, asked.framed) == (service, head, line, framed)
