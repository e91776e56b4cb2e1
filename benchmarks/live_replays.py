"""Replays on the live simulated phone, end to end through a real adb server, with trouble switched on there.

Steps are recorded once; before each the phone's whole state is saved. A replay loads that state, switches one mutation on
(mostly a fault that begins with the action) and replays the one step. What it must be judged follows from the mutation.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from measure import Bound

from gui_rec.device._api import Device
from gui_rec.model.actions import Action, Key, OpenApp, Tap, Type
from gui_rec.model.verdict import Code, Verdict
from gui_rec.phone.control_client import PhoneControl
from gui_rec.recorder.session import Recorder
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.session import replay
from gui_rec.testing.phone import SimulatedPhone, simulated_phone
from gui_rec.ui.parse import parse_hierarchy

PROCESSES = 2
LEAST_REPLAYS = 200
_TIMEOUT_S = 2.0
_QUICK = ("identical", "lost-tap", "crash-dialog", "error-toast", "inline-error", "odd-paint", "double tap")
_QUICK_STEPS = 2
_NO_SUCCESS = (Verdict.MISMATCH, Verdict.UNKNOWN)
_SUCCESS = frozenset({Verdict.MATCH, Verdict.ACCEPTABLE})

Doing = Callable[[PhoneControl], None]


@dataclass(frozen=True)
class Mutation:
    """What is done to the phone, and the verdicts and codes that are right; no codes: any code of those verdicts."""

    name: str
    do: Doing
    verdicts: tuple[Verdict, ...]
    codes: frozenset[Code] = frozenset()
    only: Callable[[LiveStep], bool] = lambda _: True
    twice: bool = False


@dataclass(frozen=True)
class LiveStep:
    """A step to record: an action, or the id of the view to touch. `counts` says that it moves a number by one;
    `buttons` that a button is on the screen after it, `speaks` that the app speaks the phone's language,
    `toasts` that a toast comes with it, `only_focus` that it moves nothing but the focus and the keyboard.
    """

    name: str
    action: Action | str
    counts: bool = False
    buttons: bool = False
    speaks: bool = False
    toasts: bool = False
    only_focus: bool = False

    @property
    def is_tap(self) -> bool:
        return isinstance(self.action, str)


def _fault(name: str, code: Code, verdict: Verdict = Verdict.MISMATCH, *more: Code) -> Mutation:
    specification = name if "@" in name or ":" in name else f"{name}@1"
    codes = frozenset({code, *more})
    return Mutation(name.partition("@")[0], lambda phone: phone.fault_on(specification), (verdict,), codes)


def _is_tap(step: LiveStep) -> bool:
    return step.is_tap


def _changes_the_page(step: LiveStep) -> bool:
    return step.is_tap and not step.only_focus


MUTATIONS: tuple[Mutation, ...] = (
    Mutation("identical", lambda _: None, (Verdict.MATCH,)),
    Mutation("battery", lambda phone: phone.set_battery(12), (Verdict.MATCH,)),
    Mutation("clock", lambda phone: phone.fault_on("clock-jump:3600"), (Verdict.MATCH,)),
    Mutation("dark theme", lambda phone: phone.set_night(True), (Verdict.ACCEPTABLE,)),
    Mutation("heads-up", lambda phone: phone.fault_on("heads-up@1"), (Verdict.ACCEPTABLE,)),
    Mutation(
        "lost-tap",
        lambda phone: phone.fault_on("lost-tap"),
        (Verdict.MISMATCH,),
        frozenset({Code.NO_EFFECT}),
        _is_tap,
    ),
    Mutation(
        "double tap",
        lambda _: None,
        (Verdict.MISMATCH,),
        frozenset({Code.DOUBLE_EFFECT}),
        lambda step: step.counts,
        twice=True,
    ),
    _fault("crash-dialog", Code.CRASH_DIALOG),
    _fault("anr-dialog", Code.ANR_DIALOG),
    _fault("permission-dialog", Code.PERMISSION_DIALOG),
    _fault("chooser-dialog", Code.SYSTEM_OVERLAY),
    _fault("app-dialog", Code.UNEXPECTED_DIALOG),
    _fault("usb-dialog", Code.SYSTEM_OVERLAY, Verdict.MISMATCH, Code.UNEXPECTED_DIALOG),
    _fault("shade-dialog", Code.SYSTEM_OVERLAY),
    Mutation(
        "error-toast",
        lambda phone: phone.fault_on("error-toast@1"),
        _NO_SUCCESS,
        frozenset({Code.TOAST_ERROR, Code.VISUAL_OVERLAY}),
    ),
    _fault("inline-error", Code.INLINE_ERROR),
    _fault("loading-page", Code.LOADING_TIMEOUT),
    _fault("blank-page", Code.BLANK_SCREEN),
    _fault("login-wall", Code.LOGIN_WALL),
    _fault("update-wall", Code.UPDATE_REQUIRED),
    _fault("web-error", Code.WEBVIEW_ERROR),
    Mutation(
        "odd-paint",
        lambda phone: phone.fault_on("odd-paint@1"),
        (Verdict.MISMATCH,),
        frozenset({Code.VISUAL_ONLY_DIFF}),
        lambda step: step.buttons,
    ),
    _fault("secure-screen", Code.SECURE_SCREEN, Verdict.UNKNOWN),
    Mutation(
        "stale-tree",
        lambda phone: phone.fault_on("stale-tree:90"),
        _NO_SUCCESS,
        frozenset(),
        _changes_the_page,
    ),
    Mutation(
        "stale-frame",
        lambda phone: phone.fault_on("stale-frame:90"),
        _NO_SUCCESS,
        frozenset(),
        _changes_the_page,
    ),
    Mutation(
        "Chinese", lambda phone: phone.set_locale("zh-CN"), _NO_SUCCESS, frozenset(), lambda step: step.speaks
    ),
)


@dataclass(frozen=True)
class Session:
    """What is done by hand first, and then the steps that are recorded."""

    name: str
    before: tuple[Action | str, ...]
    steps: tuple[LiveStep, ...]


SESSIONS = (
    Session(
        "shop",
        (
            OpenApp(name="Shop"),
            "username",
            Type("ada"),
            "password",
            Type("s3cret"),
            Key("BACK"),
            "sign_in",
            "search_box",
            Type("lamp", press_enter=True),
        ),
        (
            LiveStep("product", "result_row", buttons=True),
            LiveStep("favourite", "favourite", buttons=True),
            LiveStep("add to cart", "add_to_cart", buttons=True, toasts=True),
            LiveStep("cart", "cart_button", buttons=True),
            LiveStep("one more", "more", counts=True, buttons=True),
        ),
    ),
    Session(
        "settings",
        (OpenApp(name="Settings"),),
        (
            LiveStep("network", Tap(0.5, 850 / 2400), speaks=True),
            LiveStep("search", Key("BACK"), speaks=True),
            LiveStep("search page", "search_action_bar"),
            LiveStep("typed", Type("Sound")),
        ),
    ),
    Session(
        "notes",
        (OpenApp(name="Notes"),),
        (
            LiveStep("new note", "add"),
            LiveStep("title", "note_title", only_focus=True),
            LiveStep("title typed", Type("Train at nine")),
            LiveStep("saved", "save", toasts=True),
        ),
    ),
)


class Twice:
    """A device whose every action is done twice."""

    def __init__(self, device: Device) -> None:
        self._device = device

    def __getattr__(self, name: str) -> object:
        return getattr(self._device, name)

    def perform(self, *args: object, **more: object) -> object:
        """What a driver does that is told nothing and tries again."""
        perform = cast("Callable[..., object]", self._device.perform)
        perform(*args, **more)
        return perform(*args, **more)


@dataclass
class Outcome:
    """One replay: what it was, what was said, and whether that is right."""

    name: str
    mutation: str
    verdict: Verdict
    code: Code
    detail: str
    right: bool
    named: bool = field(default=True)


def run(*, quick: bool) -> list[Bound]:
    """All steps with all mutations; a quick run takes a dozen. Fails where a harmful one passes as a match."""
    sessions = SESSIONS[:1] if quick else SESSIONS
    with ProcessPoolExecutor(PROCESSES) as pool:
        found = [one for part in pool.map(_session, sessions, [quick] * len(sessions)) for one in part]
    passed = [
        f"{one.name}: {one.mutation}"
        for one in found
        if _is_harmful(one.mutation) and one.verdict is Verdict.MATCH
    ]
    if passed:
        raise AssertionError(f"harmful replays were called a match: {', '.join(passed)}")
    workload = (
        f"{len(found)} replays of {sum(len(one.steps) for one in sessions)} steps on the simulated phone"
    )
    wrong = [f"{one.name} {one.mutation} -> {one.verdict} {one.code}" for one in found if not one.right]
    unnamed = sum(not one.named for one in found)
    bounds = [
        Bound("live_replays", "verdicts that are wrong", workload, len(wrong), 0, "replays"),
        Bound("live_replays", "codes that are wrong", workload, unnamed, round(0.1 * len(found)), "replays"),
    ]
    if not quick:
        short = max(0, LEAST_REPLAYS - len(found))
        bounds.append(
            Bound("live_replays", f"replays short of {LEAST_REPLAYS}", workload, short, 0, "replays")
        )
    for line, count in Counter(wrong).items():
        print(f"live_replays: {line}" + (f" ({count} times)" if count > 1 else ""))
    return bounds


def _is_harmful(name: str) -> bool:
    return next(set(one.verdicts) <= set(_NO_SUCCESS) for one in MUTATIONS if one.name == name)


def _session(session: Session, quick: bool) -> list[Outcome]:
    with tempfile.TemporaryDirectory() as name, simulated_phone(seed=3) as phone:
        folder = Path(name)
        control = phone.process.control
        _record(session, phone, control, folder)
        return list(_replays(session, phone, control, folder, quick=quick))


def _record(session: Session, phone: SimulatedPhone, control: PhoneControl, folder: Path) -> None:
    for action in session.before:
        _perform(phone, action)
    with Recorder(phone.device, folder / "run.parquet") as recorder:
        recorder.observe()
        for number, step in enumerate(session.steps):
            control.snapshot_save(folder, f"before-{number}")
            recorder.do(_action(phone, step.action))


def _perform(phone: SimulatedPhone, action: Action | str) -> None:
    phone.device.perform(_action(phone, action), phone.device.display().size)


def _action(phone: SimulatedPhone, action: Action | str) -> Action:
    """A view's id becomes a touch of its middle."""
    if not isinstance(action, str):
        return action
    tree, size = parse_hierarchy(phone.device.hierarchy()), phone.device.display().size
    node = next(
        node for node in tree.walk() if node.resource_id.endswith(f":id/{action}") and node.is_hittable
    )
    return Tap(node.bounds.center.x / size.width_px, node.bounds.center.y / size.height_px)


def _replays(
    session: Session, phone: SimulatedPhone, control: PhoneControl, folder: Path, *, quick: bool
) -> Iterable[Outcome]:
    steps = list(enumerate(session.steps))
    for number, step in steps[-_QUICK_STEPS:] if quick else steps:
        for mutation in MUTATIONS:
            if not mutation.only(step) or (quick and mutation.name not in _QUICK):
                continue
            control.snapshot_load(folder, f"before-{number}")
            mutation.do(control)
            yield _replay(f"{session.name}, {step.name}", number, mutation, phone, folder, step)


def _replay(
    name: str, number: int, mutation: Mutation, phone: SimulatedPhone, folder: Path, step: LiveStep
) -> Outcome:
    """An unheard toast that does not look as recorded (a dark one, one under a banner) is unknown, and rightly so."""
    device = cast(Device, Twice(phone.device)) if mutation.twice else phone.device
    config = ReplayConfig(from_step=number, until_step=number, timeout_s=_TIMEOUT_S, write_verdicts=False)
    said = replay(folder / "run.parquet", device, config).steps[-1].verdict
    is_unheard = step.toasts and said.code is Code.VISUAL_OVERLAY and said.verdict is Verdict.UNKNOWN
    right = is_unheard or said.verdict in mutation.verdicts or {said.verdict, *mutation.verdicts} <= _SUCCESS
    named = right and (not mutation.codes or said.code in mutation.codes)
    return Outcome(name, mutation.name, said.verdict, said.code, said.detail, right, named)
