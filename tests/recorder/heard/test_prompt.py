"""Whether a shell on pipes reads the next line itself."""

from __future__ import annotations

import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.recorder.heard.prompt import leaves_prompt


@pytest.mark.parametrize(
    "line",
    [
        "",
        "# a remark",
        "input tap 1 2 && input tap 3 4",
        "/system/bin/input keyevent 4; sleep 0.2",
        "cd /sdcard && ls",
        "X=1",
        "{ input tap 1 2; input tap 3 4; }",
        "cmd input tap 1 2",
        "cat /sdcard/notes.txt",
        "cat < /sdcard/notes.txt",
        "cat /sdcard/a | grep b",
        "dumpsys window | cat",
        "logcat -d",
    ],
)
def test_lines_that_leave_it(line: str) -> None:
    assert leaves_prompt(line)


@pytest.mark.parametrize(
    "line",
    [
        "cat",
        "cat > /sdcard/script",
        "cat -",
        "head -n 5",
        "sh",
        "su",
        "read X",
        "cat <<EOF",
        "echo 'a",
        "if true; then",
        "exec 3</sdcard/x",
        "exec sh",
        "set -e",
        "trap 'echo x' EXIT",
        "alias input=echo",
        "f() { echo x; }",
        "pm install -S 5",
        "cmd package install -S 5",
        "$X",
        "input tap 1 2 && cat",
        "{ cat; }",
        "(input tap 1 2; cat) | cat",
        "while true; do echo; done",
        ". /sdcard/x",
    ],
)
def test_lines_that_may_not(line: str) -> None:
    assert not leaves_prompt(line)


_WORDS = st.sampled_from(
    ["echo a", "cat", "cat /dev/null", "true", "false", "read x", "head -n 1", "sleep 0", "wc", "cd /"]
)


@given(st.lists(st.tuples(_WORDS, st.sampled_from([" && ", " || ", "; ", " | "])), min_size=1, max_size=5))
def test_a_real_shell_reads_the_line_behind(row: list[tuple[str, str]]) -> None:
    line = "".join(command + sign for command, sign in row) + "true"
    if not leaves_prompt(line):
        return
    done = subprocess.run(
        ["/bin/sh"],
        input=f"{line}\necho NEXT LINE\n",
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert done.stdout.endswith("NEXT LINE\n")
    assert done.stdout.count("echo NEXT") == 0


@given(st.text(max_size=60))
def test_any_line_has_an_answer(line: str) -> None:
    assert leaves_prompt(line) in (True, False)
