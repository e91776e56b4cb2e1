"""Keys: those of the phone, those typed into a field, and those of the soft keyboard."""

from __future__ import annotations

from collections.abc import Callable

from gui_rec.phone.world import tasks, text_fields
from gui_rec.phone.world.effects import end_dialog, focus_field, run_effects
from gui_rec.phone.world.key_codes import key_name
from gui_rec.phone.world.reveal import reveal_focus
from gui_rec.phone.world.scene import Scene, fields_of, find_field
from gui_rec.phone.world.state import World
from gui_rec.phone.world.views import View

RECENTS = ".RecentsActivity"
_VOLUME_MAX = 15
_PUNCTUATION = {
    "SPACE": " ",
    "PERIOD": ".",
    "COMMA": ",",
    "AT": "@",
    "MINUS": "-",
    "PLUS": "+",
    "EQUALS": "=",
    "SLASH": "/",
    "STAR": "*",
    "POUND": "#",
    "SEMICOLON": ";",
    "APOSTROPHE": "'",
    "LEFT_BRACKET": "[",
    "RIGHT_BRACKET": "]",
    "BACKSLASH": "\\",
    "GRAVE": "`",
}


def press(world: World, scene: Scene, name: str) -> bool:
    """A key by its Android name (with or without KEYCODE_) or number. False for an unknown one."""
    key = key_name(name)
    if key is None:
        return False
    if key in ("POWER", "SLEEP", "WAKEUP"):
        _power(world, key)
    elif world.awake and key in _KEYS:
        _KEYS[key](world, scene)
    elif world.awake:
        _type_character(world, scene, key)
    return True


def _power(world: World, key: str) -> None:
    awake = not world.awake if key == "POWER" else key == "WAKEUP"
    if awake != world.awake:
        world.awake = awake
        world.changed()


def _type_character(world: World, scene: Scene, key: str) -> None:
    character = _PUNCTUATION.get(key, key.lower() if len(key) == 1 else "")
    if character:
        type_text(world, scene, character)


def _back(world: World, _scene: Scene) -> None:
    dialog = world.system_dialog
    if dialog is not None:
        if dialog in ("crash-dialog", "anr-dialog", "chooser-dialog"):
            end_dialog(world, dialog)
        elif dialog == "chooser":
            world.question = None
    elif world.keyboard_shown:
        world.keyboard.up = False
    elif world.top.dialog is not None:
        world.top.dialog = None
    else:
        tasks.ask_to_leave(world, run_effects)
    world.changed()


def _home(world: World, _scene: Scene) -> None:
    tasks.go_home(world)


def _recents(world: World, _scene: Scene) -> None:
    tasks.show_recents(world, RECENTS)


def _volume(step: int) -> Callable[[World, Scene], None]:
    def change(world: World, _scene: Scene) -> None:
        old = int(world.settings.get("system", "volume_music") or "0")
        world.settings.put("system", "volume_music", str(min(max(0, old + step), _VOLUME_MAX)))

    return change


def focused_view(world: World, scene: Scene) -> View | None:
    """The field that takes the typing; None when there is none or a dialog is over it."""
    if scene.active.kind != "application":
        return None
    return find_field(scene.active.view, world.top.focus)


def _edit(world: World, scene: Scene, change: Callable[[str, int], text_fields.Edited]) -> bool:
    view = focused_view(world, scene)
    if view is None:
        return False
    top = world.top
    text = top.vars.get(view.id, "")
    new, cursor = change(text, min(top.cursors.get(view.id, len(text)), len(text)))
    top.vars[view.id], top.cursors[view.id] = new, cursor
    world.changed()
    return True


def type_text(world: World, scene: Scene, text: str) -> bool:
    """Insert text at the cursor. False when no field has the focus."""
    return _edit(world, scene, lambda old, cursor: text_fields.insert(old, cursor, text))


def clear(world: World, scene: Scene) -> bool:
    """Empty the focused field. False when there is none."""
    return _edit(world, scene, lambda _old, _cursor: ("", 0))


def _delete(world: World, scene: Scene) -> None:
    _edit(world, scene, text_fields.backspace)


def _forward_delete(world: World, scene: Scene) -> None:
    _edit(world, scene, text_fields.forward_delete)


def _move_to(place: Callable[[str, int], int]) -> Callable[[World, Scene], None]:
    def move(world: World, scene: Scene) -> None:
        _edit(world, scene, lambda text, cursor: (text, place(text, cursor)))

    return move


def _tab(world: World, scene: Scene) -> None:
    focus_next(world, scene)


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


def _enter(world: World, scene: Scene) -> None:
    enter(world, scene)


def soft_key(world: World, scene: Scene, code: str) -> None:
    """A touch on a key of the soft keyboard."""
    state = world.keyboard
    if code == "shift":
        state.shift = not state.shift
    elif code == "symbols":
        state.symbols = not state.symbols
    elif code == "del":
        _delete(world, scene)
    elif code == "enter":
        enter(world, scene)
    else:
        type_text(world, scene, code)
        state.shift = False
    world.changed()


_KEYS: dict[str, Callable[[World, Scene], None]] = {
    "BACK": _back,
    "ESCAPE": _back,
    "HOME": _home,
    "APP_SWITCH": _recents,
    "VOLUME_UP": _volume(1),
    "VOLUME_DOWN": _volume(-1),
    "ENTER": _enter,
    "NUMPAD_ENTER": _enter,
    "DPAD_CENTER": _enter,
    "DEL": _delete,
    "FORWARD_DEL": _forward_delete,
    "TAB": _tab,
    "MOVE_HOME": _move_to(lambda _text, _cursor: 0),
    "MOVE_END": _move_to(lambda text, _cursor: len(text)),
    "DPAD_LEFT": _move_to(lambda _text, cursor: max(0, cursor - 1)),
    "DPAD_RIGHT": _move_to(lambda text, cursor: min(len(text), cursor + 1)),
}
