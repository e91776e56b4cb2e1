"""The touch panel's events, streamed while somebody listens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gui_rec._clock import Deadline
from gui_rec.device._api import TouchNode
from gui_rec.device.adb.parse_getevent import parse_touch_nodes
from gui_rec.device.adb.parse_node_displays import parse_node_displays
from gui_rec.device.adb.quote import command
from gui_rec.device.adb.session import DEFAULT_TIMEOUT_S, AdbSession
from gui_rec.device.adb.smart_socket import SmartSocket
from gui_rec.errors import DeviceLostError

# A panel may be silent for long; adb itself notices a device that went away and ends the stream.
_SILENCE_S = 3_600.0 * 24


def touch_nodes(session: AdbSession, display: int = 0) -> list[TouchNode]:
    """Nodes with absolute positions: direct ones first, multi-touch before single, then as listed.

    For another display than 0 those that the device says lie on it; where it says so of none, those of which it says
    nothing, since a place on another display's panel is none on this one.
    """
    nodes = parse_touch_nodes(session.run("getevent", "-lp").all_text)
    if display:
        lies_on = parse_node_displays(session.run("dumpsys", "input").text)
        here = [node for node in nodes if display in lies_on.get(node.name, ())]
        nodes = here or [node for node in nodes if node.name not in lies_on]
    return sorted(nodes, key=lambda node: (node.pen, not node.direct, node.slots is None))


@contextmanager
def touch_lines(session: AdbSession) -> Iterator[Iterator[bytes]]:
    """`getevent -lt` of all nodes, as it comes, each line at once.

    It runs on a terminal of its own: into anything else it writes whole buffers, and a touch would be told
    with the next one (AOSP toolbox/getevent.c prints and never flushes). adbd before Android 7 has no word
    for that, and gives every shell command a terminal.

    Leaving the context ends the command; from another thread that also wakes a reader, whose iterator
    then ends. Raises DeviceLostError in the iterator when the device goes away by itself.
    """
    stream = _Stream(_opened(session), session)
    try:
        yield stream.chunks()
    finally:
        stream.close()


def _opened(session: AdbSession) -> SmartSocket:
    line = command(["getevent", "-lt"]).line
    try:
        return session.open(f"shell,pty:{line}", timeout_s=DEFAULT_TIMEOUT_S)
    except DeviceLostError:
        # An unknown service is closed at once, which looks like a device that went away; one that did says so again.
        return session.open(f"shell:{line}", timeout_s=DEFAULT_TIMEOUT_S)


class _Stream:
    def __init__(self, socket: SmartSocket, session: AdbSession) -> None:
        self._socket = socket
        self._session = session
        self._closed = False

    def chunks(self) -> Iterator[bytes]:
        while not self._closed:
            self._socket.deadline = Deadline.after(self._session.clock, _SILENCE_S)
            try:
                chunk = self._socket.read_some()
            except DeviceLostError:
                if self._closed:
                    return
                raise
            if not chunk:
                break
            yield chunk
        if not self._closed:
            raise DeviceLostError(f"{self._session.serial}: the touch panel's events ended")

    def close(self) -> None:
        self._closed = True
        self._socket.close()
