"""How sure a few runs make one of a fact."""

from __future__ import annotations

import math

_Z_95 = 1.96


def wilson_lower(holds: int, runs: int) -> float:
    """The lower bound of the 95 % Wilson interval for `holds` of `runs`: 3/3 is 0.44, 8/8 is 0.68, 20/20 is 0.84.

    0.0 for no runs. Raises ValueError for counts that cannot be.
    """
    if not 0 <= holds <= runs:
        raise ValueError(f"expected 0 <= holds <= runs, got {holds} of {runs}")
    if runs == 0:
        return 0.0
    share, square = holds / runs, _Z_95**2
    centre = share + square / (2 * runs)
    spread = _Z_95 * math.sqrt(share * (1 - share) / runs + square / (4 * runs**2))
    return max(0.0, (centre - spread) / (1 + square / runs))


def prior(members: int, runs: int, groups: int) -> float:
    """The weight of an outcome that `members` of `runs` had, among `groups` outcomes; never 0 or 1 where several are."""
    return (members + 1) / (runs + groups)
