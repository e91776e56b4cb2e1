"""The process that gives the port back: only where it hears of a death."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gui_rec.recorder.proxy.give_back import watch


def test_one_that_is_let_go_moves_nothing() -> None:
    guard = watch(1, 2)  # ports of nobody: moving would fail
    process = guard._process
    assert process is not None
    guard.let_go()
    assert process.returncode == 0


@pytest.mark.parametrize(("said", "moves"), [(b".", False), (b"", True)])
def test_an_end_without_a_word_is_a_death(said: bytes, moves: bool) -> None:
    program = (
        "import gui_rec.recorder.proxy.takeover as takeover; takeover.move_server = lambda *a: print(*a[:2]); "
        "from gui_rec.recorder.proxy.give_back import main; main(7, 8)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=said, capture_output=True, timeout=60, check=True
    )
    assert done.stdout == (b"7 8\n" if moves else b"")
