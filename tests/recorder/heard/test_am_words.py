from __future__ import annotations

import pytest
from hearing import SCREEN, action, heard

from gui_rec.model.actions import Action, Key, OpenApp, OpenUrl
from gui_rec.recorder.heard._api import QUERY, Kind
from gui_rec.recorder.heard.am_words import hear_am, hear_monkey, is_shade

LAUNCHER = "android.intent.category.LAUNCHER"
MAIN = "-a android.intent.action.MAIN"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("am start -n p.q/.Main", OpenApp(package="p.q", activity=".Main")),
        ("am start -W -n p.q/p.q.Main", OpenApp(package="p.q", activity="p.q.Main")),
        (f"am start {MAIN} -c {LAUNCHER} -n p.q/.Main", OpenApp(package="p.q", activity=".Main")),
        ("am start-activity --user 0 p.q/.Main", OpenApp(package="p.q", activity=".Main")),
        ("cmd activity start-activity -n p.q/.Main", OpenApp(package="p.q", activity=".Main")),
        (f"am start {MAIN} -c {LAUNCHER} -p p.q", OpenApp(package="p.q")),
        ("am start p.q", OpenApp(package="p.q")),
        (f"am start -S -W p.q/.Main -c {LAUNCHER} {MAIN}", OpenApp(package="p.q", activity=".Main")),
        (f"am start {MAIN} -c android.intent.category.HOME", Key("HOME")),
        ("am start -a android.intent.action.VIEW -d 'https://x.y/?a=1&b=2'", OpenUrl("https://x.y/?a=1&b=2")),
        ("am start https://x.y", OpenUrl("https://x.y")),
        ("am start --display 0 -n p.q/.Main", OpenApp(package="p.q", activity=".Main")),
        (f"monkey -p p.q -c {LAUNCHER} 1", OpenApp(package="p.q")),
        ("monkey --pct-syskeys 0 -v -p p.q 1", OpenApp(package="p.q")),
    ],
)
def test_what_is_opened(line: str, expected: Action) -> None:
    assert action(line) == expected


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("am start -S -n p.q/.Main", "the app is stopped first"),
        ("am start -n p.q/.Main --es a b --ez c true", "with extras a, c"),
        ("am start p.q/.Main -a x.DEED", "'-a x.DEED' behind it is not read by am"),
        ("am start -a x.DEED -n p.q/.Main", "for x.DEED"),
        ("am start -a android.intent.action.VIEW -d http://x -n p.q/.Main", "by p.q/.Main"),
        ("am start -a android.intent.action.VIEW -d http://x -p p.q", "by p.q"),
    ],
)
def test_what_the_action_cannot_say_is_noted(line: str, note: str) -> None:
    found = heard(line)
    assert (found.kind, found.note) == (Kind.ACTION, note)


@pytest.mark.parametrize(
    "line",
    [
        "am start -a android.settings.SETTINGS",
        "am start -a android.intent.action.DIAL -d tel:123",
        "am start --display 2 -n p.q/.Main",
        "am start --what -n p.q/.Main",
        "am start",
        "am instrument -w p.q/.Runner",
        "am start -n $APP",
        "monkey -p p.q 500",
        "monkey 1",
        "monkey -p a -p b 1",
        "monkey -p p.q -c android.intent.category.HOME 1",
        "monkey -f /sdcard/script 1",
        "monkey --port 1080",
        "cmd statusbar expand-notifications",
        "service call statusbar 1",
    ],
)
def test_what_no_action_can_say_is_opaque(line: str) -> None:
    found = heard(line)
    assert found.kind is Kind.OPAQUE
    assert found.note


@pytest.mark.parametrize(
    "line", ["am force-stop p.q", "am kill p.q", "am broadcast -a x.Y", "am startservice p/.S"]
)
def test_other_changes_are_no_acts_but_noted(line: str) -> None:
    found = heard(line)
    assert (found.kind, found.changes_state) == (Kind.QUERY, True)
    assert found.note


@pytest.mark.parametrize(
    "line", ["am", "am get-config", "am stack list", "monkey", "monkey -p p.q 0", "monkey --help"]
)
def test_what_only_reads(line: str) -> None:
    assert heard(line) == QUERY


def test_no_words_are_no_act() -> None:
    assert hear_am([], SCREEN) == hear_monkey([]) == QUERY
    assert is_shade([]) is None
