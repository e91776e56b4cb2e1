"""One dialect's text in another: read, written again, and told what was lost on the way."""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.dsl._api import FidelityKind
from gui_rec.dsl._members import CODECS
from gui_rec.errors import DslError
from gui_rec.model.actions import Action
from gui_rec.model.geometry import ScreenSize


@dataclass(frozen=True, slots=True)
class Conversion:
    """`texts` are the calls in the target dialect, one an action. `losses` name what it could not carry, and `repairs`
    what a lenient reading changed.
    """

    actions: tuple[Action, ...]
    texts: tuple[str, ...]
    thought: str | None
    operation: str | None
    repairs: tuple[str, ...]
    losses: tuple[str, ...]


def convert(
    text: str,
    source: str,
    target: str,
    *,
    screen: ScreenSize | None = None,
    repair: bool = False,
    wrapping: str | None = None,
) -> Conversion:
    """`text` of the dialect `source` in `target`. `screen` is needed where either writes pixels.

    Raises UsageError for an unknown dialect, DslError (with the position, where it is the text's fault) for a text that
    cannot be read, an action that the target cannot say, or words that a wrapping lacks.
    """
    reader, writer = CODECS.get(source), CODECS.get(target)
    said = reader.decode(text, screen=screen, repair=repair)
    texts: list[str] = []
    losses: list[str] = []
    for action in said.actions:
        fidelity = writer.fidelity(action)
        if fidelity.kind is FidelityKind.INEXPRESSIBLE:
            raise DslError(f"{target} cannot say {action.type}: {fidelity.note}")
        if fidelity.kind is FidelityKind.LOSSY:
            losses.append(f"{action.type}: {fidelity.note}")
        texts.append(
            writer.encode(
                action,
                screen=screen,
                thought=said.thought,
                operation=said.operation,
                wrapping=wrapping,
            )
        )
    return Conversion(
        said.actions,
        tuple(texts),
        said.thought,
        said.operation,
        said.repairs,
        tuple(dict.fromkeys(losses)),
    )
