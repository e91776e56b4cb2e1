"""Keys: those of the phone, those typed into a field, and those of the soft keyboard."""

from __future__ import annotations

from collections.abc import Callable, Set

from gui_rec.phone.world import tasks, text_fields
from gui_rec.phone.world.effects import end_dialog, focus_field, run_effects, set_awake
from gui_rec.phone.world.key_codes import key_name
from gui_rec.phone.world.reveal import reveal_focus
from gui_rec.phone.world.scene import Scene, fields_of, find_field
from gui_rec.phone.world.state import World
from gui_rec.phone.world.text_fields import Edited
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
_SHIFTED = dict(zip("1234567890-=[]\\;',./`", '!@#$%^&*()_+{}|:"<>?~', strict=True))
_MODIFIERS = {
    "CTRL_LEFT": "CTRL",
    "CTRL_RIGHT": "CTRL",
    "SHIFT_LEFT": "SHIFT",
    "SHIFT_RIGHT": "SHIFT",
    "ALT_LEFT": "ALT",
    "ALT_RIGHT": "ALT",
}
_VOLUME_KEYS = frozenset({"VOLUME_UP", "VOLUME_DOWN"})
_REPEATING = frozenset({"DEL", "FORWARD_DEL", "DPAD_LEFT", "DPAD_RIGHT", "TAB", *_VOLUME_KEYS})


def press(world: World, scene: Scene, name: str, held: Set[str] = frozenset()) -> bool:
    """A key by its Android name (with or without KEYCODE_) or number. False for an unknown one.

    `held` are the modifiers that are down meanwhile: CTRL, SHIFT, ALT.
    """
    key = key_name(name)
    if key is None:
        return False
    if key in ("POWER", "SLEEP", "WAKEUP"):
        set_awake(world, not world.awake if key == "POWER" else key == "WAKEUP")
    elif world.awake and held & {"CTRL", "ALT"}:
        _with_modifier(world, scene, key, held)
    elif world.awake and key in _KEYS:
        (_EXTENDING.get(key, _KEYS[key]) if "SHIFT" in held else _KEYS[key])(world, scene)
    elif world.awake:
        _type_character(world, scene, key, shift="SHIFT" in held)
    return True


def held_by(keys: Set[str]) -> frozenset[str]:
    """The modifiers among keys: CTRL, SHIFT, ALT."""
    return frozenset(_MODIFIERS[key] for key in keys if key in _MODIFIERS)


def acting_keys(keys: list[str]) -> list[str]:
    """The keys of a chord that do something, in order: no modifiers, and nothing of power with a volume key.

    Android takes those two for a screenshot or a bug report, which this phone does not make.
    """
    if "POWER" in keys and not _VOLUME_KEYS.isdisjoint(keys):
        return []
    return [key for key in keys if key not in _MODIFIERS]


def hold(world: World, scene: Scene, name: str) -> bool:
    """A key that is held until Android takes it for a long press: it is sent once more, as a repeat.

    The power key opens the power menu; keys that edit, type or change the volume act twice; back, home,
    recents and enter act once, as for a short press. False for an unknown one.
    """
    key = key_name(name)
    if key == "POWER":
        world.power_menu = world.awake = True
        world.changed()
        return True
    known = press(world, scene, name)
    if key in _REPEATING or (key is not None and _character(key, shift=False)):
        press(world, scene, name)
    return known


def _with_modifier(world: World, scene: Scene, key: str, held: Set[str]) -> None:
    chord = _CHORDS.get(("CTRL" if "CTRL" in held else "ALT", key))
    if chord is not None:
        chord(world, scene)


def _character(key: str, *, shift: bool) -> str:
    character = _PUNCTUATION.get(key, key.lower() if len(key) == 1 else "")
    return _SHIFTED.get(character, character.upper()) if shift else character


def _type_character(world: World, scene: Scene, key: str, *, shift: bool) -> None:
    character = _character(key, shift=shift)
    if character:
        type_text(world, scene, character)


def _back(world: World, _scene: Scene) -> None:
    dialog = world.system_dialog
    if dialog == "power-menu":
        world.power_menu = False
    elif dialog is not None:
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
    world.power_menu = False
    tasks.go_home(world)


def _recents(world: World, _scene: Scene) -> None:
    world.power_menu = False
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


def _field(world: World, view: View) -> Edited:
    top = world.top
    return Edited.at(top.vars.get(view.id, ""), top.cursors.get(view.id), top.anchors.get(view.id))


def _edit(world: World, scene: Scene, change: Callable[[Edited], Edited]) -> bool:
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
    return _edit(world, scene, lambda now: text_fields.insert(now, text))


def clear(world: World, scene: Scene) -> bool:
    """Empty the focused field. False when there is none."""
    return _edit(world, scene, lambda _now: Edited.at(""))


def _editing(change: Callable[[Edited], Edited]) -> Callable[[World, Scene], None]:
    def act(world: World, scene: Scene) -> None:
        _edit(world, scene, change)

    return act


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


def _paste(world: World, scene: Scene) -> None:
    paste(world, scene)


def _step(step: int, *, extend: bool = False) -> Callable[[World, Scene], None]:
    return _editing(lambda now: text_fields.move(now, step, extend=extend))


def _jump(*, to_end: bool, extend: bool = False) -> Callable[[World, Scene], None]:
    return _editing(lambda now: text_fields.jump(now, to_end=to_end, extend=extend))


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
        _edit(world, scene, text_fields.backspace)
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
    "DEL": _editing(text_fields.backspace),
    "FORWARD_DEL": _editing(text_fields.forward_delete),
    "TAB": _tab,
    "MOVE_HOME": _jump(to_end=False),
    "MOVE_END": _jump(to_end=True),
    "DPAD_LEFT": _step(-1),
    "DPAD_RIGHT": _step(1),
    "CUT": cut,
    "COPY": copy,
    "PASTE": _paste,
}
_EXTENDING: dict[str, Callable[[World, Scene], None]] = {
    "MOVE_HOME": _jump(to_end=False, extend=True),
    "MOVE_END": _jump(to_end=True, extend=True),
    "DPAD_LEFT": _step(-1, extend=True),
    "DPAD_RIGHT": _step(1, extend=True),
}
_CHORDS: dict[tuple[str, str], Callable[[World, Scene], None]] = {
    ("CTRL", "A"): _editing(text_fields.select_all),
    ("CTRL", "C"): copy,
    ("CTRL", "X"): cut,
    ("CTRL", "V"): _paste,
    ("CTRL", "MOVE_HOME"): _editing(lambda now: Edited.at(now.text, 0)),
    ("CTRL", "MOVE_END"): _editing(lambda now: Edited.at(now.text)),
    ("ALT", "TAB"): _recents,
}
