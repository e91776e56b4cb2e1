"""Random apps: what was recorded replays as match, and a tap that is lost is named by its step."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from shop import button, label, record_shop, tap

from gui_rec.model.actions import Action
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.step import Sent
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.session import replay
from gui_rec.testing.fake_device import FakeDevice, Screen

CONFIG = ReplayConfig(write_verdicts=False)
ROWS = (40, 70, 100)


@st.composite
def worlds(draw: st.DrawFn) -> dict[str, Screen]:
    """Up to four pages whose three buttons lead to any page."""
    names = [f"p{i}" for i in range(draw(st.integers(2, 4)))]
    pages = {}
    for name in names:
        leads = [draw(st.sampled_from(names)) for _ in ROWS]
        buttons = (
            button(top, f"{name} to {there}", f"app:id/b{top}", there)
            for top, there in zip(ROWS, leads, strict=True)
        )
        pages[name] = Screen((label(4, f"Page {name}"), *buttons), activity=f".{name.upper()}")
    return pages


class Deaf(FakeDevice):
    """Loses the tap number `loses`, counted from 0."""

    loses = -1

    def perform(self, action: Action, size: ScreenSize) -> Sent:
        if len(self.performed) == self.loses:
            self.performed.append(action)
            return Sent(action.type, "fake", 0, "", 0, 0)
        return super().perform(action, size)


@settings(max_examples=20, deadline=None)
@given(world=worlds(), rows=st.lists(st.sampled_from(ROWS), min_size=1, max_size=4), data=st.data())
def test_a_random_session_replays_and_a_lost_tap_is_found(
    world: dict[str, Screen], rows: list[int], data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        recorded_on = FakeDevice(world, "p0")
        actions = [tap(top) for top in rows]
        out = record_shop(Path(folder) / "run", actions, recorded_on)
        visited = _pages(world, rows)
        again = FakeDevice(world, "p0")
        report = replay(out, again, CONFIG, clock=again.clock)
        assert {step.verdict.verdict for step in report.steps} == {Verdict.MATCH}
        assert again.performed == actions
        lost = data.draw(st.integers(0, len(rows) - 1))
        deaf = Deaf(world, "p0")
        deaf.loses = lost
        report = replay(out, deaf, CONFIG, clock=deaf.clock)
        if visited[lost] == visited[lost + 1]:
            assert report.ok  # a button that leads to its own page has no effect to miss
        else:
            assert report.steps[-1].index == lost
            assert report.steps[-1].verdict.code in (Code.NO_EFFECT, Code.AHEAD)
            assert len(deaf.performed) == lost + 1


@settings(max_examples=20, deadline=None)
@given(world=worlds(), row=st.sampled_from(ROWS), text=st.text("abc", min_size=1, max_size=4))
def test_another_title_on_the_page_reached_is_never_a_success(
    world: dict[str, Screen], row: int, text: str
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        out = record_shop(Path(folder) / "run", [tap(row)], FakeDevice(world, "p0"))
        reached = _pages(world, [row])[1]
        page = world[reached]
        changed = {**world, reached: replace(page, elements=(label(4, f"Other {text}"), *page.elements[1:]))}
        device = FakeDevice(changed, "p0")
        report = replay(out, device, CONFIG, clock=device.clock)
        assert not report.ok
        assert report.steps[0].verdict.code in (Code.STATE_MISMATCH, Code.START_STATE_MISMATCH)


def _pages(world: dict[str, Screen], rows: list[int]) -> list[str]:
    """The pages that taps on these rows lead through."""
    here = ["p0"]
    for top in rows:
        element = next(e for e in world[here[-1]].elements if e.bounds.top == top)
        here.append(element.goes_to or here[-1])
    return here
