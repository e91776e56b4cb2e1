"""Editing the focused field: what keys, the soft keyboard, the clipboard and input methods do to it."""

from __future__ import annotations

from collections.abc import Callable

from gui_rec.phone.world import text_fields
from gui_rec.phone.world.effects import focus_field, run_effects
from gui_rec.phone.world.reveal import reveal_focus
from gui_rec.phone.world.scene import Scene, fields_of, find_field
from gui_rec.phone.world.state import World
from gui_rec.phone.world.text_fields import Edited
from gui_rec.phone.world.views import View


def focused_view(world: World, scene: Scene) -> View | None:
    """The field that takes the typing; None when there is none or a dialog is over it."""
    if scene.active.kind != "application":
        return None
    return find_field(scene.active.view, world.top.focus)


def _field(world: World, view: View) -> Edited:
    top = world.top
    return Edited.at(top.vars.get(view.id, ""), top.cursors.get(view.id), top.anchors.get(view.id))


def edit(world: World, scene: Scene, change: Callable[[Edited], Edited]) -> bool:
    """Change the focused field. False when there is none."""
    view = focused_view(world, scene)
    if view is None:
        return False
    top, new = world.top, change(_field(world, view))
    top.vars[view.id], top.cursors[view.id] = new.text, new.cursor
    if new.anchor != new.cursor:
        top.anchors[view.id] = new.anchor
    else:
        top.anchors.pop(view.id, None)
    world.changed()
    return True


def type_text(world: World, scene: Scene, text: str) -> bool:
    """Insert text at the cursor, in the place of what is selected. False when no field has the focus."""
    return edit(world, scene, lambda now: text_fields.insert(now, text))


def clear(world: World, scene: Scene) -> bool:
    """Empty the focused field. False when there is none."""
    return edit(world, scene, lambda _now: Edited.at(""))


def copy(world: World, scene: Scene) -> None:
    """What is selected goes to the clipboard; a password never does."""
    view = focused_view(world, scene)
    if view is not None and view.field is not None and not view.field.password:
        world.clipboard = _field(world, view).selected or world.clipboard


def cut(world: World, scene: Scene) -> None:
    """As `copy`, and it goes from the field."""
    view = focused_view(world, scene)
    if view is None or view.field is None or view.field.password or not _field(world, view).selected:
        return
    copy(world, scene)
    type_text(world, scene, "")


def paste(world: World, scene: Scene) -> bool:
    """The clipboard's text into the focused field. False without one, or with nothing to paste."""
    return world.clipboard is not None and type_text(world, scene, world.clipboard)


def focus_next(world: World, scene: Scene) -> bool:
    """The field after the focused one, else the first. False when the screen has no field."""
    if scene.active.kind != "application":
        return False
    ids = [view.id for view in fields_of(scene.active.view)]
    if not ids:
        return False
    current = world.top.focus
    following = ids[(ids.index(current) + 1) % len(ids)] if current in ids else ids[0]
    focus_field(world, world.top, following)
    reveal_focus(world)
    return True


def enter(world: World, scene: Scene) -> bool:
    """The field's own editor action. False when no field has the focus."""
    view = focused_view(world, scene)
    if view is None or view.field is None:
        return False
    if view.field.action == "next":
        return focus_next(world, scene)
    if view.field.action == "newline":
        return type_text(world, scene, "\n")
    world.keyboard.up = False
    run_effects(world, view.field.on_enter)
    world.changed()
    return True


def soft_key(world: World, scene: Scene, code: str) -> None:
    """A touch on a key of the soft keyboard."""
    state = world.keyboard
    if code == "shift":
        state.shift = not state.shift
    elif code == "symbols":
        state.symbols = not state.symbols
    elif code == "del":
        edit(world, scene, text_fields.backspace)
    elif code == "enter":
        enter(world, scene)
    else:
        type_text(world, scene, code)
        state.shift = False
    world.changed()
