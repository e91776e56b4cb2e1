from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.model.actions import (
    Action,
    Direction,
    DoubleTap,
    Drag,
    Finish,
    FinishStatus,
    Gesture,
    Invalid,
    Key,
    LongPress,
    Note,
    OpenApp,
    OpenUrl,
    Pinch,
    Scroll,
    SelectOption,
    Swipe,
    Tap,
    TimedPoint,
    Type,
    Wait,
)
from gui_rec.model.geometry import Rect
from gui_rec.model.operations import OPERATION_SOURCE, operation_of, with_operation
from gui_rec.model.step import Target
from gui_rec.testing.builders import step

BARE = Target(None, Rect(0, 0, 10, 10), None, None, None, None, "0", 1)


def target(
    text: str | None = None,
    *,
    kind: str | None = "android.widget.Button",
    desc: str | None = None,
    resource_id: str | None = None,
) -> Target:
    return replace(BARE, class_name=kind, text=text, content_desc=desc, resource_id=resource_id)


FIELD = "android.widget.EditText"
LIST = target(kind="androidx.recyclerview.widget.RecyclerView")


@pytest.mark.parametrize(
    ("action", "aimed", "line"),
    [
        (Tap(0.5, 0.5), target("Sign in"), "Tap 'Sign in'"),
        (Tap(0.5, 0.5), target("x", desc="Cart"), "Tap 'Cart'"),
        (Tap(0.5, 0.5), target("To [masked]"), "Tap the button at the centre"),
        (DoubleTap(0.5, 0.5), target("Lamp"), "Double-tap 'Lamp'"),
        (LongPress(0.5, 0.5), target(" a \n b "), "Long-press 'a b'"),
        (Tap(0.1, 0.1), target(kind="android.widget.ImageButton"), "Tap the image button at the top left"),
        (Tap(0.5, 0.5), target(kind="android.widget.ImageView"), "Tap the image at the centre"),
        (Tap(0.5, 0.95), target(kind="android.widget.CheckBox"), "Tap the check box at the bottom"),
        (Tap(0.5, 0.5), target(resource_id="a.b:id/sign_in"), "Tap the sign in button"),
        (Tap(0.5, 0.5), target(resource_id="a.b:id/buy_button"), "Tap the buy button"),
        (Tap(0.5, 0.5), target(resource_id="a.b:id/x0a"), "Tap the button at the centre"),
        (Tap(0.5, 0.5), target(kind="android.view.View"), None),
        (Tap(0.5, 0.5), target(kind=None), None),
        (Tap(0.5, 0.5), None, None),
        (Type("lamp"), target(kind=FIELD, desc="Search"), "Type 'lamp' into 'Search'"),
        (Type("lamp"), target("la", kind=FIELD, resource_id="a:id/search"), "Type 'lamp' into the search field"),
        (Type("lamp"), target("la", kind=FIELD), "Type 'lamp' into the field"),
        (Type("lamp", press_enter=True), None, "Type 'lamp' and press Enter"),
        (Type("", clear_before=True), None, "Clear the field"),
        (Type(""), None, None),
        (Swipe(0.5, 0.8, 0.5, 0.2), LIST, "Swipe up in the list"),
        (Swipe(0.2, 0.5, 0.8, 0.5), None, "Swipe right"),
        (Scroll(Direction.DOWN), LIST, "Scroll down in the list"),
        (Drag(0.5, 0.2, 0.5, 0.8), target("Milk"), "Drag 'Milk' down"),
        (Drag(0.5, 0.2, 0.5, 0.8), None, None),
        (Pinch(0.5, 0.5, 2.0), None, "Zoom in"),
        (Key("BACK"), None, "Go back"),
        (Key("VOLUME_UP", presses=3), None, "Press volume up 3 times"),
        (OpenApp(name="Shop"), None, "Open Shop"),
        (OpenUrl("https://a.example"), None, "Open https://a.example"),
        (SelectOption(0.5, 0.5, "Red"), None, "Choose 'Red'"),
        (Wait(10), None, "Wait"),
        (Finish(FinishStatus.SUCCESS), None, "Say that the task is done"),
        (Finish(), None, None),
        (Gesture(((TimedPoint(0.1, 0.1, 0),),)), target("Map"), None),
        (Invalid("tap(", "no end"), None, None),
        (Note("n"), None, None),
    ],
)  # fmt: skip
def test_the_line_of_an_action(action: Action, aimed: Target | None, line: str | None) -> None:
    assert operation_of(action, aimed) == line


def test_an_app_is_called_as_it_was_called() -> None:
    assert operation_of(OpenApp(package="com.example.shop"), None, "Shop") == "Open Shop"
    assert operation_of(OpenApp(package="com.example.shop"), None) == "Open com.example.shop"


def test_a_line_that_is_there_stays_and_one_that_is_missing_has_its_source() -> None:
    bare = replace(step(), target=target("Buy"))
    filled = with_operation(bare)
    assert (filled.operation, filled.operation_source) == ("Tap 'Buy'", OPERATION_SOURCE)
    said = replace(bare, operation="Buy it", operation_source="agent")
    assert with_operation(said) is said
    untold = step(action=Note("n"))
    assert with_operation(untold) is untold


@given(st.text(min_size=1), st.text(), st.floats(0, 1), st.floats(0, 1))
def test_any_label_gives_one_short_line(text: str, desc: str, x: float, y: float) -> None:
    for action in (Tap(x, y), Type(text), Swipe(x, y, y, x)):
        line = operation_of(action, target(text, desc=desc))
        assert line is None or (len(line) < 160 and "\n" not in line)
