"""A search that takes long is ended; what people write is found as `re` finds it."""

from __future__ import annotations

import asyncio
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phone_commands import MemoryIo, make_context, run

from gui_rec.errors import InputError
from gui_rec.phone.patterns import TURN_S, BoundedPattern
from gui_rec.phone.shell.runner import run_line

_ENDLESS = [
    (r".*.*.*.*.*.*[bc]", "a" * 3000),
    (r"x*x*x*x*x*x*(?:y|z)", "x" * 3000),
    (r"(a|aa)+$", "a" * 60 + "b"),
    (r"((a{1,100}){1,100}){1,100}b", "a" * 3000),
    (r"a.*b.*c.*d", "abc" * 3000),
]


@pytest.mark.parametrize(("pattern", "text"), _ENDLESS)
@pytest.mark.parametrize("how", ["search", "fullmatch", "find_all"])
def test_a_search_ends_in_its_time(pattern: str, text: str, how: str) -> None:
    bounded = BoundedPattern(pattern.encode())
    begun = time.process_time()
    found: list[object] = []
    try:
        found.append(getattr(bounded, how)(text.encode()))
    except InputError as error:
        found.append(str(error))
    assert time.process_time() - begun < 6 * TURN_S
    assert found[0] in (False, []) or f"on a line of {len(text)} characters" in str(found[0])


def test_all_searches_of_a_turn_share_its_time_until_the_rest() -> None:
    pattern = BoundedPattern(_ENDLESS[0][0])
    with pytest.raises(InputError, match=r"fewer of `\.\*`"):
        pattern.search(_ENDLESS[0][1])
    assert pattern.spent_s >= TURN_S
    with pytest.raises(InputError, match=r"after 0\.03 s"):
        pattern.search("b")  # whose own time would be nothing
    pattern.rest()
    assert (pattern.spent_s, pattern.search("b")) == (0.0, True)


_PIECES = [
    "a",
    "b",
    ".",
    ".*",
    "a+",
    "[ab]",
    "[^a]?",
    "(ab)*",
    "(a|b)",
    "b{1,2}",
    r"\.",
    r"\d",
    "^",
    "$",
    r"\bx",
    "{e}",
]


@given(st.lists(st.sampled_from(_PIECES), max_size=4).map("".join), st.text("ab.1x{e} ", max_size=12))
def test_it_finds_what_re_finds(source: str, text: str) -> None:
    mine, theirs = BoundedPattern(source), re.compile(source)
    assert mine.search(text) == (theirs.search(text) is not None)
    assert mine.fullmatch(text) == (theirs.fullmatch(text) is not None)
    assert mine.find_all(text) == [match[0] for match in theirs.finditer(text)]


@given(st.text(st.characters(codec="latin-1"), max_size=20))
def test_escaped_text_means_itself(text: str) -> None:
    assert BoundedPattern(re.escape(text)).fullmatch(text)
    assert BoundedPattern(re.escape(text).encode()).fullmatch(text.encode())


@pytest.mark.parametrize(
    ("source", "text"), [("[[:space:]]{2}", " \t"), (r"\p{L}+", "éa"), ("[{e}]", "{"), (r"\{e}", "{e}")]
)
def test_what_phones_know_beyond_re(source: str, text: str) -> None:
    assert BoundedPattern(source).fullmatch(text)


@pytest.mark.parametrize("source", ["(", "*a", "[a", "a{2,1}", "a{99999999999}", "(" * 990, "a" * 1001, "\\"])
def test_what_is_no_pattern_is_refused(source: str) -> None:
    with pytest.raises(InputError):
        BoundedPattern(source)


@pytest.mark.parametrize("words", ["-E '.*.*.*.*[bc]'", "'x.*.*.*.*[bc]'", "-oE '(.*.*.*.*[bd])|c'"])
def test_grep_ends_soon_with_the_status_of_trouble(words: str) -> None:
    ctx, _ = make_context()
    io = MemoryIo(b"x" * 5000 + b"\n")
    assert asyncio.run(run_line(ctx, f"grep {words}", io)) == 2
    assert b"grep: the pattern tries too many ways on a line of 5000 characters" in io.stderr


@pytest.mark.parametrize(
    ("words", "count"),
    [("'a.*b.*c'", 400), ("-E '(x|[[:digit:]])+ a'", 400), ("-E 'a.*b.*c.*d'", 0), ("-vE '^.*y.*z$'", 400)],
)
def test_grep_takes_what_people_write_on_as_many_lines_as_there_are(words: str, count: int) -> None:
    ctx, _ = make_context()
    io = MemoryIo(b"12 a line with a, then b, then c, of the usual length, as logs have it\n" * 400)
    asyncio.run(run_line(ctx, f"grep -c {words}", io))
    assert (bytes(io.stdout), bytes(io.stderr)) == (b"%d\n" % count, b"")


def test_others_have_their_turn_while_grep_searches_slow_lines() -> None:
    """Each line costs some ms; a clock beside it ticks between them."""
    ctx, _ = make_context()
    io = MemoryIo((b"abc" * 60 + b"\n") * 400)
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    async def both() -> int:
        ticking = asyncio.create_task(tick())
        status = await run_line(ctx, "grep -c 'a.*b.*c.*d'", io)
        ticking.cancel()
        return status

    assert asyncio.run(both()) in (1, 2)
    assert ticks > 5


def test_logcat_ends_it_too_and_refuses_what_is_no_pattern() -> None:
    ctx, _ = make_context()
    run(ctx, "log", "-t", "me", "a" * 3000)
    with pytest.raises(InputError, match="tries too many ways on a line of 3000"):
        run(ctx, "logcat", "-d", "-e", ".*.*.*.*.*[bc]")
    assert "logcat: -e '(': missing )" in run(ctx, "logcat", "-d", "-e", "(").err
    assert "me" in run(ctx, "logcat", "-d", "-e", "(a|b)*a").out
