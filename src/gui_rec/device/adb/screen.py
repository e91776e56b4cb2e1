"""Screenshot and hierarchy, each of this moment or an error with its reason."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from gui_rec.device.adb.parse_dump import DumpFailure, DumpKind, parse_dump_failure
from gui_rec.device.adb.quote import RemoteCommand, sequence
from gui_rec.device.adb.session import AdbSession
from gui_rec.device.adb.shell_v2 import ShellResult
from gui_rec.errors import (
    CaptureError,
    DeviceLostError,
    DeviceTimeoutError,
    DeviceUnavailableError,
    HierarchyError,
    ImageError,
)
from gui_rec.model.flags import MissingReason
from gui_rec.ui.display_part import part_of_display
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.vision.png import check_png, strip_noise

# screencap encodes on the phone: up to 3 s were measured at 1440x3120.
SCREENCAP_TIMEOUT_S = 15.0
# Once the picture comes, it comes: a link that is silent in the middle of it has stalled.
SCREENCAP_PAUSE_S = 5.0
# uiautomator waits up to 10 s for an idle screen, after starting a Java machine.
DUMP_TIMEOUT_S = 25.0
_FOLDER = "/data/local/tmp"
_SHOWN_BYTES = 200


class DumpRefusedError(CaptureError):
    """uiautomator gave no hierarchy; `kind` is finer than the reason that a row stores."""

    def __init__(self, failure: DumpFailure) -> None:
        super().__init__(failure.reason, failure.message)
        self.kind = failure.kind


@dataclass(frozen=True, slots=True)
class Screenshot:
    """A whole PNG, and what the device printed around it."""

    png: bytes
    noise: bytes

    @property
    def is_ambiguous(self) -> bool:
        """The device has several displays, and chose one that may be another the next time."""
        return b"Multiple displays were found" in self.noise


def take_screenshot(
    session: AdbSession, *, known: bytes | None = None, display_id: str | None = None
) -> Screenshot:
    """The screen, streamed: no file of an earlier picture can be read by mistake.

    `known` is a picture that was found whole before; equal bytes are not decoded again, which is what
    polling a screen at rest would spend its time on. `display_id` is the physical id of the display.
    Raises CaptureError `screencap_failed` or `screencap_truncated`.
    """
    which = [] if display_id is None else ["-d", display_id]
    try:
        output = session.raw(
            "screencap", *which, "-p", timeout_s=SCREENCAP_TIMEOUT_S, pause_s=SCREENCAP_PAUSE_S
        )
    except DeviceTimeoutError as error:
        raise CaptureError(MissingReason.SCREENCAP_TRUNCATED, f"screenshot: {error}") from error
    try:
        png, noise = strip_noise(output)
        if png != known:
            check_png(png)
    except ImageError as error:
        said = output[:_SHOWN_BYTES].decode("ascii", "replace") if not _holds_png(output) else ""
        detail = f" (the device said: {said.strip()})" if said.strip() else ""
        raise CaptureError(error.reason, f"screenshot: {error}{detail}") from error
    return Screenshot(png, noise)


def _holds_png(output: bytes) -> bool:
    return b"\x89PNG" in output


def dump_hierarchy(session: AdbSession, display: int | None = None) -> str:
    """The hierarchy of a display as XML that parses; without one that of the phone's active window, which is on
    whichever display has the focus. A display can be named on Android 11 and newer alone.

    The dump goes to a file whose name was never used before, so what is read back can only be this
    dump. A screen that is never idle is tried once more with `--compressed`, which at times succeeds
    there. Raises CaptureError with a `dump_*` reason.
    """
    failure = DumpFailure(DumpKind.CRASHED, "uiautomator dump: not tried")
    windows = () if display is None else ("--windows",)
    for options in (windows, (*windows, "--compressed")):
        outcome = _dump_once(session, options, display)
        if isinstance(outcome, str):
            return outcome
        failure = outcome
        if failure.kind is not DumpKind.NOT_IDLE:
            break
    raise DumpRefusedError(failure)


def _dump_once(session: AdbSession, options: tuple[str, ...], display: int | None) -> str | DumpFailure:
    path = f"{_FOLDER}/gui-rec-{secrets.token_hex(8)}.xml"
    dump = sequence(["rm", "-f", path], ["uiautomator", "dump", *options, path])
    read = sequence(["cat", path], ["rm", "-f", path])
    try:
        dumped = session.run_line(dump, timeout_s=DUMP_TIMEOUT_S)
        content = _whole(session, read)
    except DeviceTimeoutError as error:
        return DumpFailure(DumpKind.KILLED, f"uiautomator dump: {error}")
    if content is None:
        return DumpFailure(
            DumpKind.KILLED, "uiautomator dump: the phone hung up in the middle of the hierarchy"
        )
    failure = parse_dump_failure(dumped.all_text, dumped.exit_status)
    if not content.stdout:
        said = dumped.all_text.strip()[:_SHOWN_BYTES] or "nothing"
        lost = f"uiautomator dump wrote no file (it said: {said})"
        return failure or DumpFailure(DumpKind.CRASHED, lost)
    return failure or _checked(content.stdout, display)


def _whole(session: AdbSession, read: RemoteCommand) -> ShellResult | None:
    """The dump as it was read back; None where the answer broke off. Whether the phone went away with it,
    the next question tells.
    """
    try:
        return session.run_line(read)
    except DeviceLostError as error:
        if isinstance(error.__cause__, DeviceUnavailableError):
            raise
        return None


def _checked(sent: bytes, display: int | None) -> str:
    try:
        xml = sent if display is None else part_of_display(sent, display).encode(errors="surrogatepass")
        parse_hierarchy(xml)
    except HierarchyError as error:
        known = error.reason in tuple(MissingReason)
        reason = error.reason if known else MissingReason.DUMP_CRASHED
        raise CaptureError(reason, f"uiautomator dump: {error}") from error
    return xml.decode(errors="replace")
