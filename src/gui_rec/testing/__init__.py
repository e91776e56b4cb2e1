"""Helpers for users' own tests; nothing in the product imports them.

`transition` is imported when it is first asked for: pytest loads a plugin of this package at every start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gui_rec.testing.transitions import TransitionError, transition

__all__ = ["TransitionError", "transition"]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a module's attribute
    if name in __all__:
        from gui_rec.testing import transitions

        return getattr(transitions, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
