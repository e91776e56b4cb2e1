"""Jobs in the background of the phone's shell."""

from __future__ import annotations

import asyncio

import pytest
from phone_shell import Shell

from gui_rec.phone.shell.jobs import Jobs


@pytest.fixture
def sh() -> Shell:
    return Shell()


def test_a_job_runs_beside_and_is_waited_for(sh: Shell) -> None:
    ran = sh("sleep 0.05 & echo first; wait; echo last")
    assert (ran.status, ran.out) == (0, "first\nlast\n")


def test_the_status_of_one_that_was_ended_and_of_one_that_ended(sh: Shell) -> None:
    assert sh("sleep 100 & kill -INT $!; wait $!; echo $?").out == "130\n"
    assert sh("false & wait $!; echo $?").out == "1\n"
    assert sh("sleep 100 & kill $!; wait; echo $?").out == "0\n"


def test_a_job_has_no_stdin_and_the_shells_output(sh: Shell) -> None:
    ran = sh("cat & wait; echo done", b"for the shell\n")
    assert ran.out == "done\n"
    assert sh("exit 3 & wait $!; echo $?").out == "3\n"


def test_what_changes_in_a_job_stays_there(sh: Shell) -> None:
    assert sh("A=1; A=2 & wait; echo $A").out == "1\n"


@pytest.mark.parametrize(
    ("line", "stdin", "out"),
    [
        ("read A; echo [$A]; cat", b"  one two \nrest\n", "[one two]\nrest\n"),
        ("read; echo $REPLY", b"x\n", "x\n"),
        ("read A; echo $? $A", b"no end", "1 no end\n"),
        ("read A; echo $?", b"", "1\n"),
        (r"read A; echo -E $A", b"a\\b\n", "ab\n"),
        (r"read -r A; echo -E $A", b"a\\b\n", "a\\b\n"),
    ],
)
def test_read(sh: Shell, line: str, stdin: bytes, out: str) -> None:
    assert sh(line, stdin).out == out


@pytest.mark.parametrize(
    ("line", "status", "message"),
    [
        ("kill 4", 1, "kill: 4: No such process"),
        ("kill -KILL 4", 2, "kill: signal KILL is not supported"),
        ("kill -INT x", 1, "kill: x: No such process"),
        ("wait 4", 127, ""),
        ("wait 4 5", 2, "wait: only"),
        ("read A B", 2, "read: only"),
        ("true && sleep 1 &", 2, "`&` behind `&&`"),
        ("& true", 2, "unexpected `&`"),
    ],
)
def test_what_is_refused_and_what_finds_nothing(sh: Shell, line: str, status: int, message: str) -> None:
    ran = sh(line)
    assert (ran.status, ran.out) == (status, "")
    assert message in ran.err


def test_a_script_has_arguments(sh: Shell) -> None:
    sh.write("/sdcard/s.sh", b'echo "[$1]" "[$2]" "[$3]"\n')
    assert sh("sh /sdcard/s.sh 'a b' c").out == "[a b] [c] []\n"
    assert sh("echo [$1]").out == "[]\n"


def test_adbutils_film_script_runs(sh: Shell) -> None:
    sh.write(
        "/sdcard/r.sh", b'#!/system/bin/sh\nscreenrecord "$1" &\nPID=$!\nread ANY\nkill -INT $PID\nwait\n'
    )
    assert sh("sh /sdcard/r.sh /sdcard/f.mp4", b"\n").status == 0
    assert sh.base.files.exists("/sdcard/f.mp4")


def test_the_end_tells_of_a_defect() -> None:
    async def broken() -> int:
        raise RuntimeError("a defect")

    async def main() -> None:
        jobs = Jobs()
        first = jobs.start(broken())
        assert jobs.last == first
        await asyncio.sleep(0)
        assert not jobs.interrupt(first)
        with pytest.raises(RuntimeError, match="a defect"):
            await jobs.end()

    asyncio.run(main())


def test_no_more_jobs_run_than_a_phone_has_processes() -> None:
    ran = Shell()("sleep 1000 & " * 1001 + "echo $?; exit")
    assert ran.out == "1\n"
    assert ran.err.endswith("can't fork - try again\n")
