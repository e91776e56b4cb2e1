from __future__ import annotations

import io

import pytest
from driven_phone import Driven, in_settings, signed_in
from PIL import Image

from gui_rec.phone.apps.installed import installed_apps
from gui_rec.phone.world.night import darkened, ground
from gui_rec.phone.world.views import Look, View


def _mean(driven: Driven) -> float:
    with Image.open(io.BytesIO(driven.phone.frame())) as image:
        small = image.convert("L").resize((1, 1), Image.Resampling.BOX)
        value = small.getpixel((0, 0))
    assert isinstance(value, int)
    return value


def _dark(driven: Driven) -> Driven:
    driven.phone.settings.put("secure", "dark_theme", "1")
    return driven


def test_the_switch_in_settings_makes_it_dark_and_light_again() -> None:
    driven = in_settings("Display")
    light, tree = _mean(driven), driven.phone.hierarchy()
    driven.tap("Dark theme")
    assert _mean(driven) < light / 4
    assert driven.phone.state()["night"] is True
    driven.tap("Dark theme")
    assert (_mean(driven), driven.phone.hierarchy()) == (light, tree)


def test_the_theme_changes_pixels_and_never_the_tree() -> None:
    driven = signed_in()
    driven.tap("search_box")
    tree, windows, light = driven.phone.hierarchy(), driven.phone.windows(), driven.phone.frame()
    _dark(driven)
    assert (driven.phone.hierarchy(), driven.phone.windows()) == (tree, windows)
    assert driven.phone.frame() != light


@pytest.mark.parametrize("app", [app for app in installed_apps().values() if app.label != "Launcher"])
def test_every_app_is_dark_at_night(app: object) -> None:
    driven = _dark(Driven())
    driven.phone.launch(app.package)  # type: ignore[attr-defined]
    assert _mean(driven) < 70


def test_a_white_page_becomes_the_ground_and_a_card_lies_above_it() -> None:
    white = (255, 255, 255)
    card = View("FrameLayout", look=Look(fill=white, radius=16))
    page = View("LinearLayout", look=Look(fill=white), children=(card,))
    dark = darkened(page)
    assert dark.look.fill == ground(white)
    assert dark.children[0].look.fill != dark.look.fill


def test_pictures_keep_their_colours() -> None:
    look = Look(kind="picture", fill=(255, 236, 204))
    assert darkened(View(look=look)).look == look


def test_what_is_written_on_an_accent_stays_readable() -> None:
    button = View("Button", look=Look(fill=(11, 87, 208), color=(255, 255, 255)))
    dark = darkened(button).look
    assert dark.fill is not None
    assert sum(dark.fill) - sum(dark.color) > 300
