"""The result document and the exit codes."""

from __future__ import annotations

import json

import pytest

from gui_rec.errors import ExitCode
from gui_rec.replayer.protocol.result import StepResult, TaskResult


def result(code: str) -> TaskResult:
    steps = (StepResult("a", code == "OK", code, "why", 12),)
    return TaskResult("t", 3, code == "OK", code, "step 'a': why", 1_700_000_000_123_456, steps, {"x": "é"})


@pytest.mark.parametrize(
    ("code", "exit_code"),
    [
        ("OK", ExitCode.OK),
        ("TARGET_NOT_FOUND", ExitCode.MISMATCH),
        ("ACTION_FAILED", ExitCode.MISMATCH),
        ("DEVICE_LOST", ExitCode.DEVICE),
        ("INTERRUPTED", ExitCode.INTERRUPTED),
    ],
)
def test_the_exit_code_follows_from_the_code(code: str, exit_code: ExitCode) -> None:
    assert result(code).exit_code is exit_code


def test_the_document_has_the_protocols_keys() -> None:
    assert json.loads(json.dumps(result("OK").as_record())) == {
        "taskId": "t",
        "revision": 3,
        "successful": True,
        "code": "OK",
        "detail": "step 'a': why",
        "startedAt": "2023-11-14T22:13:20.123Z",
        "steps": [{"id": "a", "successful": True, "code": "OK", "detail": "why", "elapsedMs": 12}],
        "outputs": {"x": "é"},
    }
