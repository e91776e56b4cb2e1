"""One recording, replayed through a real adb server on phones of other kinds; a dry run; two fingers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gui_rec.device.restore import RestoreStep
from gui_rec.errors import UsageError
from gui_rec.model.actions import Key, OpenApp, Pinch, Swipe, Tap, Type
from gui_rec.model.geometry import PxPoint, to_unit
from gui_rec.model.selector import Selector
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Verdict
from gui_rec.recorder import Recorder
from gui_rec.replayer.config import ReplayConfig, Speed
from gui_rec.replayer.dry_run import dry_run
from gui_rec.replayer.report import RunReport
from gui_rec.replayer.session import replay
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.phone import SimulatedPhone, simulated_phone
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.selectors import find_all

pytestmark = [pytest.mark.slow, pytest.mark.e2e]

Prepare = Callable[[SimulatedPhone], object]
SHOP_ONLY = 3


def tap_on(recorder: Recorder, phone: SimulatedPhone, selector: Selector) -> Step:
    """Tap the one element that is like that."""
    (node,) = find_all(parse_hierarchy(phone.device.hierarchy()), selector)
    point = to_unit(node.bounds.center, phone.device.display().size)
    return recorder.do(Tap(point.x, point.y))


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sign in to the shop, go home, scroll the settings down and up, open a page and leave it."""
    out = tmp_path_factory.mktemp("elsewhere") / "traj.parquet"
    with simulated_phone(seed=7) as phone, Recorder(phone.device, out, goal="Look around") as recorder:
        recorder.do(OpenApp(name="Shop"))
        tap_on(recorder, phone, Selector(resource_id="com.example.shop:id/username"))
        recorder.do(Type("ada", press_enter=True))
        recorder.do(Type("s3cret", press_enter=True))
        recorder.do(Key("HOME"))
        recorder.do(OpenApp(name="Settings"))
        recorder.do(Swipe(0.5, 0.7, 0.5, 0.4, 1200))
        recorder.do(Swipe(0.5, 0.4, 0.5, 0.75, 1200))
        tap_on(recorder, phone, Selector(text="Connected devices"))
        recorder.do(Key("BACK"))
    return out


def replayed(
    recording: Path, prepare: Prepare | None = None, *, until: int | None = None, **phone: Any
) -> RunReport:
    config = ReplayConfig(
        timeout_s=6.0, write_verdicts=False, until_step=until, values=(("password", "s3cret"),)
    )
    with simulated_phone(seed=11, **phone) as simulated:
        if prepare is not None:
            prepare(simulated)
        return replay(recording, simulated.device, config)


def shades(report: RunReport) -> set[str]:
    return {step.verdict.detail.partition(":")[0] for step in report.steps}


@pytest.mark.parametrize(
    ("screen", "density"),
    [("720x1600", 280), ("1440x3120", 560), ("1440x3200", 480), ("1600x2560", 320), ("1080x2400", 480)],
)
def test_another_size_or_density_is_scaled(recording: Path, screen: str, density: int) -> None:
    report = replayed(recording, screen=screen, options=("--density", str(density)))
    assert report.ok, list(report.failures())
    assert shades(report) == {"SCALED"}
    assert {step.verdict.verdict for step in report.steps} == {Verdict.ACCEPTABLE}
    assert f"density 420 -> {density}" in report.elsewhere


@pytest.mark.parametrize("api", [28, 30, 36])
def test_another_android_is_fine(recording: Path, api: int) -> None:
    report = replayed(recording, api=api)
    assert report.ok, list(report.failures())
    assert report.elsewhere == (f"Android API 34 -> {api}",)


def test_a_dark_theme_is_another_style(recording: Path) -> None:
    report = replayed(recording, lambda phone: phone.process.control.set_night(True))
    assert report.ok, list(report.failures())
    assert shades(report) == {"STYLE_CHANGED"}
    assert report.elsewhere == ("dark theme off -> on",)


def test_a_larger_font_is_another_style(recording: Path) -> None:
    def enlarge(phone: SimulatedPhone) -> None:
        phone.device.session.run("settings", "put", "system", "font_scale", "1.15")

    report = replayed(recording, enlarge, until=SHOP_ONLY)
    assert report.ok, list(report.failures())
    assert shades(report) == {"STYLE_CHANGED"}
    assert report.elsewhere == ("font scale 1 -> 1.15",)


def test_a_phone_held_across_is_told_as_far_as_its_elements_are_the_same(recording: Path) -> None:
    report = replayed(recording, lambda phone: phone.process.control.rotate(1))
    assert report.ok, list(report.failures())
    assert shades(report) == {"ROTATION_CHANGED"}
    assert report.elsewhere == ()


def test_a_screen_that_turns_during_a_step_is_a_mismatch(recording: Path) -> None:
    report = replayed(recording, faults=("rotation-change:1@2",), until=SHOP_ONLY)
    assert report.steps[-1].verdict.code is Code.ROTATION_CHANGED
    assert report.steps[-1].verdict.verdict is Verdict.MISMATCH


def test_another_language_stays_unknown(recording: Path) -> None:
    report = replayed(recording, locale="zh-CN")
    assert report.steps[-1].verdict.code is Code.LOCALE_CHANGED
    assert report.steps[-1].verdict.verdict is Verdict.UNKNOWN


def test_a_changed_price_is_found_on_another_size_too(recording: Path) -> None:
    report = replayed(
        recording, screen="720x1600", options=("--density", "280", "--value", "shop.price.lamp=31.00")
    )
    failed = report.steps[-1]
    assert failed.index == SHOP_ONLY
    assert failed.verdict.code is Code.STATE_MISMATCH
    assert "$24.50" in failed.verdict.detail


@pytest.fixture(scope="module")
def phone() -> object:
    with simulated_phone(seed=5) as running:
        yield running


def test_a_dry_run_changes_nothing_on_the_phone(recording: Path, phone: SimulatedPhone) -> None:
    control = phone.process.control
    control.fault_on("lost-tap:1")
    before, lost = control.state(), control.faults()
    config = ReplayConfig(
        values=(("password", "s3cret"),), restore=(RestoreStep.CLEAR,), from_step=None, write_verdicts=False
    )
    found = dry_run(recording, phone.device, config)
    after = control.state()
    assert len(found.steps) == 10
    assert found.restore == "Shop: clear"
    assert (after["version"], after["tasks"], after["apps"]) == (
        before["version"],
        before["tasks"],
        before["apps"],
    )
    assert control.faults() == lost == ["lost-tap:1"], "no tap came"
    control.fault_off("lost-tap")


def test_coordinates_of_another_screen_are_refused_and_scaled_on_request(
    tmp_path: Path, recording: Path
) -> None:
    """The launcher's dock, recorded without a hierarchy, so that only its place is known."""
    out = tmp_path / "blind.parquet"
    with simulated_phone(seed=7, faults=("null-root:50",)) as there, Recorder(there.device, out) as recorder:
        recorder.do(Tap(0.5, 0.5))
    (step,) = open_trajectories(out).steps()
    assert step.target is None
    with simulated_phone(seed=7, screen="720x1600", options=("--density", "280")) as small:
        before = small.process.control.state()["version"]
        with pytest.raises(UsageError) as refused:
            replay(out, small.device, ReplayConfig(write_verdicts=False))
        assert "1080x2400" in str(refused.value)
        assert "720x1600" in str(refused.value)
        assert small.process.control.state()["version"] == before
        report = replay(out, small.device, ReplayConfig(scale=True, timeout_s=2, write_verdicts=False))
    assert report.steps[0].located in (None, "scaled coordinates")


def test_two_fingers_are_refused_beforehand_or_go_through_uiautomator2(tmp_path: Path) -> None:
    out = tmp_path / "zoom.parquet"
    with simulated_phone(seed=7) as there, Recorder(there.device, out) as recorder:
        there.device.use_ui_source("u2")
        recorder.do(OpenApp(name="Shop"))
        tap_on(recorder, there, Selector(resource_id="com.example.shop:id/username"))
        recorder.do(Type("ada", press_enter=True))
        recorder.do(Type("s3cret", press_enter=True))
        tap_on(recorder, there, Selector(text="Desk lamp"))
        size = there.device.display().size
        (node,) = find_all(parse_hierarchy(there.device.hierarchy()), Selector(content_desc="Desk lamp"))
        point = to_unit(PxPoint(node.bounds.center.x, node.bounds.center.y), size)
        zoomed = recorder.do(Pinch(point.x, point.y, 2.0))
        there.device.close()
    assert "200 %" in (zoomed.post.ui_xml or "")
    config = ReplayConfig(timeout_s=6.0, write_verdicts=False, values=(("password", "s3cret"),))
    with simulated_phone(seed=9) as here:
        before = here.process.control.state()["version"]
        refused = replay(out, here.device, config)
        assert [(s.index, s.verdict.code) for s in refused.steps] == [(5, Code.ACTION_UNSUPPORTED)]
        assert refused.not_run == 5
        assert here.process.control.state()["version"] == before, "nothing was sent"
        here.device.use_ui_source("u2")
        report = replay(out, here.device, config)
        here.device.close()
    assert report.ok, list(report.failures())


def test_a_restore_and_another_user_on_the_phone(recording: Path, phone: SimulatedPhone) -> None:
    """A wrong user is refused by the shop, so the recorded page after the sign-in does not come."""
    config = ReplayConfig(
        timeout_s=3.0,
        write_verdicts=False,
        until_step=SHOP_ONLY,
        values=(("password", "s3cret"), ("user", "eve")),
        parameters=(("user", "ada"),),
        restore=(RestoreStep.FORCE_STOP, RestoreStep.CLEAR),
        speed=Speed.RECORDED,
    )
    report = replay(recording, phone.device, config)
    assert report.restored is not None
    assert "force-stop, clear" in report.restored
    assert [step.ok for step in report.steps] == [True, True, True, False], list(report.failures())
    assert report.parameters == ("user",)
    assert report.speed == "recorded"
    assert phone.process.control.state()["screen"]["vars"]["username"] == "eve"
