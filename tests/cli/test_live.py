"""A line a step for people and for programs, and what a session came to."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from trajectories import a_look, a_step

from gui_rec.cli._live import LiveSteps, size_of, step_document, step_line, target_words
from gui_rec.cli._output import Output
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Rect
from gui_rec.model.step import Target

TARGET = Target(None, Rect(0, 0, 2, 3), "android.widget.Button", "a:id/ok", None, None, "0", 1)


@pytest.mark.parametrize(
    ("target", "words"),
    [
        (None, None),
        (replace(TARGET, text="Sign in"), "'Sign in'"),
        (replace(TARGET, content_desc="Menu"), "'Menu'"),
        (TARGET, "'ok'"),
        (replace(TARGET, resource_id=None), "'Button'"),
        (replace(TARGET, resource_id=None, class_name=None), None),
        (replace(TARGET, text="x" * 50), "'" + "x" * 31 + "…'"),
    ],
)
def test_a_target_says_what_it_is(target: Target | None, words: str | None) -> None:
    assert target_words(a_step(0, target=target)) == words


def test_the_line_tells_what_where_how_long_and_what_to_know() -> None:
    step = a_step(
        3,
        target=replace(TARGET, text="Sign in"),
        pre=replace(a_look(1), package="com.shop"),
        settled=True,
        settle_ms=640,
        result_code="ACTION_FAILED",
        flags=(Flag.MASKED, Flag.UNSETTLED),
    )
    line = step_line(step).plain
    assert line.startswith("step 3: tap ")
    assert line.endswith("'Sign in' in com.shop  at rest: after 640 ms  ACTION_FAILED  masked unsettled")


def test_what_a_phone_says_cannot_command_the_terminal() -> None:
    evil = replace(TARGET, text="\x1b[2J\nstep 9: all is well")
    line = step_line(a_step(0, target=evil)).plain
    assert "\x1b" not in line
    assert "\n" not in line


def test_a_session_is_counted_and_summed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    live = LiveSteps(Output(json=True))
    for index, app in enumerate(("com.a", "com.b")):
        look = replace(a_look(1), package=app)
        code = "DEVICE_LOST" if index else None
        live.step(a_step(index, pre=look, post=look, flags=(Flag.MASKED,), result_code=code))
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "x").write_bytes(bytes(1_500_000))
    assert live.summary(tmp_path) == (
        "this run: 2 step(s); 1 failed: DEVICE_LOST (1); 2 app(s): com.a, com.b; flags: masked (2); 1.5 MB"
    )
    said = capsys.readouterr()
    assert [json.loads(line)["step_index"] for line in said.out.splitlines()] == [0, 1]
    assert said.err.count("step ") == 2


def test_without_json_there_are_no_lines_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    LiveSteps(Output(quiet=True)).step(a_step(0))
    assert capsys.readouterr() == ("", "")


def test_the_size_is_that_of_all_files(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"123")
    assert (size_of(tmp_path / "a"), size_of(tmp_path)) == (3, 3)


def test_the_document_is_plain_json() -> None:
    document = step_document(a_step(0, flags=(Flag.MASKED,)))
    assert json.loads(json.dumps(document)) == document
    assert document["flags"] == ["masked"]
