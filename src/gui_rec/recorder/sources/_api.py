"""What an action source is: it makes steps on an open recorder until it is done or told to stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from gui_rec.model.step import Step

if TYPE_CHECKING:
    # The session needs the store, and with it pyarrow; listing the sources does not.
    from gui_rec.recorder.session import Recorder
    from gui_rec.recorder.touch.kept_panel import KeptPanel

Stop = Callable[[], bool]


def _tell_nobody() -> None:
    """Whoever records need not hear that the source is ready."""


def _deaf_to_code(_code: int) -> None:
    """Nobody wants the exit status."""


def _deaf(_text: str) -> None:
    """Nobody listens to what the source has to say."""


def _uncounted(_seconds: float) -> None:
    """Nobody measures how long a person waits."""


@dataclass(frozen=True, slots=True)
class AgentCommand:
    """The agent that the source `proxy` runs, without a shell, and its adb server of one's own.

    `port` is where that listens (0: any free one). `any_client` lets programs in that the command did not start.
    `on_exit` hears its exit status when it has ended by itself. `lends_input` and `lends_output` say whether it
    shares this process's standard input and output; without the latter it prints to standard error.
    """

    argv: tuple[str, ...]
    port: int = 0
    any_client: bool = False
    on_exit: Callable[[int], None] = _deaf_to_code
    lends_input: bool = True
    lends_output: bool = True


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """What a source may need. `dialect` is that of a script's lines; `repair` reads them leniently; its
    first `skip_actions` actions are not performed.

    `on_ready` is called once, when the screen was seen at rest and a person may begin; `on_rested` each time
    that the screen rests again after a touch and the next one may come, with the seconds since the finger left;
    `on_message` hears what a person should know of the session while it runs. `agent` is for the source `proxy`.
    `environ` is what a child process of the source is told beside its own environment; where `child_reads_input` is
    False, standard input is not for it. `panel` is the touch panel's
    stream, where it is kept open for the next attempt.
    """

    script: Path | None = None
    skip_actions: int = 0
    dialect: str = "canonical"
    repair: bool = False
    idle_look_s: float = 0.5
    environ: Mapping[str, str] = field(default_factory=dict)
    child_reads_input: bool = True
    on_ready: Callable[[], None] = _tell_nobody
    on_rested: Callable[[float], None] = _uncounted
    on_message: Callable[[str], None] = _deaf
    agent: AgentCommand | None = None
    panel: KeptPanel | None = None


class ActionSource(Protocol):
    """One way of getting actions."""

    @property
    def name(self) -> str:
        """Its `model.flags.Source` value."""
        ...

    def steps(self, recorder: Recorder, options: SourceOptions, stop: Stop) -> Iterator[Step]:
        """Record step after step; yields each when it is safe. Ends when `stop()` is true between steps;
        what was done by then without us (a finger's gestures) is still recorded.

        What the source cannot use (no script, no touch panel, a faulty line) is raised before the first
        action reaches the device.
        """
        ...
