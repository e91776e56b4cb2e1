"""A dry run says what would be done, and does nothing."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from rule_texts import shop_rules
from shop import SHOP, button, changed, label, record_shop, shop, tap

from gui_rec.device.restore import RestoreStep
from gui_rec.errors import ExitCode, UsageError
from gui_rec.model.actions import Key, OpenApp, Type
from gui_rec.model.episode import DeviceInfo
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.dry_run import DryRun, dry_run
from gui_rec.replayer.rules.book import read_rule_files
from gui_rec.testing.builders import TEXT_FIELD, Element
from gui_rec.testing.fake_device import FakeDevice, Screen

LOOKS = {"info", "display", "screenshot", "hierarchy", "focus", "windows", "keyboard_shown"}


def planned(recording: Path, device: FakeDevice, config: ReplayConfig | None = None) -> DryRun:
    found = dry_run(recording, device, config, clock=device.clock)
    assert device.performed == []
    assert device.restored == []
    assert set(device.calls) <= LOOKS, "only looks"
    return found


def text_of(found: DryRun) -> str:
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(found.table())
    for note in found.notes():
        console.print(note)
    return console.export_text()


def test_the_first_target_is_found_and_the_next_ones_wait(tmp_path: Path) -> None:
    moved = Element(Rect(4, 170, 104, 210), "Milk", "com.example.app:id/row_milk", goes_to="item")
    recording = record_shop(tmp_path / "buy", (tap(40), tap(70), Key("BACK")))
    found = planned(recording, shop(list=changed("list", "Milk", moved)))
    first, second, third = found.steps
    assert first.bounds_px == (4, 170, 104, 210)
    assert first.located == "selector"
    assert "54,190 px" in first.place
    assert second.place == "cannot be known before step 0 is done"
    assert third.place == "needs no place"
    assert found.exit_code is ExitCode.OK
    document = json.loads(json.dumps(found.as_record()))
    assert [step["problem"] for step in document["steps"]] == [None] * 3
    assert "nothing is done" in text_of(found)
    assert not any(path.name.endswith("verdicts.parquet") for path in tmp_path.rglob("*"))


def test_another_screen_than_recorded_is_a_problem(tmp_path: Path) -> None:
    device = shop()
    device.current = "cart"
    found = planned(record_shop(tmp_path / "buy"), device)
    assert found.exit_code is ExitCode.MISMATCH
    assert found.steps[0].problem is not None
    assert "START_STATE_MISMATCH" in found.steps[0].problem
    assert "START_STATE_MISMATCH" in text_of(found)


def test_a_target_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    device = shop(list=changed("list", "Milk", button(40, "Oats", "com.example.app:id/row_oats")))
    found = planned(record_shop(tmp_path / "buy"), device)
    assert found.steps[0].problem is not None


def test_a_restore_is_told_and_not_done(tmp_path: Path) -> None:
    device = shop()
    device.current = "cart"
    config = ReplayConfig(restore=(RestoreStep.FORCE_STOP, RestoreStep.LAUNCH))
    found = planned(record_shop(tmp_path / "buy"), device, config)
    assert found.exit_code is ExitCode.OK
    assert found.steps[0].place == "cannot be known before com.example.app: force-stop, launch"
    assert "first would be done: com.example.app: force-stop, launch" in text_of(found)


def test_an_app_is_opened_from_anywhere(tmp_path: Path) -> None:
    out = record_shop(tmp_path / "o", (OpenApp(package="com.example.app"), tap(40)), FakeDevice(SHOP, "home"))
    found = planned(out, FakeDevice(SHOP, "cart"))
    assert found.start is None
    assert found.steps[0].place == "needs no place"
    assert found.exit_code is ExitCode.OK


def test_the_words_of_this_time_are_shown(tmp_path: Path) -> None:
    form = Screen((Element(Rect(4, 40, 104, 60), "", "a:id/name", class_name=TEXT_FIELD, focused=True),) * 1)
    out = record_shop(tmp_path / "form", (Type("ada"),), FakeDevice({"form": form}, "form"))
    config = ReplayConfig(values=(("user", "bob"),), parameters=(("user", "ada"),))
    found = planned(out, FakeDevice({"form": form}, "form"), config)
    assert "bob" in found.steps[0].action
    assert "ada" not in found.steps[0].action


def test_what_a_replay_refuses_a_dry_run_refuses(tmp_path: Path) -> None:
    recording = record_shop(tmp_path / "buy")
    with pytest.raises(UsageError, match="has steps 0 to 1"):
        dry_run(recording, shop(), ReplayConfig(from_step=9))


def test_another_device_is_told(tmp_path: Path) -> None:
    device = replace(shop(), size=ScreenSize(216, 480))
    found = dry_run(record_shop(tmp_path / "buy"), device, clock=device.clock)
    assert found.elsewhere == ("screen 108x240 -> 216x480",)
    assert "the device differs from the recorded one: screen 108x240 -> 216x480" in text_of(found)


OTHER = changed("list", "Two things on sale", label(100, "三种商品特价", "com.example.app:id/note"))


def test_the_start_is_judged_by_the_rules(tmp_path: Path) -> None:
    recording = record_shop(tmp_path / "buy")
    plain = planned(recording, shop(list=OTHER))
    assert (plain.exit_code, plain.steps[0].problem) == (ExitCode.MISMATCH, plain.start)
    rules = read_rule_files(
        [shop_rules(tmp_path, '"#price:text", pattern: money', '"#note:text", pattern: any')]
    )
    ruled = planned(recording, shop(list=OTHER), ReplayConfig(rules=rules))
    assert (ruled.exit_code, ruled.steps[0].problem) == (ExitCode.OK, None)


class _Speaking(FakeDevice):
    """Tells its language."""

    language = "en-US"

    def info(self) -> DeviceInfo:
        return replace(super().info(), locale=self.language)


class _Abroad(_Speaking):
    language = "zh-CN"


def test_a_phone_of_another_language_is_told_as_that(tmp_path: Path) -> None:
    recording = record_shop(tmp_path / "buy", device=_Speaking(SHOP, "list"))
    found = planned(recording, _Abroad({**SHOP, "list": OTHER}, "list"))
    assert found.start is not None
    assert found.start.startswith("unknown LOCALE_CHANGED: recorded in en-US, the device speaks zh-CN")
    assert found.exit_code is ExitCode.MISMATCH
