"""What is no action and no text is refused before anything is sent."""

from __future__ import annotations

from pathlib import Path

import pytest
from shop import BUY, shop

from gui_rec.errors import GuiRecError, StoreError, UsageError
from gui_rec.model.actions import Tap, Type
from gui_rec.recorder import Recorder
from gui_rec.recorder.given import a_path, check_step, check_texts, one_of
from gui_rec.store.reader import open_trajectories

SAID = {"action_dialect": "canonical", "action_space": "norm01"}


@pytest.mark.parametrize("action", [None, "click", {"type": "tap"}, 5, Tap])
def test_an_action_is_one(action: object) -> None:
    with pytest.raises(UsageError, match=r"action: expected one of .*such as Tap"):
        check_step(action, SAID)  # type: ignore[arg-type]
    check_step(BUY[0], SAID)


@pytest.mark.parametrize("value", [5, b"x", ["a"], {"a": 1}])
def test_texts_are_texts(value: object) -> None:
    check_texts({"thought": None, "operation": "Open it"})
    with pytest.raises(UsageError, match="thought: expected a text or None"):
        check_texts({"thought": value})  # type: ignore[dict-item]


def test_what_utf8_cannot_carry_is_told_before() -> None:
    with pytest.raises(StoreError, match=r"thought.*lone surrogate"):
        check_step(BUY[0], {**SAID, "thought": "\ud800"})
    with pytest.raises(StoreError, match=r"action\.text.*lone surrogate"):
        check_step(Type("\ud800"), SAID)
    with pytest.raises(UsageError, match="action_dialect: expected a text, got 'None'"):
        check_step(BUY[0], {**SAID, "action_dialect": None})


def test_values_of_other_kinds() -> None:
    assert one_of("step_index", 3, int, "a number") == 3
    with pytest.raises(UsageError, match="step_index: expected a number, got 'x'"):
        one_of("step_index", "x", int, "a number")
    assert a_path("run") == a_path(Path("run")) == Path("run")
    with pytest.raises(UsageError, match="out: expected a path"):
        a_path(None)


@pytest.mark.parametrize(
    "said",
    [
        {"thought": 5},
        {"raw": {}},
        {"operation": b"x"},
        {"claimed": 3},
        {"dialect": None},
        {"turn_id": "\ud800"},
    ],
)
def test_nothing_is_sent_for_which_there_can_be_no_row(tmp_path: Path, said: dict[str, object]) -> None:
    device, out = shop(), tmp_path / "run"
    with Recorder(device, out, clock=device.clock) as recorder:
        with pytest.raises(GuiRecError):
            recorder.do(BUY[0], **said)  # type: ignore[arg-type]
        assert device.performed == []
        recorder.do(BUY[0])
    assert len(list(open_trajectories(out).steps())) == 1


def test_misuse_is_told_in_one_line(tmp_path: Path) -> None:
    device = shop()
    with pytest.raises(UsageError, match="expected a device"):
        Recorder("emulator-5554", tmp_path / "a")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="config: expected a RecorderConfig"):
        Recorder(device, tmp_path / "a", config=5)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="goal: expected a text"):
        Recorder(device, tmp_path / "a", goal=5)  # type: ignore[arg-type]
    with Recorder(device, str(tmp_path / "b"), clock=device.clock) as recorder:  # type: ignore[arg-type]
        recorder.do(BUY[0])
        for misuse in (
            lambda: recorder.take(None, "scalecua"),  # type: ignore[arg-type]
            lambda: recorder.keep("x"),  # type: ignore[arg-type]
            lambda: recorder.withdraw("0"),  # type: ignore[arg-type]
            lambda: recorder.finish("success", message=5),  # type: ignore[arg-type]
            lambda: recorder.finish("success", outcome="great"),  # type: ignore[arg-type]
            lambda: recorder.finish("success", expectations=("x",)),  # type: ignore[arg-type]
        ):
            with pytest.raises(UsageError, match="expected"):
                misuse()
        recorder.finish("success", outcome="success")  # type: ignore[arg-type]
        with pytest.raises(UsageError, match="finished"):
            recorder.do(BUY[1])
    end = open_trajectories(tmp_path / "b").episodes[0].end
    assert end is not None
    assert end.outcome == "success"
