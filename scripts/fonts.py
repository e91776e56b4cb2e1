"""Make the simulated phone's fonts anew: python scripts/fonts.py ORIGINALS (a folder with the originals).

Needs fontTools 4.68.0 in an environment of its own. How to fetch the originals into the folder:
  npm pack @expo-google-fonts/roboto@0.4.3; tar xzf expo-google-fonts-roboto-0.4.3.tgz
  apt-get download fonts-noto-cjk=1:20220127+repack1-1 fonts-noto-core=20201225-1; dpkg-deb -x PACKAGE .
The same originals give the same bytes, so a font in the tree is what this file says.
"""

from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FONTS = Path(__file__).resolve().parent.parent / "src" / "gui_rec" / "phone" / "fonts"
# Version 3 of Roboto is under the OFL; version 2 was not.
ROBOTO = {
    "Regular": (
        "Roboto_400Regular.ttf",
        "15256405ecb0d880678833a582760efad538ab2932318b52c8105b267d159459",
    ),
    "Medium": (
        "Roboto_500Medium.ttf",
        "79343dc641a2e8d48a703a4667b71fc8dc6565cc8ce47dfc34fc52c12aadbf38",
    ),
    "Bold": (
        "Roboto_700Bold.ttf",
        "4aaf8c5b661a386998c2e70cf2b87e2440f5404e0b8fd81164f0413fb3435ec6",
    ),
}
CJK = ("NotoSansCJK-Regular.ttc", "b76b0433203017ca80401b2ee0dd69350349871c4b19d504c34dbdd80541690a")
ARABIC = ("NotoSansArabic-Regular.ttf", "504d7407d86875acf7d04dfaa0fd7524d0b8797723bc4aa18022f29db25b0b6e")
# ASCII, Latin-1, Latin Extended-A and the punctuation that the apps write; Greek and Cyrillic, which a person may type.
LATIN_TEXT = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x384, 0x3CF),
    *range(0x400, 0x460),
    *map(ord, "–—‘’“”•…€™−"),
]
# The letters, and the presentation forms B, which the phone joins by itself.
ARABIC_TEXT = [0x60C, *range(0x610, 0x6D5), *range(0xFE70, 0xFEFD)]
KANA = [*range(0x3041, 0x3097), *range(0x30A0, 0x3100)]
CJK_MORE = "\u3000、。「」！（），：？￥時東珈琲盤計語鍵駅검국녕램색세안어요커프피하한"
# No shaping library reads them and hints differ from one rasterizer to the next.
DROPPED = ["GSUB", "GPOS", "GDEF", "VORG", "vhea", "vmtx", "BASE", "STAT"]


@dataclass(frozen=True)
class Subset:
    """One shipped file: where it comes from (file name, sha256) and which characters it keeps."""

    target: str
    source: tuple[str, str]
    text: list[int]
    number: int = -1


def common_chinese() -> Iterator[int]:
    """GB 2312, first level: the 3755 most common characters."""
    for high in range(0xB0, 0xD8):
        for low in range(0xA1, 0xFF if high < 0xD7 else 0xFA):
            yield ord(bytes((high, low)).decode("gb2312"))


def subsets() -> list[Subset]:
    """Every font that the package ships."""
    cjk = [*common_chinese(), *KANA, *map(ord, CJK_MORE)]
    return [
        *(Subset(f"Roboto-{weight}-subset.ttf", source, LATIN_TEXT) for weight, source in ROBOTO.items()),
        Subset("NotoSansCJKsc-Regular-subset.otf", CJK, cjk, number=2),
        Subset("NotoSansArabic-Regular-subset.ttf", ARABIC, ARABIC_TEXT),
    ]


def original(folder: Path, name: str, sha256: str) -> bytes:
    """The original's bytes; another file of that name is refused."""
    found = next(folder.rglob(name), None)
    if found is None:
        raise SystemExit(f"{folder} has no {name}; the head of {Path(__file__).name} says how to fetch it")
    data = found.read_bytes()
    got = hashlib.sha256(data).hexdigest()
    if got != sha256:
        raise SystemExit(f"{found} is another version: expected sha256 {sha256}, got {got}")
    return data


def _unhinted(font: MutableMapping[str, Any]) -> None:
    """Keep FreeType's own hinter away, which it changes from version to version: a font without any program
    is handed to it, one with a program that does nothing is drawn as designed."""
    from fontTools.ttLib import newTable
    from fontTools.ttLib.tables.ttProgram import Program

    font["fpgm"] = newTable("fpgm")
    font["fpgm"].program = Program()
    font["fpgm"].program.fromAssembly(["PUSHB[ ]", "0", "POP[ ]"])


def made(one: Subset, data: bytes) -> bytes:
    """The subset's bytes: no layout tables, no hints, the licence still in its names."""
    from fontTools import subset

    options = subset.Options()
    options.hinting = False
    options.layout_features = []
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += DROPPED
    options.notdef_outline = True
    options.font_number = one.number
    font = subset.load_font(io.BytesIO(data), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=one.text)
    subsetter.subset(font)
    if "glyf" in font:
        _unhinted(font)
    out = io.BytesIO()
    subset.save_font(font, out, options)
    return out.getvalue()


def main() -> int:
    """Write every font into the package."""
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    for one in subsets():
        data = made(one, original(Path(sys.argv[1]), *one.source))
        target = FONTS / one.target
        same = target.is_file() and target.read_bytes() == data
        target.write_bytes(data)
        sys.stdout.write(f"{one.target}: {len(data)} bytes, {'the same as before' if same else 'changed'}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
