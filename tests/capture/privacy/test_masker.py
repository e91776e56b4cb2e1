from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from trees import N, dump, text

from gui_rec.capture.privacy.masker import HIDDEN_APP, Clean, Masker, Raw
from gui_rec.capture.privacy.rules import AppRule, MaskRules, PatternRule, SelectorRule
from gui_rec.model.flags import MissingReason
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Focus, Missing, Window
from gui_rec.model.selector import Selector
from gui_rec.testing.builders import SIZE, png
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.vision.png import decode

FIELD = "android.widget.EditText"
FOCUS = Focus("com.example", ".Login", "com.example/.Login")
PICTURE = png()
PASSWORD = N(FIELD, "a:id/x", "•••", "", (0, 40, 100, 60), frozenset({"enabled", "password"}))
FOCUSED = replace(PASSWORD, flags=frozenset({"enabled", "password", "focused"}))
PAGE = dump(N(children=(text("Hello"), PASSWORD)))
IME = Window("com.ime", "InputMethod", Rect(0, 160, 108, 240), "INPUT_METHOD")
DROPPED = (Missing("screenshot", MissingReason.MASKED),)
BANK = MaskRules(apps=(AppRule.of("com.bank", keep_name=False),))


def raw(xml: str | None = PAGE, **more: object) -> Raw:
    tree = None if xml is None else parse_hierarchy(xml)
    plain = Raw(PICTURE, xml, tree, FOCUS, (), False, SIZE)
    return replace(plain, **more)  # type: ignore[arg-type]


def black(clean: Clean) -> np.ndarray:
    assert clean.picture is not None
    return np.asarray(np.asarray(decode(clean.picture).convert("RGB")).max(axis=2) == 0)


def only(masked: np.ndarray, rect: Rect) -> bool:
    wanted = np.zeros_like(masked)
    wanted[rect.top : rect.bottom, rect.left : rect.right] = True
    return bool((masked == wanted).all())


def test_a_password_field_goes_from_picture_and_hierarchy() -> None:
    clean = Masker(MaskRules()).clean(raw())
    assert only(black(clean), Rect(0, 40, 100, 60))
    assert clean.places == 1
    assert clean.xml is not None
    assert 'text="•••"' not in clean.xml


def test_a_page_without_one_is_the_same_objects() -> None:
    seen = raw(dump(text("Hello")))
    clean = Masker(MaskRules()).clean(seen)
    assert clean.picture is seen.picture
    assert (clean.xml, clean.places, clean.missing) == (seen.xml, 0, ())


def test_without_rules_everything_stays() -> None:
    seen = raw()
    assert Masker(MaskRules.none()).clean(seen) == Clean(PICTURE, PAGE, FOCUS, ())


def test_the_keyboard_is_covered_while_a_password_is_typed() -> None:
    page = dump(N(children=(FOCUSED, N(FIELD, "a:id/name", bounds=(0, 70, 100, 90)))))
    shown = Masker(MaskRules()).clean(raw(page, windows=(IME,), keyboard=True))
    assert black(shown)[144:240].all()
    assert shown.places == 2
    hidden = Masker(MaskRules()).clean(raw(page, windows=(), keyboard=False))
    assert not black(hidden)[144:240].any()
    untold = Masker(MaskRules()).clean(raw(page, windows=None, keyboard=None))
    assert black(untold)[120:].all()


def test_the_keyboard_stays_while_something_else_is_typed() -> None:
    name = N(FIELD, "a:id/name", bounds=(0, 70, 100, 90), flags=frozenset({"enabled", "focused"}))
    page = dump(N(children=(PASSWORD, name)))
    clean = Masker(MaskRules()).clean(raw(page, windows=(IME,), keyboard=True))
    assert only(black(clean), Rect(0, 40, 100, 60))


def test_nodes_of_the_keyboard_say_nothing_of_a_password() -> None:
    keys = N(package="com.ime", children=(N(package="com.ime", text="suggestion"),))
    clean = Masker(MaskRules()).clean(raw(dump(N(children=(FOCUSED,)), keys), windows=(IME,), keyboard=True))
    assert clean.xml is not None
    assert "suggestion" not in clean.xml


@pytest.mark.parametrize(
    ("rules", "seen", "kept"),
    [
        (MaskRules(), {"keyboard": False}, True),
        (MaskRules(), {"keyboard": True}, False),
        (MaskRules(), {"keyboard": None}, False),
        (MaskRules.none(), {"keyboard": None}, True),
        (MaskRules(patterns=(PatternRule("a", "x"),)), {}, False),
        (MaskRules(selectors=(SelectorRule("a", Selector(text="x")),)), {}, False),
        (BANK, {}, True),
        (BANK, {"windows": None}, False),
        (BANK, {"focus": Focus()}, False),
        (MaskRules(notifications=True), {}, True),
        (MaskRules(notifications=True), {"windows": None}, False),
    ],
)
def test_a_picture_without_its_hierarchy(rules: MaskRules, seen: dict[str, object], kept: bool) -> None:
    clean = Masker(rules).clean(raw(None, **seen))
    assert (clean.picture is not None) is kept
    assert clean.missing == (() if kept else DROPPED)
    assert clean.places >= (not kept)


def test_where_a_window_had_a_password_field_its_picture_needs_a_hierarchy() -> None:
    masker = Masker(MaskRules())
    masker.clean(raw())
    assert masker.clean(raw(None)).missing == DROPPED
    assert masker.clean(raw(None, focus=Focus("com.example", ".Other"))).missing == ()
    masker.clean(raw(dump(text("Hello"))))
    assert masker.clean(raw(None)).missing == ()
    assert masker.clean(raw(None, keyboard=None)).missing == ()
    assert masker.clean(raw(None, keyboard=True)).missing == DROPPED


def test_a_screen_that_moved_keeps_the_masks_of_the_page_before() -> None:
    masker = Masker(MaskRules())
    assert not masker.watches_motion
    masker.clean(raw())
    assert masker.watches_motion
    moved = masker.clean(raw(dump(text("Next")), moved=True))
    assert only(black(moved), Rect(0, 40, 100, 60))
    assert not masker.watches_motion


def test_a_whole_app_leaves_only_that_it_was_there() -> None:
    focus = Focus("com.bank", "com.bank.Main", "com.bank/com.bank.Main")
    windows = (Window("com.bank", "com.bank/com.bank.Main", Rect(0, 0, 108, 240), "BASE_APPLICATION"),)
    xml = dump(N(package="com.bank", text="1,000"))
    masker = Masker(BANK)
    clean = masker.clean(raw(xml, focus=focus, windows=windows))
    assert (clean.picture, clean.xml, clean.hides_app, clean.places) == (None, None, True, 1)
    assert clean.focus == Focus(HIDDEN_APP)
    assert clean.windows == (Window(HIDDEN_APP, None, Rect(0, 0, 108, 240), "BASE_APPLICATION"),)
    assert {item.column for item in clean.missing} == {"screenshot", "ui_xml"}
    assert masker.words.slotted("open com.bank") == "open ${app}"
    kept = Masker(MaskRules(apps=(AppRule.of("com.bank", keep_name=True),)))
    assert kept.clean(raw(xml, focus=focus)).focus == Focus("com.bank")


def test_the_focus_or_the_hierarchy_alone_tells_the_app() -> None:
    xml = dump(N(package="com.bank", text="1,000"))
    assert Masker(BANK).clean(raw(xml, focus=Focus())).hides_app
    assert Masker(BANK).clean(raw(None, focus=Focus("com.bank"))).picture is None


def test_a_window_of_a_withheld_app_is_covered_where_it_lies() -> None:
    window = Window("com.bank", "Bubble", Rect(10, 100, 50, 140), "APPLICATION_OVERLAY")
    clean = Masker(BANK).clean(raw(dump(text("Hello")), windows=(window,)))
    assert only(black(clean), Rect(10, 100, 50, 140))
    assert (clean.places, clean.windows[0].title, clean.windows[0].package) == (1, None, HIDDEN_APP)


def test_notifications_cover_the_status_bar_and_say_nothing() -> None:
    bar = Window("com.android.systemui", "StatusBar", Rect(0, 0, 108, 10), "STATUS_BAR")
    shade = N(package="com.android.systemui", text="Mum: hi", bounds=(0, 0, 100, 10))
    rules = MaskRules(notifications=True)
    clean = Masker(rules).clean(raw(dump(text("Hello", top=90), shade), windows=(bar,)))
    assert black(clean)[0:10].all()
    assert not black(clean)[10:].any()
    assert clean.xml is not None
    assert "Mum" not in clean.xml


def test_titles_are_texts() -> None:
    rules = MaskRules(patterns=(PatternRule("mail", r"\w+@\w+\.\w+"),))
    window = Window("a.b", "Mail to ada@b.org", None, None)
    clean = Masker(rules).clean(
        raw(dump(text("x")), windows=(window,), focus=Focus("a.b", ".M", "ada@b.org"))
    )
    assert (clean.windows[0].title, clean.focus.title) == ("Mail to [masked]", "[masked]")
