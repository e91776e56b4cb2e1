from __future__ import annotations

import pytest
from driven_phone import Driven, signed_in

from gui_rec.phone.world.due import is_known, run_due
from gui_rec.phone.world.timers import Timer


def test_a_toast_goes_a_spinner_ends_and_a_carousel_moves() -> None:
    driven = signed_in()
    before = driven.node("banner_title")["text"]
    driven.clock.advance(3.1)
    assert driven.node("banner_title")["text"] != before
    driven.tap("Desk lamp")
    assert driven.has("progress")
    driven.clock.advance(2)
    driven.tap("add_to_cart")
    assert driven.phone.state()["toast"] == "Added to cart"
    driven.clock.advance(2.1)
    assert driven.phone.state()["toast"] is None


def test_what_was_left_meanwhile_is_not_touched() -> None:
    driven = signed_in()
    driven.tap("Desk lamp")
    driven.phone.key("BACK")
    driven.clock.advance(10)
    assert driven.has("banner_title")


def test_nothing_is_due_on_a_phone_that_was_just_started() -> None:
    world = Driven().phone._engine._world
    version = world.version
    run_due(world)
    assert world.version == version


@pytest.mark.parametrize(
    ("what", "args", "known"),
    [
        ("tick", (3, "banner"), True),
        ("tick", ("banner", 3), False),
        ("scroll", ("list", 100, -5), True),
        ("toast-gone", (), True),
        ("toast-gone", (1,), False),
        ("explode", (), False),
    ],
)
def test_what_is_known_of_a_timer(what: str, args: tuple[str | int, ...], known: bool) -> None:
    assert is_known(Timer(1, 1, "tag", what, args)) is known
