"""The dialect of ScaleCUA's Android planning set (OpenGVLab/ScaleCUA, Apache-2.0).

Numbers are 0..1 with four decimals. Words stand in tags: grounding `<action>`, planning
`<operation><action>`, CoT `<think><operation><action>`; one `<action>` may hold several calls, a line each.
"""

from __future__ import annotations

from collections.abc import Callable

from gui_rec.dsl._api import Decoded, Signature
from gui_rec.dsl.dialect import Dialect
from gui_rec.dsl.functions import Functions
from gui_rec.dsl.reading import Reading
from gui_rec.dsl.saying import Said
from gui_rec.dsl.scalecua_decode import FUNCTIONS, NUMBERS, decode_call
from gui_rec.dsl.scalecua_encode import say
from gui_rec.dsl.wrapping import SCALECUA, WRAPPINGS, unwrap, wrap
from gui_rec.model.actions import Action
from gui_rec.model.geometry import ScreenSize

SIGNATURES = (
    Signature("click(x, y, clicks=1, button='left')", "touch the screen at (x, y)"),
    Signature(
        "swipe(from_coord=None, to_coord=None, direction='up', amount=0.5)",
        "move the finger from one point to another, or in a direction over a share of the screen",
    ),
    Signature("long_press(x, y, duration=1)", "touch and hold at (x, y) for a number of seconds"),
    Signature("open_app(app_name)", "open the app of that name"),
    Signature("navigate_home()", "go to the home screen"),
    Signature("navigate_back()", "go back"),
    Signature("write(message)", "enter text in the focused field"),
    Signature("call_user()", "hand over to the person"),
    Signature("wait(seconds=3)", "let time pass"),
    Signature("response(answer)", "answer the person's question"),
    Signature("terminate(status='success', info=None)", "end the task with 'success' or 'failure'"),
)


class ScaleCuaCodec(Dialect):
    """One of ScaleCUA's sets; see the module for its grammar."""

    numbers = NUMBERS
    words = WRAPPINGS

    def __init__(
        self,
        name: str,
        signatures: tuple[Signature, ...],
        functions: Functions,
        saying: Callable[[Action], Said],
    ) -> None:
        self.name = name
        self.signatures = signatures
        self._functions = functions
        self._saying = saying

    def read(self, reading: Reading, screen: ScreenSize | None) -> Decoded:
        """See `Dialect.read`."""
        parts = unwrap(reading, SCALECUA)
        actions = tuple(decode_call(reading, call, screen, self._functions) for call in parts.calls)
        return Decoded(actions, parts.thought, parts.operation, tuple(reading.repairs))

    def say(self, action: Action, screen: ScreenSize | None) -> Said:  # noqa: ARG002 - 0..1 needs no size
        """See `Dialect.say`."""
        return self._saying(action)

    def wrap(self, wrapping: str, call: str, words: dict[str, str]) -> str:  # noqa: ARG002 - its words are all
        """See `Dialect.wrap`."""
        return wrap(SCALECUA, call, words)


CODEC = ScaleCuaCodec("scalecua", SIGNATURES, FUNCTIONS, say)
