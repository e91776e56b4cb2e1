"""`--expect FILE`: a list of what must hold at an episode's end, in JSON or YAML (`fact`: one of `--facts`).

- {text: Order placed}
- {selector: {resourceId: "com.example.shop:id/total"}, contains: "25.00"}
- {selector: {text: Sign in}, present: false}
- {activity: com.example.shop/.OrderActivity}
- {package: com.example.shop}
- {setting: {namespace: system, key: screen_brightness}, equals: "102"}
- {shell: [dumpsys, battery], contains: "level: 80"}
- {fact: cart_count, equals: "2"}
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from gui_rec._files import read_document
from gui_rec.device.probes import checked_probe
from gui_rec.errors import InputError
from gui_rec.model.action_fields import selector_from_fields
from gui_rec.model.selector import Selector
from gui_rec.recorder.expect import AppProbe, FactProbe, Probe, ScreenProbe, ShellProbe
from gui_rec.ui.pattern import compiled
from gui_rec.ui.wanted import Relation, Wanted

Item = Mapping[str, object]
_RELATIONS = tuple(Relation)


def read_expectations(path: Path) -> tuple[Probe, ...]:
    """The probes of the file. Raises InputError naming the file and the item."""
    return parse_expectations(read_document(path, "a list of expectations"), str(path))


def parse_expectations(found: object, where: str) -> tuple[Probe, ...]:
    """The probes that a list of plain values spells. Raises InputError naming `where` and the item."""
    if not isinstance(found, list) or not found:
        raise InputError(f"{where}: expected a list of expectations, got {_short(found)}")
    return tuple(_probe(item, f"{where}: item {number}") for number, item in enumerate(found, 1))


def _probe(item: object, where: str) -> Probe:
    if not isinstance(item, dict):
        raise InputError(f"{where}: expected an object, got {_short(item)}")
    kinds = [kind for kind in _KINDS if kind in item]
    if "selector" in kinds:
        kinds = ["selector"]  # there, `text` says what the node's text must be
    if (len(kinds) > 1 and set(kinds) != {"package", "activity"}) or not kinds:
        raise InputError(
            f"{where}: expected one of {', '.join(_KINDS)}, got {', '.join(map(str, item)) or '{}'}"
        )
    read, keys = _KINDS[kinds[-1]]
    for key in item:
        if key not in keys:
            raise InputError(f"{where}: {key}: no such key; {kinds[-1]} takes {', '.join(keys)}")
    try:
        return read(item)
    except InputError as error:
        raise InputError(f"{where}: {error}") from error


def _selector(item: Item) -> Probe:
    selector = selector_from_fields(item["selector"])
    if "text" in item:
        if any(relation in item for relation in _RELATIONS):
            raise InputError("expected one of text, equals, contains, matches, got several")
        item = {**item, "equals": item["text"]}
    wanted = _wanted(item, needed=False)
    if wanted is not None and "present" in item:
        raise InputError("present: cannot stand beside what the text must be")
    return _screen(selector, item["selector"], item, wanted)


def _text(item: Item) -> Probe:
    spelled = {"text": _word(item, "text")}
    return _screen(Selector(text=spelled["text"]), spelled, item, None)


def _screen(selector: Selector, spelled: object, item: Item, wanted: Wanted | None) -> ScreenProbe:
    if selector.text_matches is not None:
        compiled(selector.text_matches)
    present = item.get("present", True)
    if not isinstance(present, bool):
        raise InputError(f"present: expected true or false, got {_short(present)}")
    return ScreenProbe(selector, json.dumps(spelled, ensure_ascii=False), present, wanted)


def _activity(item: Item) -> Probe:
    package, slash, activity = _word(item, "activity").rpartition("/")
    named = _word(item, "package") if "package" in item else None
    if slash and named is not None and package != named:
        raise InputError(f"activity: expected one of {named}, got one of {package}")
    return AppProbe(package or named, activity)


def _package(item: Item) -> Probe:
    return AppProbe(_word(item, "package"))


def _setting(item: Item) -> Probe:
    setting = item["setting"]
    if not isinstance(setting, dict) or set(setting) != {"namespace", "key"}:
        raise InputError(f"setting: expected {{namespace, key}}, got {_short(setting)}")
    question = checked_probe(["settings", "get", setting["namespace"], setting["key"]])
    return ShellProbe("setting", question, _needed(item))


def _shell(item: Item) -> Probe:
    words = item["shell"]
    if not isinstance(words, list):
        raise InputError(f"shell: expected a list of words, got {_short(words)}")
    return ShellProbe("shell", checked_probe(words), _needed(item))


def _fact(item: Item) -> Probe:
    return FactProbe(_word(item, "fact"), _needed(item))


_KINDS: Mapping[str, tuple[Callable[[Item], Probe], tuple[str, ...]]] = {
    "selector": (_selector, ("selector", "present", "text", *_RELATIONS)),
    "text": (_text, ("text", "present")),
    "package": (_package, ("package",)),
    "activity": (_activity, ("activity", "package")),
    "setting": (_setting, ("setting", *_RELATIONS)),
    "shell": (_shell, ("shell", *_RELATIONS)),
    "fact": (_fact, ("fact", *_RELATIONS)),
}


def _needed(item: Item) -> Wanted:
    wanted = _wanted(item, needed=True)
    assert wanted is not None
    return wanted


def _wanted(item: Item, *, needed: bool) -> Wanted | None:
    given = [relation for relation in _RELATIONS if relation in item]
    if len(given) > 1 or (needed and not given):
        raise InputError(f"expected one of {', '.join(_RELATIONS)}, got {', '.join(given) or 'none'}")
    if not given:
        return None
    text = _word(item, given[0])
    if given[0] is Relation.MATCHES:
        compiled(text)
    return Wanted(given[0], text)


def _word(item: Item, key: str) -> str:
    """A text; a YAML number or truth value is taken for a mistake, since `1.0` and `on` do not read back."""
    value = item[key]
    if not isinstance(value, str):
        raise InputError(f"{key}: expected a text, got {_short(value)}; put it in quotes")
    return value


def _short(value: object) -> str:
    return repr(value)[:80]
