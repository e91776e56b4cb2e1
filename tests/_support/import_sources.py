"""Small sources for every importer: real rows where there are, with pictures drawn by us, else files as described."""

from __future__ import annotations

import base64
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


def autoglm_messages(pictures: list[bytes]) -> list[dict[str, Any]]:
    """A conversation of two answers as the agent holds it."""
    texts = ["Search for bread\n\n", "** Screen Info **\n\n"]
    answers = [
        '<think>Open it</think><answer>do(action="Tap", element=[500,250])</answer>',
        '<think>Done</think><answer>finish(message="found")</answer>',
    ]
    messages: list[dict[str, Any]] = [{"role": "system", "content": "rules"}]
    for text, answer, picture in zip(texts, answers, pictures, strict=True):
        address = "data:image/png;base64," + base64.b64encode(picture).decode("ascii")
        asked = [
            {"type": "image_url", "image_url": {"url": address}},
            {"type": "text", "text": text + json.dumps({"current_app": "Chrome"})},
        ]
        messages += [{"role": "user", "content": asked}, {"role": "assistant", "content": answer}]
    return messages


def autoglm(folder: Path) -> Path:
    """One conversation with its pictures."""
    shots = [blank_png(folder.parent / f"shot{at}.png", shade=40 + at) for at in range(2)]
    write_json(folder / "run 1.json", autoglm_messages(shots))
    return folder


def droidrun_actions() -> list[dict[str, Any]]:
    """One action of each kind, as droidrun's events are written."""
    stroke = {"start_x": 540, "start_y": 1200, "end_x": 540, "end_y": 300, "duration_ms": 400}
    return [
        {"type": "StartAppEvent", "description": "Start app com.shop", "package": "com.shop", "activity": ""},
        {"type": "TapActionEvent", "description": "Tap Buy", "x": 540, "y": 600, "element_index": 3},
        {"type": "SwipeActionEvent", "description": "Swipe up", **stroke},
        {"type": "InputTextActionEvent", "description": "Type", "text": "bread"},
        {"type": "KeyPressActionEvent", "description": "Back", "keycode": 4, "key_name": "BACK"},
    ]


def droidrun(folder: Path) -> Path:
    """One trajectory with a screenshot before each action and one after all."""
    place = folder / "20260101_120000_ab12cd34"
    actions = droidrun_actions()
    macro = {
        "version": "1.0",
        "description": "Buy bread",
        "timestamp": "x",
        "total_actions": len(actions),
        "actions": actions,
    }
    write_json(place / "macro.json", macro)
    events = [{"type": "CodeActInputEvent"}, {"type": "ResultEvent", "success": True, "reason": "bought"}]
    write_json(place / "trajectory.json", events)
    for at in range(len(actions) + 1):
        blank_png(place / "screenshots" / f"{at:04d}.png", shade=20 * at)
    return folder


_DUMP = (
    '<?xml version="1.0"?><hierarchy rotation="0"><node index="0" text="Buy" class="android.widget.Button" '
    'package="com.shop" content-desc="" resource-id="com.shop:id/buy" clickable="true" enabled="true" '
    'bounds="[400,500][700,700]"/></hierarchy>'
)


def androidlab_rows() -> list[dict[str, Any]]:
    """A task of four turns as AndroidLab's recorder writes them."""
    done = [
        {"operation": "do", "action": "Launch", "kwargs": {"package": "com.shop"}},
        {"operation": "do", "action": "Tap", "kwargs": {"element": [400, 500, 700, 700]}},
        {"operation": "do", "action": "Type", "kwargs": {"text": "bread"}},
        {"operation": "finish", "action": "finish", "kwargs": {"message": "bought"}},
    ]
    return [
        {
            "trace_id": "shop_1",
            "index": at,
            "prompt": "Buy bread" if at == 0 else "** XML **",
            "image": f"/root/logs/shop_1/Screen/screenshot-{at}-before.png",
            "xml": f"/root/logs/shop_1/xml/{at}.xml",
            "ac_xml": None,
            "current_activity": "com.shop",
            "window": list(SCREEN),
            "target": "Buy bread",
            "parsed_action": action,
            "current_response": f"do({at})",
        }
        for at, action in enumerate(done)
    ]


def androidlab(folder: Path, rows: list[dict[str, Any]] | None = None) -> Path:
    """One task's folder."""
    place = folder / "shop_1_2026"
    chosen = androidlab_rows() if rows is None else rows
    write_lines(place / "traces" / "trace.jsonl", chosen)
    for at in range(len(chosen)):
        blank_png(place / "Screen" / f"screenshot-{at}-before.png", shade=30 * at)
        (place / "xml").mkdir(exist_ok=True)
        (place / "xml" / f"{at}.xml").write_text(_DUMP, encoding="utf-8")
    return folder


LLAMATOUCH_ACTIONS = (
    "[Home]",
    "[Click] Screen Resolution (320, 720), Click Position (160, 180)",
    "[Input] bread [2], please",
    "[Swipe] Screen Resolution (320, 720), Start Position (160, 600), End Position (160, 120)",
)


def llamatouch(folder: Path) -> Path:
    """One trace, its last screen after its last action."""
    place = folder / "general" / "trace_3"
    for at in range(len(LLAMATOUCH_ACTIONS) + 1):
        blank_png(place / f"{at}.png", shade=25 * at)
        (place / f"{at}.xml").write_text(_DUMP, encoding="utf-8")
        (place / f"{at}.activity").write_text("com.shop/com.shop.Main\n\n", encoding="utf-8")
        (place / f"{at}.vh").write_text("[]", encoding="utf-8")
    (place / "4.ess").write_text("activity<0>|exact<1>\n", encoding="utf-8")
    (place / "eventStructs.txt").write_text("\n".join(LLAMATOUCH_ACTIONS), encoding="utf-8")
    (place / "instruction.txt").write_text("5551234\nBuy bread in Shop.", encoding="utf-8")
    return folder


SOURCES: dict[str, Callable[[Path], Path]] = {
    "aitw": aitw,
    "aitz": aitz,
    "android_control": android_control,
    "androidlab": androidlab,
    "autoglm": autoglm,
    "droidrun": droidrun,
    "gui_odyssey": gui_odyssey,
    "llamatouch": llamatouch,
    "scalecua": scalecua,
    "ui_s1": ui_s1,
}
"""What makes a sound source of each format in a new folder."""
