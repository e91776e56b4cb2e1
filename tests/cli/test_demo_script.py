"""The demo's script goes by positions, as a person's recording does; they must hit what each line says."""

from __future__ import annotations

import json
from importlib import resources

from driven_phone import Driven, rect_of

from gui_rec.cli.demo import SCRIPT

TOUCHED = {
    "Tap the user name field": "username",
    "Tap the password field": "password",
    "Tap Sign in": "Sign in",
    "Tap the search field": "search_box",
    "Open the desk lamp": "Desk lamp",
}


def _play(driven: Driven, action: dict[str, object]) -> None:
    """What the recorder sends for a line of the script, without a phone's wire."""
    size = driven.phone.screen
    match action:
        case {"type": "open_app", "name": str(name)}:
            driven.phone.key("HOME")
            driven.tap(name)
        case {"type": "tap", "x": float(x), "y": float(y)}:
            driven.phone.tap(x * size.width_px, y * size.height_px)
        case {"type": "type", "text": str(text)}:
            driven.phone.text(text)
            if action.get("press_enter"):
                driven.phone.key("ENTER")
        case {"type": "key", "code": str(code)}:
            driven.phone.key(code)
    driven.clock.advance(3.0)


def test_every_touch_of_the_script_hits_what_its_line_says() -> None:
    driven, size, seen = Driven(), Driven().phone.screen, set()
    lines = (resources.files("gui_rec.cli") / SCRIPT).read_text(encoding="utf-8").splitlines()
    for line in map(json.loads, lines):
        name = TOUCHED.get(line["operation"])
        if name is not None:
            seen.add(name)
            x, y = line["action"]["x"] * size.width_px, line["action"]["y"] * size.height_px
            places = [rect_of(node) for node in driven.find(name)]
            assert any(place.left <= x < place.right and place.top <= y < place.bottom for place in places), (
                line
            )
        _play(driven, line["action"])
    assert seen == set(TOUCHED.values())
