"""Mask rules from a YAML file that a person wrote.

patterns:
  email: '[\\w.+-]+@[\\w-]+\\.[\\w.]+'
selectors:
  balance: {resourceId: com.example.bank:id/balance}
apps:
  - com.example.bank                              # its name is withheld, too
  - {package: com.example.chat, keep_name: true}
notifications: true
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gui_rec._files import read_document
from gui_rec.capture.privacy.rules import AppRule, MaskRules, PatternRule, SelectorRule
from gui_rec.errors import InputError
from gui_rec.model.action_fields import selector_from_fields

MAX_BYTES = 1024 * 1024
_KEYS = ("patterns", "selectors", "apps", "notifications")


def read_rules(path: Path, *, password: bool = True) -> MaskRules:
    """The rules of a file; `password` says whether password fields are withheld besides.

    Raises InputError naming the file and the key of what is not understood.
    """
    found = read_document(path, "mask rules", MAX_BYTES)
    try:
        return _rules(_checked(found), password=password)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error


def _checked(found: object) -> Mapping[str, object]:
    if not isinstance(found, dict):
        raise InputError(f"expected the keys {', '.join(_KEYS)}, got {type(found).__name__}")
    for key in found:
        if key not in _KEYS:
            raise InputError(f"{key!r}: no such key; known: {', '.join(_KEYS)}")
    return found


def _rules(record: Mapping[str, object], *, password: bool) -> MaskRules:
    notifications = record.get("notifications", False)
    if not isinstance(notifications, bool):
        raise InputError(f"notifications: expected true or false, got {notifications!r}")
    return MaskRules(
        password=password,
        patterns=tuple(
            PatternRule(name, _pattern(name, text)) for name, text in _named(record, "patterns").items()
        ),
        selectors=tuple(
            SelectorRule(name, selector_from_fields(keys, f"selectors.{name}"))
            for name, keys in _named(record, "selectors").items()
        ),
        apps=_apps(record.get("apps")),
        notifications=notifications,
    )


def _named(record: Mapping[str, object], key: str) -> Mapping[str, object]:
    found = record.get(key)
    if found is None:
        return {}
    if not isinstance(found, dict) or not all(isinstance(name, str) for name in found):
        raise InputError(f"{key}: expected names with what each of them withholds, got {found!r}")
    return found


def _pattern(name: str, text: object) -> str:
    if not isinstance(text, str) or not text:
        raise InputError(f"patterns.{name}: expected a pattern, got {text!r}")
    return text


def _apps(found: object) -> tuple[AppRule, ...]:
    if found is None:
        return ()
    if not isinstance(found, list):
        raise InputError(f"apps: expected a list of packages, got {found!r}")
    return tuple(_app(entry) for entry in found)


def _app(entry: object) -> AppRule:
    if isinstance(entry, str):
        return AppRule.of(entry, keep_name=False)
    if isinstance(entry, dict) and set(entry) <= {"package", "keep_name"}:
        package, keep_name = entry.get("package"), entry.get("keep_name", False)
        if isinstance(package, str) and isinstance(keep_name, bool):
            return AppRule.of(package, keep_name=keep_name)
    raise InputError(f"apps: expected a package or {{package: ..., keep_name: true}}, got {entry!r}")
