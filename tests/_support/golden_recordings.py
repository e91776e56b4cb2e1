"""How the recordings in tests/data/store/v<n> were made; run once for each version of the store.

    python tests/_support/golden_recordings.py tests/data/store/v<n>

A version's recordings are never made again: they prove that what users recorded then is still read.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
from pictures import tiny_png, tiny_xml
from trajectories import a_look, a_step, an_episode

from gui_rec.model import actions as act
from gui_rec.model.action_fields import to_fields
from gui_rec.model.episode import DeviceInfo, EpisodeEnd, EpisodeInfo, Expectation
from gui_rec.model.flags import EndReason, Flag, MissingReason
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Facts, Missing, Observation, Window
from gui_rec.model.selector import Relation, Selector
from gui_rec.model.step import Sent, Step, Target
from gui_rec.store.reader import open_trajectories
from gui_rec.store.recording import RecordingWriter

SELECTOR = Selector(text="Wi-Fi", enabled=True, near=(Relation.BELOW, Selector(resource_id="a:id/title")))
EVERY_ACTION: tuple[act.Action, ...] = (
    act.Tap(0.5, 0.25, sensitive=True, message="Pay?"),
    act.DoubleTap(0.0, 1.0),
    act.LongPress(0.1, 0.2, 800),
    act.Swipe(0.1, 0.9, 0.1, 0.2, 300),
    act.Scroll(act.Direction.DOWN, 0.5, 0.5, 0.5, 0.5, 0.75, 0.5, 0.25, 400),
    act.Drag(0.1, 0.1, 0.9, 0.9, 500, 700),
    act.Gesture(
        ((act.TimedPoint(0.1, 0.2, 0), act.TimedPoint(0.3, 0.4, 16)), (act.TimedPoint(1.0, 0.0, 5),))
    ),
    act.Pinch(0.5, 0.5, 2.0, 300),
    act.Type("héllo 你好 🎉\n", clear_before=True, press_enter=True, x=0.5, y=0.5),
    act.SelectOption(0.5, 0.5, "large"),
    act.Key("BACK", 2),
    act.OpenApp("Settings", "com.android.settings", ".Settings"),
    act.OpenUrl("https://example.org/?q=1"),
    act.Wait(1000),
    act.WaitFor(SELECTOR, 5000),
    act.ExtractText(SELECTOR, "price"),
    act.Answer("42"),
    act.Note("the price was 5"),
    act.CallApi("summarise"),
    act.AskUser("Which one?"),
    act.Takeover("Please log in"),
    act.Finish(act.FinishStatus.INFEASIBLE, "no such app"),
    act.Invalid("Tap(((", "unbalanced"),
    act.RightClick(0.3, 0.3),
    act.Move(0.4, 0.4),
    act.DragTo(0.6, 0.6, act.Button.MIDDLE),
    act.Hotkey(("ctrl", "c")),
    act.KeyDown("shift"),
    act.KeyUp("shift"),
)


def minimal() -> tuple[EpisodeInfo, list[Step], EpisodeEnd]:
    """One step and the least that a recorder knows."""
    look = Observation(screenshot=tiny_png(), ui_xml=tiny_xml())
    return (
        EpisodeInfo("01V2MINIMAL", "api"),
        [Step(0, look, act.Tap(0.5, 0.5), look)],
        EpisodeEnd(EndReason.STOPPED),
    )


def nulls() -> tuple[EpisodeInfo, list[Step], EpisodeEnd]:
    """Everything that may be null is."""
    why = (
        Missing("screenshot", MissingReason.SECURE_SCREEN),
        Missing("ui_xml", MissingReason.DUMP_NULL_ROOT),
    )
    blind = Observation(missing=why)
    step = Step(0, blind, act.Wait(), Observation(), target_missing=MissingReason.NO_TREE)
    return EpisodeInfo("01V2NULLS", "import:aitz"), [step], EpisodeEnd(EndReason.INTERRUPTED)


def full() -> tuple[EpisodeInfo, list[Step], EpisodeEnd]:
    """Every action, and every column filled somewhere."""
    window = Window("com.example", "Main", Rect(0, 0, 2, 3), "application")
    facts = Facts(
        "Title", (window,), "Allow?", True, "Saved", "Wrong password", True, (("cart", "2"), ("x", None))
    )
    target = Target(
        SELECTOR, Rect(0, 0, 2, 3), "android.widget.Switch", "a:id/s", "Wi-Fi", "switch", "0/2/1", 3
    )
    more: dict[str, object] = {
        "pre": replace(a_look(1), facts=facts, flags=(Flag.TREE_SANITISED,), ui_source="u2", masked=2),
        "action_dialect": "scalecua",
        "action_raw": "<action>click(x=0.5)</action>",
        "action_space": "resized(756,1344)",
        "app_name": "Settings",
        "app_version": "14.1",
        "claimed": "opened",
        "thought": "I should\ntap it",
        "operation": "Turn on Wi-Fi",
        "operation_source": "agent",
        "prompt_id": "p1",
        "turn_id": "t1",
        "target": target,
        "sent": Sent("input tap 1 1", "input", 0, "", 100, 250, "python agent.py (pid 4242)"),
        "result_code": "OK",
        "result_detail": "OK_MOVED",
        "settled": True,
        "settle_ms": 1200,
        "flags": (Flag.MASKED, Flag.DEVICE_RECONNECTED),
    }
    steps = [a_step(index, action, **more) for index, action in enumerate(EVERY_ACTION)]
    device = DeviceInfo("3f1c", "Pixel 7", "14", 34, 2, 3, 420, "4619827259835644672", "zh-CN", 1.15, True)
    info = replace(an_episode("01V2FULL"), device=device, mask_rules=("status_bar", "id:pin"))
    probe = Expectation("settings get global wifi_on", "1", "1", passed=True)
    return (
        info,
        steps,
        EpisodeEnd(EndReason.CLAIMED_SUCCESS, 1_700_000_050_000_000, "done", "success", (probe,)),
    )


def spelled(path: Path) -> dict[str, object]:
    """A recording as plain values, withdrawn steps too."""
    recording = open_trajectories(path)
    return {
        "episodes": [msgspec.to_builtins([item.info, item.end]) for item in recording.episodes],
        "steps": [
            {**msgspec.to_builtins(step), "action": to_fields(step.action)}
            for step in recording.steps(withdrawn=True)
        ],
    }


def main(folder: Path) -> None:
    """Write the three recordings and what they must read as."""
    for name, (info, steps, end) in {"minimal": minimal(), "nulls": nulls(), "full": full()}.items():
        path = folder / f"{name}.parquet"
        with RecordingWriter.create(path, replace(info, recorder="gui-rec golden")) as writer:
            for step in steps:
                writer.append(step)
            if name == "full":
                writer.withdraw(1)
            writer.finish(end)
        text = json.dumps(spelled(path), ensure_ascii=False, indent=1, sort_keys=True)
        (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
