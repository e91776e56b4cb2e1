"""The page about many replays: its workflow is one, and its command lines can be meant."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import yaml

from gui_rec.cli._members import COMMANDS

_PAGE = (Path(__file__).parents[1] / "docs" / "replay-ci.md").read_text(encoding="utf-8")
_BLOCKS = re.findall(r"```(\w+)\n(.*?)```", _PAGE, re.DOTALL)
_LINES = sorted({line.strip() for _kind, text in _BLOCKS for line in re.findall(r"gui-rec replay .*", text)})


def test_the_workflow_shards_and_keeps_its_report() -> None:
    (text,) = [text for kind, text in _BLOCKS if kind == "yaml"]
    job = yaml.safe_load(text)["jobs"]["replay"]
    shards = job["strategy"]["matrix"]["shard"]
    assert shards == [f"{number}/{len(shards)}" for number in range(1, len(shards) + 1)]
    uploads = [step for step in job["steps"] if "upload-artifact" in step.get("uses", "")]
    assert [(step["if"], step["with"]["path"]) for step in uploads] == [("always()", "report")]


@pytest.mark.parametrize("line", _LINES)
def test_every_command_line_can_be_meant(line: str) -> None:
    words = shlex.split(re.sub(r"\$\{\{.*?\}\}|\"\$\{.*?\}\"", "1/4", line), comments=True)
    context = COMMANDS.get("replay").make_context("replay", words[2:])
    assert str(context.params["recording"]) == "recordings"


def test_there_are_lines_to_look_at() -> None:
    assert len(_LINES) >= 4
