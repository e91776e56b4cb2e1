"""An export against Hugging Face `datasets` on the same work, both from the command line to the last byte.

Work: every step of 24 recordings becomes a row of system, user and assistant message with the screen before the action,
pictures as they are, written as Parquet by two processes. The peer builds its texts by plain formatting and checks
nothing; gui-rec reads each target back, checks that each picture is whole, and reads each file that it wrote.
"""

from __future__ import annotations

import io
import json
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path

import PIL.Image
import PIL.ImageDraw
from measure import Bound, Row, paired

from gui_rec.model.actions import Tap
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.observation import Observation, StateKey
from gui_rec.model.step import Step
from gui_rec.store.recording import RecordingWriter

_PEER = """
import sys
from datasets import Image, Sequence, load_dataset

def row(step):
    x, y = step["action"]["x"], step["action"]["y"]
    say = lambda role, *parts: {"role": role, "content": list(parts)}
    text = lambda words: {"type": "text", "text": words}
    return {
        "messages": [
            say("system", text("You act on a phone.")),
            say("user", {"type": "image", "text": None}, text(step["goal"])),
            say("assistant", text(f"click(x={x:.4f}, y={y:.4f})")),
        ],
        "images": [step["pre_screenshot"]],
    }

if __name__ == "__main__":
    folder, out, cache = sys.argv[1:4]
    columns = ["episode_id", "step_index", "goal", "action", "pre_screenshot"]
    data = load_dataset("parquet", data_files=folder + "/*.parquet", split="train", cache_dir=cache, columns=columns)
    data = data.cast_column("pre_screenshot", Image(decode=False))
    data = data.filter(lambda step: step["action"]["type"] != "invalid", num_proc=2)
    data = data.map(row, num_proc=2, remove_columns=["goal", "action", "pre_screenshot"])
    data.to_parquet(out)
"""
_SIZE = ScreenSize(1080, 2400)


def picture(seed: int) -> bytes:
    """A screen of some 300 KB: cards, lines of text and a photograph."""
    chance = random.Random(seed)
    image = PIL.Image.new("RGB", (_SIZE.width_px, _SIZE.height_px), (245, 245, 245))
    draw = PIL.ImageDraw.Draw(image)
    for _ in range(60):
        x, y = chance.randrange(900), chance.randrange(2300)
        draw.rectangle(
            (x, y, x + chance.randrange(40, 400), y + chance.randrange(10, 120)), chance.randrange(1 << 24)
        )
    noise = PIL.Image.frombytes("RGB", (300, 200), random.Random(seed).randbytes(180_000))
    image.paste(noise, (chance.randrange(700), chance.randrange(2000)))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def named(png: bytes, name: str) -> bytes:
    """The same picture with a comment in it, so that its bytes are its own."""
    body = b"tEXtComment\x00" + name.encode()
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return png[:-12] + chunk + png[-12:]


def recordings(folder: Path, episodes: int, steps: int, pictures: list[bytes]) -> None:
    """`episodes` files of `steps` steps, no two screens of the same bytes."""
    folder.mkdir()
    for at in range(episodes):
        info = EpisodeInfo(
            f"01ARZ3NDEKTSV4RRFFQ6{at:06d}", "script", goal=f"do task {at}", recorder="benchmark"
        )
        with RecordingWriter.create(folder / f"{at:04d}.parquet", info) as writer:
            for index in range(steps):
                pre, post = (_look(at * (steps + 1) + index + after, pictures) for after in (0, 1))
                action = Tap(0.1 + index % 8 / 10, 0.4)
                writer.append(Step(index, pre, action, post, settled=True, operation="tap it"))
            writer.finish(EpisodeEnd(EndReason.FINISHED))


def _look(number: int, pictures: list[bytes]) -> Observation:
    return Observation(
        screenshot=named(pictures[number % len(pictures)], str(number)),
        ui_xml='<hierarchy rotation="0"></hierarchy>',
        package="com.example",
        activity=".Main",
        rotation=0,
        size=_SIZE,
        fingerprint=f"phash8/area1:{number:016x}",
        state_key=StateKey("0" * 16, f"{number:016x}", f"{number:016x}"),
        captured_at_us=number,
    )


def _again(place: Path, *argv: str) -> Callable[[], object]:
    def call() -> None:
        for made in (place, place.with_name("cache")):
            if made.is_dir():
                shutil.rmtree(made)
        subprocess.run(
            [sys.executable, *argv], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    return call


def run(*, quick: bool) -> list[Row | Bound]:
    """One ratio of times, and that both made as many rows."""
    episodes, steps, rounds = (2, 3, 1) if quick else (24, 20, 3)
    pictures = [picture(seed) for seed in range(4 if quick else 40)]
    with tempfile.TemporaryDirectory() as scratch:
        base = Path(scratch)
        recordings(base / "rec", episodes, steps, pictures)
        (base / "peer.py").write_text(_PEER, encoding="utf-8")
        own, other = base / "own", base / "peer.parquet"
        files = [str(file) for file in sorted((base / "rec").iterdir())]
        line = ("-m", "gui_rec", "export", *files, "-o", str(own), "--engine", "local", "--workers", "2")
        peer = (str(base / "peer.py"), str(base / "rec"), str(other), str(base / "cache"))
        times = paired(_again(own, *line), _again(base / "cache", *peer), rounds)
        made = json.loads((own / "export.json").read_text(encoding="utf-8"))["samples"]
        sizes = sorted(len(png) for png in pictures)
    what = (
        f"{episodes * steps} steps of {episodes} recordings, pictures of {sizes[0] // 1000} to "
        f"{sizes[-1] // 1000} KB, 2 processes, start included"
    )
    return [
        Row("export_pass", "gui-rec export", "datasets: load, filter, map, to_parquet", what, *times),
        Bound("export_pass", "rows that are missing", what, abs(episodes * steps - made), 0, "rows"),
    ]
