"""A hand on the simulated phone, in this process: it acts, looks before and after, and writes down what was meant.

The clock is moved by hand: a second and a half passes while a step settles and two while the actor thinks, so that
carousels turn, toasts come and go, and minutes pass as they do for a recorder.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from gui_rec.capture.target import find_target
from gui_rec.model.actions import (
    Action,
    Direction,
    Finish,
    FinishStatus,
    Key,
    LongPress,
    OpenApp,
    Scroll,
    Tap,
    Type,
)
from gui_rec.model.geometry import PxPoint
from gui_rec.model.observation import Facts, Observation, Window
from gui_rec.model.step import Sent, Step
from gui_rec.phone.world.phone import Phone, PhoneConfig
from gui_rec.phone.world.views import App
from gui_rec.testing.clock import FakeClock
from gui_rec.ui.facts import facts_of
from gui_rec.ui.matching import node_at
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.state_key import state_key
from gui_rec.ui.tree import Node, Tree
from gui_rec.vision.fingerprint import fingerprint
from gui_rec.vision.png import check_png

SETTLE_S, THINK_S = 1.5, 2.0
_TYPES = {"toast": "TOAST", "input_method": "INPUT_METHOD", "application": "BASE_APPLICATION"}


@dataclass
class Hand:
    """`steps` is what a recorder would have stored; `truth` whether each belongs to the way; `marks` what else is true of
    it by construction: `no_op`, `off_target`, `undone`, `detour`, `loop`, `trouble`. What stands in `marking` is true
    of every step that is made meanwhile.
    """

    seed: int = 0
    steps: list[Step] = field(default_factory=list)
    truth: list[bool] = field(default_factory=list)
    marks: list[frozenset[str]] = field(default_factory=list)
    marking: frozenset[str] = frozenset()
    clock: FakeClock = field(default_factory=FakeClock)
    phone: Phone = field(init=False)

    def __post_init__(self) -> None:
        self.phone = Phone(PhoneConfig(seed=self.seed), self.clock)

    def install(self, *apps: App) -> None:
        """Put apps on the phone that it does not come with."""
        world = self.phone._engine._world
        for app in apps:
            world.apps[app.package] = app

    # -- acting --------------------------------------------------------------------------------------

    def open(self, package: str, activity: str | None = None, *, good: bool = True) -> None:
        def act() -> None:
            if activity is None:
                self.phone.launch(package)
            else:
                self.phone.start_activity(f"{package}/{activity}")

        self._do(OpenApp(package=package, activity=activity), act, good=good)

    def tap(self, what: str, nth: int = 0, *, good: bool = True) -> None:
        """Touch the middle of the n-th node of that text, description or id."""
        middle = self.find(what, nth).bounds.center
        self.touch(middle.x, middle.y, good=good)

    def touch(self, x: float, y: float, *marks: str, good: bool = True) -> None:
        action = Tap(*self._unit(x, y))
        self._do(action, lambda: self.phone.tap(x, y), *marks, good=good)

    def crash(self) -> None:
        """Touch the page beside all that can be pressed, and the app dies of it."""
        place = self._nothing()

        def act() -> None:
            self.phone.tap(place.x, place.y)
            self.phone.faults.set("crash-dialog")

        self._do(Tap(*self._unit(place.x, place.y)), act, "trouble", "off_target", good=False)

    def ground(self, *, good: bool = False) -> None:
        """Touch where nothing takes a touch: beside all that can be pressed."""
        place = self._nothing()
        self.touch(place.x, place.y, "no_op", "off_target", good=good)

    def hold(self, what: str, *, good: bool = True) -> None:
        middle = self.find(what).bounds.center
        action = LongPress(*self._unit(middle.x, middle.y), duration_ms=800)
        self._do(action, lambda: self.phone.long_press(middle.x, middle.y, 800), good=good)

    def type(self, text: str, *, over: bool = False, good: bool = True) -> None:
        """Type into the field that has the cursor; `over` clears it first."""

        def act() -> None:
            if over:
                self.phone.chord(("CTRL_LEFT", "A"))
                self.phone.key("DEL")
            self.phone.text(text)

        self._do(Type(text, clear_before=over), act, *(() if good else ("undone",)), good=good)

    def key(self, code: str, *, good: bool = True) -> None:
        self._do(Key(code), lambda: self.phone.key(code), good=good)

    def scroll(self, direction: Direction = Direction.DOWN, *, good: bool = True) -> None:
        size = self.phone.screen
        x, low, high = size.width_px / 2, size.height_px * 0.7, size.height_px * 0.35
        start, end = (low, high) if direction is Direction.DOWN else (high, low)
        before = self.phone.state()["screen"]
        self._do(
            Scroll(direction, amount=0.35),
            lambda: self.phone.swipe(x, start, x, end, 300),
            good=good,
        )
        if before["scroll"] == self.phone.state()["screen"]["scroll"]:  # type: ignore[index]
            self.marks[-1] |= {"no_op"}

    def finish(self, status: FinishStatus = FinishStatus.SUCCESS, *, good: bool = True) -> None:
        self._do(Finish(status), lambda: None, good=good, sends=False)

    def _do(
        self, action: Action, act: Callable[[], object], *marks: str, good: bool, sends: bool = True
    ) -> None:
        pre = self.look()
        target, missing = find_target(pre, parse_hierarchy(pre.ui_xml or ""), action)
        act()
        self.clock.advance(SETTLE_S)
        step = Step(
            index=len(self.steps),
            pre=pre,
            action=action,
            post=self.look(),
            target=target,
            target_missing=missing,
            sent=Sent(f"input {action.type}", "input", 0, "", 1, 2) if sends else None,
            settled=True,
            settle_ms=1000,
        )
        self.steps.append(step)
        self.truth.append(good)
        self.marks.append(self.marking.union(marks))
        self.clock.advance(THINK_S)

    def _unit(self, x: float, y: float) -> tuple[float, float]:
        size = self.phone.screen
        return x / size.width_px, y / size.height_px

    # -- looking -------------------------------------------------------------------------------------

    def look(self) -> Observation:
        """What a recorder would store of this moment."""
        shown = self.phone.snapshot()
        png, xml = shown.frame(), shown.hierarchy()
        tree = parse_hierarchy(xml)
        windows = tuple(_as_dumped(window) for window in shown.windows)
        toast = self.phone.state()["toast"]
        facts = facts_of(tree, windows, shown.keyboard)
        return Observation(
            screenshot=png,
            ui_xml=xml,
            package=shown.focus.package,
            activity=shown.focus.activity,
            rotation=0,
            size=check_png(png),
            fingerprint=fingerprint(png),
            state_key=state_key(tree, package=shown.focus.package, activity=shown.focus.activity),
            facts=_heard(facts, toast),
            captured_at_us=self.clock.wall_us(),
            ui_source="u2",
        )

    def tree(self) -> Tree:
        return parse_hierarchy(self.phone.hierarchy())

    def find(self, what: str, nth: int = 0) -> Node:
        """Raises LookupError naming what is shown."""
        nodes = [node for node in self.tree().walk() if node.is_hittable and what in _names(node)]
        if nth >= len(nodes):
            shown = sorted({name for node in self.tree().walk() for name in _names(node) if name})
            raise LookupError(f"no {what!r} on the screen; there are {', '.join(shown)}")
        return nodes[nth]

    def _nothing(self) -> PxPoint:
        tree, size = self.tree(), self.phone.screen
        parents = tree.parents()
        for y in range(size.height_px // 20, size.height_px * 9 // 10, 20):
            for x in (size.width_px // 2, 60, size.width_px - 60):
                node, _ = node_at(tree, PxPoint(x, y))
                chain = [node]
                while chain[-1] is not None and chain[-1] in parents:
                    chain.append(parents[chain[-1]])
                if not any(one is not None and _takes(one) for one in chain):
                    return PxPoint(x, y)
        raise LookupError("the screen has no place that takes no touch")


def _takes(node: Node) -> bool:
    return node.clickable or node.long_clickable or node.checkable or node.is_editable


def _names(node: Node) -> tuple[str, ...]:
    return (node.text, node.content_desc, node.resource_id.rpartition("/")[2], node.resource_id)


def _heard(facts: Facts, toast: object) -> Facts:
    return replace(facts, toast=toast if isinstance(toast, str) else "")


def _as_dumped(window: Window) -> Window:
    """The types as `dumpsys window` gives them."""
    if window.type == "bar":
        kind = "STATUS_BAR" if window.title == "StatusBar" else "NAVIGATION_BAR"
    else:
        kind = _TYPES.get(window.type or "", "APPLICATION")
    return replace(window, type=kind)
