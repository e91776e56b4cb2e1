from __future__ import annotations

from dataclasses import replace

from observations import look
from shop import SHOP, label, shop

from gui_rec._clock import Deadline
from gui_rec.capture.observe import Observer
from gui_rec.model.flags import MissingReason
from gui_rec.model.observation import Missing, Observation
from gui_rec.replayer.looks import Look
from gui_rec.replayer.waiting import (
    Attention,
    Looks,
    Wanted,
    is_recorded,
    is_trouble,
    is_whole,
    looks_recorded,
    wait_for,
)
from gui_rec.testing.builders import png
from gui_rec.testing.fake_device import FakeDevice

GAPS = (0.0, 0.1, 0.25, 0.5, 1.0)


def wait(device: FakeDevice, timeout_s: float = 15.0) -> tuple[Look, float, int]:
    """The last look, how long it took, and how many looks there were."""
    observer = Observer(device, device.clock)
    expected = Look.of(Observer(shop(), shop().clock).observe())
    looks, began_s = Looks(), device.clock.now_s
    last = wait_for(
        observer, device.clock, Wanted(expected), looks, Deadline.after(device.clock, timeout_s), GAPS
    )
    return last, device.clock.now_s - began_s, len(looks.kept)


def test_the_recorded_state_ends_the_wait_at_once() -> None:
    last, took_s, looks = wait(shop())
    assert (took_s, looks) == (0.0, 1)
    assert last.seen.activity == ".List"


def test_a_late_state_is_waited_for_and_the_gaps_grow() -> None:
    device = shop()
    device.current = "cart"
    device.show_after(4.0, "list")
    last, took_s, looks = wait(device)
    assert last.seen.activity == ".List"
    assert 4.0 <= took_s <= 5.0
    assert device.clock.slept_s[:4] == [0.1, 0.25, 0.5, 1.0]
    assert looks <= 8


def test_the_wait_is_bounded() -> None:
    device = shop()
    device.current = "cart"
    last, took_s, _ = wait(device, timeout_s=3.0)
    assert last.seen.activity == ".Cart"
    assert took_s == 3.0


def test_trouble_ends_it_at_once() -> None:
    device = shop()
    device.current = "crash"
    _, took_s, _ = wait(device)
    assert took_s == 0.0


def test_a_wait_remembers_a_bounded_number_of_looks() -> None:
    looks = Looks()
    for _ in range(200):
        looks.add(Observation())
    assert len(looks.kept) == 64


def test_two_unknown_states_are_not_the_recorded_one() -> None:
    nothing = Look.of(Observation())
    assert not is_recorded(nothing, nothing)
    assert not looks_recorded(nothing, nothing)


def test_equal_keys_with_other_pixels_are_recorded_but_do_not_look_it() -> None:
    page = look(SHOP["item"].elements, activity=".Item")
    other = Look.of(replace(page.seen, screenshot=png()))
    assert is_recorded(page, other)
    assert not looks_recorded(page, other)
    assert looks_recorded(page, page)


def test_recorded_trouble_is_no_trouble() -> None:
    crash = look(SHOP["crash"].elements, package="android")
    page = look(SHOP["item"].elements)
    assert is_trouble(page, crash)
    assert not is_trouble(crash, crash)
    shade = Look.of(replace(page.seen, package="com.android.systemui", activity="NotificationShade"))
    assert is_trouble(page, shade)
    assert not is_trouble(shade, shade)


def test_focus_and_keyboard_are_asked_for_where_they_are_the_effect() -> None:
    down = look(SHOP["item"].elements)
    up = Look.of(replace(down.seen, facts=replace(down.seen.facts, keyboard=True)))
    assert Wanted(up).is_met_by(down)
    assert not Wanted(up, Attention.ALL).is_met_by(down)
    assert Wanted(up, Attention.ALL).is_met_by(up)
    missing = (Missing("ui_xml", MissingReason.DUMP_NOT_IDLE),)
    blind = Look.of(replace(up.seen, ui_xml=None, state_key=None, missing=missing))
    assert Wanted(up, Attention.ALL).is_met_by(blind)
    assert Wanted(up, Attention.FOCUS).is_met_by(down)


def torn_shop(costs_s: float = 1.0) -> FakeDevice:
    """The list turns into the recorded one while its hierarchy is being taken, after its picture."""
    other = replace(SHOP["list"], elements=(*SHOP["list"].elements[:-1], label(100, "Nothing on sale")))
    device = FakeDevice({**SHOP, "other": other}, "other", costs_s={"hierarchy": costs_s})
    device.show_after(costs_s / 2, "list")
    return device


def test_a_picture_of_the_state_before_is_not_taken_for_the_recorded_one() -> None:
    last, took_s, looks = wait(torn_shop())
    assert last.seen.screenshot == Observer(shop(), shop().clock).screenshot()
    assert looks == 2
    assert took_s < 5.0


def test_a_recorded_state_that_comes_in_the_last_moment_is_looked_at_whole() -> None:
    last, _, looks = wait(torn_shop(), timeout_s=0.5)
    assert last.seen.screenshot == Observer(shop(), shop().clock).screenshot()
    assert looks == 2


def test_what_moves_for_ever_is_whole_between_two_equal_hierarchies() -> None:
    device = shop(list=replace(SHOP["list"], picture=png()))
    device = replace(
        device, screens={**device.screens, "other": replace(SHOP["list"], picture=png(colour=(9, 9, 9)))}
    )
    for turn in range(40):
        device.show_after(0.3 * (turn + 1), ("other", "list")[turn % 2])
    device.costs_s = {"hierarchy": 0.3}
    last, took_s, _ = wait(device)
    assert last.seen.activity == ".List"
    assert took_s < 3.0


def test_a_look_without_a_picture_is_whole() -> None:
    page = look(SHOP["item"].elements)
    blind = Look.of(replace(page.seen, screenshot=None))
    observer = Observer(shop(), shop().clock)
    assert is_whole(observer, Wanted(page), Looks(), blind)


def test_the_last_look_that_had_stood_for_a_second_is_kept_whole() -> None:
    looks = Looks()
    for at_s, name in ((0.0, "list"), (0.4, "item"), (0.9, "item"), (1.5, "item"), (1.9, "cart")):
        seen = look(SHOP[name].elements, activity=SHOP[name].activity).seen
        looks.add(replace(seen, captured_at_us=round(at_s * 1_000_000)))
    assert looks.stable is not None
    assert looks.stable.seen.captured_at_us == 1_500_000
    assert looks.stable.seen.screenshot is not None
    assert all(look.seen.screenshot is None for look in looks.kept)
