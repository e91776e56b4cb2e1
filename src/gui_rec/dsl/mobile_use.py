"""The `mobile_use` tool call of Qwen's models and of those that took it over.

`<tool_call>{"name": "mobile_use", "arguments": {"action": "click", "coordinate": [x, y]}}</tool_call>`: grammar in
QwenLM's mobile_agent cookbooks; spellings of GUI-Owl (X-PLUG/MobileAgent) and MAI-UI (Tongyi-MAI/MAI-UI,
src/prompt.py). All spellings are read by all members; each writes its own.
"""

from __future__ import annotations

from gui_rec.dsl._api import Decoded, Signature
from gui_rec.dsl.dialect import Dialect
from gui_rec.dsl.functions import decode_by
from gui_rec.dsl.json_call import as_call, end_of_text, read_object
from gui_rec.dsl.mobile_use_decode import FUNCTIONS
from gui_rec.dsl.mobile_use_encode import Spelling, say
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.reading import Reading
from gui_rec.dsl.saying import Said
from gui_rec.dsl.sections import check_words, section
from gui_rec.model.actions import Action
from gui_rec.model.geometry import ScreenSize, Space
from gui_rec.model.resize import QWEN2_5

_OPEN, _CLOSE = "<tool_call>", "</tool_call>"
_THINKING = ("thinking", "think")
_WORDS = {
    "tool_call": (),
    "action": ("operation",),
    "thought": ("thought",),
    "thought_action": ("thought", "operation"),
}
_MEANINGS = {
    "click": '"coordinate": [x, y]; touch the screen at (x, y)',
    "long_press": '"coordinate": [x, y], "time": seconds; touch and hold',
    "swipe": '"coordinate": [x1, y1], "coordinate2": [x2, y2]; move the finger from one point to another',
    "drag": '"start_coordinate": [x1, y1], "end_coordinate": [x2, y2]; move the finger from one point to another',
    "type": '"text": the text; enter text in the focused field',
    "key": '"text": the name of a key event, such as volume_up; press it',
    "system_button": '"button": Back, Home, Menu or Enter; press it',
    "open": '"text": the name; open the app of that name',
    "wait": '"time": seconds; let time pass',
    "answer": '"text": the answer; answer the question',
    "interact": '"text": the question; ask the person',
    "ask_user": '"text": the question; ask the person',
    "double_click": '"coordinate": [x, y]; touch twice at (x, y)',
    "terminate": '"status": success or failure; end the task',
}


def _signatures(spelling: Spelling) -> tuple[Signature, ...]:
    head = f'{_OPEN}\n{{"name": "mobile_use", "arguments": {{"action": "ACTION", ...}}}}\n{_CLOSE}'
    first = Signature(head, "the form of every action")
    return (first, *(Signature(name, _MEANINGS[name]) for name in spelling.actions))


class MobileUseCodec(Dialect):
    """One of the family; see the module for its grammar."""

    words = _WORDS

    def __init__(self, name: str, numbers: Numbers, spelling: Spelling) -> None:
        self.name = name
        self.numbers = numbers
        self.signatures = _signatures(spelling)
        self._spelling = spelling

    def read(self, reading: Reading, screen: ScreenSize | None) -> Decoded:
        """See `Dialect.read`."""
        actions: list[Action] = []
        thought, position = _thought(reading, reading.skip_space(0))
        operation, position = section(reading, "Action", position, until=_OPEN)
        position = reading.skip_space(position)
        while not actions or position < len(reading.text):
            arguments, start, position = _tool_call(reading, position)
            call = as_call(reading, arguments, "action", start)
            actions.append(decode_by(FUNCTIONS, reading, call, self.numbers, screen))
            position = reading.skip_space(position)
        return Decoded(tuple(actions), thought, operation, tuple(reading.repairs))

    def say(self, action: Action, screen: ScreenSize | None) -> Said:
        """See `Dialect.say`."""
        return say(action, self.numbers, self._spelling, screen)

    def wrap(self, wrapping: str, call: str, words: dict[str, str]) -> str:
        """See `Dialect.wrap`."""
        thought, operation = words.get("thought"), words.get("operation")
        tagged = self._spelling.thinking and thought is not None
        check_words(wrapping, words, ("Action:", _OPEN), tag=_THINKING[0] if tagged else None)
        lines: list[str] = []
        if thought is not None:
            lines += (
                [f"<{_THINKING[0]}>", thought, f"</{_THINKING[0]}>"] if tagged else [f"Thought: {thought}"]
            )
        if operation is not None:
            lines.append(f"Action: {operation}")
        return "\n".join([*lines, _OPEN, call, _CLOSE])


def _thought(reading: Reading, position: int) -> tuple[str | None, int]:
    for tag in _THINKING:
        if reading.starts(f"<{tag}>", position):
            start = position + len(tag) + 2
            end = reading.text.find(f"</{tag}>", start)
            if end < 0:
                raise reading.error(f"</{tag}>", len(reading.text))
            words = reading.text[start:end].strip() or None
            return words, reading.skip_space(end + len(tag) + 3)
    following = "Action:" if "\nAction:" in reading.text else _OPEN
    return section(reading, "Thought", position, until=following)


def _tool_call(reading: Reading, position: int) -> tuple[dict[str, object], int, int]:
    """The arguments of the tool call at `position`, where their object begins, and the position after it."""
    wrapped = reading.starts(_OPEN, position)
    start = reading.skip_space(position + len(_OPEN)) if wrapped else position
    found, end = read_object(reading, start)
    arguments = found.get("arguments")
    if (
        found.get("name") != "mobile_use"
        or not isinstance(arguments, dict)
        or set(found) != {"name", "arguments"}
    ):
        raise reading.error('{"name": "mobile_use", "arguments": {...}}', start)
    if not wrapped:
        end_of_text(reading, end)
        return arguments, start, end
    end = reading.skip_space(end)
    if not reading.starts(_CLOSE, end):
        if end < len(reading.text):
            raise reading.error(_CLOSE, end)
        reading.repair(f"missing {_CLOSE} added", _CLOSE, end)
        return arguments, start, end
    return arguments, start, end + len(_CLOSE)


QWEN3 = MobileUseCodec("qwen_mobile_use", Numbers(Space.REL999), Spelling())
QWEN2_5_VL = MobileUseCodec(
    "qwen2_5_mobile_use",
    Numbers(Space.RESIZED, resize=QWEN2_5),
    Spelling(has_key=True, has_open=True, answers=False),
)
GUI_OWL = MobileUseCodec(
    "gui_owl", Numbers(Space.REL1000), Spelling(has_key=True, has_open=True, ask="interact")
)
MAI_UI = MobileUseCodec(
    "mai_ui",
    Numbers(Space.REL999),
    Spelling(
        has_open=True,
        ask="ask_user",
        lower_buttons=True,
        times=False,
        failure="fail",
        doubles=True,
        drags=True,
        thinking=True,
    ),
)
