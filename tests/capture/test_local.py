from __future__ import annotations

import pytest
from fake_app import SCREENS, fake_app

from gui_rec.capture.local import perform_locally
from gui_rec.capture.observe import Observer
from gui_rec.model.actions import Action, Answer, ExtractText, Finish, Note, Wait, WaitFor
from gui_rec.model.selector import Selector
from gui_rec.model.verdict import Code
from gui_rec.testing.fake_device import FakeDevice


def perform(device: FakeDevice, action: Action) -> tuple[Code | None, str | None, float]:
    """Code, detail and the seconds that it took."""
    observer = Observer(device, device.clock)
    started_s = device.clock.now_s
    code, detail = perform_locally(observer, device.clock, observer.observe(), action)
    return code, detail, device.clock.now_s - started_s


@pytest.mark.parametrize(("action", "took_s"), [(Wait(duration_ms=2500), 2.5), (Wait(), 1.0), (Wait(0), 0.0)])
def test_waiting_takes_its_time(action: Wait, took_s: float) -> None:
    code, detail, really_s = perform(fake_app(), action)
    assert (code, detail) == (None, None)
    assert really_s == pytest.approx(took_s)


def test_waiting_for_a_node_ends_when_it_comes() -> None:
    device = fake_app()
    device.show_after(2.0, "page")
    code, _, took_s = perform(device, WaitFor(Selector(text="A long text")))
    assert code is None
    assert 2.0 <= took_s <= 2.6


def test_a_node_that_never_comes() -> None:
    code, detail, took_s = perform(fake_app(), WaitFor(Selector(text="no"), timeout_ms=1500))
    assert code is Code.TARGET_NOT_FOUND
    assert detail
    assert took_s == pytest.approx(1.5, abs=0.1)


def test_several_nodes_end_the_wait_at_once() -> None:
    code, detail, took_s = perform(fake_app(), WaitFor(Selector(class_name="android.widget.Button")))
    assert (code, took_s) == (Code.TARGET_AMBIGUOUS, 0.0)
    assert detail is not None
    assert "2 nodes" in detail


def test_text_is_read_off_the_screen() -> None:
    assert perform(fake_app(), ExtractText(Selector(resource_id="app:id/open"), "label"))[:2] == (
        None,
        "label=Open",
    )


@pytest.mark.parametrize(
    ("selector", "code"),
    [
        (Selector(text="no"), Code.TARGET_NOT_FOUND),
        (Selector(class_name="android.widget.Button"), Code.TARGET_AMBIGUOUS),
    ],
)
def test_no_text_is_read_off_none_or_several(selector: Selector, code: Code) -> None:
    assert perform(fake_app(), ExtractText(selector, "label"))[0] is code


def test_without_a_tree_nothing_is_found() -> None:
    from dataclasses import replace

    blind = FakeDevice({"list": replace(SCREENS["list"], xml="no xml")}, "list")
    assert perform(blind, ExtractText(Selector(text="Open"), "label"))[0] is Code.TARGET_NOT_FOUND


@pytest.mark.parametrize("action", [Answer("42"), Note("later"), Finish()])
def test_what_only_speaks_does_nothing(action: Action) -> None:
    device = fake_app()
    assert perform(device, action) == (None, None, 0.0)
    assert device.performed == []
