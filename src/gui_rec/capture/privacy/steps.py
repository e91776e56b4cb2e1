"""Masks what was done: the action, the words around it, and what was sent for it."""

from __future__ import annotations

from dataclasses import replace

from gui_rec.capture.observe import Observer
from gui_rec.capture.privacy.keyboard import keyboard_rects
from gui_rec.capture.privacy.live import forget_live, live_of
from gui_rec.capture.privacy.masker import HIDDEN_APP, Masker
from gui_rec.capture.privacy.slots import is_hidden, selector_with_texts, with_texts, withheld_text
from gui_rec.capture.privacy.words import MARK
from gui_rec.capture.target import focused_field
from gui_rec.errors import DeviceError, TextUnsupportedError
from gui_rec.model.actions import Action, ExtractText, Invalid, Key, OpenApp, Type, WaitFor, target_point
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo, Expectation
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.geometry import to_px
from gui_rec.model.observation import Observation
from gui_rec.model.step import Sent, Step, Target
from gui_rec.ui.tree import Node, Tree

_LEAST_SERIAL_CHARS = 4
_KEY_WITHHELD = "a key that was pressed for a password field is withheld"


class StepPrivacy:
    """The text side of a session's masks: one for a recorder, one for a replay.

    `serial` is replaced by `serial_id` wherever it would be stored; None keeps it.
    """

    def __init__(
        self, masker: Masker, observer: Observer, *, serial: str = "", serial_id: str | None = None
    ) -> None:
        self.masker = masker
        self._observer = observer
        self._serial, self._serial_id = serial, serial_id

    def text(self, text: str) -> str:
        """A text about an action, or a message, as it may be stored and shown."""
        said = self.masker.words.slotted(text)
        if self._serial_id is not None and len(self._serial) >= _LEAST_SERIAL_CHARS:
            said = said.replace(self._serial, self._serial_id)
        return said

    def maybe(self, text: str | None) -> str | None:
        """The same for a text that may be absent."""
        return None if text is None else self.text(text)

    def action(self, action: Action) -> Action:
        """`action` with its texts as `text` gives them."""
        return with_texts(action, self.text)

    def frame(self, info: EpisodeInfo) -> EpisodeInfo:
        """The words an episode begins with. Their masks are those of the rules: nothing is learnt yet."""
        return replace(
            info,
            goal=self.maybe(info.goal),
            task_id=self.maybe(info.task_id),
            annotator=self.maybe(info.annotator),
        )

    def end(self, end: EpisodeEnd) -> EpisodeEnd:
        """The words an episode ends with, the answers to probes among them. The outcome is a word of a closed list,
        which readers go by, and stays as it is.
        """
        return replace(
            end,
            message=self.maybe(end.message),
            expectations=tuple(self._expectation(item) for item in end.expectations),
        )

    def _expectation(self, item: Expectation) -> Expectation:
        return replace(
            item,
            probe=self.text(item.probe),
            expected=self.maybe(item.expected),
            answer=self.maybe(item.answer),
        )

    def before(self, action: Action, pre: Observation) -> Action:
        """Learn what `action` is about to enter; the action to perform.

        A selector is looked for on the masked screen, so its texts are masked alike.
        """
        if isinstance(action, Type) and action.text and self._is_surely_secret(action, pre):
            withheld_text(action.text, self.masker.words)
        if isinstance(action, WaitFor | ExtractText):
            return replace(action, selector=selector_with_texts(action.selector, self.masker.words.text))
        return action

    def told(self, action: Action, error: DeviceError) -> DeviceError:
        """`error` as it may be shown: why a text cannot be entered is told by its characters."""
        is_text = isinstance(error, TextUnsupportedError) and isinstance(action, Type)
        if not is_text or not isinstance(action, Type) or not self.masker.words.knows(action.text):
            return error
        return TextUnsupportedError(
            "text: no method on this device can carry the withheld text; nothing was sent. Install an "
            "input method that adb can drive: ADBKeyBoard (com.android.adbkeyboard)"
        )

    def step(self, step: Step) -> Step:
        """`step` as it may be stored."""
        pre, post = self._masked(step.pre), self._masked(step.post)
        action = self._action(step, pre, post)
        is_withheld = action != step.action
        pre, post = self._masked(pre, again=is_withheld), self._masked(post, again=is_withheld)
        clean = replace(
            step,
            pre=forget_live(pre),
            post=forget_live(post),
            action=action,
            action_raw=self._raw(step, is_withheld=is_withheld),
            app_name=self.maybe(step.app_name),
            app_version=None if pre.package == HIDDEN_APP else step.app_version,
            claimed=self.maybe(step.claimed),
            thought=self.maybe(step.thought),
            operation=self.maybe(step.operation),
            prompt_id=self.maybe(step.prompt_id),
            turn_id=self.maybe(step.turn_id),
            target=self._target(step.target),
            target_missing=_target_missing(step, pre),
            sent=self._sent(step.sent, is_withheld=is_withheld),
            result_detail=self.maybe(step.result_detail),
        )
        masked = clean.pre.masked or clean.post.masked or _texts(clean) != _texts(step)
        flags = (*clean.flags, Flag.MASKED) if masked else clean.flags
        return replace(clean, flags=tuple(dict.fromkeys(flags)))

    def _masked(self, seen: Observation, *, again: bool = False) -> Observation:
        """A look that another observer made is masked here; one of before a secret was learnt, once more."""
        return self._observer.masked_again(seen) if again or seen.masked is None else seen

    def _action(self, step: Step, pre: Observation, post: Observation) -> Action:
        action, words = step.action, self.masker.words
        if isinstance(action, Type) and action.text and self._is_secret(step, action, pre, post):
            return replace(action, text=withheld_text(action.text, words))
        if self._is_secret_key(action, pre):
            return Invalid(MARK, _KEY_WITHHELD)
        if isinstance(action, Invalid) and self._types_password(pre):
            return Invalid(MARK, "what cannot be read, while a password field has the focus, is withheld")
        if isinstance(action, OpenApp) and post.package == HIDDEN_APP:
            for said in filter(None, (action.package, action.name, step.app_name)):
                words.learn(said, "app")
        for name, secret in _found(action, self.masker):
            words.learn(secret, name)
        return with_texts(action, self.text)

    def _raw(self, step: Step, *, is_withheld: bool) -> str | None:
        """The action as it came. Where the secret is not found in it, it is spelled in a way nobody knows."""
        if step.action_raw is None:
            return None
        raw = self.text(step.action_raw)
        return MARK if is_withheld and raw == step.action_raw else raw

    def _sent(self, sent: Sent | None, *, is_withheld: bool) -> Sent | None:
        """A command line spells a text in its own way, so that of a withheld one is not told."""
        if sent is None:
            return None
        what = MARK if is_withheld else self.text(sent.what)
        output = MARK if is_withheld and sent.output else self.text(sent.output)
        return replace(sent, what=what, output=output, client=self.maybe(sent.client))

    def _target(self, target: Target | None) -> Target | None:
        if target is None:
            return None
        words, selector = self.masker.words, target.selector
        return replace(
            target,
            selector=None if selector is None else selector_with_texts(selector, words.text),
            resource_id=words.maybe(target.resource_id),
            text=words.maybe(target.text),
            content_desc=words.maybe(target.content_desc),
        )

    def _is_surely_secret(self, action: Type, pre: Observation) -> bool:
        return self.masker.is_password(self._field(action, pre, self._observer.live_tree(pre)))

    def _is_secret(self, step: Step, action: Type, pre: Observation, post: Observation) -> bool:
        """Whether the text went into a password field. Where no hierarchy tells where it went, it did.

        A state before the action that is out of date does not tell it.
        """
        if not self.masker.rules.password:
            return False
        if Flag.MASKED in step.flags and is_hidden(action.text):
            return True
        before, after = self._observer.live_tree(pre), self._observer.live_tree(post)
        if Flag.PRE_STATE_STALE in step.flags and self._shows_password(before, after):
            return True
        for field in (self._field(action, pre, before), focused_field(after)):
            if field is not None:
                return self.masker.is_password(field)
        if before is None or (after is None and Flag.DEVICE_RECONNECTED in post.flags):
            return True
        return self._shows_password(before, after)

    def _shows_password(self, *trees: Tree | None) -> bool:
        shown = [tree for tree in trees if tree is not None]
        return any(self.masker.is_password(node) for tree in shown for node in tree.walk())

    def _field(self, action: Type, seen: Observation, tree: Tree | None) -> Node | None:
        """The text field that `action` goes to, as far as the state before it tells."""
        if tree is None:
            return None
        point = target_point(action)
        if point is None or seen.size is None:
            return focused_field(tree)
        px = to_px(point, seen.size)
        there = [node for node in tree.walk() if node.is_hittable and node.bounds.contains(px)]
        secret = [node for node in there if self.masker.is_password(node)]
        fields = secret or [node for node in there if node.is_editable]
        return fields[-1] if fields else None

    def _types_password(self, pre: Observation) -> bool:
        return self.masker.is_password(focused_field(self._observer.live_tree(pre)))

    def _is_secret_key(self, action: Action, pre: Observation) -> bool:
        """A letter or digit, or a touch of the keyboard, while a password field has the focus."""
        field = focused_field(self._observer.live_tree(pre))
        if not self.masker.is_password(field):
            return False
        if isinstance(action, Key):
            return len(action.code.removeprefix("NUMPAD_")) == 1
        point, size = target_point(action), pre.size
        live = live_of(pre)
        if isinstance(action, Type) or point is None or size is None or live.facts.keyboard is False:
            return False
        px = to_px(point, size)
        keys = keyboard_rects(live.facts.windows, size, field, previews=False)
        return any(rect.contains(px) for rect in keys)


def _found(action: Action, masker: Masker) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []

    def note(text: str) -> str:
        found.extend(masker.words.found(text))
        return text

    with_texts(action, note)
    return found


def _target_missing(step: Step, pre: Observation) -> MissingReason | None:
    is_hidden = any(item.column == "ui_xml" and item.reason is MissingReason.MASKED for item in pre.missing)
    return (
        MissingReason.MASKED
        if is_hidden and step.target_missing is MissingReason.NO_TREE
        else step.target_missing
    )


def _texts(step: Step) -> tuple[object, ...]:
    return (
        *(
            step.action,
            step.action_raw,
            step.app_name,
            step.claimed,
            step.thought,
            step.operation,
            step.target,
        ),
        *(step.sent, step.result_detail, step.prompt_id, step.turn_id),
    )
