from __future__ import annotations

from gui_rec.phone.world.input_methods import ADB_IME, LATIN_IME, U2_IME, InputMethods


def test_the_adb_keyboard_is_installed_but_neither_enabled_nor_current() -> None:
    methods = InputMethods()
    assert ADB_IME in methods.installed
    assert methods.enabled == (LATIN_IME,)
    assert methods.current == LATIN_IME
    assert not methods.is_adb_keyboard


def test_only_an_enabled_one_can_be_selected() -> None:
    methods = InputMethods()
    assert not methods.select(ADB_IME)
    assert methods.enable(ADB_IME)
    assert methods.select(ADB_IME)
    assert methods.is_adb_keyboard


def test_an_unknown_one_is_refused() -> None:
    methods = InputMethods()
    assert not methods.enable("com.x/.Y")
    assert not methods.select("com.x/.Y")
    assert not methods.disable("com.x/.Y")


def test_disabling_the_current_one_falls_back() -> None:
    methods = InputMethods()
    methods.enable(ADB_IME)
    methods.select(ADB_IME)
    assert methods.disable(ADB_IME)
    assert methods.current == LATIN_IME
    assert methods.enabled == (LATIN_IME,)


def test_disabling_the_last_one_leaves_none() -> None:
    methods = InputMethods()
    methods.disable(LATIN_IME)
    assert methods.current == ""


def test_enabling_twice_lists_it_once() -> None:
    methods = InputMethods()
    methods.enable(ADB_IME)
    methods.enable(ADB_IME)
    assert methods.enabled == (LATIN_IME, ADB_IME)


def test_reset_brings_back_how_it_came() -> None:
    methods = InputMethods()
    methods.enable(ADB_IME)
    methods.select(ADB_IME)
    methods.reset()
    assert (methods.enabled, methods.current) == ((LATIN_IME,), LATIN_IME)


def test_changes_grow_with_every_change_and_only_then() -> None:
    methods = InputMethods()
    methods.select(LATIN_IME)
    assert methods.changes == 0
    methods.enable(ADB_IME)
    methods.select(ADB_IME)
    assert methods.changes == 2


def test_one_more_is_installed_and_taken_away() -> None:
    methods = InputMethods()
    methods.install(U2_IME)
    methods.install(U2_IME)
    assert methods.installed == (LATIN_IME, ADB_IME, U2_IME)
    assert methods.enabled == (LATIN_IME,)
    assert methods.enable(U2_IME)
    assert methods.select(U2_IME)
    assert methods.is_adb_keyboard
    assert methods.uninstall(U2_IME)
    assert U2_IME not in methods.installed
    assert methods.current == LATIN_IME
    assert not methods.uninstall(U2_IME)
