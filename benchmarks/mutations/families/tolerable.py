"""12 to 23: something differs that a person would let pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.world.views import View
from gui_rec.replayer.elsewhere import Elsewhere
from mutations.change import Change, before, count, every, everywhere, find
from mutations.families._api import Family, Shown, acceptable
from mutations.recorded import Recorded
from mutations.stage import view_of

_FONT_SCALE = 1.15
_MOVED = ("MOVED", "OK_MOVED")
_TENTH_PX = 240
_SMALL = Elsewhere(size=("1080x2400", "720x1600"), density_dpi=(420, 280))


def _toast(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    yield "", replace(recorded.post(0), toast="Backup finished")


def _banner(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    yield "", replace(recorded.post(0), banner="Ines: see you at ten")


def _keyboard(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    """The field that has the focus, or would get it first, with the keyboard up."""
    stage = recorded.post(0)
    if recorded.marks.fields and stage.dialog is None:
        yield "", replace(stage, focus=stage.focus or recorded.marks.fields[0], keyboard=True)


def _dark(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    stage = recorded.post(0)
    yield "", replace(stage, settings=(*stage.settings, ("secure", "dark_theme", "1")))


def _font(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    def larger(view: View) -> View:
        return replace(view, look=replace(view.look, size=round(view.look.size * _FONT_SCALE)))

    yield "", recorded.post(0).changed(everywhere(larger))


def _small_device(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    yield "", replace(recorded.post(0), size=ScreenSize(720, 1600), density_dpi=280)


def _focus(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    stage, fields = recorded.post(0), recorded.marks.fields
    if len(fields) > 1:
        others = [name for name in fields if name != stage.focus]
        yield "", replace(stage, focus=others[0])


def _scroll_tenth(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    """The next target is still on the screen."""
    name, stage = recorded.marks.scrolls, recorded.post(0)
    if name is not None and recorded.marks.row != recorded.following:
        yield "", replace(stage, scroll={name: _TENTH_PX})
    elif name is not None:
        yield "", replace(stage, scroll={name: _TENTH_PX // 2})


def renamed_texts(view: View, ending: str) -> View:
    """The same row about something else."""

    def other(part: View) -> View:
        text = f"{part.text.rpartition(' ')[0] or part.text} {ending}" if part.text else ""
        return replace(part, text=text, desc=f"{part.desc} {ending}" if part.desc else "")

    return everywhere(other)(view)


def _new_row(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    row = recorded.marks.row
    if row is None:
        return
    stage = recorded.post(0)
    first = find(view_of(stage), row)
    if first is None or recorded.marks.sent_twice is not None or recorded.marks.doubled is not None:
        return
    fresh = renamed_texts(first, "Quarry")
    yield "", stage.changed(before(row, fresh))


def _other_pictures(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    name = recorded.marks.pictures
    if name is None:
        return
    view = view_of(recorded.post(0))
    places = range(count(view, name))

    def replaced(drawn: str) -> Change:
        def change(part: View) -> View:
            if part.id != name:
                return part
            fill = (232, 234, 237) if not drawn else part.look.fill
            return replace(
                part, look=replace(part.look, kind="picture" if drawn else "", picture=drawn, fill=fill)
            )

        return everywhere(change)

    if places:
        yield "not loaded", recorded.post(0).changed(replaced(""))
        yield "replaced", recorded.post(0).changed(replaced("mug"))


def _renamed_ids(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    """Every id of the app has another name, as after a build that shortens them."""
    names: dict[str, str] = {}

    def rename(view: View) -> View:
        if not view.id or ":" in view.id or view.field is not None:
            return view
        return replace(view, id=names.setdefault(view.id, f"x{len(names)}_{re.sub('[aeiou]', '', view.id)}"))

    stage = recorded.post(0)
    shortened = {name for name in (part.id for part in every(view_of(stage))) if name and ":" not in name}
    if len(shortened) > 1 and stage.dialog is None:
        yield "", replace(stage.changed(everywhere(rename)), scroll={})


def _badge(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    if recorded.marks.badge is not None:
        yield "", recorded.post(0).with_app_vars(recorded.marks.badge)


FAMILIES = (
    Family(12, "info toast", acceptable("TOAST"), _toast),
    Family(13, "heads-up banner", acceptable("SYSTEM_OVERLAY"), _banner),
    Family(14, "keyboard shown", acceptable("KEYBOARD_SHOWN"), _keyboard),
    Family(
        15, "dark mode", acceptable("STYLE_CHANGED"), _dark, elsewhere=Elsewhere(night_mode=(False, True))
    ),
    Family(
        16,
        "font 1.15",
        acceptable("STYLE_CHANGED"),
        _font,
        elsewhere=Elsewhere(font_scale=(1.0, _FONT_SCALE)),
    ),
    Family(17, "720x1600 device", acceptable("SCALED"), _small_device, elsewhere=_SMALL),
    Family(18, "focus moved only", acceptable(), _focus),
    Family(19, "scroll 10 %, target visible", acceptable(*_MOVED), _scroll_tenth),
    Family(20, "new row on top", acceptable(*_MOVED), _new_row),
    Family(21, "images not loaded / replaced", acceptable("IMAGE_CONTENT"), _other_pictures),
    Family(22, "resource-ids renamed", acceptable("ID_CHANGED"), _renamed_ids),
    Family(23, "cart badge appears", acceptable(), _badge),
)
