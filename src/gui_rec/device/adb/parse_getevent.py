"""Input nodes that report absolute touch positions, from `getevent -lp` or `-p`.

Facts: AOSP toolbox/getevent.c. Codes come as labels or, unknown or without `-l`, as four hex digits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gui_rec.device._api import TouchNode

_ADD = re.compile(r"^add device \d+: (\S+)\s*$")
_NAME = re.compile(r'^\s+name:\s+"(.*)"\s*$')
_AXIS = re.compile(r"(\S+)\s*: value (-?\d{1,10}), min (-?\d{1,10}), max (-?\d{1,10})")
_LABELS = {
    "0000": "ABS_X",
    "0001": "ABS_Y",
    "002f": "ABS_MT_SLOT",
    "0035": "ABS_MT_POSITION_X",
    "0036": "ABS_MT_POSITION_Y",
    "0037": "ABS_MT_TOOL_TYPE",
}
_PEN = re.compile(r"\bBTN_TOOL_PEN\b|\bKEY \(0001\).*\b0140\b")


@dataclass(slots=True)
class _Node:
    path: str
    name: str = ""
    axes: dict[str, tuple[int, int]] = field(default_factory=dict)
    slot: int = 0
    direct: bool = False
    pointer: bool = False
    pen: bool = False


def parse_touch_nodes(text: str) -> list[TouchNode]:
    """Nodes with an X and a Y axis, in the order listed. Noise lines of stderr are skipped."""
    nodes: list[_Node] = []
    for line in text.splitlines():
        added = _ADD.match(line)
        if added is not None:
            nodes.append(_Node(added[1]))
        elif nodes:
            _read_line(nodes[-1], line)
    return [found for node in nodes if (found := _touch_node(node)) is not None]


def _read_line(node: _Node, line: str) -> None:
    name = _NAME.match(line)
    if name is not None:
        node.name = name[1]
        return
    node.direct = node.direct or "INPUT_PROP_DIRECT" in line
    node.pointer = node.pointer or "INPUT_PROP_POINTER" in line
    node.pen = node.pen or _PEN.search(line) is not None
    axis = _AXIS.search(line)
    if axis is not None:
        label = _LABELS.get(axis[1], axis[1])
        node.axes[label] = (int(axis[3]), int(axis[4]))
        if label == "ABS_MT_SLOT":
            node.slot = int(axis[2])


def _touch_node(node: _Node) -> TouchNode | None:
    """Multi-touch positions if the node has them; its ABS_X and ABS_Y then only mirror one finger."""
    for x_axis, y_axis in (("ABS_MT_POSITION_X", "ABS_MT_POSITION_Y"), ("ABS_X", "ABS_Y")):
        if x_axis in node.axes and y_axis in node.axes:
            (min_x, max_x), (min_y, max_y) = node.axes[x_axis], node.axes[y_axis]
            slots = node.axes["ABS_MT_SLOT"][1] + 1 if "ABS_MT_SLOT" in node.axes else None
            pen = node.pen and not x_axis.startswith("ABS_MT")
            return TouchNode(
                node.path,
                node.name,
                min_x,
                max_x,
                min_y,
                max_y,
                slots,
                node.direct,
                pen,
                finger=_takes_fingers(node),
                slot=max(0, node.slot),
            )
    return None


def _takes_fingers(node: _Node) -> bool:
    """MT_TOOL_FINGER is 0: a range of tools that begins above it has no fingers."""
    return not node.pointer and node.axes.get("ABS_MT_TOOL_TYPE", (0, 0))[0] <= 0
