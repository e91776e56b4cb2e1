from __future__ import annotations

import re

import pytest
from apk_files import apk
from phone_commands import APIS, SHOP, make_context, run

from gui_rec.phone.commands.pm import is_listed, package_line, resolution_lines
from gui_rec.phone.commands.state_format import PackageFacts
from gui_rec.phone.world.input_methods import U2_IME

SETTINGS = "com.android.settings"
APP = PackageFacts("com.x", "1", 7, 10001, "/data/app/com.x/base.apk", False, "com.x/.A", "ca", "now", "ab")


def test_lines_under_their_options() -> None:
    assert package_line(APP, []) == "package:com.x"
    assert package_line(APP, ["-f"]) == "package:/data/app/com.x/base.apk=com.x"
    assert package_line(APP, ["--show-versioncode"]) == "package:com.x versionCode:7"
    assert package_line(APP, ["-i"]) == "package:com.x  installer=null"
    assert package_line(APP, ["-U"]) == "package:com.x uid:10001"


def test_filters() -> None:
    assert is_listed(APP, ["-3"], "")
    assert not is_listed(APP, ["-s"], "")
    assert not is_listed(APP, ["-d"], "")
    assert is_listed(APP, [], "om.x")
    assert not is_listed(APP, [], "com.y")


def test_list_packages() -> None:
    ctx, _ = make_context()
    names = re.findall(r"^package:([^\s]+)\r?$", run(ctx, "pm", "list", "packages").out, re.M)
    assert names == [package.package for package in ctx.phone.packages]
    third = run(ctx, "pm", "list", "packages", "-3").lines
    assert f"package:{SHOP}" in third
    assert f"package:{SETTINGS}" not in third
    assert "package:com.android.adbkeyboard" in third
    assert run(ctx, "pm", "list", "packages", "--user", "0", "settings").lines == [f"package:{SETTINGS}"]


def test_list_other_things() -> None:
    ctx, _ = make_context()
    assert run(ctx, "pm", "list").status == 255
    assert run(ctx, "pm", "list", "frobs").lines == ["Error: unknown list type 'frobs'"]
    assert run(ctx, "pm", "list", "packages", "-z").lines == ["Error: Unknown option: -z"]
    assert run(ctx, "pm", "list", "users").lines[0] == "Users:"


@pytest.mark.parametrize("api", APIS)
def test_path(api: int) -> None:
    ctx, _ = make_context(api)
    ran = run(ctx, "pm", "path", SHOP)
    folder = r"/~~\w+==" if api >= 30 else ""
    assert re.fullmatch(rf"package:/data/app{folder}/{SHOP}-\w+==/base\.apk\n", ran.out)
    missing = run(ctx, "pm", "path", "com.nobody")
    assert (missing.status, missing.raw, missing.err) == (1, b"", "")


def test_clear() -> None:
    ctx, _ = make_context()
    ctx.phone.launch(SHOP)
    ran = run(ctx, "pm", "clear", SHOP)
    assert (ran.status, ran.out) == (0, "Success\n")
    assert ctx.phone.pid(SHOP) is None
    assert run(ctx, "pm", "clear", "com.nobody").out == "Failed\n"
    assert run(ctx, "pm", "clear").status == 255


def test_nothing_can_be_installed_or_removed() -> None:
    ctx, _ = make_context()
    assert "Unable to open file: /nowhere/a.apk" in run(ctx, "pm", "install", "-r", "/nowhere/a.apk").err
    ctx.files.write("/data/local/tmp/a.apk", b"PK")
    assert run(ctx, "pm", "install", "-t", "/data/local/tmp/a.apk").out.startswith("Failure [INSTALL_FAILED_")
    assert run(ctx, "pm", "install").status == 1
    assert run(ctx, "pm", "uninstall", SHOP).out == "Failure [DELETE_FAILED_INTERNAL_ERROR]\n"
    assert run(ctx, "pm", "uninstall").status == 1


def test_grants_dumps_and_unknown_commands() -> None:
    ctx, _ = make_context()
    assert run(ctx, "pm", "grant", SHOP, "android.permission.CAMERA").status == 0
    assert "Unknown package: com.nobody" in run(ctx, "pm", "grant", "com.nobody", "x").err
    assert f"Package [{SHOP}]" in run(ctx, "pm", "dump", SHOP).out
    assert run(ctx, "pm", "dump", "com.nobody").lines == ["Unable to find package: com.nobody"]
    assert run(ctx, "pm", "frob").lines == ["Unknown command: frob"]
    assert run(ctx, "pm").status == 255


def test_resolve_activity() -> None:
    ctx, _ = make_context()
    brief = run(ctx, "cmd", "package", "resolve-activity", "--brief", SETTINGS)
    assert brief.lines == [
        "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true",
        "com.android.settings/.Settings",
    ]
    nobody = run(ctx, "cmd", "package", "resolve-activity", "--brief", "com.nobody")
    assert (nobody.status, nobody.out) == (0, "No activity found\n")
    assert run(ctx, "cmd", "package", "resolve-activity", "--frob").status == 255


def test_a_whole_resolution() -> None:
    lines = resolution_lines("com.x/.A", brief=False)
    assert "    name=com.x.A" in lines
    assert "    packageName=com.x" in lines
    assert "    name=org.y.B" in resolution_lines("com.x/org.y.B", brief=False)


def test_the_keyboard_of_uiautomator2_can_be_installed_and_removed() -> None:
    ctx, _ = make_context()
    ctx.files.write("/data/local/tmp/unknown.apk", apk("com.github.uiautomator"))
    assert U2_IME not in run(ctx, "ime", "list", "-s", "-a").lines
    assert run(ctx, "pm", "uninstall", "com.github.uiautomator").out.startswith("Failure [")
    assert run(ctx, "pm", "install", "-r", "-t", "/data/local/tmp/unknown.apk").out == "Success\n"
    assert U2_IME in run(ctx, "ime", "list", "-s", "-a").lines
    assert "package:com.github.uiautomator" in run(ctx, "pm", "list", "packages").lines
    assert run(ctx, "pm", "install", "/data/local/tmp/unknown.apk").out == "Success\n"
    assert run(ctx, "pm", "uninstall", "com.github.uiautomator").out == "Success\n"
    assert U2_IME not in run(ctx, "ime", "list", "-s", "-a").lines
    assert "package:com.github.uiautomator" not in run(ctx, "pm", "list", "packages").lines


def test_another_package_is_still_refused() -> None:
    ctx, _ = make_context()
    ctx.files.write("/data/local/tmp/a.apk", apk("com.other"))
    assert run(ctx, "pm", "install", "/data/local/tmp/a.apk").out.startswith(
        "Failure [INSTALL_FAILED_INVALID_APK"
    )
