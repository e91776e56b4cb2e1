"""A small app for the fake device: a list, a page behind it, a form."""

from __future__ import annotations

from gui_rec.model.geometry import Rect
from gui_rec.testing.builders import TEXT_FIELD, Element
from gui_rec.testing.clock import FakeClock
from gui_rec.testing.fake_device import FakeDevice, Screen

OPEN = Element(Rect(10, 40, 98, 70), text="Open", resource_id="app:id/open", goes_to="page")
FORM = Element(Rect(10, 80, 98, 110), text="Form", resource_id="app:id/form", goes_to="form")
TITLE = Element(Rect(10, 10, 98, 30), text="Items", class_name="android.widget.TextView", clickable=False)
BODY = Element(Rect(10, 40, 98, 200), text="A long text", class_name="android.widget.TextView")
NAME = Element(Rect(10, 40, 98, 70), resource_id="app:id/name", class_name=TEXT_FIELD)
SECRET = Element(Rect(10, 80, 98, 110), resource_id="app:id/pin", class_name=TEXT_FIELD, password=True)

SCREENS = {
    "list": Screen((TITLE, OPEN, FORM)),
    "page": Screen((TITLE, BODY), activity=".Page"),
    "form": Screen((TITLE, NAME, SECRET), activity=".Form"),
    "other": Screen((BODY,), package="com.example.other"),
}


def fake_app(*, react_s: float = 0.0, **options: object) -> FakeDevice:
    """The app at its list, on a clock of its own."""
    device = FakeDevice(SCREENS, "list", clock=FakeClock(), react_s=react_s)
    for name, value in options.items():
        setattr(device, name, value)
    return device
