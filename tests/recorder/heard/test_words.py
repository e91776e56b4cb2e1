from __future__ import annotations

import contextlib
import itertools
import subprocess
import time

import pytest
from hearing import words
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.device.adb.quote import command
from gui_rec.recorder.heard import words as of_words
from gui_rec.recorder.heard.words import (
    MOST_CHARACTERS,
    Operator,
    Redirect,
    UntellableError,
    Word,
    read_words,
)

AS_A_SHELL_READS_THEM = (
    "input tap 1 2",
    "a 'b c' \"d e\" f\\ g",
    "'it'\\''s' \"it's\" 'say \"x\"'",
    '"a\\$b" "a\\\\b" "a\\nb" "\\`"',
    "a'b'c\"d\"e",
    "'' \"\" x",
    "a#b '#' # the rest",
    "a\\\nb c\\\n d",
    "5$ '$x' \\$x a$",
    "a=b --c=d %s",
    "a\\\\ b\\; '&&' \\|",
    "[ x ]",
    "'*' \\* \"?\" \\[a]",
    "'~' \\~ a~",
    "{a} '{a,b}' \\{a,b}",
)


@given(st.lists(st.text(st.characters(exclude_characters="\0")), min_size=1))
def test_what_is_quoted_for_a_phone_is_read_back(texts: list[str]) -> None:
    found = words(command(texts).line)
    assert [word.value for word in found] == texts


@pytest.mark.parametrize("line", AS_A_SHELL_READS_THEM)
def test_words_are_those_of_a_shell(line: str) -> None:
    script = "for word in " + line.split(" # ")[0] + "\ndo printf '%s\\0' \"$word\"; done"
    seen = subprocess.run(["/bin/sh", "-c", script], check=True, capture_output=True, timeout=10, cwd="/")
    assert [word.value for word in words(line)] == seen.stdout.decode().split("\0")[:-1]


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("$X", "the variable `$X`"),
        ('"${X:-a b}"', "the variable `${X:-a b}`"),
        ("$(ls a)", "a `$(...)`"),
        ("`ls`", "a backquoted command"),
        ("a*b", "a file pattern"),
        ("what?", "a file pattern"),
        ("[ab]c", "a file pattern"),
        ("~/x", "`~`"),
        ("{a,b}", "a brace expansion"),
        ("$'\\x41'", "an escape in `$'...'`"),
        ("$1", "the variable `$1`"),
    ],
)
def test_what_only_the_phone_knows_has_no_value_but_a_reason(word: str, why: str) -> None:
    (found,) = words(word)
    assert (found.value, found.why) == (None, why)
    assert (found.start, found.end) == (0, len(word))


@pytest.mark.parametrize("word", ["how%sare%syou?", "https://x.y/search?q=1", "'what now'?", "5,*"])
def test_a_pattern_that_nothing_in_the_root_folder_can_match_stands_for_itself(word: str) -> None:
    (found,) = words(word)
    assert found.value == word.replace("'", "")
    assert found.pattern


@pytest.mark.parametrize("line", ["cd /x; echo a%b?", "echo hello?", "echo [,x]y", "echo /x,y/*", "echo *"])
def test_any_other_pattern_is_the_phones_to_tell(line: str) -> None:
    assert words(line)[-1].why == "a file pattern"


def test_escapes_of_c_are_read() -> None:
    (found,) = words("$'a\\n\\t\\'b'")
    assert found.value == "a\n\t'b"


def test_the_commands_in_substitutions_are_kept() -> None:
    (found,) = words('"$(input tap 1 "$(echo 2)")`ls`"')
    assert found.inside == ('input tap 1 "$(echo 2)"', "ls")


def test_a_word_that_asks_for_the_status_says_so() -> None:
    assert [word.uses_status for word in words("echo X4EXIT:$? \"${?}\" '$?' $X")] == [
        False,
        True,
        True,
        False,
        False,
    ]


def test_operators_and_redirections_stand_apart() -> None:
    tokens = read_words("a 2>&1 >/dev/null;b&&c||d|e&\n(f)")
    marks = [(token.fd, token.text) for token in tokens if isinstance(token, Redirect)]
    signs = [token.text for token in tokens if isinstance(token, Operator)]
    assert marks == [("2", ">&"), ("", ">")]
    assert signs == [";", "&&", "||", "|", "&", "\n", "(", ")"]


def test_a_number_of_several_digits_is_no_descriptor() -> None:
    assert [token.value for token in read_words("tap 100 200>x") if isinstance(token, Word)] == [
        "tap",
        "100",
        "200",
        "x",
    ]


@pytest.mark.parametrize(
    "line",
    ["'open", '"open', "`open", "$(open", "${open", "a\\", "cat <<END", "a\0b", "diff <(a) b", '$(")', "$('"],
)
def test_what_is_no_line_raises_with_a_reason(line: str) -> None:
    with pytest.raises(UntellableError, match=r".+"):
        read_words(line)


def test_sizes_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UntellableError, match="characters"):
        read_words("a" * (MOST_CHARACTERS + 1))
    monkeypatch.setattr(of_words, "MOST_WORDS", 10)
    with pytest.raises(UntellableError, match="words"):
        read_words("a " * 11)
    with pytest.raises(UntellableError, match="nesting"):
        read_words("$(" + "(" * 100)


@given(st.text(st.sampled_from(list("ab '\"\\$`(){}[]*?~#;&|<>\n=!5")), max_size=60))
def test_any_text_is_words_in_order_or_untellable(text: str) -> None:
    try:
        tokens = read_words(text)
    except UntellableError:
        return
    assert all(0 <= token.start < token.end <= len(text) for token in tokens)
    assert all(a.end <= b.start for a, b in itertools.pairwise(tokens))


@pytest.mark.parametrize(
    "text", ["[" * 200_000, "{," * 200_000, "${" * 30, "$'" + "\\n" * 100_000, "'a'" * 100_000]
)
def test_odd_words_take_no_long_time(text: str) -> None:
    started_s = time.monotonic()
    with contextlib.suppress(UntellableError):
        read_words(text)
    assert time.monotonic() - started_s < 20
