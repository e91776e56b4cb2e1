"""Make the pictures of the docs anew: python scripts/pictures.py [REPORT.json of a replay that failed]."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

from PIL import Image
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.phone import Phone
from gui_rec.phone.world.second_display import drawer_button
from gui_rec.testing.clock import FakeClock
from gui_rec.ui.parse import parse_hierarchy

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "img"
SHOWN_PX = (324, 720)
# Without the remote fonts of rich's own frame: a picture in a README loads nothing.
SVG = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, monospace;
 font-size: {char_height}px; line-height: {line_height}px; }}
{styles}</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def _tap(phone: Phone, clock: FakeClock, *names: str) -> None:
    """Tap what has this text, description or id, one after the other; the hierarchy says where it is."""
    for name in names:
        phone.tap(*_place(phone, name))
        clock.advance(2.0)


def _place(phone: Phone, name: str) -> tuple[int, int]:
    for node in parse_hierarchy(phone.hierarchy()).walk():
        if name in (node.text, node.content_desc, node.resource_id.rpartition("/")[2]):
            return (node.bounds.center.x, node.bounds.center.y)
    raise SystemExit(f"the screen has no {name!r}: {phone.hierarchy()}")


def screens() -> list[bytes]:
    """Launcher, Shop's sign-in with the keyboard, a product, Settings: PNGs of 1080x2400."""
    clock = FakeClock()
    phone = Phone(PhoneConfig(seed=7), clock)
    shots = [phone.frame()]
    phone.launch("com.example.shop")
    _tap(phone, clock, "username")
    phone.text("ada")
    shots.append(phone.frame())
    _tap(phone, clock, "password")
    phone.text("s3cret")
    _tap(phone, clock, "Sign in", "Desk lamp")
    shots.append(phone.frame())
    phone.launch("com.android.settings")
    clock.advance(2.0)
    shots.append(phone.frame())
    return shots


def _phone(**config: object) -> tuple[Phone, FakeClock]:
    clock = FakeClock()
    return Phone(PhoneConfig(seed=7, **config), clock), clock  # type: ignore[arg-type]


def looks() -> list[bytes]:
    """Dark, with the keyboard, a dialog, a question of the system, Arabic, Chinese: PNGs of 1080x2400."""
    shots = []
    phone, clock = _phone()
    phone.settings.put("secure", "dark_theme", "1")
    phone.launch("com.android.settings")
    shots.append(phone.frame())
    phone.launch("com.example.notes")
    _tap(phone, clock, "Ideas", "note_title")
    phone.text(" for the garden")
    shots.append(phone.frame())
    phone, clock = _phone()
    phone.launch("com.example.notes")
    _tap(phone, clock, "Ideas", "note_title")
    phone.text("!")
    for _ in range(2):
        phone.key("BACK")
    shots.append(phone.frame())
    phone.launch("com.example.permissions")
    _tap(phone, clock, "camera_row")
    shots.append(phone.frame())
    for locale in ("ar", "zh-CN"):
        phone, clock = _phone(locale=locale)
        phone.launch("com.android.settings")
        shots.append(phone.frame())
    return shots


def turned() -> list[bytes]:
    """The same phone held across, and the second display: PNGs of 2400x1080 and 1280x720."""
    phone, clock = _phone(displays=2)
    phone.turn(1)
    phone.launch("com.example.shop")
    _tap(phone, clock, "username")
    button = drawer_button().center
    phone.touch_second(button.x, button.y)
    return [phone.frame(), phone.second_frame()]


def row(shots: list[bytes], height: int = 324) -> Image.Image:
    """Wide screens side by side on white, all of one height."""
    pictures = [Image.open(io.BytesIO(shot)).convert("RGB") for shot in shots]
    small = [
        picture.resize((picture.width * height // picture.height, height), Image.Resampling.LANCZOS)
        for picture in pictures
    ]
    sheet = Image.new("RGB", (sum(one.width + 24 for one in small) + 24, height + 48), "white")
    left = 24
    for one in small:
        sheet.paste(one, (left, 24))
        left += one.width + 24
    return sheet


def strip(shots: list[bytes]) -> Image.Image:
    """The screens side by side on white."""
    width, height = SHOWN_PX
    sheet = Image.new("RGB", (len(shots) * (width + 24) + 24, height + 48), "white")
    for index, shot in enumerate(shots):
        small = Image.open(io.BytesIO(shot)).convert("RGB").resize(SHOWN_PX, Image.Resampling.LANCZOS)
        sheet.paste(small, (24 + index * (width + 24), 24))
    return sheet


def report_svg(report: dict[str, object]) -> str:
    """A failed replay as its terminal shows it."""
    console = Console(record=True, width=118, file=io.StringIO(), force_terminal=True)
    console.print("$ gui-rec replay traj.parquet", style="bold", highlight=False)
    table = Table("step", "action", "verdict", "code", "confidence", "detail", box=None, pad_edge=False)
    steps = report["steps"]
    assert isinstance(steps, list)
    for step in steps:
        style = "green" if step["successful"] else "bold red"
        texts = [
            str(step[name]) for name in ("step_index", "action", "verdict", "code", "confidence", "detail")
        ]
        table.add_row(*map(Text, texts), style=style)
    console.print(table)
    return console.export_svg(title="gui-rec", code_format=SVG)


def main() -> int:
    """Write the phone's pictures into docs/img and, for a REPORT.json, docs/img/replay.svg."""
    IMAGES.mkdir(exist_ok=True)
    strip(screens()).save(IMAGES / "phone.png", optimize=True)
    strip(looks()).save(IMAGES / "phone-looks.png", optimize=True)
    row(turned()).save(IMAGES / "phone-wide.png", optimize=True)
    if len(sys.argv) < 2:
        return 0
    report = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    (IMAGES / "replay.svg").write_text(report_svg(report), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
