"""What holds for all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# The device that a person works with would be the one that commands under test mean.
os.environ.pop("ANDROID_SERIAL", None)

# A deadline for one example measures the machine and what else runs on it, not the code.
settings.register_profile("gui-rec", deadline=None)
settings.load_profile("gui-rec")
