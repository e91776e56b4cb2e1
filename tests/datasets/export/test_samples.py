from __future__ import annotations

from typing import Any

import pytest
from small_recordings import SIZE, small_look, small_step

from gui_rec.datasets.export._api import ExportSpec, Sample, Unit
from gui_rec.datasets.export.refused import RefusedError
from gui_rec.datasets.export.samples import SampleMaker
from gui_rec.datasets.export.seen import image_size
from gui_rec.model.actions import Action, Drag, Finish, Invalid, Key, Tap
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.label import LabelRow

_INFO = EpisodeInfo("e", "script", goal="g")


def _label(step_index: int | None, value: str) -> LabelRow:
    return LabelRow("e", step_index, "claimed", value, "claim", 1.0, "t", 0, 1)


def _samples(maker: SampleMaker, *actions: Action, **changes: Any) -> list[Sample]:
    steps = [small_step(index, action, **changes) for index, action in enumerate(actions)]
    return list(maker.samples(_INFO, steps, {}))


def test_the_plainest_wrapping_is_the_default() -> None:
    assert SampleMaker.for_spec(ExportSpec()).wrapping == "grounding"
    assert SampleMaker.for_spec(ExportSpec(dialect="canonical")).wrapping is None


def test_history_tells_what_was_done_by_template_where_no_operation_was_noted() -> None:
    maker = SampleMaker.for_spec(ExportSpec())
    actions = (Key("BACK"), Drag(0, 0, 1, 1), Invalid("x", "y"), Key("HOME"))
    samples = _samples(maker, *actions, operation=None)
    assert samples[-1].user.endswith("1. Go back\n2. (drag)\n\nThis step: Go to the home screen")
    assert (samples[-1].operation_source, samples[-1].derived) == ("rule:operation", 1)
    assert dict(maker.refused) == {"inexpressible:drag: the Android set has no drag": 1, "invalid_action": 1}
    assert maker.steps == 4


def test_grounding_says_what_this_step_is_for() -> None:
    (sample,) = _samples(SampleMaker.for_spec(ExportSpec(wrapping="grounding")), Key("BACK"))
    assert sample.user.endswith("This step: operation 0")
    (planned,) = _samples(SampleMaker.for_spec(ExportSpec(wrapping="planning")), Key("BACK"))
    assert "This step" not in planned.user


def test_the_steps_own_label_stands_before_the_episodes() -> None:
    labels = {(None, "claimed"): _label(None, "success"), (1, "claimed"): _label(1, "failure")}
    steps = [small_step(0, Key("BACK")), small_step(1, Key("BACK"))]
    first, second = SampleMaker.for_spec(ExportSpec()).samples(_INFO, steps, labels)
    assert (first.labels["claimed"].value, second.labels["claimed"].value) == ("success", "failure")


def test_numbers_are_checked_on_the_screen_and_not_on_a_smaller_picture() -> None:
    big = ScreenSize(1080, 2400)
    resized = small_look(0, size=big, flags=(Flag.IMAGE_RESIZED,))
    (sample,) = _samples(SampleMaker.for_spec(ExportSpec()), Tap(0.5, 0.5), pre=resized)
    assert (sample.screen, sample.image_size) == (big, SIZE)
    (unknown,) = _samples(SampleMaker.for_spec(ExportSpec()), Tap(0.5, 0.5), pre=small_look(0, size=None))
    assert unknown.screen == SIZE


def test_a_finish_without_a_word_is_left_out_rather_than_called_a_success() -> None:
    maker = SampleMaker.for_spec(ExportSpec())
    assert _samples(maker, Finish()) == []
    assert dict(maker.refused) == {
        "inexpressible:finish: terminate() claims success or failure, and this finish claims neither": 1
    }


def test_a_damaged_or_foreign_picture_is_no_sample() -> None:
    whole = small_look(0).screenshot
    assert whole is not None
    maker = SampleMaker.for_spec(ExportSpec())
    for look in (small_look(0, screenshot=whole[:-20]), small_look(0, size=ScreenSize(1080, 2400))):
        assert _samples(maker, Tap(0.5, 0.5), pre=look) == []
    assert dict(maker.refused) == {"unreadable_screenshot": 1, "screenshot_of_another_size": 1}


@pytest.mark.parametrize("data", [b"", b"GIF", b"\x89PNG\r\n\x1a\n" + b"\0" * 20])
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(RefusedError, match="unreadable_screenshot"):
        image_size(data)


def test_a_picture_that_was_decoded_before_is_whole_where_its_checksums_hold() -> None:
    whole = small_look(0).screenshot
    assert whole is not None
    assert image_size(whole, decoded_before=True) == image_size(whole)
    for at in range(8, len(whole)):
        flipped = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        with pytest.raises(RefusedError, match="unreadable_screenshot"):
            image_size(flipped, decoded_before=True)


def test_an_episode_a_row_holds_all_answers_and_only_the_episodes_labels() -> None:
    labels = {(None, "claimed"): _label(None, "success"), (1, "changed"): _label(1, "true")}
    maker = SampleMaker.for_spec(ExportSpec(unit=Unit.EPISODE))
    steps = [small_step(0, Tap(0.5, 0.5)), small_step(1, Key("BACK")), small_step(2, Key("HOME"))]
    (whole,) = maker.samples(_INFO, steps, labels)
    assert [turn.role for turn in whole.turns] == ["user", "assistant"] * 3
    assert [turn.learnt for turn in whole.turns] == [True] * 6
    assert (whole.step_index, whole.steps, len(whole.pictures)) == (0, 3, 3)
    assert [action.type for action in whole.actions] == ["tap", "key", "key"]
    assert set(whole.labels) == {"claimed"}
    assert whole.turns[0].text.startswith("Task: g")
    assert whole.turns[2].text == "The screen now.\n\nThis step: operation 1"


def test_an_episode_with_a_hole_is_left_out_whole_and_counted() -> None:
    maker = SampleMaker.for_spec(ExportSpec(unit=Unit.EPISODE))
    assert _samples(maker, Key("BACK"), Drag(0, 0, 1, 1), Key("HOME")) == []
    assert maker.steps == 3 == sum(maker.refused.values())
    assert maker.refused["episode_with_a_hole"] == 2
    (kept,) = _samples(maker, Key("BACK"), Invalid("x", "y"), Key("HOME"))
    assert kept.steps == 2


def test_calls_that_were_said_at_once_are_one_answer() -> None:
    maker = SampleMaker.for_spec(ExportSpec(unit=Unit.ANSWER))
    steps = [
        small_step(0, Tap(0.5, 0.5), turn_id="a"),
        small_step(1, Key("BACK"), turn_id="a"),
        small_step(2, Invalid("x", "y"), turn_id="a"),
        small_step(3, Key("HOME"), turn_id="b"),
        small_step(4, Key("HOME")),
        small_step(5, Key("HOME")),
    ]
    samples = list(maker.samples(_INFO, steps, {}))
    assert [(sample.step_index, sample.steps) for sample in samples] == [(0, 2), (3, 1), (4, 1), (5, 1)]
    assert "click(x=0.5000, y=0.5000)\nnavigate_back()" in samples[0].target
    assert "1. operation 0; operation 1\n" in samples[1].user
    assert dict(maker.refused) == {"invalid_action": 1}
    autoglm = SampleMaker.for_spec(ExportSpec(dialect="autoglm", unit=Unit.ANSWER))
    assert [one.step_index for one in autoglm.samples(_INFO, steps, {})] == [3, 4, 5]
    assert autoglm.refused["one_call_an_answer"] == 2
