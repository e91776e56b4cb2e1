"""Masks one look: picture, hierarchy and the texts beside them, before anything is derived from them.

A picture cannot be masked without its hierarchy. Where that is missing, the picture is kept only if nothing
says that it shows what must be withheld, else it is dropped with the reason `masked`:

* a pattern or a selector may apply anywhere: always dropped;
* password fields: dropped while a keyboard is up, where the window's last hierarchy had such a field, and
  where the window was never seen with a hierarchy and nobody can tell whether a keyboard is up;
* a whole app: dropped where nobody can tell which app is in front or which windows are shown;
* notifications: dropped where nobody can tell which windows are shown.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace

from gui_rec.capture.privacy.keyboard import keyboard_rects
from gui_rec.capture.privacy.notifications import notification_rects
from gui_rec.capture.privacy.rules import MaskRules
from gui_rec.capture.privacy.tree_masks import FieldMemory, MaskedTree, mask_tree, outermost
from gui_rec.capture.privacy.words import Redactor
from gui_rec.capture.target import focused_node
from gui_rec.model.flags import MissingReason
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Focus, Missing, Window
from gui_rec.ui.canonical import SYSTEM_UI
from gui_rec.ui.tree import Node, Tree
from gui_rec.vision import masks

HIDDEN_APP = "masked.app"
"""The package of an app whose name is withheld."""


@dataclass(frozen=True, slots=True)
class Raw:
    """A look as the device gave it. `windows` and `keyboard` are None where it did not tell; `size` is the
    picture's, else the display's; `moved` says that the screen changed between picture and hierarchy.
    """

    picture: bytes | None
    xml: str | None
    tree: Tree | None
    focus: Focus
    windows: tuple[Window, ...] | None
    keyboard: bool | None
    size: ScreenSize | None
    moved: bool = False
    toast: str | None = None


@dataclass(frozen=True, slots=True)
class Clean:
    """A look as it may be stored. `places` counts what was masked; `hides_app` says that a whole app was."""

    picture: bytes | None
    xml: str | None
    focus: Focus
    windows: tuple[Window, ...]
    missing: tuple[Missing, ...] = ()
    places: int = 0
    hides_app: bool = False
    toast: str | None = None


class Masker:
    """The rules of a session, and what it has learnt on the way. Not for several threads."""

    def __init__(self, rules: MaskRules, *, taken: Set[str] = frozenset()) -> None:
        self.rules = rules
        self.words = Redactor(rules, taken=taken)
        self.fields = FieldMemory()
        self._had_password: dict[tuple[str | None, str | None], bool] = {}
        self._last_rects: tuple[Rect, ...] = ()

    def is_password(self, node: Node | None) -> bool:
        """Whether text that goes into `node` is to be withheld."""
        return node is not None and self.rules.password and self.fields.is_password(node)

    @property
    def watches_motion(self) -> bool:
        """Whether the next picture may show what the last hierarchy had masked."""
        return bool(self._last_rects)

    def learn_fields(self, tree: Tree | None) -> None:
        """Remember the password fields of a page."""
        if tree is not None and self.rules.password:
            self.fields.learn(tree)

    def clean(self, raw: Raw) -> Clean:
        """`raw` without what the rules withhold."""
        if not self.rules:
            return Clean(raw.picture, raw.xml, raw.focus, raw.windows or (), toast=raw.toast)
        self.learn_fields(raw.tree)
        if self._front_is_hidden(raw):
            return self._without_app(raw)
        packages = self._packages(raw)
        masked = self._tree(raw, packages)
        windows, focus = self._windows(raw.windows or ()), self._focus(raw.focus)
        toast = self._toast(raw)
        if raw.tree is None and raw.picture is not None and self._must_drop(raw):
            return replace(self._dropped(windows, focus), toast=toast)
        rects = self._rects(raw, masked)
        picture = raw.picture if raw.picture is None else masks.apply(raw.picture, rects)
        extra = len(rects) - len(masked.rects if masked is not None else ())
        places = max(0, extra) + (0 if masked is None else masked.places)
        self._remember(raw, masked)
        xml = None if masked is None else masked.xml
        return Clean(picture, xml, focus, windows, places=places, toast=toast)

    def _tree(self, raw: Raw, packages: frozenset[str]) -> MaskedTree | None:
        if raw.xml is None or raw.tree is None:
            return None
        return mask_tree(raw.xml, raw.tree, self.rules, self.words, self.fields, packages)

    def _front_is_hidden(self, raw: Raw) -> bool:
        names = (raw.focus.package, None if raw.tree is None else raw.tree.package)
        return any(self.rules.app_rule(name) is not None for name in names)

    def _packages(self, raw: Raw) -> frozenset[str]:
        """Packages of which no node may be told on this screen."""
        found = {node.package for node in raw.tree.walk()} if raw.tree is not None else set()
        hidden = {name for name in found if self.rules.app_rule(name) is not None}
        if self.rules.notifications:
            hidden.add(SYSTEM_UI)
        if self._types_password(raw):
            hidden |= {w.package for w in raw.windows or () if _is_keyboard(w) and w.package}
        return frozenset(hidden)

    def _types_password(self, raw: Raw) -> bool:
        """Whether the keyboard may show what is typed into a password field."""
        if not self.rules.password or raw.tree is None or raw.keyboard is False:
            return False
        node = focused_node(raw.tree)
        if node is not None and node.is_editable:
            return self.is_password(node)
        return raw.keyboard is True and any(self.is_password(node) for node in raw.tree.walk())

    def _rects(self, raw: Raw, masked: MaskedTree | None) -> tuple[Rect, ...]:
        rects = [] if masked is None else list(masked.rects)
        if raw.moved:
            rects += self._last_rects
        if self._types_password(raw) and raw.size is not None:
            node = None if raw.tree is None else focused_node(raw.tree)
            rects += keyboard_rects(raw.windows or (), raw.size, node)
        if self.rules.notifications and raw.size is not None:
            rects += notification_rects(raw.windows or (), raw.focus, raw.size)
        for window in raw.windows or ():
            if window.bounds is not None and self.rules.app_rule(window.package) is not None:
                rects.append(window.bounds)
        return outermost(rects)

    def _remember(self, raw: Raw, masked: MaskedTree | None) -> None:
        if raw.tree is None or masked is None:
            return
        key = (raw.focus.package, raw.focus.activity)
        self._had_password[key] = any(self.is_password(node) for node in raw.tree.walk())
        self._last_rects = masked.rects

    def _must_drop(self, raw: Raw) -> bool:
        rules = self.rules
        if rules.patterns or rules.selectors:
            return True
        if (rules.apps or rules.notifications) and raw.windows is None:
            return True
        if rules.apps and raw.focus.package is None:
            return True
        if not rules.password:
            return False
        had = self._had_password.get((raw.focus.package, raw.focus.activity))
        return raw.keyboard is not False if had is None else had or raw.keyboard is True

    def _dropped(self, windows: tuple[Window, ...], focus: Focus) -> Clean:
        missing = (Missing("screenshot", MissingReason.MASKED),)
        return Clean(None, None, focus, windows, missing, places=1)

    def _without_app(self, raw: Raw) -> Clean:
        missing = [Missing("screenshot", MissingReason.MASKED)] if raw.picture is not None else []
        missing += [Missing("ui_xml", MissingReason.MASKED)] if raw.xml is not None else []
        self._last_rects = ()
        package = self._shown_name(raw.focus.package or (None if raw.tree is None else raw.tree.package))
        windows = self._windows(raw.windows or ())
        return Clean(None, None, Focus(package, None, None), windows, tuple(missing), 1, hides_app=True)

    def _shown_name(self, package: str | None) -> str | None:
        rule = self.rules.app_rule(package)
        if rule is None or package is None:
            return package
        if not rule.keep_name:
            self.words.learn(package, "app")
        return package if rule.keep_name else HIDDEN_APP

    def _windows(self, windows: tuple[Window, ...]) -> tuple[Window, ...]:
        return tuple(
            replace(
                window,
                package=self._shown_name(window.package),
                title=None
                if self.rules.app_rule(window.package) is not None
                else self.words.maybe(window.title),
            )
            for window in windows
        )

    def _toast(self, raw: Raw) -> str | None:
        """What a toast says, as far as it may be told: nobody knows whose it is while an app is withheld."""
        if raw.toast and (self.rules.notifications or self.rules.apps):
            return None
        return self.words.maybe(raw.toast)

    def _focus(self, focus: Focus) -> Focus:
        return replace(focus, title=self.words.maybe(focus.title))


def _is_keyboard(window: Window) -> bool:
    return window.type == "INPUT_METHOD" or (window.title or "").startswith("InputMethod")
