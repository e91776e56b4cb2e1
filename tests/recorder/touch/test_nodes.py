from __future__ import annotations

import pytest

from gui_rec.device._api import TouchNode
from gui_rec.errors import ActionUnsupportedError
from gui_rec.recorder.touch.nodes import choose, score


def node(
    path: str,
    name: str = "touch",
    *,
    top: int = 4095,
    slots: int | None = 10,
    direct: bool = True,
    pen: bool = False,
) -> TouchNode:
    return TouchNode(f"/dev/input/{path}", name, 0, top, 0, top, slots, direct, pen)


def test_the_fingerprint_reader_and_the_pen_lose() -> None:
    nodes = [
        node("event6", "vivo_fp", slots=None),
        node("event4", "vivo_ts"),
        node("event3", "vivo_ts_fp", slots=None),
        node("event9", "Elan Touchscreen Pen", pen=True),
    ]
    assert choose(nodes).name == "vivo_ts"


def test_of_an_emulators_eleven_the_lowest_drives_the_display() -> None:
    nodes = [node(f"event{i}", f"virtio_input_multi_touch_{i}", top=32767) for i in (11, 10, 2, 1, 3)]
    assert choose(nodes).path == "/dev/input/event1"


def test_the_bigger_panel_wins() -> None:
    assert (
        choose([node("event1", "sub_touch", top=500), node("event2", top=1079)]).path == "/dev/input/event2"
    )


def test_a_node_without_direct_still_counts() -> None:
    assert choose([node("event1", "input_mt_wrapper", slots=None, direct=False)]).name == "input_mt_wrapper"


def test_no_panel_is_an_error_that_says_so() -> None:
    with pytest.raises(ActionUnsupportedError, match="expected a touch panel"):
        choose([node("event1", top=0)])
    with pytest.raises(ActionUnsupportedError, match="got none"):
        choose([])
    assert score(node("event1", top=0)) < 0
