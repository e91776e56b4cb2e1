"""Names of apps and their packages, both ways: seen on the launcher, of the user's table, of the shipped one.

adb does not tell the labels under icons. What is known of them, surest first:

1. a label that was tapped on the launcher, and the app that then came up (a label that was only seen says which
   of a package's names this phone uses, or names the package whose last part it is);
2. the user's table (`--app-names FILE`), so that a person can overrule what follows;
3. the shipped table `app_names.json`: common apps and what their icons say in English and Chinese (package names
   as in the apps' store pages and in the app list that Zhipu's AutoGLM is published with).

The first of them that knows a name decides; several packages there are ambiguous, never a guess.
"""

from __future__ import annotations

import functools
import json
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from importlib import resources
from pathlib import Path

from gui_rec._files import read_document
from gui_rec.errors import InputError
from gui_rec.model.actions import Tap
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.step import Step
from gui_rec.ui.tree import Tree

SHIPPED = "app_names.json"
_LAUNCHERS = frozenset({"com.miui.home", "com.android.systemui"})
_NO_APPS = ("android", "permissioncontroller", "packageinstaller", "systemui", "resolver")
_ICON_SHARE = 1 / 3
_ALIKE = 3

Names = Mapping[str, tuple[str, ...]]
"""Package -> its names, the usual one first."""


class AppNames:
    """What is known of apps' names on one device, growing with what is seen there."""

    def __init__(self, user: Names | None = None) -> None:
        self._user: dict[str, tuple[str, ...]] = dict(user or {})
        self._seen: dict[str, dict[str, None]] = {}
        self._labels: dict[str, None] = {}

    def add(self, user: Names) -> None:
        """Take in a user's table."""
        self._user |= user

    def learn(self, name: str, package: str) -> None:
        """The launcher shows `package` under `name`."""
        self._seen.setdefault(package, {})[name] = None

    def saw(self, labels: Iterable[str]) -> None:
        """The launcher shows these labels under icons."""
        self._labels |= dict.fromkeys(labels)

    def learn_from(self, step: Step) -> None:
        """What a step tells: an icon of the launcher was tapped, and an app came up."""
        target, package = step.target, step.post.package
        if not isinstance(step.action, Tap) or target is None or not step.settled:
            return
        label = _icon_label(target.text, target.content_desc, target.bounds_px, step.pre.size)
        if label is not None and is_launcher(step.pre.package) and package and _is_app(package):
            self.learn(label, package)

    def packages_of(self, name: str, installed: Collection[str] | None = None) -> tuple[str, ...]:
        """The packages that `name` may mean: none, one, or several of equal right.

        Case, spaces and punctuation do not count. With `installed` only those packages are looked at.
        """
        wanted = plain(name)
        for names in (self._seen, self._user, shipped_names()):
            found = [
                package
                for package, called in names.items()
                if (installed is None or package in installed) and wanted in map(plain, called)
            ]
            if wanted and found:
                return tuple(found)
        return ()

    def name_of(self, package: str, language: str | None = None) -> str | None:
        """What the app is called; None where nothing is known. `language` (`zh-CN`) picks among shipped names."""
        for names in (self._seen, self._user):
            if names.get(package):
                return next(iter(names[package]))
        tail = plain(package.rpartition(".")[2])
        known = {plain(name) for name in shipped_names().get(package, ())} | {tail}
        for label in self._labels:
            if plain(label) in known:
                return label
        by_language = _shipped().get(package)
        if by_language is None:
            return None
        spoken = (language or "").replace("_", "-").partition("-")[0].lower()
        return by_language.get(spoken, by_language["en"])[0]

    def alike(self, name: str, installed: Collection[str]) -> tuple[str, ...]:
        """Names of installed apps that look like `name`, each with its package, for an error message."""
        known = {called: package for package in installed if (called := self.name_of(package)) is not None}
        by_plain = {plain(called): called for called in known}
        close = get_close_matches(plain(name), list(by_plain), _ALIKE)
        return tuple(f"{by_plain[key]} ({known[by_plain[key]]})" for key in close)


def plain(name: str) -> str:
    """`name` without case, spaces and punctuation, for comparison."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(character for character in folded if character.isalnum())


def is_launcher(package: str | None) -> bool:
    """Whether `package` is a home screen, told by its name."""
    return package is not None and ("launcher" in package.lower() or package in _LAUNCHERS)


def read_app_names(path: Path) -> Names:
    """A user's table: a JSON or YAML object `package: name` or `package: [name, ...]`.

    Raises InputError naming the file and the entry.
    """
    table = read_document(path, "app names")
    if not isinstance(table, dict):
        raise InputError(f"{path}: expected an object `package: name`, got {type(table).__name__}")
    return {_package(path, key): _called(path, key, value) for key, value in table.items()}


@functools.cache
def shipped_names() -> Names:
    """The shipped table, all languages together."""
    return {
        package: tuple(name for names in spoken.values() for name in names)
        for package, spoken in _shipped().items()
    }


@functools.cache
def _shipped() -> Mapping[str, Mapping[str, Sequence[str]]]:
    text = resources.files("gui_rec.device").joinpath(SHIPPED).read_text(encoding="utf-8")
    table: dict[str, dict[str, list[str]]] = json.loads(text)
    return table


def _package(path: Path, key: object) -> str:
    if not isinstance(key, str) or not key.strip() or "/" in key or any(map(str.isspace, key)):
        raise InputError(f"{path}: expected a package such as com.example.shop, got {key!r}")
    return key


def _called(path: Path, key: object, value: object) -> tuple[str, ...]:
    names: Iterable[object] = value if isinstance(value, list) else [value]
    called = tuple(name.strip() for name in names if isinstance(name, str) and plain(name))
    if not called or len(called) != len(list(names)):
        raise InputError(f"{path}: {key}: expected a name or a list of names, got {value!r}")
    return called


def icon_labels(tree: Tree, size: ScreenSize | None) -> tuple[str, ...]:
    """What the icons in a launcher's hierarchy say."""
    nodes = (node for node in tree.walk() if node.is_hittable and node.clickable)
    found = (_icon_label(node.text, node.content_desc, node.bounds, size) for node in nodes)
    return tuple(dict.fromkeys(label for label in found if label is not None))


def _icon_label(text: str | None, desc: str | None, bounds: Rect, size: ScreenSize | None) -> str | None:
    """An icon says the same twice, as text and as description, and is narrow; a widget's label is not."""
    label = (text or "").strip()
    narrow = size is None or bounds.width <= size.width_px * _ICON_SHARE
    return label if plain(label) and label == (desc or "").strip() and narrow else None


def _is_app(package: str) -> bool:
    tail = package.rpartition(".")[2].lower()
    return not is_launcher(package) and tail not in _NO_APPS
