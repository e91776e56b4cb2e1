from __future__ import annotations

from dataclasses import replace
from itertools import cycle

import pytest
from fake_app import SCREENS, fake_app
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gui_rec.capture.observe import Observer
from gui_rec.capture.settle import SettleConfig, Settled, settle, usual_s
from gui_rec.errors import CaptureError, DeviceLostError
from gui_rec.model.actions import Tap
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Observation, Window
from gui_rec.testing.builders import SIZE, Element, picture_of, png
from gui_rec.testing.clock import FakeClock
from gui_rec.testing.fake_device import FakeDevice, Screen

SLOW = {"screenshot": 0.5, "hierarchy": 2.0}
OPEN_AT = Tap(x=0.5, y=0.2)


def rest(device: FakeDevice, before: Observation | None = None, *, timeout_s: float = 10.0) -> Settled:
    observer = Observer(device, device.clock)
    return settle(observer, device.clock, SettleConfig(timeout_s=timeout_s), before=before)


def look(device: FakeDevice) -> Observation:
    return Observer(device, device.clock).observe()


def test_a_still_screen_is_settled_after_the_hold() -> None:
    device = fake_app()
    start_s = device.clock.now_s
    result = rest(device)
    assert result.settled
    assert result.settle_ms == 0, "it was at rest from the first look on"
    assert 1.0 <= device.clock.now_s - start_s < 1.5
    assert device.calls["hierarchy"] == 2, "two equal trees a second apart"


def test_each_full_look_is_told() -> None:
    device, looks = fake_app(), list[Observation]()
    result = settle(Observer(device, device.clock), device.clock, before=None, seen=looks.append)
    assert len(looks) == device.calls["hierarchy"] == 2
    assert looks[-1].ui_xml == result.observation.ui_xml


def test_one_slow_dump_is_proof_enough() -> None:
    device = fake_app(costs_s=SLOW)
    start_s = device.clock.now_s
    result = rest(device)
    assert result.settled
    assert device.calls["hierarchy"] == 1
    assert device.clock.now_s - start_s < 4.5


@pytest.mark.parametrize("hierarchy_s", [0.11, 0.53, 0.9, 1.0, 1.8, 3.0])
@pytest.mark.parametrize("picture_s", [0.05, 0.2, 0.5])
def test_what_it_usually_takes_is_what_it_took(picture_s: float, hierarchy_s: float) -> None:
    device = fake_app(costs_s={"screenshot": picture_s, "hierarchy": hierarchy_s})
    before = look(device)
    device.perform(OPEN_AT, SIZE)
    start_s = device.clock.now_s
    assert rest(device, before).settled
    took_s = device.clock.now_s - start_s
    assert usual_s(picture_s, hierarchy_s) == pytest.approx(took_s, abs=picture_s + 0.1)


def test_a_late_page_is_waited_for() -> None:
    device = fake_app(react_s=1.5)
    before = look(device)
    device.perform(OPEN_AT, SIZE)
    result = rest(device, before)
    assert result.settled
    assert result.observation.activity == ".Page"
    assert 1_500 <= result.settle_ms <= 2_600


def test_no_hierarchy_is_spent_on_the_screen_of_before() -> None:
    device = fake_app(react_s=1.5, costs_s=SLOW)
    before = look(device)
    dumps = device.calls["hierarchy"]
    device.perform(OPEN_AT, SIZE)
    assert rest(device, before).observation.activity == ".Page"
    assert device.calls["hierarchy"] == dumps + 1


def test_a_screen_that_stays_is_believed_after_three_seconds() -> None:
    device = fake_app()
    before = look(device)
    start_s = device.clock.now_s
    result = rest(device, before)
    assert result.settled
    assert 3.0 <= device.clock.now_s - start_s < 3.3
    assert result.observation.state_key == before.state_key


def test_a_page_that_comes_just_before_that_is_not_missed() -> None:
    device = fake_app(react_s=2.9)
    before = look(device)
    device.perform(OPEN_AT, SIZE)
    assert rest(device, before).observation.activity == ".Page"


def test_a_screen_in_motion_never_settles() -> None:
    frames = {str(i): Screen((Element(Rect(i, 0, i + 10, 50), text=str(i)),)) for i in range(60)}
    device = FakeDevice(frames, "0")
    for i in range(1, 60):
        device.show_after(i * 0.2, str(i))
    start_s = device.clock.now_s
    result = rest(device)
    assert not result.settled
    assert Flag.UNSETTLED in result.observation.flags
    assert result.observation.ui_xml is not None, "the last state is seen all the same"
    assert device.clock.now_s - start_s == pytest.approx(10.0, abs=0.3)
    assert result.looks < 200, "a screen in motion is no busy loop"


def test_a_loading_page_is_waited_for() -> None:
    spinner = Element(Rect(40, 100, 60, 120), class_name="android.widget.ProgressBar", clickable=False)
    screens = {"load": Screen((spinner,)), "done": SCREENS["page"]}
    device = FakeDevice(screens, "load", clock=FakeClock())
    device.show_after(4.0, "done")
    result = rest(device)
    assert result.settled
    assert result.observation.activity == ".Page"


def test_endless_loading_is_not_settled() -> None:
    spinner = Element(Rect(40, 100, 60, 120), class_name="android.widget.ProgressBar", clickable=False)
    assert not rest(FakeDevice({"load": Screen((spinner,))}, "load"), timeout_s=4.0).settled


def test_a_tree_that_changes_under_equal_pixels_restarts_the_hold() -> None:
    picture = picture_of(SCREENS["list"].elements)
    screens = {
        "list": replace(SCREENS["list"], picture=picture),
        "page": replace(SCREENS["page"], picture=picture),
    }
    device = FakeDevice(screens, "list")
    device.show_after(0.6, "page")
    result = rest(device)
    assert result.settled
    assert result.observation.activity == ".Page"
    assert device.calls["hierarchy"] == 3


def bar_screen(clock_text: str) -> Screen:
    bar = Window("com.android.systemui", "StatusBar", Rect(0, 0, 108, 8), "STATUS_BAR")
    drawn = (*SCREENS["list"].elements, Element(Rect(80, 0, 100, 8), text=clock_text))
    return replace(SCREENS["list"], picture=picture_of(drawn), windows=(bar,))


def test_the_status_bars_clock_is_no_motion() -> None:
    device = FakeDevice({str(i): bar_screen(str(i)) for i in range(20)}, "0")
    before = look(device)
    for i in range(1, 20):
        device.show_after(i * 0.3, str(i))
    result = rest(device, before)
    assert result.settled
    assert result.observation.state_key == before.state_key


def test_a_blinking_caret_is_no_motion() -> None:
    field = Element(Rect(10, 40, 98, 70), text="x", class_name="android.widget.EditText", focused=True)
    caret = Element(Rect(30, 45, 32, 65), text="|")
    on = Screen((field,), picture=picture_of((field, caret)))
    off = Screen((field,), picture=picture_of((field,)))
    device = FakeDevice({"on": on, "off": off}, "on")
    for i in range(1, 30):
        device.show_after(i * 0.5, ("on", "off")[i % 2])
    assert rest(device).settled


def test_a_letter_in_the_focused_field_is_a_change() -> None:
    field = Element(Rect(10, 40, 98, 70), text="x", class_name="android.widget.EditText", focused=True)
    letter = Element(Rect(30, 45, 36, 65), text="|")
    plain = Screen((field,), picture=picture_of((field,)))
    typed = Screen((replace(field, text="xi"),), picture=picture_of((field, letter)))
    device = FakeDevice({"plain": plain, "typed": typed}, "plain")
    before = look(device)
    start_s = device.clock.now_s
    device.show_after(0.3, "typed")
    result = rest(device, before)
    assert 'text="xi"' in (result.observation.ui_xml or "")
    assert device.clock.now_s - start_s < 2.0


def test_new_pixels_under_an_old_tree_are_suspect_after_a_second_dump() -> None:
    stale = replace(SCREENS["page"], activity=".Main", xml=fake_app().hierarchy())
    device = FakeDevice({"list": SCREENS["list"], "page": stale}, "list")
    before = look(device)
    dumps = device.calls["hierarchy"]
    device.show_after(0.1, "page")
    result = rest(device, before)
    assert result.settled
    assert Flag.TREE_SUSPECT in result.observation.flags
    assert device.calls["hierarchy"] >= dumps + 2


@pytest.mark.parametrize(
    ("toast", "is_suspect"), [(Rect(20, 200, 80, 220), False), (Rect(20, 200, 80, 210), True)]
)
@pytest.mark.parametrize("comes", [True, False])
def test_a_toast_over_an_old_tree_is_nothing_to_suspect(toast: Rect, is_suspect: bool, comes: bool) -> None:
    """A toast is a window of its own, which no hierarchy of the page holds; what lies beside it counts."""
    page = SCREENS["list"]
    shown = png(blocks=[(Rect(20, 200, 80, 220), (20, 20, 20))])
    over = replace(
        page, picture=shown, xml=fake_app().hierarchy(), windows=(Window("a.b", "Toast", toast, "TOAST"),)
    )
    under = replace(page, picture=png(), xml=over.xml)
    device = FakeDevice({"over": over, "under": under}, "under" if comes else "over")
    before = look(device)
    device.show_after(0.1, "over" if comes else "under")
    result = rest(device, before)
    assert result.settled
    assert (Flag.TREE_SUSPECT in result.observation.flags) is is_suspect


def under_the_lists_picture(picture: bytes | None = None) -> Screen:
    """The page as a phone tells it whose frame is still the list's."""
    return replace(SCREENS["page"], picture=picture or picture_of(SCREENS["list"].elements))


def test_new_content_under_the_old_pixels_is_suspect_after_a_second_dump() -> None:
    device = FakeDevice({"list": SCREENS["list"], "page": under_the_lists_picture()}, "list")
    before = look(device)
    dumps = device.calls["hierarchy"]
    device.show_after(0.1, "page")
    result = rest(device, before)
    assert result.settled
    assert result.observation.flags == (Flag.TREE_SUSPECT,)
    assert device.calls["hierarchy"] == dumps + 3, "two equal ones, and one more"


def test_a_frame_that_catches_up_at_the_recheck_is_taken() -> None:
    screens = {"list": SCREENS["list"], "old frame": under_the_lists_picture(), "page": SCREENS["page"]}
    device = FakeDevice(screens, "list")
    before = look(device)
    device.show_after(0.1, "old frame")
    device.show_after(3.3, "page")
    result = rest(device, before)
    assert result.settled
    assert result.observation.flags == ()
    assert result.observation.screenshot == picture_of(SCREENS["page"].elements)


def test_a_protected_screen_is_black_whatever_stands_on_it() -> None:
    black = png(colour=(0, 0, 0))
    form = replace(SCREENS["form"], picture=black)
    titled = (replace(form.elements[0], text="Other items"), *form.elements[1:])
    device = FakeDevice({"form": form, "next": replace(form, elements=titled)}, "form")
    before = look(device)
    device.show_after(0.1, "next")
    result = rest(device, before)
    assert result.settled
    assert result.observation.flags == (Flag.SECURE_SCREEN,)


def test_without_pictures_there_is_nothing_that_a_hierarchy_could_belie() -> None:
    device = fake_app()
    device.fail_next("screenshot", CaptureError(MissingReason.SCREENCAP_FAILED, "none"), times=999)
    before = look(device)
    device.show_after(0.1, "page")
    result = rest(device, before)
    assert result.settled
    assert result.observation.flags == ()


def test_without_a_tree_still_pixels_settle() -> None:
    device = fake_app()
    device.fail_next("hierarchy", CaptureError(MissingReason.DUMP_NULL_ROOT, "none"), times=99)
    result = rest(device)
    assert result.settled
    assert result.observation.ui_xml is None


def test_a_tree_that_is_absent_for_a_moment_is_asked_for_again() -> None:
    device = fake_app()
    device.fail_next("hierarchy", CaptureError(MissingReason.DUMP_NULL_ROOT, "transition"))
    result = rest(device)
    assert result.settled
    assert result.observation.ui_xml is not None
    assert result.observation.flags == ()


def test_without_a_picture_equal_trees_settle() -> None:
    device = fake_app()
    device.fail_next("screenshot", CaptureError(MissingReason.SCREENCAP_FAILED, "none"), times=999)
    result = rest(device)
    assert result.settled
    assert result.observation.screenshot is None


def test_two_absences_are_no_rest() -> None:
    device = fake_app()
    device.fail_next("screenshot", CaptureError(MissingReason.SCREENCAP_FAILED, "none"), times=999)
    device.fail_next("hierarchy", CaptureError(MissingReason.DUMP_NULL_ROOT, "none"), times=999)
    result = rest(device, timeout_s=5.0)
    assert not result.settled
    assert not result.observation.is_usable


def test_until_ends_the_wait_at_once() -> None:
    device = fake_app(react_s=0.5)
    observer = Observer(device, device.clock)
    before = observer.observe()
    device.perform(OPEN_AT, SIZE)
    start_s = device.clock.now_s
    result = settle(observer, device.clock, before=before, until=lambda seen: seen.activity == ".Page")
    assert result.accepted
    assert result.settled
    assert device.clock.now_s - start_s < 1.1


def test_until_that_never_holds_changes_nothing() -> None:
    device = fake_app()
    observer = Observer(device, device.clock)
    result = settle(observer, device.clock, before=None, until=lambda seen: False)
    assert (result.settled, result.accepted) == (True, False)


def test_a_lost_device_ends_the_wait() -> None:
    device = fake_app()
    device.lose()
    with pytest.raises(DeviceLostError):
        rest(device)


def test_a_tree_that_catches_up_at_the_recheck_must_hold_too() -> None:
    stale = replace(SCREENS["page"], activity=".Main", xml=fake_app().hierarchy())
    fresh = replace(SCREENS["page"], picture=picture_of(SCREENS["page"].elements))
    device = FakeDevice({"list": SCREENS["list"], "stale": stale, "page": fresh}, "list")
    before = look(device)
    device.show_after(0.1, "stale")
    device.show_after(1.2, "page")
    result = rest(device, before)
    assert result.settled
    assert result.observation.activity == ".Page"
    assert Flag.TREE_SUSPECT not in result.observation.flags


_EVENTS = st.lists(st.tuples(st.floats(0.0, 8.0), st.sampled_from(["list", "page", "form"])), max_size=6)


@settings(max_examples=40, deadline=None)
@given(_EVENTS, st.sampled_from([{}, SLOW]), st.booleans())
@example([(2.0, "page"), (3.5, "list")], SLOW, False)
@example([(0.0, "page"), (2.0, "list"), (5.0, "list"), (3.5, "page")], SLOW, True)
def test_whatever_happens_a_settled_state_is_the_one_shown_and_time_is_bounded(
    events: list[tuple[float, str]], costs_s: dict[str, float], with_before: bool
) -> None:
    device = fake_app(costs_s=costs_s)
    before = look(device) if with_before else None
    start_s = device.clock.now_s
    for at_s, name in events:
        device.show_after(at_s, name)
    result = rest(device, before)
    assert device.clock.now_s - start_s <= 10.0 + 6.0, "one full look may end after the deadline"
    if result.settled:
        assert result.observation.activity == SCREENS[device.current].activity
        assert result.observation.ui_xml == fake_app(current=device.current).hierarchy()
        assert result.observation.screenshot is not None
    assert 0 <= result.settle_ms <= round((device.clock.now_s - start_s) * 1_000)


FORM_TURNED = replace(SCREENS["list"].elements[-1], text="Form 2")


class Uneven(dict[str, float]):
    """Costs of which the hierarchy's are by turns short and long, as on a busy phone."""

    def __init__(self, *dump_s: float) -> None:
        super().__init__(screenshot=0.1)
        self._dumps = cycle(dump_s)

    def get(self, key: str, default: float | None = None) -> float:  # type: ignore[override]
        return next(self._dumps) if key == "hierarchy" else super().get(key, default or 0.0)


@pytest.mark.parametrize("dumps_s", [(1.4,), (0.1, 1.4), (0.1, 1.4, 2.2)])
def test_a_settled_look_is_never_torn(dumps_s: tuple[float, ...]) -> None:
    """Whenever a banner turns by itself, picture and hierarchy are of the same one."""
    turned = replace(SCREENS["list"], elements=(*SCREENS["list"].elements[:-1], FORM_TURNED))
    screens = {**SCREENS, "turned": turned}
    pictures = {name: picture_of(screens[name].elements) for name in ("list", "turned")}
    for twentieths in range(1, 140, 2):
        device = fake_app(costs_s=Uneven(*dumps_s), screens=screens)
        device.show_after(twentieths / 20, "turned")
        result = rest(device)
        seen = result.observation
        assert result.settled
        shown = "turned" if "Form 2" in (seen.ui_xml or "") else "list"
        assert seen.screenshot == pictures[shown], f"torn when the banner turned after {twentieths / 20} s"
