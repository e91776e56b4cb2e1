"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# A deadline for one example measures the machine and what else runs on it, not the code.
settings.register_profile("gui-rec", deadline=None)
settings.load_profile("gui-rec")
