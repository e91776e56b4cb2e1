"""What all connections of one proxy share."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from gui_rec._clock import Clock
from gui_rec.device.adb.client import AdbClient
from gui_rec.device.adb.parse_devices import parse_devices
from gui_rec.errors import DeviceError
from gui_rec.recorder.heard._api import Screen
from gui_rec.recorder.heard.series import Series
from gui_rec.recorder.proxy.framing import encode, hang_up, read_answer
from gui_rec.recorder.proxy.gate import Gate
from gui_rec.recorder.proxy.hearing import Scripts
from gui_rec.recorder.proxy.looks import Looks

CONNECT_S = 10.0
_MOST_SAID = 100
_NO_MORE = "more was not seen or not understood, each as its step says; no more of it is listed"


class Sayings:
    """What the person is told, each thing once and not more than a hundred; the recording's end repeats them."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._lock = threading.Lock()
        self._said: dict[str, None] = {}

    def once(self, text: str) -> None:
        """Tell it, unless it was told before."""
        with self._lock:
            if text in self._said or _NO_MORE in self._said:
                return
            text = text if len(self._said) < _MOST_SAID else _NO_MORE
            self._said[text] = None
        self._tell(text)

    @property
    def all(self) -> tuple[str, ...]:
        """Everything that was said, in order."""
        with self._lock:
            return tuple(self._said)


@dataclass(slots=True)
class Session:
    """The real server, the one device that is recorded, and what is known of it.

    `screen` is what coordinates are of, as last seen; `series` the gestures that are sent in pieces, which only the
    recording's own thread goes on with. `u2_socket` is where a client reached uiautomator2's server on the device,
    `has_spoken` whether any client that is let in ever came.
    """

    client: AdbClient
    serial: str
    clock: Clock
    gate: Gate
    looks: Looks
    sayings: Sayings
    screen: Screen
    series: Series
    has_shell_v2: bool = True
    scripts: Scripts = field(default_factory=Scripts)
    serials: dict[str, str] = field(default_factory=dict)
    u2_socket: str | None = None
    has_spoken: bool = False

    def connect(self) -> socket.socket:
        """A connection to the real server. Raises OSError."""
        server = socket.create_connection(self.client.address, timeout=CONNECT_S)
        server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return server

    def connect_device(self) -> socket.socket:
        """A connection to the recorded device, on which a service may be asked for. Raises OSError, DeviceError."""
        server = self.connect()
        server.sendall(encode(f"host:transport:{self.serial}"))
        is_okay, answer = read_answer(server)
        if is_okay:
            return server
        hang_up(server)
        raise ConnectionError(answer[8:].decode("utf-8", "replace"))

    def serial_of(self, chooser: str) -> str:
        """The serial that a client's way of naming a device means now; empty where it means none."""
        kind, _, name = chooser.partition(":")
        try:
            if kind == "serial":
                return name
            if kind == "id":
                return self._numbered(name)
            prefix = {"any": "host", "usb": "host-usb", "local": "host-local"}.get(kind)
            return "" if prefix is None else self.client.query(f"{prefix}:get-serialno")
        except DeviceError:
            return ""  # it has gone in this moment; the server itself tells the client

    def _numbered(self, transport_id: str) -> str:
        # The server never gives an id twice, so what was told once stays true.
        if transport_id not in self.serials:
            self.serials[transport_id] = _serial_with(self.client.devices(), transport_id)
        return self.serials[transport_id]


def _serial_with(listing: str, transport_id: str) -> str:
    for device in parse_devices(listing):
        if device.properties.get("transport_id") == transport_id:
            return device.serial
    return ""
