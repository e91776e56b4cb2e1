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


SOURCES: dict[str, Callable[[Path], Path]] = {
    "aitz": aitz,
    "android_control": android_control,
    "scalecua": scalecua,
    "ui_s1": ui_s1,
}
"""What makes a sound source of each format in a new folder."""
