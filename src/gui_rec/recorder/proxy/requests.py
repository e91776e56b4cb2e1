"""What a client asks the adb server for. Pure.

Source: AOSP packages/modules/adb, docs/dev/services.md and adb.cpp (handle_host_request, handle_forward_request).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Ask(StrEnum):
    """The kinds of requests to the server that the proxy tells apart."""

    KILL = "kill"
    TRANSPORT = "transport"
    FORWARD = "forward"
    LIST_FORWARD = "list-forward"
    KILL_FORWARD = "killforward"
    KILL_FORWARD_ALL = "killforward-all"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class HostRequest:
    """One `host...` request.

    `chooser` names the device as the client does: `serial:S`, `id:N`, `any`, `usb`, `local`, or is empty where
    none is named. `tells_id` says that the OKAY is followed by a transport id. `local`, `remote` and `norebind`
    are a forward's.
    """

    ask: Ask
    chooser: str = ""
    tells_id: bool = False
    local: str = ""
    remote: str = ""
    norebind: bool = False


# A serial may hold colons (`127.0.0.1:5555`), so the verbs behind it are looked for, not the first colon.
_SERIAL = re.compile(
    r"host-serial:(?P<serial>.+?):(?P<rest>(?:forward|list-forward|killforward|killforward-all)(?::.*)?)",
    re.S,
)
_ID = re.compile(r"host-transport-id:(?P<id>\d+):(?P<rest>.*)", re.S)
_KINDS = {"host:": "any", "host-usb:": "usb", "host-local:": "local"}
_FIXED = {"host:transport-any": "any", "host:transport-usb": "usb", "host:transport-local": "local"}


def parse_host(text: str) -> HostRequest:
    """The request `text` means."""
    if text == "host:kill":
        return HostRequest(Ask.KILL)
    return _transport(text) or _forward(text) or HostRequest(Ask.OTHER)


def _transport(text: str) -> HostRequest | None:
    if text in _FIXED:
        return HostRequest(Ask.TRANSPORT, _FIXED[text])
    for prefix, kind in (("host:transport:", "serial:"), ("host:transport-id:", "id:")):
        if text.startswith(prefix):
            return HostRequest(Ask.TRANSPORT, kind + text.removeprefix(prefix))
    if text.startswith("host:tport:"):
        return HostRequest(Ask.TRANSPORT, text.removeprefix("host:tport:"), tells_id=True)
    return None


def _forward(text: str) -> HostRequest | None:
    chooser, rest = _addressed(text)
    verb, _, argument = rest.partition(":")
    if verb == "forward":
        norebind = argument.startswith("norebind:")
        local, separator, remote = argument.removeprefix("norebind:").partition(";")
        if not separator:
            return None
        return HostRequest(Ask.FORWARD, chooser, local=local, remote=remote, norebind=norebind)
    if verb in ("list-forward", "killforward-all"):
        return HostRequest(Ask(verb), chooser)
    return HostRequest(Ask.KILL_FORWARD, chooser, local=argument) if verb == "killforward" else None


def _addressed(text: str) -> tuple[str, str]:
    serial = _SERIAL.fullmatch(text)
    if serial is not None:
        return f"serial:{serial['serial']}", serial["rest"]
    numbered = _ID.fullmatch(text)
    if numbered is not None:
        return f"id:{numbered['id']}", numbered["rest"]
    for prefix, kind in _KINDS.items():
        if text.startswith(prefix):
            return kind, text.removeprefix(prefix)
    return "", ""


class Service(StrEnum):
    """The kinds of services of a device that the proxy tells apart."""

    SHELL = "shell"
    INTERACTIVE = "interactive"
    SYNC = "sync"
    SOCKET = "socket"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class DeviceRequest:
    """One service of a device. `line` is a shell's command, or a socket's address (`tcp:9008`).

    `framed` says that the stream is that of shell v2; `head` is all that stands before the line; `text` the whole.
    """

    text: str
    service: Service
    head: str
    line: str = ""
    framed: bool = False


_SOCKETS = (
    "tcp:",
    "localabstract:",
    "localreserved:",
    "localfilesystem:",
    "local:",
    "dev:",
    "dev-raw:",
    "vsock:",
)


def parse_service(text: str) -> DeviceRequest:
    """The service that `text` opens on a device."""
    kind, colon, line = text.partition(":")
    if colon and (kind == "shell" or kind.startswith("shell,")):
        service = Service.SHELL if line.strip() else Service.INTERACTIVE
        return DeviceRequest(text, service, f"{kind}:", line, "v2" in kind.split(","))
    if colon and kind == "exec":
        return DeviceRequest(text, Service.SHELL, "exec:", line)
    if colon and kind in ("abb", "abb_exec"):
        return DeviceRequest(
            text, Service.SHELL, f"{kind}:", " ".join(("cmd", *line.split("\0"))), kind == "abb"
        )
    if text == "sync:":
        return DeviceRequest(text, Service.SYNC, text)
    if text.startswith(_SOCKETS):
        return DeviceRequest(text, Service.SOCKET, text, text)
    return DeviceRequest(text, Service.OTHER, text)
