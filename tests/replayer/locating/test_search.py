from __future__ import annotations

from dataclasses import replace

import pytest
from asking import STEP
from observations import full
from shop import tap

from gui_rec.capture.target import find_target
from gui_rec.errors import DeviceError, DeviceLostError
from gui_rec.model.actions import Swipe
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code
from gui_rec.replayer.locate import Located, NotLocated, locate
from gui_rec.replayer.locating.search import MOST_SWIPES, container_of, search
from gui_rec.replayer.looks import Look
from gui_rec.testing.builders import PACKAGE, SIZE, observation

NAMES = [f"Row {number}" for number in range(30)]
SHOWN = 6
ROW_PX = 30


def listed(first: int, names: list[str] = NAMES) -> Look:
    """A list that shows six rows from this one on."""
    rows = "".join(
        f'<node class="android.widget.Button" package="{PACKAGE}" text="{name}" resource-id="{PACKAGE}:id/row" '
        f'clickable="true" enabled="true" bounds="[0,{20 + place * ROW_PX}][100,{20 + (place + 1) * ROW_PX}]"/>'
        for place, name in enumerate(names[first : first + SHOWN])
    )
    xml = (
        f'<hierarchy rotation="0"><node class="android.widget.ListView" package="{PACKAGE}" scrollable="true" '
        f'enabled="true" resource-id="{PACKAGE}:id/list" bounds="[0,20][108,200]">{rows}</node></hierarchy>'
    )
    return Look.of(full(replace(observation(()), ui_xml=xml, size=SIZE)))


def step_for(first: int, row_top: int) -> Step:
    before = listed(first)
    target, _ = find_target(before.seen, before.tree, tap(row_top))
    assert target is not None
    return replace(STEP, pre=before.seen, action=tap(row_top), target=target)


class List:
    """A list that a swipe moves by four rows."""

    def __init__(self, first: int, names: list[str] = NAMES) -> None:
        self.first, self.names, self.sent = first, names, list[Swipe]()

    def send(self, swipe: Swipe, _seen: Look) -> Look:
        self.sent.append(swipe)
        by = 4 if swipe.y2 < swipe.y1 else -4
        self.first = min(max(0, self.first + by), len(self.names) - SHOWN)
        return self.look

    @property
    def look(self) -> Look:
        return listed(self.first, self.names)


def searched(step: Step, world: List) -> tuple[Located | NotLocated, int]:
    first = locate(step, world.look)
    assert isinstance(first, NotLocated)
    result = search(step, world.look, first, lambda look: locate(step, look), world.send)
    assert result.swipes == len(world.sent)
    return result.told, result.swipes


def test_a_row_below_is_found_by_swiping_up() -> None:
    found, swipes = searched(step_for(6, 40), List(0))
    assert isinstance(found, Located)
    assert swipes == 1
    assert found.how.endswith("after 1 searching swipe")


def test_a_list_that_is_scrolled_too_far_is_swiped_back_first() -> None:
    world = List(4)
    found, swipes = searched(step_for(0, 40), world)
    assert isinstance(found, Located)
    assert swipes == 1
    assert world.sent[0].y2 > world.sent[0].y1


def test_it_turns_at_the_end_and_gives_up_after_five() -> None:
    world = List(20, NAMES)
    found, swipes = searched(step_for(0, 40), world)
    assert isinstance(found, NotLocated)
    assert found.code is Code.TARGET_NOT_FOUND
    assert swipes == MOST_SWIPES
    short = List(0, [f"Other {number}" for number in range(SHOWN)])
    found, swipes = searched(step_for(0, 40), short)
    assert isinstance(found, NotLocated)
    assert swipes == 2, "both ends are reached at once"
    assert "after 2 searching swipes" in found.detail


def test_what_was_in_no_list_is_not_searched_for() -> None:
    step = step_for(0, 40)
    assert container_of(replace(step, target=None), listed(0)) is None
    plain = replace(step, pre=replace(step.pre, ui_xml=None))
    assert container_of(plain, listed(0)) is None
    assert container_of(step, listed(0)) is not None


def refusing(error: DeviceError, world: List) -> tuple[Located | NotLocated, int]:
    def send(swipe: Swipe, look: Look) -> Look:
        if world.sent:
            raise error
        return world.send(swipe, look)

    step = step_for(20, 40)
    first = locate(step, world.look)
    assert isinstance(first, NotLocated)
    result = search(step, world.look, first, lambda look: locate(step, look), send)
    return result.told, result.swipes


def test_a_device_that_refuses_the_swipe_ends_the_search_and_is_told() -> None:
    found, swipes = refusing(DeviceError("input: not allowed"), List(0))
    assert isinstance(found, NotLocated)
    assert (found.code, swipes) == (Code.TARGET_NOT_FOUND, 1)
    assert "its list could not be swiped: input: not allowed, after 1 searching swipe" in found.detail


def test_a_lost_device_is_no_end_of_a_search() -> None:
    with pytest.raises(DeviceLostError):
        refusing(DeviceLostError("gone"), List(0))


def test_nothing_is_swiped_on_a_screen_of_unknown_size() -> None:
    world = List(0)
    step, first = step_for(6, 40), NotLocated(Code.TARGET_NOT_FOUND, "not there")
    sizeless = replace(world.look, seen=replace(world.look.seen, size=None))
    result = search(step, sizeless, first, lambda look: locate(step, look), world.send)
    assert (result.swipes, result.found, world.sent) == (0, first, [])
