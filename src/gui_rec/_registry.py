"""A family's table: name -> where its member lives, imported on first use.

A family is one protocol (`_api.py`), one table (`_members.py`, a `Registry`) and one file a member.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar, cast

from gui_rec.errors import UsageError

T = TypeVar("T")


class Registry(Generic[T]):
    """Names of a family's members; a member's module is imported when it is first asked for.

    `members` maps a name to `("package.module:attribute", extra)`, where `extra` is the optional
    dependency group the member needs, or None.
    """

    def __init__(self, family: str, members: Mapping[str, tuple[str, str | None]]) -> None:
        self.family = family
        self._members = dict(members)

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __contains__(self, name: object) -> bool:
        return name in self._members

    def __len__(self) -> int:
        return len(self._members)

    def home(self, name: str) -> str:
        """The module that the member called `name` lives in; it is not imported."""
        return self._members[name][0].partition(":")[0]

    def get(self, name: str) -> T:
        """The member called `name`. Raises UsageError for an unknown name or a missing extra."""
        if name not in self._members:
            known = ", ".join(sorted(self._members))
            raise UsageError(f"unknown {self.family} {name!r}; known: {known}")
        target, extra = self._members[name]
        module_name, _, attribute = target.partition(":")
        try:
            module = importlib.import_module(module_name)
        except ModuleNotFoundError as error:
            if extra is None or (error.name or "").startswith("gui_rec"):
                raise
            raise UsageError(
                f"{self.family} {name!r} needs the package {error.name!r}: pip install 'gui-rec[{extra}]'"
            ) from error
        return cast(T, getattr(module, attribute))
