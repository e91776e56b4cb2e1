from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from shop import BUY, SHOP, button, changed, label, record_shop, shop, tap

from gui_rec.errors import CaptureError, DeviceLostError, ExitCode, StoreError, UsageError
from gui_rec.model.actions import Answer, Finish, FinishStatus, Key, OpenApp, Type
from gui_rec.model.flags import EndReason
from gui_rec.model.geometry import Rect
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.config import OnMismatch, ReplayConfig
from gui_rec.replayer.judge import Circumstances, judge
from gui_rec.replayer.session import replay
from gui_rec.store.reader import open_trajectories
from gui_rec.store.recording import RecordingWriter
from gui_rec.testing.builders import TEXT_FIELD, Element
from gui_rec.testing.fake_device import FakeDevice, Screen

GO_ON = ReplayConfig(on_mismatch=OnMismatch.CONTINUE)


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    return record_shop(tmp_path / "buy")


def test_the_same_world_replays_as_match(recording: Path) -> None:
    device = shop()
    heard: list[int] = []
    report = replay(recording, device, clock=device.clock, on_step=lambda step: heard.append(step.index))
    assert report.ok
    assert heard == [0, 1]
    assert report.exit_code is ExitCode.OK
    assert [step.verdict.verdict for step in report.steps] == [Verdict.MATCH, Verdict.MATCH]
    assert [step.located for step in report.steps] == ["selector", "selector"]
    assert device.performed == list(BUY)
    assert report.counts == {"match": 2, "acceptable": 0, "mismatch": 0, "unknown": 0}
    assert list(report.failures()) == []


def test_a_run_that_begins_elsewhere_and_fails_says_where_it_should_begin(tmp_path: Path) -> None:
    out = record_shop(
        tmp_path / "open", (OpenApp(package="com.example.app"), tap(40)), FakeDevice(SHOP, "home")
    )
    device = FakeDevice({**SHOP, "list": changed("list", "Bread", label(70, "Rolls"))}, "cart")
    report = replay(out, device, clock=device.clock)
    assert [step.verdict.code for step in report.steps] == [Code.START_STATE_MISMATCH]
    assert "the recording starts on" in report.steps[0].verdict.detail
    assert "STATE_MISMATCH" in report.steps[0].verdict.detail
    fine = FakeDevice(SHOP, "cart")
    assert replay(out, fine, clock=fine.clock).ok, "opening an app works from anywhere"


def test_a_lost_tap_is_no_effect_and_is_never_repeated(recording: Path) -> None:
    device = shop(item=changed("item", "Add to cart", button(70, "Add to cart", "com.example.app:id/add")))
    report = replay(recording, device, clock=device.clock)
    assert not report.ok
    failed = report.steps[1]
    assert failed.verdict.code is Code.NO_EFFECT
    assert failed.decided_by == "no_effect"
    assert len(device.performed) == 2
    (line,) = report.failures()
    assert line.startswith("step 1 ")
    assert "NO_EFFECT" in line
    assert "Add to cart" in line


def test_a_lost_tap_on_a_field_is_no_effect_of_that_step(tmp_path: Path) -> None:
    form = Screen((label(4, "Form"), Element(Rect(4, 40, 104, 60), "", "a:id/name", class_name=TEXT_FIELD)))
    out = record_shop(tmp_path / "form", (tap(40), Type("ada")), FakeDevice({"form": form}, "form"))
    assert next(open_trajectories(out).steps()).post.facts.keyboard
    fine = FakeDevice({"form": form}, "form")
    assert replay(out, fine, clock=fine.clock).ok
    deaf = replace(form, elements=(form.elements[0], replace(form.elements[1], class_name="x.EditText")))
    device = FakeDevice({"form": deaf}, "form")
    report = replay(out, device, clock=device.clock)
    assert [step.verdict.code for step in report.steps] == [Code.NO_EFFECT]


def test_a_hierarchy_that_fails_once_is_asked_for_again(recording: Path) -> None:
    device = shop()
    device.fail_next("hierarchy", CaptureError("dump_null_root", "null root"), times=4)
    report = replay(recording, device, clock=device.clock)
    assert report.ok, list(report.failures())
    assert [step.located for step in report.steps] == ["selector", "selector"]


def test_a_screen_that_never_idles_is_judged_by_its_pixels(recording: Path) -> None:
    device = shop()
    device.fail_next("hierarchy", CaptureError("dump_not_idle", "could not get idle state"), times=500)
    report = replay(recording, device, clock=device.clock)
    assert [step.located for step in report.steps] == ["equal picture", "equal picture"]
    assert [step.verdict.verdict for step in report.steps] == [Verdict.ACCEPTABLE, Verdict.ACCEPTABLE]
    assert {step.verdict.confidence for step in report.steps} == {0.6}


def test_a_changed_price_names_both_texts(recording: Path) -> None:
    device = shop(item=changed("item", "$5.00", label(40, "$6.00", "com.example.app:id/price")))
    report = replay(recording, device, clock=device.clock)
    (step,) = report.steps
    assert step.verdict.code is Code.STATE_MISMATCH
    assert "$5.00" in step.verdict.detail
    assert "$6.00" in step.verdict.detail
    assert report.not_run == 1
    assert report.exit_code is ExitCode.MISMATCH


def test_going_on_after_a_mismatch_keeps_its_verdict(recording: Path) -> None:
    device = shop(item=changed("item", "$5.00", label(40, "$6.00", "com.example.app:id/price")))
    report = replay(recording, device, GO_ON, clock=device.clock)
    assert [step.verdict.code for step in report.steps] == [Code.STATE_MISMATCH, Code.SCREEN_MISMATCH]
    assert len(device.performed) == 2
    assert not report.ok


def test_a_recording_whose_name_is_no_utf8_is_reported_like_others(tmp_path: Path) -> None:
    path = record_shop(tmp_path / os.fsdecode(b"a\xff.parquet"))
    device = shop()
    report = replay(path, device, ReplayConfig(report_dir=tmp_path / "report"), clock=device.clock)
    assert report.ok
    assert json.loads((tmp_path / "report" / "report.json").read_text("utf-8"))["recording"].endswith(
        "a\\xff.parquet"
    )


def test_a_wrong_start_is_named_and_nothing_is_touched(recording: Path) -> None:
    device = shop()
    device.current = "cart"
    report = replay(recording, device, clock=device.clock)
    assert report.steps[0].verdict.code is Code.START_STATE_MISMATCH
    assert device.performed == []


def test_an_app_that_is_further_along_says_where(recording: Path) -> None:
    device = shop()
    device.current = "item"
    report = replay(recording, device, clock=device.clock)
    assert report.steps[0].verdict.code is Code.AHEAD
    assert "step 1" in report.steps[0].verdict.detail


def test_the_launcher_in_front_is_app_left(recording: Path) -> None:
    device = shop()
    device.current = "home"
    report = replay(recording, device, clock=device.clock)
    assert report.steps[0].verdict.code is Code.APP_LEFT


def test_a_crash_returns_at_once(recording: Path) -> None:
    device = shop(item=SHOP["crash"])
    report = replay(recording, device, clock=device.clock)
    assert report.steps[0].verdict.code is Code.CRASH_DIALOG
    assert report.steps[0].elapsed_ms < 5_000


def test_a_screen_that_comes_late_is_waited_for(recording: Path) -> None:
    device = shop()
    device.current = "home"
    device.show_after(6.0, "list")
    assert replay(recording, device, clock=device.clock).ok


def test_a_target_that_moved_is_touched_where_it_is_now(recording: Path) -> None:
    moved = Element(Rect(4, 170, 104, 210), "Milk", "com.example.app:id/row_milk", goes_to="item")
    device = shop(list=changed("list", "Milk", moved))
    report = replay(recording, device, clock=device.clock)
    assert device.performed[0] == replace(BUY[0], y=190 / 240)
    assert report.steps[1].verdict.verdict is Verdict.MATCH


def test_a_missing_target_names_what_comes_nearest(recording: Path) -> None:
    device = shop(list=changed("list", "Milk", button(40, "Milk 2 %", "com.example.app:id/row_milk2")))
    report = replay(recording, device, GO_ON, clock=device.clock)
    first = report.steps[0].verdict
    assert first.code is Code.TARGET_NOT_FOUND
    assert "Milk 2 %" in first.detail
    assert device.performed == []


def test_two_targets_stop_the_run_even_when_told_to_go_on(recording: Path) -> None:
    milk = next(e for e in SHOP["list"].elements if e.text == "Milk")
    twice = replace(
        SHOP["list"], elements=(*SHOP["list"].elements, replace(milk, bounds=Rect(4, 170, 104, 190)))
    )
    device = shop(list=twice)
    report = replay(recording, device, GO_ON, clock=device.clock)
    assert [step.verdict.code for step in report.steps] == [Code.TARGET_AMBIGUOUS]
    assert report.not_run == 1
    assert device.performed == []


def test_a_recorded_failed_login_replays_as_match_and_a_success_does_not(tmp_path: Path) -> None:
    form = Screen(
        (
            label(4, "Sign in", "app:id/title"),
            Element(Rect(4, 40, 104, 60), "ana", "app:id/user"),
            button(100, "Sign in", "app:id/go", "refused"),
        ),
        activity=".Login",
    )
    refused = replace(form, elements=(*form.elements, label(130, "Wrong password", "app:id/error")))
    screens = {**SHOP, "login": form, "refused": refused}
    out = record_shop(tmp_path / "login", (tap(100),), FakeDevice(screens, "login"))
    again = FakeDevice(screens, "login")
    assert [s.verdict.verdict for s in replay(out, again, clock=again.clock).steps] == [Verdict.MATCH]
    lucky = FakeDevice({**screens, "refused": SHOP["list"]}, "login")
    assert replay(out, lucky, clock=lucky.clock).steps[0].verdict.verdict is Verdict.MISMATCH
    unlucky = FakeDevice(
        {
            **screens,
            "login": replace(
                form, elements=(*form.elements[:2], button(100, "Sign in", "app:id/go", "item"))
            ),
        },
        "login",
    )
    assert replay(out, unlucky, clock=unlucky.clock).steps[0].verdict.code is Code.ACTIVITY_MISMATCH


def test_an_error_that_was_not_recorded_is_named(tmp_path: Path) -> None:
    out = record_shop(tmp_path / "buy", (tap(40),))
    item = replace(
        SHOP["item"], elements=(*SHOP["item"].elements, label(160, "Error: out of stock", "app:id/error"))
    )
    device = shop(item=item)
    assert replay(out, device, clock=device.clock).steps[0].verdict.code is Code.INLINE_ERROR


def test_a_device_lost_in_the_middle(recording: Path, tmp_path: Path) -> None:
    device = shop()
    device.drop_next_answer()
    config = ReplayConfig(report_dir=tmp_path / "report", on_mismatch=OnMismatch.CONTINUE)
    report = replay(recording, device, config, clock=device.clock)
    assert report.steps[0].verdict.code is Code.DEVICE_LOST
    assert report.steps[0].verdict.verdict is Verdict.UNKNOWN
    assert report.exit_code is ExitCode.DEVICE
    assert report.not_run == 1
    (episode,) = open_trajectories(tmp_path / "report" / "run").episodes
    assert episode.end is not None
    assert episode.end.reason is EndReason.DEVICE_LOST


def test_a_device_lost_before_the_action_sends_nothing(recording: Path) -> None:
    device = shop()
    device.info()
    device.fail_next("focus", DeviceLostError("gone"), times=20)
    report = replay(recording, device, clock=device.clock)
    assert report.steps[0].verdict.code is Code.DEVICE_LOST
    assert device.performed == []


def test_the_replayed_run_the_verdicts_and_the_report_are_written(recording: Path, tmp_path: Path) -> None:
    device = shop()
    report = replay(recording, device, ReplayConfig(report_dir=tmp_path / "report"), clock=device.clock)
    run = open_trajectories(tmp_path / "report" / "run")
    (episode,) = run.episodes
    assert episode.info.source == "replay"
    assert episode.info.episode_id == report.replayed_episode_id
    assert episode.step_count == 2
    document = json.loads((tmp_path / "report" / "report.json").read_text("utf-8"))
    assert document["ok"] is True
    assert document["steps"][1]["evidence"]["checks"][0]["name"] == "observation"
    rows = open_trajectories(recording).verdicts()
    assert [(row.step_index, row.code) for row in rows] == [(0, Code.OK), (1, Code.OK)]
    assert {row.replayed_episode_id for row in rows} == {report.replayed_episode_id}
    assert {row.run_id for row in rows} == {report.run_id}


def test_a_verdict_can_be_computed_again_from_the_store(recording: Path, tmp_path: Path) -> None:
    device = shop(item=changed("item", "$5.00", label(40, "$6.00", "com.example.app:id/price")))
    replay(recording, device, ReplayConfig(report_dir=tmp_path / "report"), clock=device.clock)
    opened = open_trajectories(recording)
    (row,) = opened.verdicts()
    recorded, *rest = opened.steps()
    seen = next(open_trajectories(tmp_path / "report" / "run").steps())
    how = Circumstances.from_record(json.loads(row.evidence)["circumstances"])
    following = json.loads(row.evidence)["following"]
    again = judge(recorded, seen.pre, seen.post, how, next(step for step in rest if step.index == following))
    assert (again.verdict, again.code, again.detail, again.confidence) == (
        row.verdict, row.code, row.detail, row.confidence,
    )  # fmt: skip
    assert json.dumps(again.evidence["checks"], sort_keys=True) == json.dumps(
        json.loads(row.evidence)["checks"], sort_keys=True
    )


def test_opening_an_app_starts_from_anywhere(tmp_path: Path) -> None:
    device = shop()
    device.current = "home"
    out = record_shop(tmp_path / "open", (OpenApp(package="com.example.app"), tap(40)), device)
    elsewhere = shop()
    elsewhere.current = "cart"
    report = replay(out, elsewhere, clock=elsewhere.clock)
    assert report.ok, list(report.failures())


def test_words_have_no_effect_and_match(tmp_path: Path) -> None:
    actions = (tap(40), Type("two"), Key("BACK"), Answer("Milk is $5"), Finish(FinishStatus.SUCCESS))
    out = record_shop(tmp_path / "talk", actions)
    device = shop()
    report = replay(out, device, clock=device.clock)
    assert report.ok, list(report.failures())
    assert len(report.steps) == 5


def test_back_is_not_pressed_where_the_keyboard_would_swallow_it(tmp_path: Path) -> None:
    out = record_shop(tmp_path / "back", (tap(40), Key("BACK")))
    device = shop(item=replace(SHOP["item"], keyboard=True))
    report = replay(out, device, clock=device.clock)
    assert [step.verdict.code for step in report.steps] == [Code.OK, Code.KEYBOARD_SHOWN]
    assert len(device.performed) == 1


def test_a_part_of_an_episode(recording: Path) -> None:
    device = shop()
    device.current = "item"
    report = replay(recording, device, ReplayConfig(from_step=1, until_step=1), clock=device.clock)
    assert [step.index for step in report.steps] == [1]
    assert report.ok
    with pytest.raises(UsageError, match=r"--from 7: expected steps that are there; .* has steps 0 to 1"):
        replay(recording, device, ReplayConfig(from_step=7), clock=device.clock)


def test_an_unknown_episode_names_those_that_are_there(recording: Path) -> None:
    device = shop()
    with pytest.raises(UsageError, match="this recording holds 01"):
        replay(recording, device, ReplayConfig(episode="nope"), clock=device.clock)


def test_tolerance_package_only_lets_a_price_pass(recording: Path) -> None:
    device = shop(item=changed("item", "$5.00", label(40, "$6.00", "com.example.app:id/price")))
    config = ReplayConfig(tolerance=Tolerance.PACKAGE_ONLY)
    report = replay(recording, device, config, clock=device.clock)
    assert report.ok, list(report.failures())
    assert report.steps[0].verdict.verdict is Verdict.ACCEPTABLE


class Carousel(FakeDevice):
    """Its banner shows another text every three seconds, by itself."""

    def hierarchy(self) -> str:
        return self._turn(super().hierarchy())

    def _turn(self, xml: str) -> str:
        offers = ("Offer one", "Offer two", "Offer three")
        return xml.replace("Two things on sale", offers[int(self.clock.now_s // 3) % 3])


def test_a_carousel_comes_round_to_what_was_recorded(tmp_path: Path) -> None:
    actions = (tap(70), tap(40))
    out = record_shop(tmp_path / "carousel", actions, Carousel(dict(SHOP), "list"))
    device = Carousel(dict(SHOP), "list")
    device.clock.advance(4.0)
    report = replay(out, device, clock=device.clock)
    assert report.ok, list(report.failures())


def test_a_carousel_that_never_comes_round_is_acceptable(tmp_path: Path) -> None:
    out = record_shop(tmp_path / "carousel", (tap(40),))  # recorded with a text no offer has
    device = Carousel(dict(SHOP), "list")
    report = replay(out, device, clock=device.clock)
    assert report.ok, list(report.failures())


def test_the_same_inputs_give_the_same_bytes(recording: Path) -> None:
    def run() -> list[str]:
        device = shop(item=changed("item", "$5.00", label(40, "$6.00", "com.example.app:id/price")))
        report = replay(recording, device, ReplayConfig(write_verdicts=False), clock=device.clock)
        return [step.verdict.evidence for step in report.steps]

    assert run() == run()


def test_an_interrupted_replay_keeps_what_was_judged(recording: Path, tmp_path: Path) -> None:
    device = shop()

    def stop(step: object) -> None:
        raise KeyboardInterrupt

    config = ReplayConfig(report_dir=tmp_path / "report")
    with pytest.raises(KeyboardInterrupt):
        replay(recording, device, config, clock=device.clock, on_step=stop)
    (episode,) = open_trajectories(tmp_path / "report" / "run").episodes
    assert (episode.step_count, episode.end and episode.end.reason) == (1, EndReason.INTERRUPTED)
    assert len(open_trajectories(recording).verdicts()) == 1


def test_the_serial_stays_out_of_all_that_is_written(recording: Path, tmp_path: Path) -> None:
    device = shop()
    device.serial = "R58M12345X"
    report = replay(recording, device, ReplayConfig(report_dir=tmp_path / "report"), clock=device.clock)
    assert report.device == report.steps[0].verdict.device
    assert all("R58M" not in row.device for row in open_trajectories(recording).verdicts())
    assert "R58M" not in (tmp_path / "report" / "report.json").read_text(encoding="utf-8")
    info = open_trajectories(tmp_path / "report" / "run").episodes[0].info
    assert info.device.serial_id == report.steps[0].verdict.device


def test_a_carousel_on_one_page_excuses_nothing_on_another(tmp_path: Path) -> None:
    out = record_shop(tmp_path / "carousel", (tap(70), tap(40)))
    dearer = changed("item", "$5.00", label(40, "$6.00", "com.example.app:id/price"))
    device = Carousel({**SHOP, "item": dearer}, "list")
    report = replay(out, device, clock=device.clock)
    assert report.steps[-1].index == 1
    assert report.steps[-1].verdict.code is Code.STATE_MISMATCH


@pytest.mark.parametrize("side", ["pre", "post"])
def test_a_damaged_recorded_picture_is_no_end_of_the_run(side: str, recording: Path, tmp_path: Path) -> None:
    opened = open_trajectories(recording)
    with RecordingWriter.create(tmp_path / "damaged", opened.episodes[0].info) as writer:
        for step in opened.steps():
            seen = getattr(step, side)
            cut = replace(seen, screenshot=seen.screenshot[:-30])
            writer.append(replace(step, pre=cut) if side == "pre" else replace(step, post=cut))
    device = shop()
    report = replay(tmp_path / "damaged", device, clock=device.clock)
    assert [step.index for step in report.steps] == [0, 1]
    assert device.performed == list(BUY)


def test_a_verdict_table_that_cannot_be_written_costs_no_report(
    recording: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise StoreError("read-only")

    monkeypatch.setattr("gui_rec.replayer.session.append_verdicts", refuse)
    device, place = shop(), tmp_path / "report"
    with pytest.raises(StoreError, match="read-only"):
        replay(recording, device, ReplayConfig(report_dir=place), clock=device.clock)
    assert json.loads((place / "report.json").read_text(encoding="utf-8"))["ok"] is True
    assert len(list(open_trajectories(place / "run").steps())) == 2


def test_a_recording_of_another_display_is_replayed_there_only_when_that_is_meant(tmp_path: Path) -> None:
    outer = shop()
    outer.display_number = 1
    recording = record_shop(tmp_path / "outer", device=outer)
    device = shop()
    with pytest.raises(UsageError, match="this one is of display 1; give --display 1, or --display 0"):
        replay(recording, device, clock=device.clock)
    assert device.performed == []
    assert replay(recording, device, ReplayConfig(any_display=True), clock=device.clock).ok
    there = shop()
    there.display_number = 1
    assert replay(recording, there, clock=there.clock).ok
