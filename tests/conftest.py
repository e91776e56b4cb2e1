"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# A deadline for one example measures the machine and what else runs on it, not the code. The quick tests look at fewer
# examples of each property; `make test-all` and CI at as many as hypothesis takes by itself (--hypothesis-profile=all).
settings.register_profile("quick", deadline=None, max_examples=25)
settings.register_profile("all", deadline=None)
settings.load_profile("quick")
