"""Standard streams without surprises: all three are open, any text can be printed, a reader may leave early."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from gui_rec.errors import InputError


def prepare() -> None:
    """Make the three streams usable; for the console script, before anything else.

    A stream that the caller had closed is opened to nowhere: its number would go to the next file that is opened, a
    recording perhaps, and whatever prints would print into that. A character that the terminal's encoding lacks is
    printed as its escape (standard error does that of its own).
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number: this one
    nowhere = Path(os.devnull)
    sys.stdout = sys.stdout or nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def input_descriptor() -> int:
    """Standard input's number, also where it was closed when the program began."""
    return 0 if sys.stdin is None else sys.stdin.fileno()


@contextmanager
def reader_may_leave(stream: TextIO) -> Iterator[None]:
    """Printing to a reader (a pager, `head`) that may have seen enough: the work and its outcome are not its matter.

    Raises InputError where the words cannot be written for another reason, as on a full disk.
    """
    try:
        yield
        stream.flush()
    except BrokenPipeError:
        print_nowhere(stream)
    except OSError as error:
        print_nowhere(stream)
        name = stream.name.strip("<>")
        raise InputError(f"{name}: cannot write the result: {error.strerror or error}") from error


def print_nowhere(stream: TextIO) -> None:
    """What is still printed is dropped, so that writing at exit does not complain again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
