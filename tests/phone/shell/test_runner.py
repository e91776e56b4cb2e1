"""Lines as they run."""

from __future__ import annotations

import asyncio
import shlex

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phone_commands import MemoryIo
from phone_shell import Shell

from gui_rec.phone.shell.runner import run_line

_SHELL = Shell()
_WORDS = st.text(st.characters(exclude_characters="\0\\", exclude_categories=["Cs"]), min_size=1, max_size=20)


@given(st.lists(_WORDS, min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_quoted_arguments_arrive_as_they_are(words: list[str]) -> None:
    line = "echo -E " + shlex.join(["x", *words])
    assert _SHELL(line).raw.decode() == " ".join(["x", *words]) + "\n"


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("true && echo a", "a\n"),
        ("false && echo a", ""),
        ("false || echo a", "a\n"),
        ("true || echo a", ""),
        ("false; echo $?", "1\n"),
        ("false && echo a || echo b", "b\n"),
        ("true || echo a && echo b", "b\n"),
        ("nope 2>/dev/null; echo X4EXIT:$?", "X4EXIT:127\n"),
        ("A=1; echo $A", "1\n"),
        ("A=1 true; echo [$A]", "[]\n"),
        ("export A='b c'; echo \"$A\"", "b c\n"),
        ("export ANDROID_LOG_TAGS=''; exec echo done", "done\n"),
        ("exec echo a; echo b", "a\n"),
        ("cd /sdcard; pwd", "/storage/emulated/0\n"),
        ("cd /sdcard && cd Download && pwd", "/storage/emulated/0/Download\n"),
        ("sh -c 'cd /sdcard; echo in'; pwd", "in\n/\n"),
        ("exit 3 | true; echo $?", "0\n"),
        ("true | exit 3; echo $?", "3\n"),
        ("echo a | cat | cat", "a\n"),
        ("A=1 | true; echo [$A]", "[]\n"),
        (": ignored; echo $?", "0\n"),
        ("/system/bin/echo a", "a\n"),
        ("toybox echo a", "a\n"),
        ("echo a # b", "a\n"),
        ("A='x  y'; echo $A; echo \"$A\"", "x y\nx  y\n"),
        ("A=' x '; echo a${A}b", "a x b\n"),
        ("echo $NONE | wc -c", "1\n"),
    ],
)
def test_what_lines_print(line: str, out: str) -> None:
    ran = _SHELL(line)
    assert (ran.out, ran.err) == (out, "")


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("true", 0),
        ("false", 1),
        ("exit 7", 7),
        ("exit", 0),
        ("false; exit", 1),
        ("nope", 127),
        ("sh -c 'exit 9'", 9),
    ],
)
def test_exit_statuses(line: str, status: int) -> None:
    assert _SHELL(line).status == status


def test_an_unknown_command_is_told_as_the_platform_tells_it() -> None:
    ran = _SHELL("nonsense --x")
    assert (ran.status, ran.out) == (127, "")
    assert ran.err == "/system/bin/sh: nonsense: inaccessible or not found\n"


def test_an_unsupported_line_runs_nothing_of_itself() -> None:
    ran = _SHELL("echo before; for x in a; do echo; done")
    assert (ran.status, ran.out) == (2, "")
    assert "`for` is not supported" in ran.err


def test_a_pattern_that_matches_files_is_refused_and_one_that_does_not_stays() -> None:
    shell = Shell()
    shell.write("/data/local/tmp/a.txt", b"")
    ran = shell("rm /data/local/tmp/*.txt; echo after")
    assert (ran.status, ran.out) == (2, "")
    assert "file pattern" in ran.err
    assert shell("echo /data/local/tmp/*.png 'a*'").out == "/data/local/tmp/*.png a*\n"


def test_output_goes_to_files_and_back() -> None:
    shell = Shell()
    assert shell("echo one > /sdcard/f; echo two >> /sdcard/f; cat /sdcard/f").out == "one\ntwo\n"
    assert shell("echo new > /storage/emulated/0/f").out == ""
    assert shell.read("/sdcard/f") == b"new\n"


def test_both_streams_can_be_joined_and_crossed() -> None:
    ran = _SHELL("nope 2>&1 | cat")
    assert ran.err == ""
    assert "not found" in ran.out
    assert _SHELL("echo a >&2").err == "a\n"
    crossed = _SHELL("nope 2>&1 >/dev/null | cat")
    assert "not found" in crossed.out


def test_the_terminal_is_the_clients_output() -> None:
    assert _SHELL("cat /sdcard/none 2>/dev/tty >/dev/null").out.startswith("cat: ")


def test_a_redirection_that_cannot_be_fails_the_command_alone() -> None:
    ran = _SHELL("echo a > /none/f; echo $?")
    assert ran.out == "1\n"
    assert ran.err == "/system/bin/sh: can't create /none/f: No such file or directory\n"


def test_a_pipeline_whose_reader_leaves_ends() -> None:
    shell = Shell()
    shell.write("/sdcard/big", b"line\n" * 200_000)
    assert shell("cat /sdcard/big | head -n 1").out == "line\n"
    assert shell("cat /sdcard/big | true").status == 0


def test_stdin_reaches_the_first_command() -> None:
    assert _SHELL("cat | grep b", b"a\nb\n").out == "b\n"
    assert _SHELL("sh", b"echo from stdin\nexit 4\necho no").out == "from stdin\n"
    assert _SHELL("sh -", b"").status == 1


def test_a_script_file_runs_with_sh_or_when_executable() -> None:
    shell = Shell()
    shell.write("/data/local/tmp/s.sh", b"echo in script\nexit 6\n")
    assert shell("sh /data/local/tmp/s.sh").status == 6
    assert shell("/data/local/tmp/s.sh").status == 126
    assert shell("chmod 755 /data/local/tmp/s.sh; /data/local/tmp/s.sh").out == "in script\n"
    assert shell("cd /data/local/tmp; ./s.sh; echo $?").out == "in script\n6\n"
    assert shell("sh /none").err == "sh: /none: No such file or directory\n"


def test_a_commands_own_errors_end_it_and_not_the_line() -> None:
    ran = _SHELL("head -n x /dev/null; md5sum /none; echo after")
    assert ran.out == "after\n"
    assert ran.err == "head: bad number 'x'\nmd5sum: /none: No such file or directory\n"


def test_nothing_more_runs_once_the_client_has_left() -> None:
    async def main() -> tuple[int, bytes]:
        ctx = Shell().base.child()
        ctx.closed = asyncio.Event()
        io = MemoryIo(on_out=lambda _io: ctx.closed.set())
        return await run_line(ctx, "echo one; echo two > /sdcard/x; echo three", io), bytes(io.stdout)

    assert asyncio.run(main()) == (129, b"one\n")


@pytest.mark.parametrize("line", ["sh /sdcard/self.sh", "sh /sdcard/self.sh | cat"])
def test_a_script_that_calls_itself_ends_where_no_process_is_left(line: str) -> None:
    shell = Shell()
    shell.write("/sdcard/self.sh", line.encode())
    ran = shell(line)
    assert set(ran.err.splitlines()) == {"/system/bin/sh: can't fork - try again"}
    assert shell("echo a").out == "a\n"


def test_a_value_that_doubles_does_not_fill_the_memory() -> None:
    ran = Shell()("a=xxxxxxxx; " + "a=$a$a; " * 40 + "echo a")
    assert (ran.status, ran.out) == (2, "")
    assert "4194304 characters" in ran.err


def test_commands_that_never_wait_leave_the_phone_its_turns() -> None:
    async def main() -> int:
        ctx, turns = Shell().base, 0
        ctx.closed = asyncio.Event()

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        beside = asyncio.ensure_future(others())
        await run_line(ctx, "true;" * 1600 + "true", MemoryIo())
        beside.cancel()
        return turns

    assert asyncio.run(main()) >= 100
