"""Hierarchy and toasts by uiautomator2's server, where one runs on the phone: JSON-RPC over HTTP on its tcp:9008.

It answers in a tenth of the time of `uiautomator dump`, which starts a Java machine and waits for a second of
rest, and it is the only way while it runs, since Android has one accessibility connection for automation.
Facts (uiautomator2 3.7.1): POST /jsonrpc/0, `dumpWindowHierarchy(compressed, max_depth, only_active)`; older
servers know no third parameter and give every window, the status bar's clock among them. `getLastToast()` answers
the text of the newest toast, null for none; `clearLastToast()` forgets it.
"""

from __future__ import annotations

import http.client
import io
import json

from gui_rec.device.adb.session import AdbSession
from gui_rec.errors import (
    CaptureError,
    DeviceError,
    DeviceLostError,
    DeviceTimeoutError,
    DeviceUnavailableError,
    HierarchyError,
)
from gui_rec.model.flags import MissingReason
from gui_rec.ui.parse import parse_hierarchy

PORT = 9008
TIMEOUT_S = 25.0
_ALIVE_TIMEOUT_S = 3.0
_MAX_BYTES = 1 << 26
_MAX_DEPTH = 50
_MAX_TOAST_CHARS = 1000


def is_running(session: AdbSession) -> bool:
    """Whether a server answers on the phone. Raises DeviceLostError for a phone that is gone."""
    try:
        status, body = _exchange(session, "GET", "/ping", b"", _ALIVE_TIMEOUT_S)
    except (DeviceLostError, DeviceUnavailableError):
        return _is_only_refused(session)
    except DeviceError:
        return False
    return status == 200 and body.strip() == b"pong"


def _is_only_refused(session: AdbSession) -> bool:
    """Nobody listens: adb says `closed`, as it does of a phone that went away; one more question tells them apart."""
    session.run("true")
    return False


def dump_by_u2(session: AdbSession) -> str:
    """The active window's hierarchy as XML that parses. Raises CaptureError with a `dump_*` reason."""
    try:
        status, body = _call(session, "dumpWindowHierarchy", [False, _MAX_DEPTH, True], TIMEOUT_S)
    except DeviceTimeoutError as error:
        raise CaptureError(MissingReason.DUMP_KILLED, f"uiautomator2: {error}") from error
    except (DeviceLostError, DeviceUnavailableError) as error:
        _is_only_refused(session)
        raise CaptureError(MissingReason.DUMP_CRASHED, f"uiautomator2's server is gone: {error}") from error
    return _checked(_result(status, body))


def last_toast(session: AdbSession) -> str | None:
    """The newest toast since it was forgotten, "" for none; None where the server does not tell."""
    answer = _answer(session, "getLastToast")
    if answer is None or answer.get("error") is not None:
        return None
    said = answer.get("result")
    return "" if said is None else str(said)[:_MAX_TOAST_CHARS]


def forget_toast(session: AdbSession) -> None:
    """Forget the newest toast; a server that is gone has none to forget."""
    _answer(session, "clearLastToast")


def _answer(session: AdbSession, method: str) -> dict[str, object] | None:
    """What a short call answers; None where nothing is understood. Raises DeviceLostError for a phone that is gone."""
    try:
        status, body = _call(session, method, [], _ALIVE_TIMEOUT_S)
        answer = json.loads(body) if status == 200 else None
    except (DeviceLostError, DeviceUnavailableError):
        _is_only_refused(session)
        return None
    except (DeviceError, ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None


def _call(session: AdbSession, method: str, params: list[object], timeout_s: float) -> tuple[int, bytes]:
    call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return _exchange(session, "POST", "/jsonrpc/0", json.dumps(call).encode(), timeout_s)


def _result(status: int, body: bytes) -> str:
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        answer = None
    if status != 200 or not isinstance(answer, dict):
        said = body[:200].decode(errors="replace")
        raise CaptureError(MissingReason.DUMP_CRASHED, f"uiautomator2 answered {status}: {said}")
    if answer.get("error") is not None:
        said = json.dumps(answer["error"], ensure_ascii=False)[:300]
        raise CaptureError(
            MissingReason.DUMP_CRASHED,
            f"uiautomator2 cannot dump the active window ({said}); a server of uiautomator2 3.7 or newer can",
        )
    result = answer.get("result")
    if not isinstance(result, str) or not result.strip():
        raise CaptureError(MissingReason.DUMP_NULL_ROOT, "uiautomator2: no window has a hierarchy now")
    return result


def _checked(xml: str) -> str:
    try:
        parse_hierarchy(xml)
    except HierarchyError as error:
        known = error.reason in tuple(MissingReason)
        reason = error.reason if known else MissingReason.DUMP_CRASHED
        raise CaptureError(reason, f"uiautomator2: {error}") from error
    return xml


def _exchange(session: AdbSession, verb: str, path: str, body: bytes, timeout_s: float) -> tuple[int, bytes]:
    """One request on a connection of its own, its whole answer before the deadline."""
    with session.open(f"tcp:{PORT}", timeout_s=timeout_s) as socket:
        socket.send_bytes(request_bytes(verb, path, body))
        answer = socket.read_to_end(_MAX_BYTES)
    return read_answer(answer)


def request_bytes(verb: str, path: str, body: bytes) -> bytes:
    """An HTTP request that asks the server to close the connection behind its answer."""
    head = (
        f"{verb} {path} HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nContent-Type: application/json; charset=UTF-8\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


def read_answer(answer: bytes) -> tuple[int, bytes]:
    """Status and body of a whole answer. Raises CaptureError for what is no HTTP."""
    response = http.client.HTTPResponse(_Received(answer))  # type: ignore[arg-type]
    try:
        response.begin()
        return response.status, response.read()
    except (http.client.HTTPException, ValueError) as error:
        raise CaptureError(MissingReason.DUMP_CRASHED, f"uiautomator2 answered no HTTP: {error!r}") from error


class _Received:
    """Bytes in the place of the socket that http.client reads from."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def makefile(self, _mode: str) -> io.BytesIO:
        return io.BytesIO(self._data)
