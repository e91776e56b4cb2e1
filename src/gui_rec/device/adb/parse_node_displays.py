"""Which display each touch panel lies on, from `dumpsys input`.

Facts: AOSP InputReader dump: `  Device 2: NAME`, and below it `Viewport INTERNAL: displayId=0, ...` of its touch mapper
(Android 10 and newer). The name is the one that `getevent -p` prints.
"""

from __future__ import annotations

import re

_DEVICE = re.compile(r"^  Device -?\d{1,9}: (.*?)\r?$", re.MULTILINE)
_VIEWPORT = re.compile(r"^ +Viewport \w+: displayId=(\d{1,9})\b", re.MULTILINE)


def parse_node_displays(text: str) -> dict[str, frozenset[int]]:
    """A node's name -> the displays of the nodes that are called so; what is not told of is left out."""
    starts = list(_DEVICE.finditer(text))
    ends = [*(match.start() for match in starts), len(text)][1:]
    found: dict[str, frozenset[int]] = {}
    for start, end in zip(starts, ends, strict=False):
        displays = {int(number) for number in _VIEWPORT.findall(text, start.end(), end)}
        if displays:
            found[start[1]] = found.get(start[1], frozenset()) | displays
    return found
