"""What a phone itself says before and after each of many random actions, held against what was recorded."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from driven_phone import rect_of

from gui_rec.capture.pixels import bars_in, difference, toasts_in
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Facts, Observation
from gui_rec.model.step import Step
from gui_rec.testing.phone import SimulatedPhone
from gui_rec.ui.parse import parse_hierarchy

__all__ = ["Truth", "a_command", "a_gesture", "told_apart", "truth_of"]

_UNSURE = frozenset(
    [
        Flag.UNSETTLED,
        Flag.PRE_STATE_STALE,
        Flag.TREE_SUSPECT,
        Flag.DUMP_NOT_IDLE,
        Flag.DUMP_NULL_ROOT,
        Flag.FOREIGN_WINDOW,
    ]
)
"""What a row may say of itself: then it does not claim what is compared here."""


@dataclass(frozen=True, slots=True)
class Truth:
    """The phone at one moment, by its own word (`gui-rec phone state`), and by adb past the recorder.

    `version` counts what changed on the phone, so that a moment is known to be one. A dialog of the system has the
    focus in the place of the app below it, which is what `state` names.
    """

    version: int
    package: str
    activity: str | None
    keyboard: bool
    awake: bool
    xml: str | None
    picture: bytes
    toasts: tuple[Rect, ...] = ()
    """Where toasts lie: they come and go by themselves, so no picture is held to them."""


def truth_of(phone: SimulatedPhone) -> Truth:
    """What the phone is now, seen while nothing changed."""
    for _ in range(50):
        before = phone.process.control.state()
        awake = bool(before["awake"])
        xml = phone.device.session.run("uiautomator", "dump", "/dev/tty").text if awake else None
        picture = phone.device.screenshot()
        if phone.process.control.state()["version"] == before["version"]:
            return Truth(
                int(before["version"]),
                _owner(xml) if before["system_dialog"] else str(before["package"]),
                None if before["system_dialog"] else str(before["activity"]),
                bool(before["keyboard"]),
                awake,
                None if xml is None else xml.partition("</hierarchy>")[0],
                picture,
                toasts_in(
                    Observation(size=phone.device.display().size, facts=Facts(windows=phone.device.windows()))
                ),
            )
    raise AssertionError("the phone never stood still for a look")


def _owner(xml: str | None) -> str:
    """Whose the first node is."""
    return (xml or "").partition('package="')[2].partition('"')[0]


def told_apart(step: Step, which: str, seen: Observation, truth: Truth) -> str | None:
    """In what a stored state differs from the phone's own; None where it is true, or says that it may not be."""
    if _UNSURE & {*step.flags, *seen.flags} or not truth.awake:
        return None
    if seen.ui_xml is not None and seen.ui_xml.partition("</hierarchy>")[0] != truth.xml:
        return f"{which}: another hierarchy: {_texts(seen.ui_xml)} for {_texts(truth.xml)}"
    if seen.package is not None and seen.package != truth.package:
        return f"{which}: {seen.package} for {truth.package}"
    if None not in (seen.activity, truth.activity) and _whole(seen) != truth.activity:
        return f"{which}: {seen.activity} for {truth.activity}"
    if seen.facts.keyboard is not None and seen.facts.keyboard != truth.keyboard:
        return f"{which}: keyboard {seen.facts.keyboard} for {truth.keyboard}"
    if seen.screenshot is not None:
        differing = difference(
            seen.screenshot, truth.picture, (*bars_in(seen), *toasts_in(seen), *truth.toasts)
        )
        if differing is not None and differing.width > 12:  # a caret blinks
            return f"{which}: another picture at {differing}"
    if seen.ui_xml is None and not seen.missing:
        return f"{which}: no hierarchy and no reason"
    return None


def _whole(seen: Observation) -> str:
    activity = seen.activity or ""
    return f"{seen.package}{activity}" if activity.startswith(".") else activity


def _texts(xml: str | None) -> list[str]:
    if xml is None:
        return []
    try:
        tree = parse_hierarchy(xml if xml.endswith("</hierarchy>") else xml + "</hierarchy>")
    except ValueError:
        return [xml[:200]]
    return [node.text for node in tree.walk() if node.text][:12]


# -- what is done -------------------------------------------------------------------------------------------

Hand = Callable[[], None]


def _clickable(truth: Truth, chance: random.Random) -> tuple[int, int]:
    found = []
    if truth.xml:
        root = ElementTree.fromstring(truth.xml.encode() + b"</hierarchy>")
        found = [node for node in root.iter("node") if node.get("clickable") == "true"]
    if not found or chance.random() < 0.15:
        return chance.randrange(20, 1060), chance.randrange(130, 2260)
    middle = rect_of(chance.choice(found).attrib).center
    return middle.x, middle.y


_PACKAGES = ("com.example.shop", "com.example.notes", "com.android.settings", "com.example.permissions")
_KEYS = ("BACK", "BACK", "HOME", "ENTER", "DEL", "TAB", "VOLUME_UP", "APP_SWITCH")
_TEXTS_TYPED = ("ada", "lamp%s2", "10115", "x")


def a_command(truth: Truth, chance: random.Random) -> str:
    """A random line for the phone's shell that acts once."""
    x, y = _clickable(truth, chance)
    x2, y2 = chance.randrange(20, 1060), chance.randrange(130, 2260)
    taps = [f"input tap {x} {y}"] * 6
    return chance.choice(
        [
            *taps,
            f"input swipe {x2} {y2} {x} {y} {chance.choice((120, 400))}",
            f"input swipe 540 1800 540 700 {chance.choice((150, 500))}",
            f"input swipe {x} {y} {x} {y} 700",
            f"input draganddrop {x} {y} {x2} {y2} 900",
            f"input keyevent {chance.choice(_KEYS)}",
            f"input keyevent {chance.choice(_KEYS)}",
            f"input text {chance.choice(_TEXTS_TYPED)}",
            f"input text {chance.choice(_TEXTS_TYPED)}",
            f"monkey -p {chance.choice(_PACKAGES)} -c android.intent.category.LAUNCHER 1",
            f"cmd input tap {x} {y}",
        ]
    )


def a_gesture(phone: SimulatedPhone, truth: Truth, chance: random.Random) -> tuple[str, Hand]:
    """A random thing for a finger to do, with its name."""
    hand = phone.process.control
    x, y = _clickable(truth, chance)
    x2, y2 = chance.randrange(20, 1060), chance.randrange(130, 2260)
    deeds: Sequence[tuple[str, Hand]] = [
        *[(f"tap {x} {y}", lambda: hand.tap(x, y))] * 7,
        (f"swipe {x2} {y2} {x} {y}", lambda: hand.swipe(x2, y2, x, y, 300)),
        ("swipe up", lambda: hand.swipe(540, 1800, 540, 700, 400)),
        ("swipe down", lambda: hand.swipe(540, 700, 540, 1800, 250)),
        (f"long press {x} {y}", lambda: hand.long_press(x, y, 800)),
        ("pinch", lambda: hand.pinch(540, 1200, chance.choice((0.5, 2.0)), 400)),
        ("back", lambda: hand.key("back")),
        ("home", lambda: hand.key("home")),
        ("volume_up", lambda: hand.key("volume_up")),
        (
            f"path {x} {y} {x2} {y2}",
            lambda: hand.finger([(x, y, 0), (x2, y, 150), (x2, y2, 320), (x, y2, 500)]),
        ),
    ]
    if truth.keyboard:
        text = chance.choice(("ada", "12", "x y"))
        deeds = [*deeds, *[(f"type {text}", lambda: hand.type(text))] * 8]
    return chance.choice(list(deeds))
