from __future__ import annotations

import io

import pytest
from driven_phone import Driven
from phone_commands import make_context, run
from PIL import Image

from gui_rec.phone.world.config import PhoneConfig

ACTIVITY = "com.example.shop/.PaymentActivity"


def _page(**config: str) -> Driven:
    driven = Driven(PhoneConfig(**config))  # type: ignore[arg-type]
    driven.phone.start_activity(ACTIVITY)
    return driven


def test_its_frame_is_black_and_its_tree_is_whole() -> None:
    driven = _page()
    with Image.open(io.BytesIO(driven.phone.frame())) as image:
        assert image.convert("RGB").getextrema() == ((0, 0), (0, 0), (0, 0))
    assert driven.has("card_number")
    assert driven.phone.is_secure
    driven.phone.key("BACK")
    assert not driven.phone.is_secure


@pytest.mark.parametrize(("api", "refused"), [(28, True), (30, True), (34, False), (36, False)])
def test_old_systems_refuse_new_ones_are_black(api: int, refused: bool) -> None:
    ctx, _ = make_context(api)
    ctx.phone.start_activity(ACTIVITY)
    ran = run(ctx, "screencap", "-p")
    assert (ran.status == 1) is refused
    assert ("Failed to take screenshot. Status: -1" in ran.err) is refused
    assert (ran.raw == b"") is refused
    assert "card_number" in run(ctx, "uiautomator", "dump", "/dev/tty").raw.decode()


@pytest.mark.parametrize(("how", "api", "refused"), [("black", 28, False), ("refuse", 36, True)])
def test_an_option_decides_otherwise(how: str, api: int, refused: bool) -> None:
    assert PhoneConfig(api=api, secure_capture=how).refuses_secure is refused


def test_a_number_with_too_few_digits_is_said() -> None:
    driven = _page()
    driven.type_into("card_number", "1234")
    driven.phone.key("BACK")
    driven.tap("pay")
    assert driven.node("error_text")["text"] == "A card has 16 digits"


def test_a_card_pays_and_empties_the_cart() -> None:
    driven = _page()
    driven.phone._engine._world.app_vars["com.example.shop"] = {"app.cart": "lamp:1"}
    driven.type_into("card_number", "4111 1111 1111 1111")
    driven.phone.key("ENTER")
    driven.phone.text("123")
    assert "123" not in driven.phone.hierarchy().partition("card_code")[2].partition(">")[0]
    driven.phone.key("ENTER")
    assert driven.phone.state()["toast"] == "Payment accepted"
    assert driven.phone.state()["apps"] == {"com.example.shop": {"app.cart": ""}}
