"""A dialect's table of functions, and how a call is read by it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gui_rec.dsl.arguments import Arguments
from gui_rec.dsl.call_syntax import Call
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.reading import Reading
from gui_rec.model.actions import Action
from gui_rec.model.geometry import ScreenSize


@dataclass(frozen=True, slots=True)
class Function:
    """The parameters in the prompt's order, so that positional arguments mean what it says, and what they make."""

    names: tuple[str, ...]
    build: Callable[[Arguments], Action]


Functions = Mapping[str, Function]


def decode_by(
    functions: Functions, reading: Reading, call: Call, numbers: Numbers, screen: ScreenSize | None
) -> Action:
    """The action that one call says. Raises DslError with its position."""
    if call.name not in functions:
        raise reading.error(f"one of {', '.join(functions)}", call.position)
    function = functions[call.name]
    arguments = Arguments(reading, call, function.names, numbers, screen)
    return arguments.checked(lambda: function.build(arguments))
