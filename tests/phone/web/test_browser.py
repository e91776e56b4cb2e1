"""The page in Debian's chromium: a person's mouse, fingers and keys, and what the phone makes of them."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from gui_rec.device.adb.device import AdbDevice
from gui_rec.testing.phone import SimulatedPhone, simulated_phone

pytestmark = [pytest.mark.slow, pytest.mark.browser]

CHROMIUM = os.environ.get("GUI_REC_CHROMIUM", "/usr/bin/chromium")
_ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTINGS = (0.812, 0.776)
LAUNCHER = "com.android.launcher3"
CANVAS = "#screen"


@dataclass(frozen=True)
class Studio:
    """A phone behind a real adb server, and the page that shows it; `remarks` is the browser's console."""

    phone: SimulatedPhone
    page: Page
    remarks: list[str]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Shares of the picture -> the browser's coordinates."""
        box = self.page.locator(CANVAS).bounding_box()
        assert box is not None
        return (box["x"] + x * box["width"], box["y"] + y * box["height"])

    def front(self) -> str | None:
        return self.phone.device.focus().package

    def until_in_front(self, package: str) -> None:
        expect(self.page.get_by_role("status")).to_have_text(f"In front: {package}")
        assert self.front() == package


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=_ARGS)
        yield browser
        browser.close()


@pytest.fixture
def studio(browser: Browser) -> Iterator[Studio]:
    with simulated_phone(seed=3, options=["--web"]) as phone:
        page = browser.new_page(viewport={"width": 1100, "height": 900}, has_touch=True)
        remarks: list[str] = []
        page.on("console", lambda message: remarks.append(message.text))
        page.on("pageerror", lambda error: remarks.append(str(error)))
        assert phone.process.web is not None
        page.goto(phone.process.web)
        page.wait_for_selector(f"{CANVAS}[data-version]")
        yield Studio(phone, page, remarks)
        page.close()


@contextmanager
def _panel(device: AdbDevice) -> Iterator[Iterator[bytes]]:
    """`getevent -lt`, once it has named the nodes."""
    with device.touch_lines() as chunks:
        seen = b""
        while b"virtio_input_multi_touch_11" not in seen:
            seen += next(chunks)
        yield chunks


def _contact(chunks: Iterator[bytes], fingers: int = 1) -> list[tuple[float, str, int]]:
    """(seconds, axis, value) until all fingers have left."""
    text = ""
    while text.count("ffffffff") < fingers or not text.rstrip().endswith("SYN_REPORT           00000000"):
        text += next(chunks).decode()
    found = re.findall(r"\[ *([\d.]+)\] /dev/input/event1: EV_\w+ +(\w+) +([0-9a-f]{8})", text)
    return [(float(at), axis, int(value, 16)) for at, axis, value in found]


def _axe(page: Page) -> list[Any]:
    """What axe finds wrong; evaluated, since the page's policy lets no script in."""
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run()")
    assert len(found["passes"]) > 20
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found["violations"]]


def test_a_mouse_is_a_finger_on_the_touch_panel(studio: Studio) -> None:
    mouse, at = studio.page.mouse, studio.at
    with _panel(studio.phone.device) as chunks:
        mouse.click(*at(*SETTINGS), delay=70)
        events = _contact(chunks)
        studio.until_in_front("com.android.settings")
        assert [axis for _, axis, _ in events[:3]] == [
            "ABS_MT_TRACKING_ID",
            "ABS_MT_POSITION_X",
            "ABS_MT_POSITION_Y",
        ]
        x, y = (value * size // 32768 for (_, _, value), size in zip(events[1:3], (1080, 2400), strict=True))
        assert abs(x - SETTINGS[0] * 1080) < 4
        assert abs(y - SETTINGS[1] * 2400) < 4
        assert 0.06 <= events[-1][0] - events[0][0] < 0.4

        before = studio.phone.device.hierarchy()
        mouse.move(*at(0.5, 0.8))
        mouse.down()
        mouse.move(*at(0.5, 0.3), steps=25)
        mouse.up()
        swipe = _contact(chunks)
    reports = [time_s for time_s, axis, _ in swipe if axis == "SYN_REPORT"]
    assert len(reports) > 4
    assert all(later >= sooner for sooner, later in itertools.pairwise(reports))
    assert studio.phone.device.hierarchy() != before
    assert studio.remarks == []


def test_two_fingers_are_two_slots(studio: Studio) -> None:
    """As chromium's own touch events, which playwright's touchscreen has for one finger only."""
    session = studio.page.context.new_cdp_session(studio.page)

    def touch(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    with _panel(studio.phone.device) as chunks:
        touch("touchStart", studio.at(0.4, 0.4))
        touch("touchStart", studio.at(0.4, 0.4), studio.at(0.6, 0.6))
        touch("touchMove", studio.at(0.3, 0.3), studio.at(0.7, 0.7))
        touch("touchEnd")
        events = _contact(chunks, fingers=2)
    arrivals = [value for _, axis, value in events if axis == "ABS_MT_TRACKING_ID" and value != 0xFFFFFFFF]
    assert len(set(arrivals)) == 2
    assert {value for _, axis, value in events if axis == "ABS_MT_SLOT"} >= {1}
    assert studio.front() == LAUNCHER


def test_the_buttons_and_the_keyboard_reach_everything(studio: Studio) -> None:
    page, keys = studio.page, studio.page.keyboard
    page.locator(CANVAS).focus()
    for key in ["ArrowRight"] * 8 + ["ArrowDown"] * 15:
        keys.press(key)
    with _panel(studio.phone.device) as chunks:
        keys.press("Enter", delay=50)
        assert _contact(chunks)
    studio.until_in_front("com.android.settings")
    page.get_by_role("button", name="Home").click()
    studio.until_in_front(LAUNCHER)

    page.get_by_label("Send my keyboard to the phone").check()
    page.mouse.click(*studio.at(*SETTINGS))
    studio.until_in_front("com.android.settings")
    page.locator(CANVAS).focus()
    keys.press("Escape")
    studio.until_in_front(LAUNCHER)
    keys.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Back"
    assert studio.remarks == []


def test_ticking_the_box_sends_the_keyboard_at_once(studio: Studio) -> None:
    page = studio.page
    page.mouse.click(*studio.at(*SETTINGS))
    studio.until_in_front("com.android.settings")
    page.get_by_label("Send my keyboard to the phone").check()
    page.keyboard.press("Escape")
    studio.until_in_front(LAUNCHER)
    assert f"--device {studio.phone.process.serial} " in page.locator("pre").inner_text()


def test_a_page_that_waits_for_an_answer_says_so_and_draws_the_newest_frame_alone(studio: Studio) -> None:
    page, mark = studio.page, studio.page.locator("#behind")
    expect(mark).to_be_hidden()
    page.evaluate(
        """async () => {
          const draw = createImageBitmap;
          window.drawnSizes = [];
          window.held = new Promise((go) => { window.letGo = go; });
          window.createImageBitmap = async (blob) => {
            await window.held;
            window.drawnSizes.push(blob.size);
            return draw(blob);
          };
        }"""
    )
    page.mouse.click(*studio.at(*SETTINGS))
    expect(mark).to_be_visible()
    assert _axe(page) == []
    for turns in (1, 2, 3, 0, 1):
        page.evaluate(
            "() => { window.heard = new Promise((go) => "
            "socket.addEventListener('message', ({data}) => typeof data !== 'string' && go(), { once: false })); }"
        )
        studio.phone.process.control.rotate(turns)
        page.evaluate("window.heard")
    page.evaluate("window.letGo()")
    expect(mark).to_be_hidden()
    expect(page.locator(CANVAS)).to_have_attribute("width", "2400")
    assert len(page.evaluate("window.drawnSizes")) == 2
    assert studio.remarks == []


def test_what_is_typed_goes_to_the_phone_only_when_the_page_says_so(studio: Studio) -> None:
    page, device = studio.page, studio.phone.device
    page.mouse.click(*studio.at(0.188, 0.776))
    studio.until_in_front("com.example.shop")
    page.mouse.click(*studio.at(0.5, 0.33))
    expect(page.locator(f"{CANVAS}[data-keyboard=true]")).to_be_visible()
    page.locator(CANVAS).press("a")
    assert 'text="a"' not in device.hierarchy()
    page.get_by_label("Send my keyboard to the phone").check()
    page.locator(CANVAS).focus()
    page.keyboard.type("adax")
    page.keyboard.press("Backspace")
    page.locator(CANVAS).dispatch_event("keydown", {"key": "é"})
    expect(page.get_by_role("alert")).to_contain_text("no key for 'é'")
    assert 'text="ada"' in device.hierarchy()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_wrong(studio: Studio, scheme: Any) -> None:
    studio.page.emulate_media(color_scheme=scheme)
    assert _axe(studio.page) == []
    studio.page.get_by_label("Send my keyboard to the phone").check()
    studio.page.set_viewport_size({"width": 390, "height": 800})
    assert _axe(studio.page) == []
