"""Strings that models and public data really hold, each with the reading that is right.

tests/data/strings/action_strings.jsonl names the source of each. `canonical` is in pixels of `screen`, in the words of
another vocabulary: `back` is the key BACK, `ms` is duration_ms.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gui_rec.dsl._api import ActionCodec, Decoded
from gui_rec.dsl._members import CODECS
from gui_rec.errors import DslError
from gui_rec.model.action_fields import to_fields
from gui_rec.model.geometry import Point, ScreenSize, to_px

_CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data/strings/action_strings.jsonl")
    .read_text("utf-8")
    .splitlines()
]
_DIALECTS = {"uitars": "ui_tars", "osatlas": "os_atlas"}
_OTHER_WEIGHTS = {"uitars-01": "ui_tars_v1", "qwen_mobile_use-01": "qwen2_5_mobile_use"}
_KEYS = {"back": "BACK", "home": "HOME"}
_PAIRS = (("x", "y"), ("x1", "y1"), ("x2", "y2"))
_ANY_SCREEN = ScreenSize(1080, 2400)


def _codec(case: dict[str, object]) -> ActionCodec:
    name = _OTHER_WEIGHTS.get(str(case["id"])) or _DIALECTS.get(str(case["dsl"])) or str(case["dsl"])
    return CODECS.get(name)


def _screen(case: dict[str, object]) -> ScreenSize:
    size = case["screen"]
    return ScreenSize(*size) if isinstance(size, list) else _ANY_SCREEN


def _expected(canonical: dict[str, object]) -> dict[str, object]:
    fields = {key: value for key, value in canonical.items() if key not in ("space", "bbox_rel")}
    if fields["type"] in _KEYS:
        return {"type": "key", "code": _KEYS[str(fields["type"])]}
    if "ms" in fields:
        fields["duration_ms"] = fields.pop("ms")
    return fields


def _found(decoded: Decoded, screen: ScreenSize, names: set[str]) -> dict[str, object]:
    assert len(decoded.actions) == 1
    fields = to_fields(decoded.actions[0])
    for x, y in _PAIRS:
        first, second = fields.get(x), fields.get(y)
        if isinstance(first, float) and isinstance(second, float):
            pixel = to_px(Point(first, second), screen)
            fields[x], fields[y] = pixel.x, pixel.y
    return {name: fields.get(name) for name in names}


@pytest.mark.parametrize("case", _CASES, ids=[case["id"] for case in _CASES])
def test_it_reads_as_its_source_means_it(case: dict[str, object]) -> None:
    codec, screen, raw = _codec(case), _screen(case), str(case["raw"])
    if case["expect"] != "accept":
        with pytest.raises(DslError):
            codec.decode(raw, screen=screen)
    if case["expect"] == "reject":
        with pytest.raises(DslError):
            codec.decode(raw, screen=screen, repair=True)
        return
    decoded = codec.decode(raw, screen=screen, repair=case["expect"] == "repair")
    assert bool(decoded.repairs) == (case["expect"] == "repair")
    assert isinstance(case["canonical"], dict)
    expected = _expected(case["canonical"])
    assert _found(decoded, screen, set(expected)) == expected


def test_pixels_of_a_resized_picture_need_the_screen() -> None:
    with pytest.raises(DslError, match="screen's size"):
        CODECS.get("ui_tars").decode("Action: click(start_box='(197,525)')")
