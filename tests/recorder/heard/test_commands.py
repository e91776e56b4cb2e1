from __future__ import annotations

import pytest
from hearing import SCREEN, heard, words

from gui_rec.model.actions import Key, Tap
from gui_rec.recorder.heard._api import QUERY, Kind
from gui_rec.recorder.heard.commands import hear_words, names_an_act
from gui_rec.recorder.heard.series import RawEvent


@pytest.mark.parametrize(
    "line",
    ["nohup input tap 5 6", "exec input tap 5 6", "timeout 5 input tap 5 6", "timeout -s KILL -k 1 5 input tap 5 6",
     "nice -n 5 input tap 5 6", "env A=b input tap 5 6", "su 0 input tap 5 6", "su -c 'input tap 5 6'",
     "su root sh -c 'input tap 5 6'", "toybox nohup input tap 5 6", "sh -c 'exec input tap 5 6'", "eval input tap 5 6",
     "CLASSPATH=x app_process /system/bin com.android.commands.input.Input tap 5 6", "A=1 B=2 input tap 5 6",
     "command input tap 5 6", "input tap 5 6 >/dev/null 2>&1", "input tap 5 6 | cat", "(input tap 5 6)",
     "{ input tap 5 6; }", "sh -c \"sh -c 'input tap 5 6'\"", "time input tap 5 6 # done"],
)  # fmt: skip
def test_what_stands_around_a_command_changes_nothing(line: str) -> None:
    if line.startswith("time "):
        assert heard(line).kind is Kind.OPAQUE  # a keyword, which may stand before a whole pipeline
        return
    found = heard(line)
    assert (found.kind, found.action) == (Kind.ACTION, Tap(5 / 1080, 6 / 2400))


@pytest.mark.parametrize(
    "line",
    ["screencap -p", "screencap -p /sdcard/a.png", "/system/bin/screencap -d 0", "screencap -p | gzip -1",
     "screencap -p $FILE", "screencap -p /sdcard/a.png && cat /sdcard/a.png"],
)  # fmt: skip
def test_pictures(line: str) -> None:
    assert heard(line).kind is Kind.SCREENSHOT


@pytest.mark.parametrize(
    "line",
    ["uiautomator dump", "uiautomator dump /dev/tty", "rm -f /a; uiautomator dump /a && echo success",
     "cp /dev/null F; uiautomator dump F >/dev/null && cat F"],
)  # fmt: skip
def test_hierarchies(line: str) -> None:
    assert heard(line).kind is Kind.HIERARCHY


@pytest.mark.parametrize(
    "line",
    ["ls -l", "echo input tap 1 2", "grep input /x", "dumpsys input", "getprop", "wm size", "settings get system x",
     "pm list packages", "cmd package list packages", "ime list -s", "wm density", "dumpsys battery", "logcat -d",
     "cat /sdcard/window_dump.xml", "service list", "uiautomator events", "am get-config", "test -f /x", "$X", "",
     "CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008", "cmd window size", "getevent -lt"],
)  # fmt: skip
def test_what_only_reads(line: str) -> None:
    found = heard(line)
    assert found.kind is (Kind.OPAQUE if line == "$X" else Kind.QUERY)
    assert not found.changes_state


@pytest.mark.parametrize(
    "line",
    ["settings put system x 1", "pm clear p", "pm install -r /a.apk", "svc wifi enable", "wm size 720x1280",
     "ime set a/.B", "wm user-rotation lock 1", "cmd package uninstall p", "cmd settings put global a 1", "setprop a b",
     "cmd uimode night yes", "kill 5", "content insert --uri x", "dumpsys battery set level 5"],
)  # fmt: skip
def test_changes_that_no_person_makes(line: str) -> None:
    found = heard(line)
    assert (found.kind, found.changes_state) == (Kind.QUERY, True)
    assert found.note


@pytest.mark.parametrize(
    ("line", "script"),
    [
        ("sh /sdcard/a.sh", "/sdcard/a.sh"),
        ("/data/local/tmp/run x", "/data/local/tmp/run"),
        (". /sdcard/a.sh", "/sdcard/a.sh"),
    ],
)
def test_what_is_run_from_a_file_is_opaque_and_names_it(line: str, script: str) -> None:
    found = heard(line)
    assert (found.kind, found.script) == (Kind.OPAQUE, script)


@pytest.mark.parametrize(
    "line",
    ["sh", "su", "cat x | sh", "sh -c $X", "sh -c 'input tap $1 2' x 5", "find . -exec input tap 1 2 \\;",
     "xargs input text", "echo $(input tap 1 2)", "X=`input tap 1 2`", "app_process / com.genymobile.scrcpy.Server 2",
     "input tap 1 2 &", "echo x | input tap 1 2", "cmd input $X", "am $X", "sendevent a b", "eval $X", "uiautomator runtest x",
     "while true; do input tap 1 2; done", "cat <<E | sh\ninput tap 1 2\nE", "! input tap 1 2"],
)  # fmt: skip
def test_what_may_act_unheard_is_opaque(line: str) -> None:
    found = heard(line)
    assert found.kind is Kind.OPAQUE
    assert found.note


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("sendevent /dev/input/event2 3 53 300", (3, 53, 300)),
        ("sendevent /dev/input/event2 3 57 4294967295", (3, 57, -1)),
        ("sendevent /dev/input/event2 3 57 -1", (3, 57, -1)),
        ("sendevent /dev/input/event2 0x3 0x35 0xff", (3, 53, 255)),
    ],
)
def test_sent_events_are_pieces(line: str, event: tuple[int, int, int]) -> None:
    said = hear_words(words(line), SCREEN)
    assert said.piece == RawEvent("/dev/input/event2", *event)


def test_a_sleep_says_how_long() -> None:
    assert hear_words(words("sleep 0.5"), SCREEN).sleeps_s == 0.5
    assert hear_words(words("sleep 1m"), SCREEN).sleeps_s is None


@pytest.mark.parametrize("line", ["cd /x", "export A=b", "set -e", "read x", "exec", "trap x INT"])
def test_what_changes_the_shell_itself_is_told(line: str) -> None:
    assert hear_words(words(line), SCREEN).loses


@pytest.mark.parametrize("line", ["exit", "exit 3", "exec ls", "return"])
def test_what_ends_the_line_is_told(line: str) -> None:
    assert hear_words(words(line), SCREEN).ends


def test_commands_in_commands_are_bounded() -> None:
    assert hear_words(words("nohup " * 50 + "input tap 1 2"), SCREEN).heard.kind is Kind.OPAQUE


@pytest.mark.parametrize(
    ("text", "acts"),
    [("do input tap $x 5", True), ("am start -n x", True), ("cmd input tap", True), ("sendevent x", True),
     ("dumpsys input_method", False), ("/dev/input/event2", False), ("cmd package list", False), ("am get-config", False),
     ("ls; pwd", False)],
)  # fmt: skip
def test_acting_words_in_what_cannot_be_read(text: str, acts: bool) -> None:
    assert names_an_act(text) is acts


def test_keys_by_other_names() -> None:
    assert heard("exec cmd input keyevent 3").action == Key("HOME")
    assert heard("true") == QUERY
