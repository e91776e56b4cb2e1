from __future__ import annotations

from pathlib import Path

import pytest
from screen_pngs import screen_png

from gui_rec.datasets.importers.observations import Shown, nothing_seen, seen
from gui_rec.errors import InputError
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.geometry import ScreenSize

_XML = (Path(__file__).parents[2] / "data" / "hierarchy" / "weditor_page_naf.xml").read_text(encoding="utf-8")


def _gaps(shown: Shown) -> dict[str, MissingReason]:
    return {gap.column: gap.reason for gap in seen(shown).observation.missing}


def test_nothing_is_null_with_a_reason_throughout() -> None:
    look = nothing_seen().observation
    assert (look.screenshot, look.ui_xml, look.size, look.package) == (None, None, None, None)
    assert {gap.column for gap in look.missing} >= {
        "screenshot",
        "ui_xml",
        "package",
        "width_px",
        "height_px",
    }
    assert {gap.reason for gap in look.missing} == {MissingReason.NOT_RECORDED}


def test_a_picture_tells_the_size_unless_it_was_resized() -> None:
    picture = screen_png(1, (270, 600))
    assert seen(Shown(picture)).observation.size == ScreenSize(270, 600)
    declared = seen(Shown(picture, ScreenSize(1080, 2400), is_resized=True)).observation
    assert (declared.size, declared.flags) == (ScreenSize(1080, 2400), (Flag.IMAGE_RESIZED,))
    assert seen(Shown(picture, is_resized=True)).observation.size is None
    assert "screenshot" not in _gaps(Shown(picture))
    assert seen(Shown(picture)).observation.fingerprint


def test_a_hierarchy_gives_key_package_and_tree() -> None:
    found = seen(Shown(xml=_XML, activity="x.Main", ui_source="dump"))
    look = found.observation
    assert found.tree is not None
    assert (look.ui_xml, look.package, look.ui_source) == (_XML, found.tree.package, "dump")
    assert look.state_key is not None
    assert "ui_xml" not in _gaps(Shown(xml=_XML))


@pytest.mark.parametrize(
    ("xml", "reason"),
    [
        ("<hierarchy/>", MissingReason.DUMP_EMPTY),
        ("<hierarchy", MissingReason.NOT_RECORDED),
        ("x", MissingReason.NOT_RECORDED),
    ],
)
def test_a_hierarchy_that_cannot_be_read_is_null(xml: str, reason: MissingReason) -> None:
    assert seen(Shown(xml=xml)).observation.ui_xml is None
    assert _gaps(Shown(xml=xml))["ui_xml"] is reason


def test_a_picture_that_is_not_whole_is_an_error() -> None:
    with pytest.raises(InputError):
        seen(Shown(screen_png()[:200]))
