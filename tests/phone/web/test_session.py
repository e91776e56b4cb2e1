"""One open page."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from phone_page import Page, open_page
from served_phone import ask, serve_and

from gui_rec.phone.server import PhoneServer, Ready
from gui_rec.phone.web.session import FRAME_GAP_S
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.panel import ABS_MT_TRACKING_ID, LIFTED
from gui_rec.vision.png import check_png

LAUNCHER = "com.android.launcher3"
SETTINGS = (0.812, 0.776)


def _with_page(test: Callable[[PhoneServer, Ready, Page], Awaitable[None]], **config: object) -> None:
    async def run(server: PhoneServer, ready: Ready) -> None:
        assert ready.web is not None
        async with open_page(ready.web) as page:
            await test(server, ready, page)

    serve_and(run, web_port=0, **config)


def test_the_first_frame_is_the_phones() -> None:
    async def test(server: PhoneServer, _ready: Ready, page: Page) -> None:
        about, picture = await page.frame()
        assert (about["front"], about["awake"], about["secure"]) == (LAUNCHER, True, False)
        assert check_png(picture) == server.phone.screen
        assert (about["width_px"], about["height_px"]) == (1080, 2400)
        assert about["version"] <= server.phone.version

    _with_page(test)


def test_a_frame_comes_only_when_the_screen_has_changed() -> None:
    async def test(server: PhoneServer, _ready: Ready, page: Page) -> None:
        first, _ = await page.frame()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(page.frame(), 0.3)
        server.phone.turn(1)
        second, picture = await page.frame()
        assert second["version"] > first["version"]
        assert (second["width_px"], second["height_px"]) == (2400, 1080)
        assert check_png(picture) == server.phone.screen

    _with_page(test)


def test_a_screen_that_never_rests_is_shown_at_a_bounded_rate() -> None:
    async def test(server: PhoneServer, _ready: Ready, page: Page) -> None:
        await page.frame()
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        for turns in (1, 2, 3, 0):
            server.phone.turn(turns)
            await page.frame()
        assert loop.time() - began_s >= 3 * FRAME_GAP_S

    _with_page(test)


def test_each_message_is_answered_with_the_version_it_led_to() -> None:
    async def test(server: PhoneServer, _ready: Ready, page: Page) -> None:
        about, _ = await page.frame()
        await page.touch("down", *SETTINGS, 100.0)
        assert await page.taken() >= about["version"]
        await page.touch("up", *SETTINGS, 101.0)
        taken = await page.taken()
        assert taken > about["version"]
        assert server.phone.version >= taken
        await page.send(type="key", name="NO SUCH")
        assert "no key" in await page.refusal()
        assert await page.taken() >= taken
        await page.send(type="nonsense")
        assert await page.taken() >= taken

    _with_page(test)


def test_a_click_on_the_picture_is_a_finger_on_the_panel() -> None:
    async def test(server: PhoneServer, _ready: Ready, page: Page) -> None:
        reader = server.phone.panel.subscribe()
        await page.touch("down", *SETTINGS, 100.0)
        await page.touch("up", *SETTINGS, 101.0)
        await page.until_in_front("com.android.settings")
        contacts = [event.value for event in reader.take() if event.code == ABS_MT_TRACKING_ID]
        assert contacts == [0x66, LIFTED]

    _with_page(test)


@pytest.mark.parametrize("locale", ["en-US", "ar"])
def test_the_pages_buttons_are_taps_on_the_phones_own(locale: str) -> None:
    async def test(server: PhoneServer, _ready: Ready, page: Page) -> None:
        server.phone.launch("com.android.settings")
        await page.until_in_front("com.android.settings")
        reader = server.phone.panel.subscribe()
        await page.send(type="navigate", button="back")
        await page.until_in_front(LAUNCHER)
        assert [event.value for event in reader.take() if event.code == ABS_MT_TRACKING_ID][-1] == LIFTED
        await page.send(type="navigate", button="recents")
        await page.until_in_front(LAUNCHER)
        assert server.phone.focus().activity == "com.android.launcher3.RecentsActivity"
        await page.send(type="navigate", button="home")
        await page.until_in_front(LAUNCHER)
        assert server.phone.focus().activity != "com.android.launcher3.RecentsActivity"

    _with_page(test, phone=PhoneConfig(locale=locale))


def test_keys_and_text_are_a_hardware_keyboards() -> None:
    async def test(server: PhoneServer, _ready: Ready, page: Page) -> None:
        reader = server.phone.panel.subscribe()
        await page.send(type="key", name="POWER")
        while (await page.frame())[0]["awake"]:
            pass
        await page.send(type="key", name="WAKEUP")
        await page.send(type="key", name="NONE_SUCH")
        assert await page.refusal() == "Android has no key 'NONE_SUCH'"
        await page.send(type="text", text="é")
        assert "'é'" in await page.refusal()
        await page.send(type="text", text="e")
        await page.send(type="whistle")
        assert "expected a message of the page" in await page.refusal()
        assert reader.take() == []

    _with_page(test)


def test_a_page_that_goes_in_the_middle_of_a_touch_leaves_the_glass() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        assert ready.web is not None
        async with open_page(ready.web) as page:
            await page.touch("down", 0.5, 0.5, 0.0)
            while not server.glass.locked():
                await asyncio.sleep(0)
        [answer] = await ask(ready, {"op": "tap", "x": 876, "y": 1862})
        assert answer["ok"]
        assert server.phone.focus().package == "com.android.settings"

    serve_and(test, web_port=0)


def test_what_is_no_message_is_refused_and_the_page_goes_on() -> None:
    async def test(_server: PhoneServer, _ready: Ready, page: Page) -> None:
        await page.frame()
        for data in (b"\xff\xfe", b"", "[" * 30_000):
            await page.socket.send(data)
            assert "expected a message of the page" in await page.refusal()
        await page.socket.send(b'{"type": "key", "name": "NO_SUCH"}')
        assert "Android has" in await page.refusal()

    _with_page(test)
