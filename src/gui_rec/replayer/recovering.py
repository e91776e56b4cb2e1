"""What may be done about trouble, where a rule file allows it: clear a field, dismiss, wait, relaunch.

Each has a limit a step and stands in the report, done or not. None of them is the step's own action: whatever
would repeat that is refused, since an action is sent at most once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from gui_rec._clock import Clock
from gui_rec.capture.observe import Observer
from gui_rec.device._api import Device
from gui_rec.device.restore import RestoreStep
from gui_rec.errors import DeviceError, DeviceLostError, DeviceUnavailableError
from gui_rec.model.actions import Action, Key, OpenApp, Tap, Type
from gui_rec.model.geometry import Rect, ScreenSize, to_unit
from gui_rec.model.observation import Observation
from gui_rec.model.selector import Selector
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Phase
from gui_rec.replayer.looks import Look
from gui_rec.replayer.rules.given import Given
from gui_rec.replayer.rules.model import Recovery, RecoveryKind
from gui_rec.replayer.rules.words import recovery_words, selector_words
from gui_rec.ui.matching import find_all
from gui_rec.ui.tree import Node

_OWN = "it would repeat the step's own action"


@dataclass(frozen=True, slots=True)
class Recovered:
    """One recovery: because of what, before or after the step, and whether it was done; `detail` says why not."""

    rule_id: str
    code: Code
    phase: Phase
    kind: RecoveryKind
    words: str
    done: bool
    detail: str = ""

    @property
    def line(self) -> str:
        """`dismiss (rule sign-in) before the step, on PERMISSION_DIALOG`"""
        when = "before" if self.phase is Phase.PRE else "after"
        return f"{self.kind.value} (rule {self.rule_id}) {when} the step, on {self.code.value}"

    def as_record(self) -> dict[str, object]:
        """For the report."""
        return {
            "rule": self.rule_id,
            "code": self.code.value,
            "phase": self.phase.value,
            "do": self.kind.value,
            "words": self.words,
            "done": self.done,
            "detail": self.detail,
        }


@dataclass(slots=True)
class Aid:
    """The recoveries of one step on a device; `tell` takes out of the device's words what is withheld."""

    device: Device
    observer: Observer
    clock: Clock
    step: Step
    given: Given
    tell: Callable[[str], str] = str
    told: list[Recovered] = field(default_factory=list)
    _used: Counter[tuple[str, int]] = field(default_factory=Counter)

    @property
    def done(self) -> tuple[str, ...]:
        """A line for each recovery that was done."""
        return tuple(recovered.line for recovered in self.told if recovered.done)

    def help(self, code: Code, seen: Look, phase: Phase) -> bool:
        """Do the first recovery that the rules allow against `code` and that can be done; True where one was.

        Raises DeviceLostError or DeviceUnavailableError when the device went away.
        """
        return any(
            self._tried(rule_id, place, recovery, code, seen, phase)
            for rule_id, place, recovery in self._allowed(code)
        )

    def _allowed(self, code: Code) -> list[tuple[str, int, Recovery]]:
        return [
            (rule.rule_id, place, recovery)
            for file in self.given.rules
            for rule in file.steps
            for place, recovery in enumerate(rule.recoveries)
            if code in recovery.when and self._used[rule.rule_id, place] < recovery.limit
        ]

    def _tried(
        self, rule_id: str, place: int, recovery: Recovery, code: Code, seen: Look, phase: Phase
    ) -> bool:
        self._used[rule_id, place] += 1
        try:
            refused = _DO[recovery.kind](self, recovery, seen, phase)
        except (DeviceLostError, DeviceUnavailableError):
            raise
        except DeviceError as error:
            refused = self.tell(str(error))
        self.observer.acted()
        words = recovery_words(recovery)
        self.told.append(
            Recovered(rule_id, code, phase, recovery.kind, words, refused is None, refused or "")
        )
        return refused is None

    def _dismiss(self, recovery: Recovery, seen: Look, _phase: Phase) -> str | None:
        if recovery.selector is None:
            if isinstance(self.step.action, Key) and self.step.action.code == "BACK":
                return _OWN
            return self._perform(Key("BACK"), seen.seen)
        node = _only(seen, recovery.selector)
        if isinstance(node, str):
            return node
        return _OWN if self._is_own(node) else self._perform(self._tap(node, seen.seen), seen.seen)

    def _clear(self, recovery: Recovery, seen: Look, _phase: Phase) -> str | None:
        assert recovery.selector is not None
        node = _only(seen, recovery.selector)
        if isinstance(node, str):
            return node
        if not node.is_editable:
            return f"{selector_words(recovery.selector)} is no text field"
        at = self._tap(node, seen.seen)
        return self._perform(Type("", clear_before=True, x=at.x, y=at.y), seen.seen)

    def _wait(self, recovery: Recovery, _seen: Look, _phase: Phase) -> str | None:
        assert recovery.wait_s is not None
        self.clock.sleep_s(recovery.wait_s)
        return None

    def _relaunch(self, recovery: Recovery, _seen: Look, phase: Phase) -> str | None:
        assert recovery.package is not None
        if phase is Phase.POST and isinstance(self.step.action, OpenApp):
            return _OWN
        self.device.restore_app(recovery.package, (RestoreStep.FORCE_STOP, RestoreStep.LAUNCH))
        return None

    def _perform(self, action: Action, seen: Observation) -> str | None:
        sent = self.device.perform(action, self._size(seen))
        if sent.exit_status in (0, None):
            return None
        return self.tell(f"the device answered {sent.exit_status}: {sent.output[:200]}")

    def _tap(self, node: Node, seen: Observation) -> Tap:
        size = self._size(seen)
        screen = Rect(0, 0, size.width_px, size.height_px)
        point = to_unit(node.bounds.intersect(screen).center, size)
        return Tap(point.x, point.y)

    def _size(self, seen: Observation) -> ScreenSize:
        return seen.size if seen.size is not None else self.device.display().size

    def _is_own(self, node: Node) -> bool:
        """Whether the step's own target would be pressed; by what it is, since it may have moved, and where nothing
        says what it is, by its place.
        """
        target = self.step.target
        if target is None:
            return False
        mine = (target.resource_id or "", target.text or "", target.content_desc or "")
        same = mine == (node.resource_id, node.text, node.content_desc)
        return same and (any(mine) or target.path == node.path)


_DO: dict[RecoveryKind, Callable[[Aid, Recovery, Look, Phase], str | None]] = {
    RecoveryKind.DISMISS: Aid._dismiss,
    RecoveryKind.CLEAR_FIELD: Aid._clear,
    RecoveryKind.WAIT: Aid._wait,
    RecoveryKind.RELAUNCH: Aid._relaunch,
}
"""How each is done; the answer says why it was not."""


def _only(seen: Look, selector: Selector) -> Node | str:
    """The only node that can be pressed, or why there is none."""
    if seen.tree is None:
        return "no hierarchy to find it in"
    found = [node for node in find_all(seen.tree, selector) if node.enabled]
    if len(found) != 1:
        return f"{selector_words(selector)}: {len(found)} matches"
    return found[0]
