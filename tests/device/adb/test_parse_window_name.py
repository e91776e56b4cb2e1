from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.device.adb.parse_window_name import (
    WindowKind,
    WindowName,
    parse_activity_record,
    parse_window_name,
    short_activity,
    split_component,
)

packages = st.from_regex(r"[a-z][a-z0-9_]{0,6}(\.[a-z][a-z0-9_]{0,6}){1,3}", fullmatch=True)
classes = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}(\$[A-Z][a-z]{0,4})?", fullmatch=True)
hashes = st.from_regex(r"[0-9a-f]{1,8}", fullmatch=True)
users = st.one_of(st.none(), st.integers(0, 21474))
suffixes = st.lists(st.sampled_from(["paused=false", "type=1", "EXITING", "isExiting", "d0"]), max_size=3)
closings = st.sampled_from(["}", " }", "}}", "}:"])


def spelled(hash_: str, user: int | None, title: str, added: list[str], closing: str) -> str:
    shown_user = "" if user is None else f" u{user}"
    return f"Window{{{hash_}{shown_user} {' '.join([title, *added])}{closing}"


@settings(max_examples=100, deadline=None)
@given(packages, classes, hashes, users, suffixes, closings, st.booleans())
def test_an_activity_window_in_every_spelling(
    package: str,
    name: str,
    hash_: str,
    user: int | None,
    added: list[str],
    closing: str,
    is_short: bool,
) -> None:
    title = f"{package}/.{name}" if is_short else f"{package}/{package}.{name}"
    text = spelled(hash_, user, title, added, closing)
    expected = WindowName(title, package, f".{name}", user, WindowKind.APP)
    assert parse_window_name(text) == expected
    assert parse_window_name(f"  mCurrentFocus={text}\n  Window{{2 u0 other.app/.X}}") == expected


@settings(max_examples=60, deadline=None)
@given(packages, users, suffixes, st.sampled_from(["Not Responding", "Error"]))
def test_a_trouble_dialog_names_the_app_in_trouble(
    package: str, user: int | None, added: list[str], trouble: str
) -> None:
    title = f"Application {trouble}: {package}"
    kind = WindowKind.ANR if trouble == "Not Responding" else WindowKind.CRASH
    found = parse_window_name(spelled("1a", user, title, added, "}"))
    assert found == WindowName(title, package, None, user, kind)


@pytest.mark.parametrize(
    ("title", "package", "kind"),
    [
        ("NotificationShade", "com.android.systemui", WindowKind.SYSTEM),
        ("StatusBar", "com.android.systemui", WindowKind.SYSTEM),
        ("NavigationBar0", "com.android.systemui", WindowKind.SYSTEM),
        ("ScreenDecorOverlayBottom", "com.android.systemui", WindowKind.SYSTEM),
        ("com.example.app", "com.example.app", WindowKind.APP),
        ("PopupWindow:3a9f", None, WindowKind.PANEL),
        ("InputMethod", None, WindowKind.PANEL),
        ("A title with spaces", None, WindowKind.PANEL),
        ("设置", None, WindowKind.PANEL),
        ("", None, WindowKind.PANEL),
    ],
)
def test_titles_that_are_no_activity(title: str, package: str | None, kind: WindowKind) -> None:
    assert parse_window_name(f"Window{{8d u0 {title}}}") == WindowName(title, package, None, 0, kind)


@pytest.mark.parametrize(
    ("text", "package", "kind"),
    [
        ("Window{com.android.systemui:b3 u0 Float type=2040 }", "com.android.systemui", WindowKind.SYSTEM),
        ("Window{com.vendor.ball:b3 u0 Float type=2038 }", "com.vendor.ball", WindowKind.PANEL),
        ("Window{com.vendor.ball:b3 u0 a.b/.C type=1 }", "a.b", WindowKind.APP),
        ("Window{nopackage:b3 u0 Float}", None, WindowKind.PANEL),
        ("Window{com.vendor.ball u0 Float}", None, WindowKind.PANEL),
    ],
)
def test_an_owner_before_the_hash_counts_where_the_title_tells_none(
    text: str, package: str | None, kind: WindowKind
) -> None:
    found = parse_window_name(text)
    assert found is not None
    assert (found.package, found.kind) == (package, kind)


@pytest.mark.parametrize(
    ("text", "user"),
    [("Window{1 u999 a.b/.C}", 999), ("Window{1 u a.b/.C}", None), ("Window{1 a.b/.C}", None)],
)
def test_the_user_may_be_any_or_none(text: str, user: int | None) -> None:
    assert parse_window_name(text) == WindowName("a.b/.C", "a.b", ".C", user, WindowKind.APP)


@pytest.mark.parametrize(
    "text", ["", "null", "mCurrentFocus=null", "Window{", "Window{1}", "Window{1 u0 a.b/.C"]
)
def test_no_window_is_none(text: str) -> None:
    assert parse_window_name(text) is None


@settings(max_examples=100, deadline=None)
@given(packages, classes)
def test_a_short_name_stands_for_the_full_one(package: str, name: str) -> None:
    assert short_activity(package, f"{package}.{name}") == f".{name}"
    assert split_component(f" {package}/{package}.{name}\n") == (package, f".{name}")
    assert split_component(f"{package}/.{name}") == (package, f".{name}")
    assert split_component(f"{package}/other.{name}") == (package, f"other.{name}")


def test_a_package_that_only_begins_alike_is_another() -> None:
    assert short_activity("a.b", "a.bc.D") == "a.bc.D"
    assert short_activity("a.b", "a.b") == "a.b"


@pytest.mark.parametrize("text", ["", "a.b", "a.b/", "/.C", "a.b/.C d", "1a.b/.C", "a.b/.C/.D", "a.b/.C}"])
def test_what_is_no_component(text: str) -> None:
    assert split_component(text) is None


@settings(max_examples=60, deadline=None)
@given(packages, classes, hashes, users, st.sampled_from([" t57}", "} t57}", " t9 f}", "}"]))
def test_an_activity_record_in_every_spelling(
    package: str, name: str, hash_: str, user: int | None, end: str
) -> None:
    shown_user = "" if user is None else f" u{user}"
    record = f"ActivityRecord{{{hash_}{shown_user} {package}/{package}.{name}{end}"
    assert parse_activity_record(record) == (package, f".{name}")
    assert parse_activity_record(f"mFocusedApp=AppWindowToken{{h token=Token{{h {record}}}}}") == (
        package,
        f".{name}",
    )


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=120), st.text("Windowu0 {}/.:ab\n", max_size=60))
def test_any_text_is_survived(text: str, likely: str) -> None:
    for written in (text, likely, f"Window{{1 u0 {text}}}", f"Window{{{likely}}}"):
        found = parse_window_name(written)
        assert found is None or found.package != ""
        record = parse_activity_record(written)
        assert record is None or all(record)


@pytest.mark.parametrize("title", ["Window{1 u0 com.bank/.Main}", "Hello {name}!", "{", "a {b} c/.D"])
def test_a_title_cannot_pass_for_another_window(title: str) -> None:
    name = parse_window_name(f"mCurrentFocus=Window{{8d u0 {title}}}")
    assert name is not None
    assert (name.kind, name.package) == (WindowKind.PANEL, None)


@pytest.mark.parametrize("text", ["Window{a u" + "5" * 5000 + " x}", "Window{a u0 " + " " * 50_000 + "}"])
def test_absurd_lengths_are_survived(text: str) -> None:
    name = parse_window_name(text)
    assert name is None or name.package is None
