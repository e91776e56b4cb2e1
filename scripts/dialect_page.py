"""Write docs/dialects.md anew from the codecs' own tables: python scripts/dialect_page.py."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

from gui_rec.dsl._api import Fidelity, FidelityKind
from gui_rec.dsl._members import CODECS, READ_ONLY, WRITTEN
from gui_rec.dsl.losses import SAMPLES, table

PAGE = Path(__file__).resolve().parent.parent / "docs" / "dialects.md"
_HEAD = """# Dialects

The action languages that gui-rec reads and writes, and what each of them can carry. Made by `python
scripts/dialect_page.py` from the codecs' own tables; `tests/test_docs_dialects.py` holds it to that.

    echo 'do(action="Tap", element=[500,500])' | gui-rec convert --from autoglm --to ui_tars --screen 1080x2400

reads one answer on standard input (with `--lines`, one a line) and writes it in the other dialect. A text that is no
answer of its dialect is an error with its position, and exit 4: it never becomes a finish, a wait or a touch at (0,0).
`--repair` allows what models are known to get wrong and says what it was; `--json` prints the canonical actions
([actions.md](actions.md)), repairs and losses; `--wrapping` writes the words around the call, too.

What is **lossy** is told by `convert`, counted by `export` and listed in its card. What is **not expressible** is an
error of `convert`, and a dropped sample with a counted reason in `export`. Coordinates count as exact where every pixel
of the screen comes back; on a grid of whole numbers a point may move by half a step, and an export drops a sample whose
point would leave its target.
"""


def page() -> str:
    """The whole page."""
    return (
        "\n".join([_HEAD, *_overview(), *_matrix(), *(line for name in CODECS for line in _section(name))])
        + "\n"
    )


def _overview() -> Iterator[str]:
    yield "## All of them\n"
    yield "| dialect | numbers | wrappings (needed words) | |"
    yield "|---|---|---|---|"
    for name in CODECS:
        codec = CODECS.get(name)
        wrappings = (f"`{wrapping}`{_needed(sorted(codec.needs(wrapping)))}" for wrapping in codec.wrappings)
        mode = "read only" if name in READ_ONLY else ""
        yield f"| [`{name}`](#{name}) | `{codec.space}` | {', '.join(wrappings) or 'none'} | {mode} |"
    yield ""


def _needed(words: list[str]) -> str:
    return f" ({', '.join(words)})" if words else ""


def _matrix() -> Iterator[str]:
    yield "## What survives\n"
    yield "`=` exact, `~` lossy (what is lost stands below), `-` not expressible.\n"
    yield f"| action | {' | '.join(WRITTEN)} |"
    yield f"|---|{'---|' * len(WRITTEN)}"
    tables = {name: table(CODECS.get(name)) for name in WRITTEN}
    for sample in SAMPLES:
        yield f"| {sample} | {' | '.join(_mark(tables[name][sample]) for name in WRITTEN)} |"
    yield ""


def _mark(fidelity: Fidelity) -> str:
    return {FidelityKind.EXACT: "=", FidelityKind.LOSSY: "~", FidelityKind.INEXPRESSIBLE: "-"}[fidelity.kind]


def _section(name: str) -> Iterator[str]:
    codec = CODECS.get(name)
    module = importlib.import_module(CODECS.home(name))
    yield f"## {name}\n"
    yield f"{inspect.cleandoc(module.__doc__ or '')}\n"
    yield "| call | meaning |"
    yield "|---|---|"
    for signature in codec.signatures:
        yield f"| `{_cell(signature.call)}` | {_cell(signature.meaning)} |"
    yield ""
    if name in READ_ONLY:
        return
    found = table(codec)
    lost = [(sample, kept.note) for sample, kept in found.items() if kept.kind is FidelityKind.LOSSY]
    if lost:
        yield "| lossy | what is lost |"
        yield "|---|---|"
        for sample, note in lost:
            yield f"| {sample} | {_cell(note)} |"
        yield ""


def _cell(text: str) -> str:
    return text.replace("\n", " ").replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stderr.write(f"{PAGE} is as the dialects are\n")
