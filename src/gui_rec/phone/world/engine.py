"""The state machine behind the phone."""

from __future__ import annotations

from typing import Any


class Engine:
    def __init__(self, config: Any, clock: Any) -> None: ...

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)
