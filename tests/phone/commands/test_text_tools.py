"""grep, head, wc, md5sum."""

from __future__ import annotations

import hashlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phone_shell import Shell

_TEXT = b"one\ntwo (2)\nThree\none and two\n"


@pytest.fixture
def shell() -> Shell:
    made = Shell()
    made.write("/sdcard/f", _TEXT)
    made.write("/sdcard/g", b"one\n")
    made.base.cwd = "/sdcard"
    return made


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("grep one f", "one\none and two\n"),
        ("grep -c one f", "2\n"),
        ("grep -v one f", "two (2)\nThree\n"),
        ("grep -i three f", "Three\n"),
        ("grep -n two f", "2:two (2)\n4:one and two\n"),
        ("grep -o tw. f", "two\ntwo\n"),
        ("grep -m 1 one f", "one\n"),
        ("grep -F '(2)' f", "two (2)\n"),
        ("grep '(2)' f", "two (2)\n"),
        (r"grep 'Thr\|(2)' f", "two (2)\nThree\n"),
        ("grep -E 'Three|^two' f", "two (2)\nThree\n"),
        ("grep -w -E 't.o' f", "two (2)\none and two\n"),
        ("grep -x one f g", "f:one\ng:one\n"),
        ("grep -h one g g", "one\none\n"),
        ("grep -e one g", "one\n"),
        ("cat f | grep -q two && echo yes", "yes\n"),
        ("head -n 1 f", "one\n"),
        ("head -2 f", "one\ntwo (2)\n"),
        ("head -c 5 f", "one\nt"),
        ("cat f | head -n 0", ""),
        ("wc f", "4 7 30 f\n"),
        ("cat f | wc -l", "4\n"),
        ("wc -c g", "4 g\n"),
        ("md5sum g", f"{hashlib.md5(b'one' + bytes([10])).hexdigest()}  g\n"),
        ("cat g | md5sum -b", f"{hashlib.md5(b'one' + bytes([10])).hexdigest()}\n"),
    ],
)
def test_what_they_print(shell: Shell, line: str, out: str) -> None:
    assert shell(line).out == out


@pytest.mark.parametrize(
    ("line", "status", "err"),
    [
        ("grep none f", 1, ""),
        ("grep one none g >/dev/null", 2, "grep: none: No such file or directory\n"),
        ("grep", 2, "grep: no REGEX\n"),
        ("grep -E '(' f", 2, "grep: bad REGEX '('"),
        ("head -n x f", 1, "head: bad number 'x'\n"),
        ("wc none", 1, "wc: none: No such file or directory\n"),
    ],
)
def test_their_status(shell: Shell, line: str, status: int, err: str) -> None:
    ran = shell(line)
    assert ran.status == status
    assert ran.err.startswith(err)


def test_a_pattern_has_a_limit(shell: Shell) -> None:
    assert "at most 1000" in shell(f"grep {'a' * 1001} f").err


@given(st.text(st.sampled_from("ab(){}|+?.*[]\\^$"), max_size=8))
@settings(max_examples=60, deadline=None)
def test_a_basic_pattern_is_read_or_refused(pattern: str) -> None:
    made = Shell()
    made.write("/sdcard/f", b"ab\n")
    quoted = re.sub("'", "", pattern)
    assert made(f"grep -e '{quoted}' /sdcard/f").status in (0, 1, 2)


@given(st.text(alphabet=" a\n\té€", max_size=40), st.integers(1, 7))
@settings(max_examples=60, deadline=None)
def test_counting_in_slices_is_counting_at_once(text: str, size: int) -> None:
    shell = Shell()
    shell.write("/sdcard/f", text.encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gui_rec.phone.commands.text_tools._SLICE_BYTES", size)
        data = text.encode()
        counts = (data.count(b"\n"), len(data.split()), len(data), len(text))
        assert shell("wc -lwcm /sdcard/f").out == " ".join(map(str, counts)) + " /sdcard/f\n"
        assert shell("md5sum -b /sdcard/f").out == hashlib.md5(data).hexdigest() + "\n"


def test_a_line_comes_whole_through_a_pipe_however_long_it_is(shell: Shell) -> None:
    shell.write("/sdcard/long", b"x" * 200_000 + b"\ny\n" + b"z" * 70_000)
    assert shell("cat /sdcard/long | grep -c x").out == "1\n"
    assert shell("cat /sdcard/long | grep y").out == "y\n"
    assert shell("cat /sdcard/long | grep z | wc -c").out == "70001\n"
