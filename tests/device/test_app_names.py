from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.device.app_names import AppNames, is_launcher, plain, read_app_names, shipped_names
from gui_rec.errors import InputError
from gui_rec.model.actions import LongPress
from gui_rec.model.geometry import Rect
from gui_rec.model.step import Step, Target
from gui_rec.testing.builders import observation, step

LAUNCHER = "com.android.launcher3"
ICON = Target(None, Rect(0, 0, 20, 20), "android.widget.TextView", None, "Shop", "Shop", "0/1", 1)


def opened(**changes: object) -> Step:
    """A tap on the launcher's icon `Shop`, after which the shop is there."""
    usual = replace(
        step(pre=observation(package=LAUNCHER), post=observation(package="com.example.shop")), target=ICON
    )
    return replace(usual, **changes)  # type: ignore[arg-type]


def test_the_shipped_table_knows_both_languages_and_both_ways() -> None:
    names = AppNames()
    assert names.packages_of("微信") == names.packages_of("wechat") == ("com.tencent.mm",)
    assert names.name_of("com.tencent.mm") == "WeChat"
    assert names.name_of("com.tencent.mm", "zh-CN") == "微信"
    assert names.name_of("com.tencent.mm", "ar") == "WeChat"
    assert names.name_of("com.example.nothing") is None


def test_every_shipped_package_has_names_that_mean_it() -> None:
    names = AppNames()
    assert len(shipped_names()) > 90
    for package, called in shipped_names().items():
        assert names.name_of(package) in called
        assert names.name_of(package, "zh_TW") in called
        assert all(package in names.packages_of(name, {package}) for name in called)


def test_several_apps_of_one_name_are_all_told() -> None:
    both = {"com.android.camera", "com.google.android.GoogleCamera"}
    assert set(AppNames().packages_of("camera", both)) == both
    assert AppNames().packages_of("camera", {"com.android.camera"}) == ("com.android.camera",)
    assert AppNames().packages_of("camera", set()) == ()


def test_what_was_seen_goes_before_a_users_table_and_that_before_ours() -> None:
    names = AppNames({"org.other.browser": ("Chrome",)})
    assert names.packages_of("chrome") == ("org.other.browser",)
    names.learn("Chrome", "com.android.chrome.beta")
    assert names.packages_of("Chrome") == ("com.android.chrome.beta",)
    names.add({"org.other.browser": ("Surf",)})
    assert names.name_of("org.other.browser") == "Surf"


def test_an_icon_that_was_tapped_names_the_app_that_came_up() -> None:
    names = AppNames()
    names.learn_from(opened())
    assert names.packages_of("SHOP") == ("com.example.shop",)
    assert names.name_of("com.example.shop") == "Shop"


@pytest.mark.parametrize(
    "seen",
    [
        opened(action=LongPress(0.5, 0.5)),
        opened(pre=observation(package="com.example.other")),
        opened(post=observation(package=LAUNCHER)),
        opened(post=observation(package="com.android.permissioncontroller")),
        opened(post=observation(package="android")),
        opened(settled=False),
        opened(target=None),
        opened(target=replace(ICON, content_desc=None)),
        opened(target=replace(ICON, bounds_px=Rect(0, 0, 100, 20))),
        opened(target=replace(ICON, text="", content_desc="")),
    ],
)
def test_what_is_no_icon_or_no_app_names_nothing(seen: Step) -> None:
    names = AppNames()
    names.learn_from(seen)
    assert names.name_of(seen.post.package or "") is None


def test_two_apps_seen_under_one_name_are_ambiguous() -> None:
    names = AppNames()
    for package in ("a.b", "c.d"):
        names.learn("Mail", package)
    assert names.packages_of("mail") == ("a.b", "c.d")


def test_alike_names_for_a_person_who_mistyped() -> None:
    assert AppNames().alike("Settigns", {"com.android.settings", "com.tencent.mm"}) == (
        "Settings (com.android.settings)",
    )
    assert AppNames().alike("qqqqq", {"com.android.settings"}) == ()


def test_a_users_table_in_json_and_yaml(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps({"a.b": "Mail", "c.d": ["Web", "网"]}), encoding="utf-8")
    (tmp_path / "a.yaml").write_text("a.b: Mail\nc.d:\n- Web\n- 网\n", encoding="utf-8")
    read = read_app_names(tmp_path / "a.json")
    assert read == read_app_names(tmp_path / "a.yaml") == {"a.b": ("Mail",), "c.d": ("Web", "网")}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[1]", "expected an object"),
        ("a.b: 3", "a.b: expected a name"),
        ("a.b: []", "a.b: expected a name"),
        ("a.b: [x, 2]", "a.b: expected a name"),
        ("a.b: '!!'", "a.b: expected a name"),
        ("a b: x", "expected a package"),
        ("3: x", "expected a package"),
        ("{", "does not parse"),
        ("a: !!python/object:os.system x", "does not parse"),
    ],
)
def test_a_table_that_is_none_is_one_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "names.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=said) as caught:
        read_app_names(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(InputError, match="cannot be read"):
        read_app_names(tmp_path / "missing")


def test_launchers_are_known_by_name() -> None:
    assert is_launcher("com.google.android.apps.nexuslauncher")
    assert is_launcher("com.miui.home")
    assert not is_launcher("com.example.shop")
    assert not is_launcher(None)


@given(st.text())
def test_a_name_is_equal_to_itself_however_it_is_written(name: str) -> None:
    assert plain(plain(name)) == plain(name)
    assert plain(f" {name}-") == plain(name)
