"""Words -> arguments."""

from __future__ import annotations

import pytest
from phone_shell import Shell

from gui_rec.errors import InputError
from gui_rec.phone.shell.expand import expand_text, expand_words, value_of
from gui_rec.phone.shell.grammar import parse


def _expand(source: str, **env: str) -> list[str]:
    ctx = Shell().base
    ctx.env.update(env)
    ctx.status = 9
    ctx.files.write("/data/local/tmp/file", b"")
    return expand_words(parse(source).pipelines[0].commands[0].words, ctx)


@pytest.mark.parametrize(
    ("source", "value", "fields"),
    [
        ("$A", "", []),
        ('"$A"', "", [""]),
        ("$A", "a b", ["a", "b"]),
        ('"$A"', "a b", ["a b"]),
        ("x$A", " a b", ["x", "a", "b"]),
        ("x${A}y", "a  b", ["xa", "by"]),
        ("x${A}y", " ", ["x", "y"]),
        ("$A$A", "a ", ["a", "a"]),
        ("''$A", "", [""]),
        ("$?", "", ["9"]),
        ("'$A'", "v", ["$A"]),
    ],
)
def test_fields(source: str, value: str, fields: list[str]) -> None:
    assert _expand(source, A=value) == fields


@pytest.mark.parametrize(
    "pattern", ["/data/local/tmp/f*", "/data/local/tmp/fil?", "/data/local/tmp/[f]ile", "/*/x"]
)
def test_patterns_that_may_match_are_refused(pattern: str) -> None:
    with pytest.raises(InputError, match="file pattern"):
        _expand(f"ls {pattern}")


@pytest.mark.parametrize("word", ["http://x?y=1", "'/data/local/tmp/*'", "/data/local/tmp/*.png", "["])
def test_patterns_that_match_nothing_stay(word: str) -> None:
    assert _expand(f"echo {word}")[1:] == [word.strip("'")]


def test_an_assignments_value_is_never_split() -> None:
    ctx = Shell().base
    ctx.env["A"] = "a  b"
    ((_, word),) = parse("B=$A/x").pipelines[0].commands[0].assignments
    assert expand_text(word, ctx) == "a  b/x"
    assert value_of("NONE", ctx) == ""
