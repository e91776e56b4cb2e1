from __future__ import annotations

from dataclasses import replace

import pytest
from asking import STEP
from observations import look
from shop import SHOP

from gui_rec.replayer.looks import Look
from gui_rec.replayer.resting import at_rest
from gui_rec.replayer.waiting import Looks


def page(name: str, at_s: float) -> Look:
    made = look(SHOP[name].elements, activity=SHOP[name].activity)
    return Look.of(replace(made.seen, captured_at_us=round(at_s * 1_000_000)))


def seen(*names: str, gap_s: float = 0.6) -> Looks:
    looks = Looks()
    for number, name in enumerate(names):
        looks.add(page(name, 1 + number * gap_s).seen)
    return looks


PRE = page("list", 0)


@pytest.mark.parametrize(
    ("names", "judged", "moving"),
    [
        (("list", "item", "item", "item"), "item", False),
        (("list", "item", "item", "item", "cart"), "item", False),
        (("list", "item", "cart"), "cart", True),
        (("list", "list", "list", "item"), "item", True),
        (("item", "cart", "item", "cart", "cart", "cart", "item"), "item", True),
    ],
)
def test_what_is_judged_is_what_last_stood_still(names: tuple[str, ...], judged: str, moving: bool) -> None:
    looks = seen(*names)
    waited = replace(STEP, post=looks.kept[-1].seen)
    done, is_moving = at_rest(replace(STEP, post=PRE.seen), waited, PRE, looks)
    assert is_moving is moving
    assert Look.of(done.post).key == page(judged, 0).key


def test_a_wait_that_ended_at_rest_is_not_doubted() -> None:
    looks = seen("list", "item")
    settled = replace(STEP, post=looks.kept[-1].seen, settled=True)
    assert at_rest(settled, settled, PRE, looks) == (settled, False)
