"""Whether a person's touches can be heard, and on which input node."""

from __future__ import annotations

from gui_rec.errors import GuiRecError
from gui_rec.recorder.doctor._api import Finding, Seen, State
from gui_rec.recorder.touch.nodes import choose


def examine(seen: Seen) -> Finding:
    """Which node the touch source would listen to."""
    if seen.nodes is None:
        return Finding(State.WARNING, "it does not tell what its panel sees", "record by script or proxy")
    try:
        node = choose(seen.nodes)
    except GuiRecError as error:
        return Finding(State.WARNING, str(error), "record by script or proxy")
    others = len(seen.nodes) - 1
    more = f", likeliest of {others + 1} (the first touch decides)" if others else ""
    return Finding(State.OK, f"{node.name} at {node.path}{more}")
