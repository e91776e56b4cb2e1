"""Lines of the supported grammar do in the phone's shell what they do in this machine's `/bin/sh`."""

from __future__ import annotations

import shlex
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phone_shell import Shell

_SHELL = Shell()
_TEXT = st.text("ab $;|&<>*'\"#~=()", min_size=1, max_size=6)
_NAMES = st.sampled_from(["A", "B"])


def _double_quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$").replace("`", "\\`") + '"'


_WORDS = st.one_of(
    st.text("abc", min_size=1, max_size=3),
    _TEXT.map(shlex.quote),
    _TEXT.map(_double_quoted),
    _NAMES.map(lambda name: f"${name}"),
    _NAMES.map(lambda name: f'"${{{name}}}x"'),
    st.just("$?"),
    st.just("''"),
)
_ECHO = st.lists(_WORDS, max_size=4).map(lambda words: " ".join(["echo", "x", *words]))
_SIMPLE = st.one_of(
    _ECHO,
    _ECHO.map(lambda line: f"{line} >/dev/null"),
    _ECHO.map(lambda line: f"{line} 2>&1"),
    st.sampled_from(["true", "false", "no-such-thing 2>/dev/null"]),
    st.tuples(_NAMES, _WORDS).map(lambda pair: f"{pair[0]}={pair[1]}"),
    st.tuples(_NAMES, _WORDS).map(lambda pair: f"export {pair[0]}; {pair[0]}={pair[1]} true"),
    st.integers(0, 3).map(lambda status: f"sh -c 'exit {status}'"),
)
_PIPED = st.tuples(
    _ECHO, st.sampled_from(["cat", "cat | cat", "grep x", "grep -c x", "wc -l", "head -n 1"])
).map(" | ".join)
_LINES = st.lists(
    st.tuples(st.one_of(_SIMPLE, _PIPED), st.sampled_from([";", "&&", "||", "\n"])), max_size=6
).map(lambda parts: "".join(f"{command} {join} " for command, join in parts) + "echo end $?")


def _real(line: str) -> tuple[int, str]:
    ran = subprocess.run(
        ["/bin/sh", "-c", line], capture_output=True, cwd="/", env={"PATH": "/usr/bin:/bin"}, check=False
    )
    return ran.returncode, ran.stdout.decode()


@given(_LINES)
@settings(max_examples=60, deadline=None)
def test_generated_lines(line: str) -> None:
    ran = _SHELL(line)
    assert (ran.status, ran.out) == _real(line)


@pytest.mark.parametrize(
    "line",
    [
        "a='x y'; echo $a \"$a\" '$a'",
        "A=1; sh -c 'echo [$A]'; export A; sh -c 'echo [$A]'",
        "false || false || echo third",
        "true && false && echo no; echo $?",
        "echo a; exit 4; echo b",
        "sh -c 'exit 3'; echo $?",
        "echo one | grep two || echo none",
        "echo a >&2 2>/dev/null; echo b",
        "echo x # comment; echo y",
        "echo 'it'\\''s' \"a\\\"b\" a\\ b",
        "echo a\\\nb",
        "test -d / && [ 3 -gt 2 ] && echo yes",
        "test x = y || [ -z '' ] && echo both",
        "printf_is_not_here 2>/dev/null || echo fallback",
        "echo a |\ncat",
        "true &&\n\necho joined",
        "A=a B=b; echo $B$A${A}c",
        "cd /; pwd; cd usr 2>/dev/null || cd /; cd /; pwd",
        'echo "$?"; false; echo $? $?',
        "exec echo replaced; echo never",
    ],
)
def test_chosen_lines(line: str) -> None:
    ran = _SHELL(line)
    assert (ran.status, ran.out) == _real(line)
