"""Whatever goes wrong on the phone: what a recorded step then holds. One entry for every fault that it can inject.

Each is recorded by the script source through a real adb server. The first step opens a page of Settings, or is the
entry's own; then the fault begins, and the second step is what the entry speaks of.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from recording_process import recording

from gui_rec.capture.pixels import bars_in, same_pixels
from gui_rec.capture.reconnect import Patience
from gui_rec.errors import DeviceError, ExitCode
from gui_rec.model.actions import OpenApp, Tap, Type
from gui_rec.model.flags import EndReason, Flag, MissingReason
from gui_rec.model.geometry import Point, ScreenSize, to_unit
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.phone.wire.faults import WireFault
from gui_rec.phone.world.faults import KINDS
from gui_rec.recorder.session import Recorder, RecorderConfig
from gui_rec.recorder.sources._api import SourceOptions
from gui_rec.recorder.sources.script import ScriptSource
from gui_rec.store.integrity import check
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.phone import SimulatedPhone, simulated_phone, wait_until_usable
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.vision.fingerprint import look
from gui_rec.vision.png import check_png

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]

Deed = dict[str, object]
OPEN_PAGE: Deed = {"type": "tap", "x": 0.5, "y": 850 / 2400}
BACK: Deed = {"type": "key", "code": "BACK"}
WAIT: Deed = {"type": "wait", "duration_ms": 1}
PANEL = ScreenSize(1080, 2400)
SMALL = ScreenSize(720, 1600)

Absences = dict[str, MissingReason]
NO_PICTURE: Absences = {"screenshot": MissingReason.SCREENCAP_TRUNCATED}
NO_TREE: Absences = {"ui_xml": MissingReason.DUMP_NULL_ROOT}
NO_PACKAGE: Absences = {"package": MissingReason.NOT_RECORDED}
STALLED: Absences = {**NO_PICTURE, "ui_xml": MissingReason.DUMP_KILLED}
REFUSED: Absences = {"screenshot": MissingReason.SCREENCAP_FAILED}


@dataclass(frozen=True)
class Held:
    """`pre` and `post` name the reference screens that the step's halves show, None for another one; a half shows its
    reference in whatever is not absent. `lost` are words of the error that ended the session before the step,
    and so are those of `refused` where the phone is still there. `says` is a text of the state after it; `may` are
    flags that may come or not.
    """

    faults: tuple[str, ...]
    post: str | None = "list"
    pre: str | None = "page"
    pre_missing: Absences = field(default_factory=dict)
    post_missing: Absences = field(default_factory=dict)
    flags: frozenset[Flag] = frozenset()
    code: str | None = None
    settled: bool = True
    size: ScreenSize = PANEL
    lost: str | None = None
    patience_s: float = 30.0
    start: str = "settings"
    first: Deed = field(default_factory=lambda: OPEN_PAGE)
    second: Deed = field(default_factory=lambda: BACK)
    package: str | None = None
    may: frozenset[Flag] = frozenset()
    says: str = ""
    refused: str | None = None


def held(*faults: str, **more: object) -> Held:
    for name in ("flags", "may"):
        more[name] = frozenset(more.get(name, ()))  # type: ignore[call-overload]
    return Held(faults, **more)  # type: ignore[arg-type]


def lost(fault: str, words: str, patience_s: float = 2.0) -> Held:
    return held(fault, lost=words, patience_s=patience_s)


# Black where nothing may be shown: the picture is kept, with its flag, and is no reference.
ENTRIES = (
    held("old-xml", post_missing=NO_TREE, flags={Flag.DUMP_NULL_ROOT}),
    held("old-xml:1"),
    held("null-root", post_missing=NO_TREE, flags={Flag.DUMP_NULL_ROOT}),
    held("null-root:1"),
    held("truncated-png", pre_missing=NO_PICTURE, post_missing=NO_PICTURE),
    held("truncated-png:1"),
    held(
        "not-idle",
        "idle-timeout:1",
        post_missing={"ui_xml": MissingReason.DUMP_NOT_IDLE},
        flags={Flag.DUMP_NOT_IDLE},
    ),
    held("idle-timeout:1"),
    held("lost-tap", first=WAIT, second=OPEN_PAGE, pre="list"),
    held("inject-denied", post="page", code="ACTION_FAILED"),
    held("no-focus", pre_missing=NO_PACKAGE, post_missing=NO_PACKAGE),
    held("no-focus:2"),
    held("display-warning"),
    held("stale-tree"),
    held("stale-tree:99", post=None, flags={Flag.TREE_SUSPECT}),
    held("stale-frame"),
    held("stale-frame:3"),
    held("stale-frame:999", post=None, flags={Flag.TREE_SUSPECT}),
    held("never-settling", pre=None, post=None, flags={Flag.UNSETTLED}, settled=False),
    held(
        "slow-page:3",
        start="shop",  # whose banner turns by itself
        first=WAIT,
        second={"on": "Café mug"},
        pre=None,
        post=None,
        may={Flag.UNSETTLED},
        says="Stoneware, 300 ml, made in Porto.",
    ),
    held("secure-screen", pre=None, post=None, flags={Flag.SECURE_SCREEN}),
    held("secure-screen:1", pre_missing=REFUSED, post_missing=REFUSED),
    held("crash-dialog", pre=None, post=None, flags={Flag.FOREIGN_WINDOW}),
    held("anr-dialog", pre=None, post="page", flags={Flag.FOREIGN_WINDOW}),
    held("permission-dialog", pre=None, post=None, package="com.google.android.permissioncontroller"),
    held("chooser-dialog", pre=None, post="page"),
    held("app-dialog", pre=None, post=None, says="Rate this app?"),
    held("usb-dialog", pre=None, post=None, package="com.android.systemui"),
    held("shade-dialog", pre=None, post=None, package="com.android.systemui"),
    held("silent-crash", pre=None, post=None, package="com.android.launcher3"),
    held("heads-up", pre=None, post=None, package="com.android.settings"),
    held("error-toast", pre=None, post=None, package="com.android.settings"),
    held("inline-error", pre=None, post=None, says="error"),
    held("loading-page", pre=None, post=None, may={Flag.UNSETTLED}, says="progress"),
    held("blank-page", pre=None, post=None, flags={Flag.BLANK_SCREEN}),
    held("login-wall", pre=None, post=None, flags={Flag.MASKED}, says='password="true"'),
    held("update-wall", pre=None, post=None, says="pdate"),
    held("web-error", pre=None, post=None, says="ERR_"),
    held("odd-paint", pre=None, post=None, package="com.android.settings"),
    held("come-and-go", pre=None, post=None, may={Flag.UNSETTLED}, says="com.android.settings"),
    held("double-tap"),
    held(
        "ime-race",
        start="login",
        first=WAIT,
        second={"type": "type", "text": "Grüße"},
        refused="the phone does not let",
    ),
    held("clock-jump"),
    held("size-change@1", post=None, flags={Flag.SIZE_CHANGED}, size=SMALL),
    held("size-change", pre=None, post=None, size=SMALL),
    held(
        "rotation-change@1",
        post=None,
        flags={Flag.ROTATION_CHANGED, Flag.SIZE_CHANGED},
        size=ScreenSize(2400, 1080),
    ),
    held("booting"),
    lost("offline", "offline"),
    lost("unauthorized", "unauthorized", patience_s=8.0),
    held("recovery", flags={Flag.DEVICE_RECONNECTED}),
    held("bootloader", flags={Flag.DEVICE_RECONNECTED}),
    held("outage:1", flags={Flag.DEVICE_RECONNECTED}),
    lost("outage:60", ""),
    lost("mute", "in time"),
    held("mute:1"),
    lost("refuse", "closed"),
    held("refuse:1", flags={Flag.DEVICE_RECONNECTED}),
    held(
        "cut-stream",
        pre_missing={**NO_PICTURE, "ui_xml": MissingReason.DUMP_KILLED},
        post_missing={**NO_PICTURE, "ui_xml": MissingReason.DUMP_KILLED},
        flags={Flag.DUMP_KILLED, Flag.UNSETTLED},
        settled=False,
    ),
    held("cut-stream:1"),
    held(
        "stall-stream",
        pre_missing=STALLED,
        post_missing=STALLED,
        flags={Flag.DUMP_KILLED, Flag.UNSETTLED},
        settled=False,
    ),
    held("stall-stream:1"),
    lost("drop-link", ""),
    held("drop-link:1", flags={Flag.DEVICE_RECONNECTED}),
    held("slow-acks:300"),
    held("fail-send"),
    held("fail-recv"),
)


def name_of(fault: str) -> str:
    return fault.partition(":")[0].partition("@")[0]


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedPhone]:
    with simulated_phone(seed=3) as running:
        yield running


def place_of(phone: SimulatedPhone, text: str) -> Point:
    nodes = parse_hierarchy(phone.device.hierarchy()).walk()
    return to_unit(
        next(node for node in nodes if text in (node.text, node.content_desc)).bounds.center, PANEL
    )


def tap_on(phone: SimulatedPhone, text: str) -> None:
    place = place_of(phone, text)
    phone.device.perform(Tap(place.x, place.y), PANEL)


@pytest.fixture(scope="module")
def starts(phone: SimulatedPhone, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the snapshots that sessions begin with."""
    folder = tmp_path_factory.mktemp("starts")
    control = phone.process.control
    phone.device.perform(OpenApp(name="Settings"), PANEL)
    control.snapshot_save(folder, "settings")
    phone.device.perform(OpenApp(name="Shop"), PANEL)
    tap_on(phone, "User name")
    control.snapshot_save(folder, "login")
    phone.device.perform(Type("ada"), PANEL)
    tap_on(phone, "Password")
    phone.device.perform(Type("s3cret"), PANEL)
    control.key("back")
    tap_on(phone, "Sign in")
    control.snapshot_save(folder, "shop")
    return folder


def aimed(phone: SimulatedPhone, deed: Deed) -> Deed:
    """A line of a script; `on` is the text to tap on."""
    if "on" not in deed:
        return deed
    place = place_of(phone, str(deed["on"]))
    return {"type": "tap", "x": place.x, "y": place.y}


@dataclass(frozen=True)
class Recorded:
    """What a session left, and the error that ended it."""

    steps: tuple[Step, ...]
    end: EndReason
    error: DeviceError | None


def record(phone: SimulatedPhone, starts: Path, out: Path, entry: Held) -> Recorded:
    """A session of two steps; the faults begin between them."""
    control = phone.process.control
    control.snapshot_load(starts, entry.start)
    wait_until_usable(phone.server.client, phone.process.serial, timeout_s=60)
    script = out.with_suffix(".jsonl")
    lines = [json.dumps(aimed(phone, deed)) + "\n" for deed in (entry.first, entry.second)]
    script.write_text("".join(lines), encoding="utf-8")
    config, error = RecorderConfig(patience=Patience(entry.patience_s)), None
    try:
        with Recorder(phone.device, out, source="script", config=config) as recorder:
            steps = ScriptSource().steps(recorder, SourceOptions(script=script), lambda: False)
            next(steps)
            for fault in entry.faults:
                control.fault_on(fault)
            assert len(list(steps)) == 1
    except DeviceError as raised:
        error = raised
    finally:
        control.snapshot_load(starts, entry.start)
    assert check(out).ok
    recorded = open_trajectories(out)
    (episode,) = recorded.episodes
    assert episode.end is not None
    return Recorded(tuple(recorded.steps()), episode.end.reason, error)


@pytest.fixture(scope="module")
def references(
    phone: SimulatedPhone, starts: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Observation]:
    """The page and the list, recorded without a fault."""
    out = tmp_path_factory.mktemp("references") / "r.parquet"
    _, step = record(phone, starts, out, Held(())).steps
    assert (step.pre.missing, step.post.missing, step.flags) == ((), (), ())
    return {"page": step.pre, "list": step.post}


def assert_honest(seen: Observation, missing: Absences) -> None:
    """What is absent is null with this reason and so is what would follow from it; what is there is whole."""
    assert {absence.column: absence.reason for absence in seen.missing} == missing
    assert (seen.screenshot is None) == (seen.fingerprint is None) == ("screenshot" in missing)
    assert (seen.ui_xml is None) == (seen.state_key is None) == ("ui_xml" in missing)
    assert (seen.package is None) == ("package" in missing)
    if seen.screenshot is not None:
        assert seen.size == check_png(seen.screenshot)
        if look(seen.screenshot).is_black:
            assert {Flag.SECURE_SCREEN, Flag.BLANK_SCREEN} & set(seen.flags)
    if seen.ui_xml is None:
        assert (seen.facts.loading, seen.facts.dialog, seen.ui_source) == (None, None, None)


def assert_shows(seen: Observation, reference: Observation) -> None:
    """Of this very screen and of no older one, in whatever is not absent."""
    if seen.screenshot is not None:
        assert same_pixels(seen.screenshot, reference.screenshot, bars_in(reference))
    if seen.ui_xml is not None:
        assert seen.ui_xml == reference.ui_xml
    if seen.package is not None:
        assert (seen.package, seen.activity) == (reference.package, reference.activity)


def test_every_fault_of_the_phone_has_an_entry() -> None:
    assert {name_of(fault) for entry in ENTRIES for fault in entry.faults} == {*KINDS, *WireFault}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: "+".join(entry.faults))
def test_what_a_step_holds(
    phone: SimulatedPhone, starts: Path, references: dict[str, Observation], tmp_path: Path, entry: Held
) -> None:
    recorded = record(phone, starts, tmp_path / "run.parquet", entry)
    if entry.lost is not None:
        assert (len(recorded.steps), recorded.end) == (1, EndReason.DEVICE_LOST)
        assert entry.lost in str(recorded.error)
        return
    if entry.refused is not None:
        assert (len(recorded.steps), recorded.end) == (1, EndReason.INTERRUPTED)
        assert entry.refused in str(recorded.error)
        return
    assert recorded.error is None
    _, step = recorded.steps
    assert_honest(step.pre, entry.pre_missing)
    assert_honest(step.post, entry.post_missing)
    for seen, reference in ((step.pre, entry.pre), (step.post, entry.post)):
        if reference is not None:
            assert_shows(seen, references[reference])
    assert set(step.flags) - entry.may == entry.flags
    assert step.result_code == entry.code
    assert step.settled == entry.settled or Flag.UNSETTLED in entry.may
    assert entry.says in (step.post.ui_xml or "")
    assert step.post.size == entry.size
    if entry.package is not None:
        assert step.post.package == entry.package


@pytest.mark.parametrize(
    ("fault", "missing"),
    [("old-xml", NO_TREE), ("truncated-png", NO_PICTURE), ("stale-frame:3", {}), ("stale-tree", {})],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_a_touched_step_holds(
    phone: SimulatedPhone,
    starts: Path,
    references: dict[str, Observation],
    tmp_path: Path,
    fault: str,
    missing: Absences,
) -> None:
    control = phone.process.control
    control.snapshot_load(starts, "settings")
    words = ["--device", phone.process.serial, "-o", str(tmp_path / "run.parquet")]
    with recording(words, phone.server.environ) as run:
        run.wait_for("Ready")
        control.fault_on(fault)
        control.tap(540, 850)
        run.wait_for("ready for the next touch")
        run.process.send_signal(signal.SIGINT)
        assert run.end() == ExitCode.OK
    control.snapshot_load(starts, "settings")
    (step,) = open_trajectories(tmp_path / "run.parquet").steps()
    assert_honest(step.pre, {})
    assert_shows(step.pre, references["list"])
    assert_honest(step.post, missing)
    assert_shows(step.post, references["page"])
