"""AutoGLM's conversations: files of ours, written after its agent's messages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from import_sources import autoglm, autoglm_messages, blank_png, write_json

from gui_rec.datasets.importers.run import import_recording
from gui_rec.errors import InputError
from gui_rec.model.actions import Finish, Invalid, Tap
from gui_rec.model.flags import EndReason
from gui_rec.model.geometry import ScreenSize
from gui_rec.store.reader import open_trajectories


def test_a_conversation_becomes_an_episode(tmp_path: Path) -> None:
    report = import_recording("autoglm", autoglm(tmp_path / "src"), tmp_path / "rec")
    assert (report.episodes, report.steps, report.left_out) == (1, 2, ())
    recording = open_trajectories(tmp_path / "rec")
    info, end = recording.episodes[0].info, recording.episodes[0].end
    assert (info.task_id, info.goal) == ("run 1", "Search for bread")
    assert end is not None
    assert (end.reason, end.message, end.outcome) == (EndReason.FINISHED, "found", None)
    first, last = recording.steps()
    assert (first.action, first.thought, first.app_name) == (Tap(0.5, 0.25), "Open it", "Chrome")
    assert first.pre.size == ScreenSize(1080, 2400)
    assert last.action == Finish(message="found")
    assert first.post.screenshot == last.pre.screenshot
    assert first.action_raw == '<think>Open it</think><answer>do(action="Tap", element=[500,250])</answer>'


def _messages(tmp_path: Path) -> list[dict[str, Any]]:
    return autoglm_messages([blank_png(tmp_path / f"{at}.png") for at in range(2)])


def test_pictures_that_the_agent_took_out_are_null(tmp_path: Path) -> None:
    messages = _messages(tmp_path)
    for message in messages:
        if message["role"] == "user":
            message["content"] = [part for part in message["content"] if part["type"] == "text"]
    file = write_json(tmp_path / "src" / "c.json", {"messages": messages})
    import_recording("autoglm", file, tmp_path / "rec")
    first, _ = open_trajectories(tmp_path / "rec").steps()
    assert (first.pre.screenshot, first.pre.size, first.action) == (None, None, Tap(0.5, 0.25))
    import_recording("autoglm", file, tmp_path / "sized", screen=ScreenSize(720, 1280))
    assert next(open_trajectories(tmp_path / "sized").steps()).pre.size == ScreenSize(720, 1280)


def test_an_answer_that_is_no_action_is_never_a_finish(tmp_path: Path) -> None:
    messages = _messages(tmp_path)
    messages[-1]["content"] = "<think>x</think><answer>I am done</answer>"
    write_json(tmp_path / "src" / "c.json", messages)
    report = import_recording("autoglm", tmp_path / "src", tmp_path / "rec")
    assert [each.what for each in report.left_out] == ["action"]
    _, last = open_trajectories(tmp_path / "rec").steps()
    assert isinstance(last.action, Invalid)
    end = open_trajectories(tmp_path / "rec").episodes[0].end
    assert end is not None
    assert end.reason is EndReason.STOPPED


@pytest.mark.parametrize(
    "spoil",
    [
        lambda messages: messages.__delitem__(slice(2, None)),
        lambda messages: messages.pop(3),
        lambda messages: messages.append({"role": "tool", "content": "x"}),
        lambda messages: messages[1].update(content=3),
        lambda messages: messages[1]["content"][0].update(image_url={"url": "https://example.com/a.png"}),
        lambda messages: messages[1]["content"][0].update(image_url={"url": "data:image/png;base64,@@"}),
        lambda messages: messages[1]["content"][0].update(image_url={"url": "data:image/png;base64,AAAA"}),
        lambda messages: messages.append([]),
    ],
)
def test_a_broken_conversation_is_left_out(tmp_path: Path, spoil: Any) -> None:
    messages = _messages(tmp_path)
    spoil(messages)
    write_json(tmp_path / "src" / "c.json", messages)
    with pytest.raises(InputError, match=r"c\.json"):
        import_recording("autoglm", tmp_path / "src", tmp_path / "rec")
