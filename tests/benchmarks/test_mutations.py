"""The mutation benchmark's generator: what it makes is what it says, and the same every time."""

from __future__ import annotations

import io
from collections import Counter, defaultdict

import pytest
from mutations import screens_dev, screens_test
from mutations.cases import RECORDINGS, Case, cases, recorded_steps, split, transition_of
from mutations.families._api import Family
from mutations.families._members import FAMILIES
from mutations.recorded import DYNAMIC, FRESH, Recorded
from mutations.stage import Stage, observe
from PIL import Image, ImageChops

from gui_rec.model.verdict import Verdict
from gui_rec.ui.parse import parse_hierarchy

SCREENS = {one.name: one for one in (*screens_dev.SCREENS, *screens_test.SCREENS)}


def case(screen: str, number: int, variant: str = "") -> Case:
    part = next(part for part, apps in split().items() if screen.partition(".")[0] in apps)
    found = [one for one in cases(part, frozenset({number}), screen) if variant in one.variant]
    return found[0]


def recorded_of(one: Case) -> Recorded:
    return one.transition.recorded


def texts(one: Case) -> list[str]:
    assert one.seen.ui_xml is not None
    return [node.text for node in parse_hierarchy(one.seen.ui_xml).walk() if node.text]


def differing(one: Case) -> tuple[int, int, int, int] | None:
    """The box around all pixels in which the mutated picture is not the recorded one."""
    pictures = [one.transition.runs[0].post.screenshot, one.seen.screenshot]
    first, second = (Image.open(io.BytesIO(png or b"")).convert("RGB") for png in pictures)
    return ImageChops.difference(first, second).getbbox()


def test_all_56_mutations_are_there_and_every_app_is_in_one_part() -> None:
    assert {family.number for family in FAMILIES} == set(range(1, 57))
    parts = split()
    assert set(parts) == {"dev", "test"}
    assert not set(parts["dev"]) & set(parts["test"])
    assert {one.app for one in SCREENS.values()} == {*parts["dev"], *parts["test"]}
    assert len(SCREENS) >= 12
    assert [one.name for part in parts for one in recorded_steps(part)] == list(SCREENS)


def test_each_part_admits_every_mutation() -> None:
    """Told from the models alone, without a picture."""
    for part in split():
        admitted = {
            family.number
            for recorded in recorded_steps(part)
            for family in FAMILIES
            if family.number not in admitted_late and next(family.mutate(recorded), None) is not None
        }
        assert admitted | admitted_late == set(range(1, 57))


admitted_late = {51}
"""Made from observations; `test_a_stale_tree` proves it."""


def test_the_same_stage_gives_the_same_bytes() -> None:
    stage = SCREENS["shop.cart"].post(0)
    first, second = observe(stage), observe(stage)
    assert (first.screenshot, first.ui_xml, first.state_key) == (
        second.screenshot,
        second.ui_xml,
        second.state_key,
    )


@pytest.mark.parametrize("name", ["mail.inbox", "bank.accounts"])
def test_recordings_differ_in_what_changes_by_itself_and_in_nothing_else(name: str) -> None:
    runs = transition_of(SCREENS[name]).runs
    assert len(runs) == RECORDINGS
    said = [[node.text for node in parse_hierarchy(run.post.ui_xml or "").walk()] for run in runs]
    assert len({tuple(one) for one in said}) == RECORDINGS
    assert len({len(one) for one in said}) == 1


def test_no_recording_holds_the_value_that_a_mutation_shows() -> None:
    few = {name: values for name, (_, values) in DYNAMIC.items() if name != "banner"}
    for values in few.values():
        assert values[FRESH] not in values[:FRESH]


def test_identical_is_identical() -> None:
    one = case("shop.cart", 1)
    assert one.seen == one.transition.runs[0].post


@pytest.mark.parametrize(
    ("screen", "number", "variant"),
    [("mail.preferences", 26, ""), ("mail.preferences", 30, ""), ("shop.login", 5, ""), ("shop.cart", 4, "")],
)
def test_what_only_the_picture_shows(screen: str, number: int, variant: str) -> None:
    one = case(screen, number, variant)
    assert one.seen.ui_xml == one.transition.runs[0].post.ui_xml
    assert differing(one) is not None


def test_a_blinking_cursor_takes_no_more_than_the_cursor() -> None:
    box = differing(case("shop.login", 5))
    assert box is not None
    assert box[2] - box[0] <= 8


@pytest.mark.parametrize(
    ("screen", "number", "wanted"),
    [
        ("shop.cart", 31, "3"),
        ("mail.compose", 33, "This value is not valid"),
        ("shop.product", 37, "Retry"),
        ("shop.product", 39, "Café mug"),
    ],
)
def test_what_a_mutation_says(screen: str, number: int, wanted: str) -> None:
    assert wanted in texts(case(screen, number))


def test_a_row_sent_twice_stands_there_twice() -> None:
    counts = Counter(texts(case("mail.chat", 32)))
    assert counts["At half past nine"] == 2


def test_a_toast_is_in_the_window_list_and_in_no_hierarchy() -> None:
    one = case("mail.chat", 34)
    assert one.seen.facts.toast == "Could not save: no connection"
    assert [window.type for window in one.seen.facts.windows].count("TOAST") == 1
    assert one.seen.facts.toast not in texts(one)


def test_a_stale_tree_is_that_before_the_action() -> None:
    one = case("shop.cart", 51)
    run = one.transition.runs[0]
    assert one.seen.ui_xml == run.pre.ui_xml
    assert one.seen.screenshot == run.post.screenshot
    assert one.family.truth.verdict is Verdict.UNKNOWN


def test_a_banner_over_the_next_target_is_no_harmless_case() -> None:
    numbers = frozenset({13})
    for one in cases("dev", numbers, "settings.network"):
        target = one.transition.following.target
        banner = next(w.bounds for w in one.seen.facts.windows if w.title == "NotificationShade")
        assert target is not None
        assert banner is not None
        assert not banner.contains(target.bounds_px.center)


def test_nothing_is_asked_of_a_screen_that_does_not_have_it() -> None:
    plain = Stage(SCREENS["shop.help"].post(0).app, ".HelpActivity")
    bare = Recorded("shop.bare", lambda _: plain, lambda _: plain, SCREENS["shop.help"].action, "check")
    by_number: dict[int, list[Family]] = defaultdict(list)
    for family in FAMILIES:
        by_number[family.number].append(family)
    for number in (10, 19, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 38, 39, 40, 48, 52, 54):
        assert all(next(family.mutate(bare), None) is None for family in by_number[number])
