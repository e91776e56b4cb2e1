"""A block of a test as a transition, on a device in memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from shop import button, changed, label, shop, tap
from small_recordings import record, small_step

from gui_rec.errors import DeviceLostError, InputError, StoreError, UsageError
from gui_rec.model.actions import Key
from gui_rec.model.verdict import Code, Verdict
from gui_rec.store.integrity import check
from gui_rec.store.reader import open_trajectories
from gui_rec.testing import TransitionError, transition
from gui_rec.testing.builders import SIZE
from gui_rec.testing.fake_device import FakeDevice
from gui_rec.testing.transitions import Transition, file_name
from gui_rec.testing.verdicts import HEARD, SETTINGS, RecordMode, Settings


@pytest.fixture(autouse=True)
def _settings_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    fresh = Settings(recordings=tmp_path / "t")
    for name in Settings.__slots__:
        monkeypatch.setattr(SETTINGS, name, getattr(fresh, name))
    HEARD.clear()
    yield
    HEARD.clear()


def open_milk(device: FakeDevice, *, record: str = "never", **how: object) -> Transition:
    """The block that opens an item."""
    with transition(device, "open milk", record=record, clock=device.clock, **how) as block:  # type: ignore[arg-type]
        device.perform(tap(40), SIZE)
    return block


def test_the_first_run_records_and_verifies_nothing(tmp_path: Path) -> None:
    block = open_milk(shop(), record="missing")
    assert block.report is None
    assert [(verdict.name, verdict.verdict) for verdict in HEARD] == [("open milk", "recorded")]
    file = tmp_path / "t" / "open-milk.parquet"
    assert check(file).ok
    (step,) = open_trajectories(file).steps()
    assert (step.action.type, step.operation, step.settled) == ("invalid", "open milk", True)
    assert (step.pre.activity, step.post.activity) == (".List", ".Item")


def test_later_runs_are_judged_against_it() -> None:
    open_milk(shop(), record="missing")
    block = open_milk(shop())
    assert block.report is not None
    assert (block.report.verdict.verdict, block.report.verdict.code) == (Verdict.MATCH, Code.OK)
    assert [verdict.verdict for verdict in HEARD] == ["recorded", "match"]
    assert HEARD[1].line is None
    open_milk(shop(), record="missing")  # it is there now, so it is judged
    assert HEARD[2].verdict == "match"


def test_another_screen_afterwards_raises_with_the_reports_line() -> None:
    open_milk(shop(), record="missing")
    dearer = shop(item=changed("item", "$5.00", label(40, "$6.00", "com.example.app:id/price")))
    with pytest.raises(TransitionError) as caught:
        open_milk(dearer, timeout_s=2.0)
    text = str(caught.value)
    for part in ("open milk", "STATE_MISMATCH", "$5.00", "$6.00", "expected", "seen .Item", "edits=1"):
        assert part in text
    assert isinstance(caught.value, AssertionError)
    assert caught.value.report.verdict.code is Code.STATE_MISMATCH
    assert HEARD[-1].line in text  # type: ignore[operator]


def test_a_block_whose_screen_is_not_there_does_not_run() -> None:
    open_milk(shop(), record="missing")
    device = FakeDevice(shop().screens, "cart")
    with pytest.raises(TransitionError, match="START_STATE_MISMATCH"):
        open_milk(device, timeout_s=1.0)
    assert device.performed == []
    assert HEARD[-1].code == "START_STATE_MISMATCH"


def test_the_recorded_screen_is_waited_for() -> None:
    open_milk(shop(), record="missing")
    device = FakeDevice(shop().screens, "home")
    device.show_after(3.0, "list")
    device.react_s = 2.0
    assert open_milk(device).report is not None


def test_an_effect_that_did_not_come_is_named() -> None:
    open_milk(shop(), record="missing")
    device = shop(list=changed("list", "Milk", button(40, "Milk", "com.example.app:id/row_milk")))
    with pytest.raises(TransitionError, match="NO_EFFECT"):
        open_milk(device, timeout_s=1.0)


def test_a_lost_device_is_a_verdict_not_a_crash() -> None:
    open_milk(shop(), record="missing")
    device = shop()
    with (
        pytest.raises(TransitionError, match="DEVICE_LOST"),
        transition(device, "open milk", clock=device.clock, timeout_s=1.0),
    ):
        device.lose()
    assert HEARD[-1].verdict == "unknown"
    with pytest.raises((TransitionError, DeviceLostError), match="DEVICE_LOST"):
        open_milk(device)


def test_what_the_block_itself_raises_goes_through_unjudged() -> None:
    open_milk(shop(), record="missing")
    device = shop()
    with pytest.raises(ZeroDivisionError), transition(device, "open milk", clock=device.clock):
        _ = 1 / 0
    assert [verdict.verdict for verdict in HEARD] == ["recorded"]
    with pytest.raises(ZeroDivisionError), transition(device, "new", record="missing", clock=device.clock):
        _ = 1 / 0
    assert not SETTINGS.recordings.joinpath("new.parquet").exists()


def test_nothing_is_recorded_unless_somebody_asks_for_it() -> None:
    with pytest.raises(UsageError, match="--gui-rec-record=missing"):
        open_milk(shop())
    assert not SETTINGS.recordings.exists()
    SETTINGS.record = RecordMode.MISSING
    device = shop()
    with transition(device, "open milk", clock=device.clock):
        device.perform(tap(40), SIZE)
    assert SETTINGS.recordings.joinpath("open-milk.parquet").is_file()


def test_recording_anew_moves_the_old_one_aside() -> None:
    open_milk(shop(), record="missing")
    dearer = changed("item", "$5.00", label(40, "$6.00", "com.example.app:id/price"))
    open_milk(shop(item=dearer), record="all")
    assert open_milk(shop(item=dearer)).report is not None
    names = sorted(path.name for path in SETTINGS.recordings.iterdir())
    assert names == ["open-milk.parquet", "open-milk.replaced-1.parquet"]


def test_two_names_of_one_file_are_told_apart() -> None:
    open_milk(shop(), record="missing")
    device = shop()
    with (
        pytest.raises(UsageError, match="'open milk'; give one of them another name"),
        transition(device, "Open-Milk", clock=device.clock),
    ):
        pass


def test_a_file_that_is_no_transition_is_refused() -> None:
    steps = [small_step(0, Key("HOME")), small_step(1, Key("HOME"))]
    SETTINGS.recordings.mkdir()
    record(SETTINGS.recordings / "open-milk.parquet", steps, goal="open milk")
    with pytest.raises(InputError, match="expected one episode with one step, got 1 episode"):
        open_milk(shop())


@pytest.mark.parametrize("name", ["", "  ", "!!!", "x" * 121])
def test_names_that_cannot_be(name: str) -> None:
    with pytest.raises(UsageError, match="expected a name"):
        transition(shop(), name)


def test_names_in_any_script_name_files_and_no_folders() -> None:
    assert file_name("../../etc/passwd") == "etc-passwd"
    assert file_name("加入购物车") == "加入购物车"
    assert file_name("Add to cart: 2") == "add-to-cart-2"
    assert file_name("x.labels") == "x-labels"


def test_a_wrong_mode_or_driver_is_told() -> None:
    with pytest.raises(UsageError, match="expected one of never, missing, all"):
        transition(shop(), "x", record="sometimes")
    with pytest.raises(UsageError, match=r"expected one of serial, gui_rec, .* got int"):
        transition(7, "x", record="missing").__enter__()


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"tolerance": "some"}, "tolerance: expected one of strict, "),
        ({"timeout_s": float("nan")}, "timeout_s: expected seconds"),
        ({"timeout_s": -1}, "timeout_s: expected seconds"),
        ({"timeout_s": "15"}, "timeout_s: expected seconds"),
        ({"name": None}, "name: expected a text"),
    ],
)
def test_what_cannot_be_meant_is_told_before_the_block(how: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        transition(shop(), **{"name": "x", **how})


def test_one_context_may_be_given_as_it_stands() -> None:
    assert transition(shop(), "x", contexts="first_run").how.contexts == ("first_run",)


def test_a_transition_is_no_block_within_itself_and_may_be_used_again() -> None:
    open_milk(shop(), record="missing")
    device = shop()
    again = transition(device, "open milk", clock=device.clock)
    with again:
        with pytest.raises(UsageError, match="open already"):
            again.__enter__()
        device.perform(tap(40), SIZE)
    device.current = "list"
    with pytest.raises(TransitionError, match="NO_EFFECT"), again:
        pass
    with again:
        device.perform(tap(40), SIZE)
    assert again.report is not None
    assert again.report.ok


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    SETTINGS.recordings = tmp_path / "file" / "recordings"
    device = shop()
    with pytest.raises(StoreError, match="cannot be made"):
        open_milk(device, record="missing")


def test_the_report_has_document_and_page(tmp_path: Path) -> None:
    open_milk(shop(), record="missing")
    SETTINGS.report, SETTINGS.test = tmp_path / "report", "tests/test_shop.py::test_it[a/b]"
    open_milk(shop())
    open_milk(shop())
    folders = sorted((tmp_path / "report").glob("*/*"))
    assert [folder.name for folder in folders] == ["open-milk", "open-milk-2"]
    assert sorted(path.name for path in folders[0].iterdir()) == ["report.html", "report.json"]
    page = (folders[0] / "report.html").read_text(encoding="utf-8")
    for title in ("recorded: before", "recorded: after", "replayed: before", "replayed: after"):
        assert title in page
    assert HEARD[-1].folder == str(folders[1])
