"""Which way the hierarchy is got, and when the other way is taken."""

from __future__ import annotations

import pytest
from scripted_phone import scripted_phone

from gui_rec.device.adb import hierarchy
from gui_rec.device.adb.hierarchy import Hierarchies, UiSource
from gui_rec.device.adb.parse_dump import DumpFailure, DumpKind
from gui_rec.device.adb.screen import DumpRefusedError
from gui_rec.device.adb.session import AdbSession
from gui_rec.device.adb.u2_start import U2Server
from gui_rec.errors import CaptureError, UsageError


class Ways:
    """Both ways, each open or shut with an error."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, runs: bool) -> None:
        self.runs = runs
        self.dump_error: CaptureError | None = None
        self.u2_error: CaptureError | None = None
        monkeypatch.setattr(hierarchy, "is_running", lambda _session: self.runs)
        monkeypatch.setattr(
            hierarchy, "dump_hierarchy", lambda _session, _display=0: self._give("dumped", self.dump_error)
        )
        monkeypatch.setattr(hierarchy, "dump_by_u2", lambda _session: self._give("by u2", self.u2_error))

    def _give(self, text: str, error: CaptureError | None) -> str:
        if error is not None:
            raise error
        return text


@pytest.fixture
def session() -> AdbSession:
    with scripted_phone(lambda _line: b"") as phone:
        return phone.session


BUSY = DumpRefusedError(DumpFailure(DumpKind.BUSY, "held"))


def test_auto_takes_the_server_where_one_runs(monkeypatch: pytest.MonkeyPatch, session: AdbSession) -> None:
    Ways(monkeypatch, runs=True)
    got = Hierarchies(session)
    assert got.get() == "by u2"
    assert got.last is UiSource.U2


def test_auto_goes_over_when_a_server_came_and_holds_the_service(
    monkeypatch: pytest.MonkeyPatch, session: AdbSession
) -> None:
    ways, got = Ways(monkeypatch, runs=False), Hierarchies(session)
    assert (got.get(), got.last) == ("dumped", UiSource.DUMP)
    ways.runs, ways.dump_error = True, BUSY
    assert (got.get(), got.last) == ("by u2", UiSource.U2)
    ways.runs, ways.dump_error, ways.u2_error = False, None, CaptureError("dump_crashed", "gone")
    assert (got.get(), got.last) == ("dumped", UiSource.DUMP)


@pytest.mark.parametrize("wanted", [UiSource.DUMP, UiSource.U2])
def test_a_chosen_way_is_kept(monkeypatch: pytest.MonkeyPatch, session: AdbSession, wanted: UiSource) -> None:
    ways, got = Ways(monkeypatch, runs=True), Hierarchies(session, wanted)
    ways.dump_error, ways.u2_error = BUSY, CaptureError("dump_crashed", "gone")
    with pytest.raises(CaptureError):
        got.get()
    assert got.last is wanted


def test_a_failure_that_is_no_shut_door_stays_one(
    monkeypatch: pytest.MonkeyPatch, session: AdbSession
) -> None:
    ways, got = Ways(monkeypatch, runs=False), Hierarchies(session)
    ways.dump_error = DumpRefusedError(DumpFailure(DumpKind.NOT_IDLE, "moves"))
    with pytest.raises(CaptureError, match="moves"):
        got.get()
    ways.dump_error = BUSY
    with pytest.raises(CaptureError, match="held"):
        got.get()
    ways.runs, got = True, Hierarchies(session)
    ways.u2_error = CaptureError("dump_null_root", "screen off")
    with pytest.raises(CaptureError, match="screen off"):
        got.get()


def test_a_server_that_was_started_for_it_ends_with_it(
    monkeypatch: pytest.MonkeyPatch, session: AdbSession
) -> None:
    ended: list[bool] = []
    monkeypatch.setattr(hierarchy, "ensure_u2", lambda _session: U2Server(lambda: ended.append(True)))
    Ways(monkeypatch, runs=True)
    got = Hierarchies(session, UiSource.DUMP)
    got.use(UiSource.U2)
    assert got.get() == "by u2"
    got.use(UiSource.AUTO)
    got.close()
    got.close()
    assert ended == [True]


def test_of_another_display_it_is_dumped_and_never_asked_of_the_server(session: AdbSession) -> None:
    windows = (
        b'<displays><display id="0"><window active="true"><hierarchy rotation="0"><node bounds="[0,0][1,1]" />'
        b'</hierarchy></window></display><display id="2"><window><hierarchy rotation="0">'
        b'<node text="two" bounds="[0,0][1,1]" /></hierarchy></window></display></displays>'
    )
    with scripted_phone(lambda line: windows if line.startswith("cat") else b"") as phone:
        hierarchies = Hierarchies(phone.session)
        hierarchies.use_display(2)
        assert 'text="two"' in hierarchies.get()
        assert hierarchies.last is UiSource.DUMP
        with pytest.raises(UsageError, match="--ui-source u2 and --display 2"):
            hierarchies.use(UiSource.U2)
        assert not any("9008" in request for request in phone.server.requests)
    by_server = Hierarchies(session, UiSource.U2)
    with pytest.raises(UsageError, match="leave --ui-source out"):
        by_server.use_display(1)
    by_server.use_display(0)


def test_toasts_are_heard_only_where_the_server_is_used(
    monkeypatch: pytest.MonkeyPatch, session: AdbSession
) -> None:
    forgotten: list[AdbSession] = []
    monkeypatch.setattr(hierarchy, "last_toast", lambda _: "Saved")
    monkeypatch.setattr(hierarchy, "forget_toast", forgotten.append)
    by_dump, by_server = Hierarchies(session, UiSource.DUMP), Hierarchies(session, UiSource.U2)
    assert by_dump.last_toast() is None
    by_dump.forget_toast()
    assert forgotten == []
    assert by_server.last_toast() == "Saved"
    by_server.forget_toast()
    assert forgotten == [session]
