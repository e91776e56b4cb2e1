"""Small sources for every importer: real rows where there are, with pictures drawn by us, else files as described."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import PIL.Image

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


SOURCES: dict[str, Callable[[Path], Path]] = {"aitz": aitz, "scalecua": scalecua, "ui_s1": ui_s1}
"""What makes a sound source of each format in a new folder."""
