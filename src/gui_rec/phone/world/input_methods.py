"""Input methods: which are installed, which enabled, which one is current."""

from __future__ import annotations

from collections.abc import Sequence

LATIN_IME = "com.google.android.inputmethod.latin/.LatinIME"
ADB_IME = "com.android.adbkeyboard/.AdbIME"
U2_IME = "com.github.uiautomator/.AdbKeyboard"
"""Comes with the package that the uiautomator2 client installs."""


class InputMethods:
    """The table behind `ime`. Ids are short components; `changes` grows with every change."""

    def __init__(self) -> None:
        self.installed: tuple[str, ...] = (LATIN_IME, ADB_IME)
        self._enabled = [LATIN_IME]
        self.current = LATIN_IME
        self.changes = 0

    @classmethod
    def of(cls, installed: Sequence[str], enabled: Sequence[str], current: str) -> InputMethods:
        """A table as it was. Raises ValueError for an id that is enabled and not installed."""
        if not set(enabled) <= set(installed) or current not in ("", *enabled):
            raise ValueError(f"input methods: {current!r} of {list(enabled)} is not among {list(installed)}")
        table = cls()
        table.installed, table._enabled, table.current = tuple(installed), list(enabled), current
        return table

    @property
    def enabled(self) -> tuple[str, ...]:
        return tuple(self._enabled)

    @property
    def is_adb_keyboard(self) -> bool:
        """True when a keyboard without keys is current, one that types what broadcasts tell it."""
        return self.current in (ADB_IME, U2_IME)

    def install(self, ime_id: str) -> None:
        """One more input method, not enabled; nothing happens when it is there."""
        if ime_id not in self.installed:
            self.installed = (*self.installed, ime_id)
            self.changes += 1

    def uninstall(self, ime_id: str) -> bool:
        """Take an input method away; False when it is not there."""
        if not self.disable(ime_id):
            return False
        self.installed = tuple(one for one in self.installed if one != ime_id)
        self.changes += 1
        return True

    def enable(self, ime_id: str) -> bool:
        """False for an id that is not installed."""
        if ime_id not in self.installed:
            return False
        if ime_id not in self._enabled:
            self._enabled.append(ime_id)
            self.changes += 1
        return True

    def disable(self, ime_id: str) -> bool:
        """False for an id that is not installed. The current one falls back to the first enabled."""
        if ime_id not in self.installed:
            return False
        if ime_id in self._enabled:
            self._enabled.remove(ime_id)
            self.changes += 1
        if self.current == ime_id:
            self.current = self._enabled[0] if self._enabled else ""
        return True

    def select(self, ime_id: str) -> bool:
        """Make `ime_id` current; False unless it is enabled."""
        if ime_id not in self._enabled:
            return False
        if self.current != ime_id:
            self.current = ime_id
            self.changes += 1
        return True

    def reset(self) -> None:
        """Back to how the phone came: the Latin keyboard alone."""
        self._enabled = [LATIN_IME]
        self.current = LATIN_IME
        self.changes += 1
