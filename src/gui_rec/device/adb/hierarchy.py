"""Which way the hierarchy is got: by the platform's `uiautomator dump`, or by uiautomator2's server, which hears
toasts, too.
"""

from __future__ import annotations

from enum import StrEnum

from gui_rec.device.adb.parse_dump import DumpKind
from gui_rec.device.adb.screen import DumpRefusedError, dump_hierarchy
from gui_rec.device.adb.session import AdbSession
from gui_rec.device.adb.u2 import dump_by_u2, forget_toast, is_running, last_toast
from gui_rec.device.adb.u2_start import U2Server, ensure_u2
from gui_rec.errors import CaptureError, UsageError


class UiSource(StrEnum):
    """`auto` takes uiautomator2's server where one runs, and the other way where the first one is shut."""

    AUTO = "auto"
    DUMP = "dump"
    U2 = "u2"


class Hierarchies:
    """The hierarchies of one device. `last` names what the last one was got by."""

    def __init__(self, session: AdbSession, wanted: UiSource = UiSource.AUTO) -> None:
        self._session = session
        self.wanted = wanted
        self._chosen: UiSource | None = None if wanted is UiSource.AUTO else wanted
        self._server: U2Server | None = None
        self._display = 0
        self._of_several = False
        self.last: UiSource | None = None

    def use(self, wanted: UiSource) -> None:
        """Choose the way; uiautomator2's server is started where none runs. Raises DeviceError, UsageError."""
        if wanted is UiSource.U2:
            self._refuse_u2_of_another(self._display)
            self._server = ensure_u2(self._session)
        self.wanted = wanted
        self._chosen = None if wanted is UiSource.AUTO else wanted

    def use_display(self, display: int) -> None:
        """Get those of this display. Raises UsageError where uiautomator2's server is asked for, too."""
        if self.wanted is UiSource.U2:
            self._refuse_u2_of_another(display)
        self._display = display

    def _refuse_u2_of_another(self, display: int) -> None:
        if display:
            raise UsageError(
                f"--ui-source u2 and --display {display}: uiautomator2's server tells the active window of the whole "
                "phone only; leave --ui-source out"
            )

    def close(self) -> None:
        """End the server that `use` started."""
        server, self._server = self._server, None
        if server is not None:
            server.stop()

    def get(self, *, of_several: bool = False) -> str:
        """The hierarchy of this moment; with `of_several` displays never another one's. Raises CaptureError with a
        `dump_*` reason.
        """
        self._of_several = of_several
        if self._display:
            self.last = UiSource.DUMP
            return dump_hierarchy(self._session, self._display)
        if self._chosen is None:
            self._chosen = UiSource.U2 if is_running(self._session) else UiSource.DUMP
        try:
            return self._by(self._chosen)
        except CaptureError as error:
            other = self._other_way(error)
            if other is None:
                raise
            self._chosen = other
            return self._by(other)

    def last_toast(self) -> str | None:
        """What uiautomator2's server heard since `forget_toast`, "" for nothing; None where it is not used."""
        return last_toast(self._session) if self._hears else None

    def forget_toast(self) -> None:
        """Let the server forget the newest toast."""
        if self._hears:
            forget_toast(self._session)

    @property
    def _hears(self) -> bool:
        return self._chosen is UiSource.U2 and not self._display

    def _by(self, way: UiSource) -> str:
        self.last = way
        if way is UiSource.U2:
            return dump_by_u2(self._session)
        return dump_hierarchy(self._session, 0 if self._of_several else None)

    def _other_way(self, error: CaptureError) -> UiSource | None:
        """Only where the first way is shut: a server that has gone, or one that has come and holds the service."""
        if self.wanted is not UiSource.AUTO:
            return None
        if self._chosen is UiSource.U2:
            return None if is_running(self._session) else UiSource.DUMP
        busy = isinstance(error, DumpRefusedError) and error.kind is DumpKind.BUSY
        return UiSource.U2 if busy and is_running(self._session) else None
