from __future__ import annotations

import io
from dataclasses import replace

import pytest
from observations import look
from PIL import Image
from shop import button, label, tap

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Window
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.checks._api import Context
from gui_rec.replayer.checks._members import CHECKS
from gui_rec.replayer.crops import compare
from gui_rec.replayer.looks import Look, Place
from gui_rec.testing.builders import Element, png

PICTURE = Element(
    Rect(4, 120, 104, 180), content_desc="Photo", class_name="android.widget.ImageView", clickable=False
)
PAGE = look([label(4, "Shop"), label(40, "$5", "app:id/price"), button(70, "Add", "app:id/add"), PICTURE])
CONTEXT = Context(Step(0, PAGE.seen, tap(40), PAGE.seen))


def painted(*rects: Rect, base: Look = PAGE, colour: tuple[int, int, int] = (7, 7, 7)) -> Look:
    assert base.seen.screenshot is not None
    image = Image.open(io.BytesIO(base.seen.screenshot)).convert("RGB")
    for rect in rects:
        image.paste(colour, rect.as_tuple())
    out = io.BytesIO()
    image.save(out, "PNG")
    return Look.of(replace(base.seen, screenshot=out.getvalue()))


def judged(seen: Look) -> tuple[bool, Verdict, Code, str]:
    result = CHECKS.get("visual").check(PAGE, seen, CONTEXT)
    return result.passed, result.verdict, result.code, result.detail.partition(":")[0]


def test_equal_pictures() -> None:
    found = compare(PAGE, PAGE, frozenset())
    assert found is not None
    assert (found.changed, found.changed_pictures, found.blocks_outside) == ((), (), 0)


def test_a_control_that_looks_otherwise_is_named() -> None:
    found = compare(PAGE, painted(Rect(4, 40, 54, 60)), frozenset())
    assert found is not None
    assert found.changed == (Place("TextView '$5'", Rect(4, 40, 104, 60)),)
    assert judged(painted(Rect(4, 40, 54, 60)))[2] is Code.VISUAL_ONLY_DIFF


def test_the_places_that_look_otherwise_are_told() -> None:
    control = CHECKS.get("visual").check(PAGE, painted(Rect(4, 40, 54, 60)), CONTEXT)
    picture = CHECKS.get("visual").check(PAGE, painted(PICTURE.bounds), CONTEXT)
    assert [place.label for place in control.places] == ["TextView '$5'"]
    assert picture.places == (Place("ImageView 'Photo'", PICTURE.bounds),)
    assert CHECKS.get("visual").check(PAGE, PAGE, CONTEXT).places == ()


def test_a_few_pixels_or_a_faint_change_are_noise() -> None:
    assert judged(painted(Rect(4, 40, 8, 42)))[0]


def test_a_picture_may_show_something_else() -> None:
    assert judged(painted(Rect(4, 120, 104, 180)))[1:] == (Verdict.ACCEPTABLE, Code.OK, "IMAGE_CONTENT")


def test_a_theme_changes_most_of_it() -> None:
    assert judged(painted(Rect(0, 0, 108, 240)))[1:] == (Verdict.ACCEPTABLE, Code.OK, "STYLE_CHANGED")


def test_something_over_the_page_is_unknown() -> None:
    big = look([label(4, "Shop"), label(40, "$5"), button(70, "Add", "app:id/add")])
    size = ScreenSize(400, 800)
    page = Look.of(
        replace(big.seen, size=size, screenshot=png(size, blocks=[(Rect(0, 0, 200, 90), (200, 9, 9))]))
    )
    seen = painted(Rect(0, 400, 400, 700), base=page)
    result = CHECKS.get("visual").check(page, seen, CONTEXT)
    assert (result.verdict, result.code) == (Verdict.UNKNOWN, Code.VISUAL_OVERLAY)


def test_bars_and_what_changes_by_itself_do_not_count() -> None:
    bar = Window("com.android.systemui", "StatusBar", Rect(0, 0, 108, 24), "STATUS_BAR")
    page = Look.of(replace(PAGE.seen, facts=replace(PAGE.seen.facts, windows=(bar,))))
    found = compare(page, painted(Rect(0, 0, 108, 24), base=page), frozenset())
    assert found is not None
    assert found.changed == ()
    path = next(n.path for n in PAGE.nodes() if n.text == "$5")
    found = compare(PAGE, painted(Rect(4, 40, 104, 60)), frozenset({path}))
    assert found is not None
    assert found.changed == ()


@pytest.mark.parametrize(
    "other",
    [
        replace(PAGE.seen, screenshot=None),
        replace(PAGE.seen, screenshot=png(ScreenSize(50, 50))),
        replace(PAGE.seen, ui_xml=None),
        replace(PAGE.seen, facts=replace(PAGE.seen.facts, keyboard=True)),
    ],
)
def test_what_cannot_be_compared_is_not(other: object) -> None:
    assert compare(PAGE, Look.of(other), frozenset()) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("side", ["recorded", "seen"])
def test_a_toast_hides_what_is_under_it(side: str) -> None:
    place = Rect(4, 40, 104, 60)
    toast = Window("com.example.app", "Toast", place, "TOAST")
    facts = replace(PAGE.seen.facts, windows=(toast,))
    covered = Look.of(replace(painted(place).seen, facts=facts))
    found = compare(*((covered, PAGE) if side == "recorded" else (PAGE, covered)), frozenset())
    assert found is not None
    assert found.changed == ()


@pytest.mark.parametrize("side", ["recorded", "seen"])
def test_equal_elements_without_a_picture_are_no_full_match(side: str) -> None:
    blind = Look.of(replace(PAGE.seen, screenshot=None))
    pair = (blind, PAGE) if side == "recorded" else (PAGE, blind)
    result = CHECKS.get("visual").check(*pair, CONTEXT)
    assert result.verdict is Verdict.ACCEPTABLE
    assert result.detail.startswith("HIERARCHY_ONLY")
    assert f"no {side} picture" in result.detail


def moved(by: int, *, colour: tuple[int, int, int] | None = None) -> Look:
    """The page, all of it lower; the price may be painted over."""
    assert PAGE.seen.screenshot is not None
    elements = [
        label(4 + by, "Shop"),
        label(40 + by, "$5", "app:id/price"),
        button(70 + by, "Add", "app:id/add"),
    ]
    photo = replace(PICTURE, bounds=Rect(4, 120 + by, 104, 180 + by))
    seen = look([*elements, photo])
    image = Image.open(io.BytesIO(PAGE.seen.screenshot)).convert("RGB")
    lower = Image.new("RGB", image.size, image.getpixel((0, 0)))
    lower.paste(image, (0, by))
    if colour is not None:
        lower.paste(colour, (4, 40 + by, 60, 60 + by))
    out = io.BytesIO()
    lower.save(out, "PNG")
    return Look.of(replace(seen.seen, screenshot=out.getvalue()))


def test_an_element_is_compared_where_it_lies_now() -> None:
    found = compare(PAGE, moved(2), frozenset())
    assert found is not None
    assert (found.changed, found.changed_pictures, found.blocks_outside) == ((), (), 0)
    assert found.elements == 4


def test_a_control_that_moved_and_looks_otherwise_is_named() -> None:
    found = compare(PAGE, moved(2, colour=(9, 9, 9)), frozenset())
    assert found is not None
    assert found.changed == (Place("TextView '$5'", Rect(4, 42, 104, 62)),)


def test_what_says_something_else_is_not_held_to_its_look() -> None:
    before = look([label(4, "3 min ago"), label(40, "$5"), button(70, "Add", "app:id/add")])
    after = look([label(4, "9 min ago"), label(40, "$5"), button(70, "Add", "app:id/add")])
    found = compare(before, painted(Rect(4, 4, 104, 24), base=after), frozenset())
    assert found is not None
    assert (found.elements, found.changed, found.blocks_outside) == (2, (), 0)


def test_texts_that_grew_are_another_font() -> None:
    texts = [label(4 + 30 * place, f"line {place}") for place in range(4)]
    grown = [
        replace(one, bounds=Rect(4, 4 + 34 * place, 104, 28 + 34 * place)) for place, one in enumerate(texts)
    ]
    before, after = look(texts), look(grown)
    result = CHECKS.get("visual").check(before, painted(Rect(0, 0, 1, 1), base=after), CONTEXT)
    assert (result.verdict, result.detail.partition(":")[0]) == (Verdict.ACCEPTABLE, "STYLE_CHANGED")


def test_what_lies_in_something_that_changes_by_itself_does_so_too() -> None:
    path = next(node.path for node in PAGE.nodes() if node.children)
    found = compare(PAGE, painted(Rect(4, 40, 104, 60)), frozenset({path}))
    assert found is not None
    assert (found.elements, found.changed, found.blocks_outside) == (0, (), 0)


def test_a_soft_difference_of_the_hierarchy_hides_no_drawn_one() -> None:
    before = look(
        [label(4, "Shop", "app:id/badge"), label(40, "$5", "app:id/price"), button(70, "Add", "app:id/add")]
    )
    after = look(
        [label(4, "Shop 2", "app:id/badge"), label(40, "$5", "app:id/price"), button(70, "Add", "app:id/add")]
    )
    seen = painted(Rect(4, 40, 54, 60), base=after)
    assert CHECKS.get("visual").check(before, seen, CONTEXT).code is Code.VISUAL_ONLY_DIFF


def test_what_moved_under_a_floating_button_is_not_compared() -> None:
    floating = Element(Rect(60, 30, 104, 90), "", "app:id/plus", content_desc="New")
    before = look([label(40, "$5", "app:id/price"), button(100, "Add", "app:id/add"), floating])
    after = look([label(44, "$5", "app:id/price"), button(104, "Add", "app:id/add"), floating])
    found = compare(before, painted(Rect(4, 44, 54, 64), base=after), frozenset())
    assert found is not None
    assert not any("$5" in one.label for one in found.changed)


def test_the_ground_of_what_changes_by_itself_is_excused() -> None:
    size = ScreenSize(400, 800)
    big = look([label(4, "Shop"), label(40, "$5"), button(70, "Add", "app:id/add")])
    page = Look.of(replace(big.seen, size=size, screenshot=png(size)))
    texts = frozenset(node.path for node in page.nodes() if node.text)
    seen = painted(Rect(0, 0, 100, 240), base=page)
    spoken, silent = (compare(page, seen, excused) for excused in (texts, frozenset()))
    assert spoken is not None
    assert silent is not None
    assert spoken.blocks_outside <= silent.blocks_outside
    assert spoken.changed == ()
