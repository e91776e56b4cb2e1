"""Keys: those of the phone and those of a keyboard, alone, held and in chords."""

from __future__ import annotations

from collections.abc import Callable, Set

from gui_rec.phone.world import editing, tasks, text_fields
from gui_rec.phone.world.effects import end_dialog, run_effects, set_awake
from gui_rec.phone.world.key_codes import key_name
from gui_rec.phone.world.scene import Scene
from gui_rec.phone.world.state import World
from gui_rec.phone.world.text_fields import Edited

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
        editing.type_text(world, scene, character)


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


def _editing(change: Callable[[Edited], Edited]) -> Callable[[World, Scene], None]:
    def act(world: World, scene: Scene) -> None:
        editing.edit(world, scene, change)

    return act


def _paste(world: World, scene: Scene) -> None:
    editing.paste(world, scene)


def _step(step: int, *, extend: bool = False) -> Callable[[World, Scene], None]:
    return _editing(lambda now: text_fields.move(now, step, extend=extend))


def _jump(*, to_end: bool, extend: bool = False) -> Callable[[World, Scene], None]:
    return _editing(lambda now: text_fields.jump(now, to_end=to_end, extend=extend))


def _tab(world: World, scene: Scene) -> None:
    editing.focus_next(world, scene)


def _enter(world: World, scene: Scene) -> None:
    editing.enter(world, scene)


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
    "CUT": editing.cut,
    "COPY": editing.copy,
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
    ("CTRL", "C"): editing.copy,
    ("CTRL", "X"): editing.cut,
    ("CTRL", "V"): _paste,
    ("CTRL", "MOVE_HOME"): _editing(lambda now: Edited.at(now.text, 0)),
    ("CTRL", "MOVE_END"): _editing(lambda now: Edited.at(now.text)),
    ("ALT", "TAB"): _recents,
}
