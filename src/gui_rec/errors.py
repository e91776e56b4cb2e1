"""Every error that gui-rec raises on purpose, and the exit code each one ends a command with.

    GuiRecError
    ├── UsageError             the caller asked for something that cannot be meant        exit 2
    │   ├── OutputExistsError        an output that would be overwritten
    │   └── PushError                the Hub or the network refused an upload
    ├── DeviceError            the world at the other end of adb                          exit 3
    │   ├── DeviceUnavailableError   no such device, offline, unauthorized, not booted
    │   ├── DeviceLostError          it was there and went away in the middle
    │   ├── DeviceTimeoutError       a deadline passed
    │   ├── CaptureError             a screenshot or hierarchy could not be had (typed reason)
    │   ├── TextUnsupportedError     no method on this device can carry this text; nothing was sent
    │   └── ActionUnsupportedError   this device cannot perform this action; nothing was sent
    ├── InputError             a file or text that is not what it should be               exit 4
    │   ├── StoreError               a recording is damaged, foreign or too new
    │   │   └── DiskFullError              there is no room left; every acknowledged step is kept
    │   ├── DslError                 text that is not an action of its dialect (with its position)
    │   ├── HierarchyError           XML that is not an Android view hierarchy (typed reason)
    │   └── ImageError               bytes that are not a whole picture (typed reason)
    └── InterruptedRunError    stopped by the person; what was finished is kept           exit 5

A class exists only where somebody catches it. A message says what was expected, what came, where,
and what to do about it, in one line.
"""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What a command's exit status means. The one table; `gui-rec help exit-codes` prints it."""

    OK = 0
    MISMATCH = 1
    USAGE = 2
    DEVICE = 3
    BAD_INPUT = 4
    INTERRUPTED = 5
    DEFECT = 70

    @property
    def meaning(self) -> str:
        """One line for a person."""
        return _MEANINGS[self]


_MEANINGS = {
    ExitCode.OK: "done, and everything that was checked is good",
    ExitCode.MISMATCH: "done, but something did not match (a transition, an integrity check)",
    ExitCode.USAGE: "the command line asks for something that cannot be meant; nothing was done",
    ExitCode.DEVICE: "device trouble: none, several, offline, unauthorized, lost, or unable to do this",
    ExitCode.BAD_INPUT: "bad or damaged input: a file or text that is not what it should be",
    ExitCode.INTERRUPTED: "interrupted; what was finished is kept",
    ExitCode.DEFECT: "a defect of gui-rec itself; please report it with the text it printed",
}


class GuiRecError(Exception):
    """Base of all errors that a person may see. `exit_code` is what a command ends with."""

    exit_code: ExitCode = ExitCode.DEFECT


class UsageError(GuiRecError):
    """The caller asked for something that cannot be meant."""

    exit_code = ExitCode.USAGE


class OutputExistsError(UsageError):
    """The output is there already; gui-rec never overwrites."""


class PushError(UsageError):
    """The Hub refused an upload, or cannot be reached; what was uploaded is kept there."""


class DeviceError(GuiRecError):
    """Trouble with the device or the adb server."""

    exit_code = ExitCode.DEVICE


class DeviceUnavailableError(DeviceError):
    """No usable device: absent, offline, unauthorized, not booted, or no adb server."""


class DeviceLostError(DeviceError):
    """The device answered before and does not any more."""


class DeviceTimeoutError(DeviceError):
    """A service of the device did not end before its deadline."""


class CaptureError(DeviceError):
    """A screenshot or a hierarchy could not be had.

    `reason` is one of `gui_rec.model.flags.MissingReason`'s values and is what the row stores.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class TextUnsupportedError(DeviceError):
    """No method on this device can carry this text. Nothing was sent."""


class ActionUnsupportedError(DeviceError):
    """This device cannot perform this action. Nothing was sent."""


class InputError(GuiRecError):
    """A file or a text is not what it should be."""

    exit_code = ExitCode.BAD_INPUT


class StoreError(InputError):
    """A recording is damaged, foreign, or newer than this gui-rec.

    The message names the place; `file`, `episode_id`, `step_index` and `field` carry it for those who
    list problems, None where the whole is meant.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        episode_id: str | None = None,
        step_index: int | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(message)
        self.file = file
        self.episode_id = episode_id
        self.step_index = step_index
        self.field = field


class DiskFullError(StoreError):
    """There is no room left to write. Every step that was acknowledged is kept."""


class DslError(InputError):
    """A text is not an action of its dialect.

    `position` is the 0-based offset in the text where reading stopped; None where the whole is meant.
    """

    def __init__(self, message: str, *, position: int | None = None) -> None:
        super().__init__(message)
        self.position = position


class HierarchyError(InputError):
    """XML is not an Android view hierarchy. `reason` says which kind of wrong it is."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class ImageError(InputError):
    """Bytes are not one whole picture. `reason` says which kind of wrong it is."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class InterruptedRunError(GuiRecError):
    """The person stopped the work; what was finished is kept."""

    exit_code = ExitCode.INTERRUPTED
