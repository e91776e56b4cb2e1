"""A running phone that the subcommands of `gui-rec phone` find, and no other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gui_rec.phone.process import PhoneProcess
from gui_rec.phone.running import RUNTIME_VARIABLE


@contextmanager
def running_phone(folder: Path, *options: str) -> Iterator[PhoneProcess]:
    """Start a phone, with further `options`, that is listed in `folder`, and let this process look there meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(RUNTIME_VARIABLE, str(folder / "running"))
        with PhoneProcess.start(options=["--no-announce", *options], environ=dict(os.environ)) as phone:
            yield phone
