"""A hierarchy written again with some attributes replaced: same elements, same order, same places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from gui_rec.ui.clean_xml import decode, sanitise, skip_noise

_DECLARATION = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
_FRAME_TAGS = frozenset({"displays", "display", "window", "hierarchy"})
_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
)

Change = Callable[[str | None, Mapping[str, str]], Mapping[str, str]]
"""(path of the node or None for a frame around nodes, attributes) -> attributes."""


def rewritten(xml: str, change: Change) -> str:
    """`xml`, which `parse_hierarchy` took, with the attributes that `change` gives; paths are its paths.

    Comments, instructions and what stood before or behind the XML are left out.
    """
    text, _ = decode(xml)
    text, _ = sanitise(skip_noise(text))
    writer = _Writer(change)
    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = writer.start
    parser.EndElementHandler = writer.end
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError:
        if not writer.closed:  # only a tail behind the root may be no XML
            raise
    return "".join(writer.out)


@dataclass(slots=True)
class _Writer:
    change: Change
    out: list[str] = field(default_factory=lambda: [_DECLARATION])
    closed: bool = False
    _open: list[tuple[str, int]] = field(default_factory=list)  # path, children so far
    _frames: int = 0
    _roots: int = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if self.closed:
            return
        path = None if not self._open and tag in _FRAME_TAGS else self._enter()
        if path is None:
            self._frames += 1
        words = [f'{name}="{_escaped(value)}"' for name, value in self.change(path, attributes).items()]
        self.out.append(f"<{' '.join([tag, *words])}>")

    def end(self, tag: str) -> None:
        if self.closed:
            return
        self.out.append(f"</{tag}>")
        if self._open:
            self._open.pop()
            self._roots += not self._open
        else:
            self._frames -= 1
            self.closed = not self._frames

    def _enter(self) -> str:
        if not self._open:
            path = str(self._roots)
        else:
            above, children = self._open[-1]
            self._open[-1] = (above, children + 1)
            path = f"{above}/{children}"
        self._open.append((path, 0))
        return path


def _escaped(value: str) -> str:
    return value.translate(_ESCAPES)
