"""What the transitions of a test run came to, and how the run wants them: plain records, light to import."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path

FOLDER = "gui-rec-transitions"
"""Where recorded transitions lie unless somebody names another place; below pytest's root, else below here."""


RECORDED = "recorded"
"""What stands in the place of a verdict for a block that was recorded now."""


class RecordMode(StrEnum):
    """When a transition is recorded instead of judged."""

    NEVER = "never"
    MISSING = "missing"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class TransitionVerdict:
    """One block. `verdict` is that of a step, or `recorded` for one that was recorded now, which verifies nothing.

    `line` says of a failure what was expected, seen, where, and which numbers decided. `folder` is where its report
    lies, None where none was asked for.
    """

    name: str
    verdict: str
    code: str
    detail: str
    confidence: float
    line: str | None
    elapsed_ms: int
    folder: str | None
    test: str | None = None

    def to_json(self) -> str:
        """One line of JSON; `from_json` is the way back."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> TransitionVerdict:
        """What `to_json` wrote. Raises ValueError or TypeError for anything else."""
        return cls(**json.loads(text))


@dataclass(slots=True)
class Settings:
    """What holds for transitions that do not say it themselves. `test` names the test that runs now."""

    record: RecordMode = RecordMode.NEVER
    recordings: Path = field(default_factory=lambda: Path(FOLDER))
    report: Path | None = None
    test: str | None = None


SETTINGS = Settings()
"""The one set of settings of this process; the pytest plugin fills it."""

HEARD: list[TransitionVerdict] = []
"""Verdicts that nobody took yet, oldest first; the pytest plugin takes them after each test."""
