"""Facts read off a hierarchy."""

from __future__ import annotations

import pytest
from trees import N, text, tree

from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Facts, Window
from gui_rec.ui.facts import facts_of
from gui_rec.ui.words import says_error, says_loading


def facts(*roots: N, windows: tuple[Window, ...] = (), keyboard: bool | None = None) -> Facts:
    return facts_of(tree(*roots), windows, keyboard)


def test_a_plain_screen() -> None:
    window = Window("com.example", "Main", Rect(0, 0, 9, 9), None)
    found = facts(text("Hello"), windows=(window,), keyboard=True)
    assert found == Facts(loading=False, windows=(window,), keyboard=True)


def test_title_by_id_then_by_bar() -> None:
    bar = N("androidx.appcompat.widget.Toolbar", children=(
        N("android.widget.Button", text="Back", flags=frozenset({"clickable"})), text("Settings"),
    ))  # fmt: skip
    assert facts(bar).title == "Settings"
    assert facts(bar, text("Network", "android:id/action_bar_title")).title == "Network"
    assert facts(N("androidx.appcompat.widget.Toolbar")).title is None


@pytest.mark.parametrize(
    ("nodes", "dialog"),
    [
        ((text("Delete?", "android:id/alertTitle"), text("Gone for ever", "android:id/message")), "Delete?"),
        ((N(rid="android:id/parentPanel", children=(text("Sure?", "android:id/message"),)),), "Sure?"),
        ((text("Close app", "android:id/aerr_close"),), "Close app"),
        ((text("Allow?", package="com.android.permissioncontroller"),), "Allow?"),
        ((text("message", "com.example:id/message"),), None),
    ],
)
def test_dialogs(nodes: tuple[N, ...], dialog: str | None) -> None:
    assert facts(*nodes).dialog == dialog


def test_a_crash_window_is_a_dialog() -> None:
    window = Window("android", "Application Not Responding: com.example", None, None)
    assert facts(text("x"), windows=(window,)).dialog == window.title


@pytest.mark.parametrize(
    ("node", "loading"),
    [
        (N("android.widget.ProgressBar", bounds=(0, 0, 100, 100)), True),
        (N("android.widget.ProgressBar", bounds=(0, 0, 1000, 12)), False),
        (N("android.widget.ProgressBar", "a:id/loading_bar", bounds=(0, 0, 1000, 12)), True),
        (N(rid="a:id/shimmer_view"), True),
        (text("Loading…"), True),
        (text("加载中..."), True),
        (text("Loading dock"), False),
        (N("android.widget.ProgressBar", bounds=(0, 0, 0, 0)), False),
        (N("android.widget.SeekBar", bounds=(0, 0, 10, 10)), False),
    ],
)
def test_loading(node: N, loading: bool) -> None:
    assert facts(node).loading is loading


@pytest.mark.parametrize(
    ("node", "error"),
    [
        (text("Wrong password", "a:id/hint"), "Wrong password"),
        (text("8 characters or more", "a:id/textinput_error"), "8 characters or more"),
        (text("密码错误"), "密码错误"),
        (text("Try again", flags=frozenset({"clickable"})), None),
        (N("android.widget.EditText", text="error"), None),
        (text("Inbox"), None),
        (text("error " * 100), None),
    ],
)
def test_error_text(node: N, error: str | None) -> None:
    assert facts(node).error_text == error


def test_word_lists() -> None:
    assert says_error("Couldn't connect")
    assert says_error("网络异常")
    assert not says_error("Terror film")
    assert says_loading("Please wait...")
    assert not says_loading("")
