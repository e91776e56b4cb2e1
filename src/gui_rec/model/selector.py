"""A selector: what a node of a view hierarchy must be like. All given keys must hold."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

from gui_rec.errors import InputError


class Relation(StrEnum):
    """Where a node lies from its anchor."""

    BELOW = "below"
    ABOVE = "above"
    LEFT_OF = "leftOf"
    RIGHT_OF = "rightOf"
    INSIDE = "inside"


@dataclass(frozen=True, slots=True)
class Selector:
    """Keys of the step protocol, in its meaning; matching lives in `gui_rec.ui.selectors`.

    `index` picks among otherwise equal matches, 0-based in document order; without it several
    matches are ambiguous. `near` relates the node to another selector's only match.
    """

    text: str | None = None
    text_contains: str | None = None
    text_matches: str | None = None
    content_desc: str | None = None
    content_desc_contains: str | None = None
    resource_id: str | None = None
    class_name: str | None = None
    package_name: str | None = None
    checked: bool | None = None
    enabled: bool | None = None
    focused: bool | None = None
    clickable: bool | None = None
    index: int | None = None
    near: tuple[Relation, Selector] | None = None

    def __post_init__(self) -> None:
        if all(getattr(self, field.name) is None for field in fields(self) if field.name != "index"):
            raise InputError("selector: expected at least one key besides 'index', got none")
        if self.index is not None and self.index < 0:
            raise InputError(f"selector index: expected 0 or more, got {self.index!r}")
