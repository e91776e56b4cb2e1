"""1 to 11: nothing that a test could care about differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gui_rec.phone.world.views import FILL, View
from mutations.families._api import Family, Mutate, Shown, match
from mutations.recorded import DYNAMIC, FRESH, Recorded
from mutations.stage import Stage


def _post(change: dict[str, object]) -> Mutate:
    def mutate(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
        yield "", replace(recorded.post(0), **change)  # type: ignore[arg-type]

    return mutate


def _cursor(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    stage = recorded.post(0)
    if stage.focus is not None:
        yield "", replace(stage, caret=False)


def _by_itself(number: int) -> Mutate:
    """One variable at a time takes the value of a run that was not recorded."""

    def mutate(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
        for name in recorded.dynamic:
            family, run_values = DYNAMIC[name]
            if family == number:
                yield name, recorded.post(0).with_vars(**{name: run_values[FRESH]})

    return mutate


def _two_pixels(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    name = recorded.marks.scrolls
    if name is not None:
        stage = recorded.post(0)
        yield "", replace(stage, scroll={name: stage.scroll.get(name, 0) + 2})


def _wrapped(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    def wrap(view: View) -> View:
        height = FILL if view.h == FILL else view.h
        return View("FrameLayout", h=height, children=(view,))

    stage: Stage = recorded.post(0)
    yield "", stage.changed(wrap)


FAMILIES = (
    Family(1, "identical", match(), _post({})),
    Family(2, "clock and battery", match(), _post({"clock": "14:07", "battery_percent": 38})),
    Family(3, "status icons", match(), _post({"notifications": 3})),
    Family(4, "JPEG q90", match(), _post({"jpeg": 90})),
    Family(5, "cursor blink", match(), _cursor),
    Family(6, "relative times", match(), _by_itself(6)),
    Family(7, "unread badge number", match(), _by_itself(7)),
    Family(8, "ad carousel", match(), _by_itself(8)),
    Family(9, "dynamic subtitle", match(), _by_itself(9)),
    Family(10, "2 px scroll", match(), _two_pixels),
    Family(11, "anonymous wrapper added", match(), _wrapped),
)
