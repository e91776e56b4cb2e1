"""The colours that widgets have of themselves, by day and by night."""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.phone.world.views import Color


@dataclass(frozen=True, slots=True)
class Palette:
    """Roles as in Material 3; the keyboard's as Gboard has them."""

    accent: Color = (11, 87, 208)
    on_accent: Color = (255, 255, 255)
    paper: Color = (255, 255, 255)
    dialog: Color = (240, 244, 249)
    hint: Color = (112, 117, 122)
    outline: Color = (68, 71, 70)
    selection: Color = (194, 215, 250)
    track_off: Color = (225, 227, 225)
    knob_off: Color = (116, 119, 117)
    scroll_bar: Color = (190, 193, 198)
    keyboard: Color = (232, 234, 240)
    key: Color = (255, 255, 255)
    special_key: Color = (205, 210, 222)
    key_ink: Color = (32, 33, 36)
    strip_ink: Color = (95, 99, 104)
    bar_ink: Color = (32, 33, 36)
    navigation_ink: Color = (70, 73, 78)


DAY = Palette()
NIGHT = Palette(
    accent=(168, 199, 250),
    on_accent=(6, 46, 111),
    paper=(30, 31, 32),
    dialog=(40, 42, 44),
    hint=(154, 160, 166),
    outline=(196, 199, 197),
    selection=(40, 71, 120),
    track_off=(68, 71, 70),
    knob_off=(142, 145, 143),
    scroll_bar=(95, 99, 104),
    keyboard=(28, 29, 32),
    key=(56, 58, 63),
    special_key=(45, 51, 62),
    key_ink=(232, 234, 237),
    strip_ink=(189, 193, 198),
    bar_ink=(255, 255, 255),
    navigation_ink=(218, 220, 224),
)
