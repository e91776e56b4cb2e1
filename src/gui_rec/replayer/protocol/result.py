"""How a task ended: the document that `gui-rec run` gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from gui_rec.errors import ExitCode
from gui_rec.model.verdict import Code

INTERRUPTED = "INTERRUPTED"
"""The code of a task, and of the step it waited in, that the person stopped. No step fails with it."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """How one step ended. `successful` alone says success, and then `code` is `OK`; shades stand in `detail`."""

    id: str
    successful: bool
    code: str
    detail: str
    elapsed_ms: int

    def as_record(self) -> dict[str, object]:
        """The step as plain values."""
        return {
            "id": self.id,
            "successful": self.successful,
            "code": self.code,
            "detail": self.detail,
            "elapsedMs": self.elapsed_ms,
        }


@dataclass(frozen=True, slots=True)
class TaskResult:
    """How a task ended: its steps as far as they were reached, and the texts that were read, without secrets."""

    task_id: str
    revision: int
    successful: bool
    code: str
    detail: str
    started_at_us: int
    steps: tuple[StepResult, ...]
    outputs: Mapping[str, str]

    @property
    def exit_code(self) -> ExitCode:
        """What `gui-rec run` ends with."""
        if self.successful:
            return ExitCode.OK
        if self.code == INTERRUPTED:
            return ExitCode.INTERRUPTED
        return ExitCode.DEVICE if self.code == Code.DEVICE_LOST else ExitCode.MISMATCH

    def as_record(self) -> dict[str, object]:
        """The result document."""
        started = datetime.fromtimestamp(self.started_at_us / 1_000_000, UTC)
        return {
            "taskId": self.task_id,
            "revision": self.revision,
            "successful": self.successful,
            "code": self.code,
            "detail": self.detail,
            "startedAt": started.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "steps": [step.as_record() for step in self.steps],
            "outputs": dict(self.outputs),
        }


class StepFailedError(Exception):
    """The step failed: `code` of the closed table, and why. The task decides what follows."""

    def __init__(self, code: Code, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


class StoppedError(Exception):
    """The person stopped the task while the step waited: before its action, or for the screen after it."""
