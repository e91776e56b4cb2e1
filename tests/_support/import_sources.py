"""Small sources for every importer: real rows where there are, with pictures drawn by us, else files as described."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import PIL.Image
from tf_examples import Feature, example, forest, node, window, write_shard

_DATA = Path(__file__).parents[1] / "data"
SCREEN = (1080, 2400)


def blank_png(target: Path, size: tuple[int, int] = SCREEN, shade: int = 90) -> bytes:
    """A picture of that size with one dark band, cheap to write; its bytes."""
    picture = PIL.Image.new("RGB", size, (shade, shade, 200))
    picture.paste((10, 10, 10), (0, 0, size[0], size[1] // 3))
    target.parent.mkdir(parents=True, exist_ok=True)
    picture.save(target, "PNG")
    return target.read_bytes()


def aitz(folder: Path) -> Path:
    """The published episode."""
    return Path(shutil.copytree(_DATA / "aitz", folder))


def ui_s1_rows() -> list[dict[str, Any]]:
    """The published rows."""
    lines = (_DATA / "ui_s1" / "rows.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def ui_s1(folder: Path, rows: int = 3) -> Path:
    """The first published rows, beside drawn pictures."""
    chosen = ui_s1_rows()[:rows]
    write_lines(folder / "rows.jsonl", chosen)
    for row in chosen:
        for step in row["steps"]:
            blank_png(folder / "images" / Path(step["screenshot"]).name)
    return folder


def scalecua_rows() -> list[dict[str, Any]]:
    """The published rows: two steps of one episode."""
    lines = (_DATA / "dsl" / "scalecua_sft_rows.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def scalecua(folder: Path) -> Path:
    """The published rows, beside drawn pictures."""
    rows = scalecua_rows()
    write_lines(folder / "rows.jsonl", rows)
    for row in rows:
        blank_png(folder / row["image"], (row["width"], row["height"]))
    return folder


def write_lines(file: Path, rows: list[Any]) -> Path:
    """JSON lines."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return file


def shop_forest(text: str) -> bytes:
    """A page with one button under a status bar."""
    page = [
        node(0, (0, 0, 1080, 2400), class_name="android.widget.FrameLayout", children=[1, 2]),
        node(1, (0, 100, 1080, 300), text=text, resource_id="com.shop:id/title"),
        node(2, (100, 400, 500, 600), text="Buy", class_name="android.widget.Button", clickable=True),
    ]
    bar = [node(0, (0, 0, 1080, 80), package="com.android.systemui")]
    return forest([window(page, title="Shop"), window(bar, layer=5, kind=3, active=False)])


def android_control_features(number: int, folder: Path) -> dict[str, Feature]:
    """One episode of three actions between four screens."""
    shots = [blank_png(folder / f"{number}_{at}.png", shade=60 * at) for at in range(4)]
    actions = [
        {"action_type": "open_app", "app_name": "Shop"},
        {"action_type": "click", "x": 300, "y": 500},
        {"action_type": "scroll", "direction": "down"},
    ]
    return {
        "episode_id": [number],
        "goal": ["Buy the first thing, \u00e9\u4e2d"],
        "screenshots": shots,
        "accessibility_trees": [shop_forest(f"Page {at}") for at in range(4)],
        "screenshot_widths": [SCREEN[0]] * 4,
        "screenshot_heights": [SCREEN[1]] * 4,
        "actions": [json.dumps(action) for action in actions],
        "step_instructions": ["Open Shop", "Tap Buy", "Tap Buy"],
    }


def android_control(folder: Path) -> Path:
    """Two shards, three episodes."""
    records = [example(android_control_features(number, folder.parent / "shots")) for number in (7, 8, 9)]
    write_shard(folder / "android_control-00000-of-00002", records[:2])
    write_shard(folder / "android_control-00001-of-00002", records[2:])
    return folder


def aitw_features(
    step: int,
    of: int,
    kind: int,
    episode: str = "1234",
    touch: tuple[float, float] = (-1.0, -1.0),
    text: str = "",
) -> dict[str, Feature]:
    """One step, with raw pixels as AITW has them."""
    return {
        "episode_id": [episode],
        "episode_length": [of],
        "step_id": [step],
        "goal_info": ["open a new tab"],
        "current_activity": ["com.android.chrome.ChromeTabbedActivity"],
        "device_type": ["pixel_4"],
        "android_api_level": [30],
        "image/height": [60],
        "image/width": [27],
        "image/channels": [3],
        "image/encoded": [bytes(range(27 * 3)) * 60],
        "results/action_type": [kind],
        "results/type_action": [text],
        "results/yx_touch": list(touch),
        "results/yx_lift": list(touch),
    }


def aitw_episode(episode: str) -> list[dict[str, Feature]]:
    """Home, a tap, typed text, the end."""
    return [
        aitw_features(0, 4, 6, episode),
        aitw_features(1, 4, 4, episode, (0.25, 0.75)),
        aitw_features(2, 4, 3, episode, text="bread, \u00e9"),
        aitw_features(3, 4, 10, episode),
    ]


def aitw(folder: Path) -> Path:
    """Two shards, three episodes."""
    records = [[example(step) for step in aitw_episode(name)] for name in ("11", "12", "13")]
    write_shard(folder / "general-00000-of-00002", [*records[0], *records[1]])
    write_shard(folder / "general-00001-of-00002", records[2])
    return folder


def gui_odyssey_episode() -> dict[str, Any]:
    """An annotation after the published description."""
    done = [
        ("CLICK", [[500, 250], [500, 250]], "Tap the search field"),
        ("TEXT", "fashion week", "Type the words"),
        ("SCROLL", [[500, 800], [510, 200]], "Scroll down"),
        ("CLICK", "KEY_APPSELECT", "Show the recent apps"),
        ("LONG_PRESS", [[1000, 1000]], "Hold the corner"),
        ("COMPLETE", "", "Done"),
    ]
    return {
        "episode_id": "0123456789",
        "device_info": {"product": "x", "w": 1080, "h": 2400, "device_name": "Pixel 7 Pro"},
        "task_info": {"category": "General_Tool", "app": ["Chrome"], "instruction": "Find the fashion week"},
        "step_length": len(done),
        "steps": [
            {
                "step": at,
                "screenshot": f"0123456789_{at}.png",
                "action": action,
                "info": info,
                "ps": "",
                "low_level_instruction": words,
                "intention": f"Because of step {at}",
            }
            for at, (action, info, words) in enumerate(done)
        ],
    }


def gui_odyssey(folder: Path) -> Path:
    """One annotation and its pictures as they come before `preprocessing.py`."""
    episode = gui_odyssey_episode()
    for step in episode["steps"]:
        blank_png(folder / "screenshots" / "data_0" / step["screenshot"])
    write_json(folder / "annotations" / "0123456789.json", episode)
    write_json(folder / "splits" / "random_split.json", {"train": ["0123456789.json"], "test": []})
    return folder


def write_json(file: Path, content: object) -> Path:
    """A JSON file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return file


SOURCES: dict[str, Callable[[Path], Path]] = {
    "aitw": aitw,
    "aitz": aitz,
    "android_control": android_control,
    "gui_odyssey": gui_odyssey,
    "scalecua": scalecua,
    "ui_s1": ui_s1,
}
"""What makes a sound source of each format in a new folder."""
