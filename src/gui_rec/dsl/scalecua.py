"""The dialect of ScaleCUA's Android planning set (OpenGVLab/ScaleCUA, Apache-2.0).

Numbers are 0..1 with four decimals. Words stand in tags: grounding `<action>`, planning
`<operation><action>`, CoT `<think><operation><action>`; one `<action>` may hold several calls, a line each.
"""

from __future__ import annotations

from gui_rec.dsl._api import Decoded, Fidelity, Signature
from gui_rec.dsl.reading import Reading
from gui_rec.dsl.scalecua_decode import decode_call
from gui_rec.dsl.scalecua_encode import say
from gui_rec.dsl.wrapping import WRAPPINGS, needed_words, unwrap, wrap
from gui_rec.errors import DslError
from gui_rec.model.actions import Action
from gui_rec.model.geometry import NORM01, CoordinateSpace, ScreenSize

_SIGNATURES = (
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


class ScaleCuaCodec:
    """ScaleCUA on Android; see the module for its grammar."""

    name = "scalecua"
    space: CoordinateSpace | None = NORM01
    wrappings: tuple[str, ...] = tuple(WRAPPINGS)
    signatures: tuple[Signature, ...] = _SIGNATURES

    def decode(self, text: str, *, screen: ScreenSize | None = None, repair: bool = False) -> Decoded:
        """See `ActionCodec.decode`. What can be read strictly is never read leniently."""
        try:
            return self._decode(Reading(text, self.name), screen)
        except DslError:
            if not repair:
                raise
        return self._decode(Reading(text, self.name, lenient=True), screen)

    def _decode(self, reading: Reading, screen: ScreenSize | None) -> Decoded:
        parts = unwrap(reading)
        actions = tuple(decode_call(reading, call, screen) for call in parts.calls)
        return Decoded(actions, parts.thought, parts.operation, tuple(reading.repairs))

    def encode(
        self,
        action: Action,
        *,
        screen: ScreenSize | None = None,  # noqa: ARG002 - 0..1 needs no size
        thought: str | None = None,
        operation: str | None = None,
        wrapping: str | None = None,
    ) -> str:
        """See `ActionCodec.encode`."""
        call, fidelity = say(action)
        if not fidelity.expressible:
            raise DslError(f"scalecua cannot say {action.type}: {fidelity.note}")
        if wrapping is None:
            return call
        return wrap(wrapping, call, thought=thought, operation=operation)

    def fidelity(self, action: Action) -> Fidelity:
        """See `ActionCodec.fidelity`."""
        try:
            return say(action)[1]
        except DslError as error:
            return Fidelity.inexpressible(str(error))

    def needs(self, wrapping: str) -> frozenset[str]:
        """See `ActionCodec.needs`."""
        return needed_words(wrapping)


CODEC = ScaleCuaCodec()
