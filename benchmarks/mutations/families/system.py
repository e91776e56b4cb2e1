"""43, 44, 47 and 50 to 53: what the system shows, or what was looked at, is not the app's page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gui_rec.model.verdict import Code
from gui_rec.phone.apps.widgets import page
from gui_rec.phone.world.views import FILL, Flow, Look, View
from mutations.families._api import Family, Mutate, Shown, mismatch, unknown
from mutations.families.pages import on_page
from mutations.recorded import Recorded
from mutations.stage import observe, observed_elsewhere

_CHINESE = "zh-CN"


def _fault(name: str) -> Mutate:
    def mutate(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
        yield "", replace(recorded.post(0), faults=(name,))

    return mutate


def _white(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    stage = recorded.post(0)
    yield "", on_page(stage, lambda _: page(), stage.screen)


def _black(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    yield "", replace(recorded.post(0), awake=False)


def _splash(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    """A logo and a wheel, as apps show while they start."""
    stage = recorded.post(0)
    logo = View(
        "ImageView", id="splash_logo", w=96, h=96, anchor="center", look=Look(kind="logo", icon="star")
    )
    wheel = View(
        "ProgressBar", id="splash_progress", w=40, h=40, anchor="center-bottom", look=Look(kind="spinner")
    )
    inner = View("FrameLayout", h=FILL, flow=Flow.STACK, pad=(0, 0, 0, 120), children=(logo, wheel))
    yield "", on_page(stage, lambda _: page(inner), stage.screen)


def _secure(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    yield "", replace(recorded.post(0), secure=True)


def _stale_tree(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    """The hierarchy is that before the action, the picture that after it."""
    before, seen = observe(recorded.pre(0)), observe(recorded.post(0))
    if before.package == seen.package:
        yield "", observed_elsewhere(seen, xml=before.ui_xml)


def _locale(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    if recorded.marks.is_translated:
        yield "", replace(recorded.post(0), locale=_CHINESE)


FAMILIES = (
    Family(43, "permission dialog", mismatch(Code.PERMISSION_DIALOG), _fault("permission-dialog")),
    Family(44, "crash dialog", mismatch(Code.CRASH_DIALOG), _fault("crash-dialog"), "error"),
    Family(44, "ANR dialog", mismatch(Code.ANR_DIALOG), _fault("anr-dialog"), "error"),
    Family(47, "blank white", mismatch(Code.BLANK_SCREEN), _white),
    Family(47, "black", mismatch(Code.SCREEN_OFF), _black),
    Family(47, "splash", mismatch(Code.LOADING_TIMEOUT, Code.BLANK_SCREEN), _splash),
    Family(50, "secure frame, intact XML", unknown(Code.SECURE_SCREEN), _secure),
    Family(51, "stale XML under new pixels", unknown(Code.OBSERVATION_FAILED, Code.NOT_SETTLED), _stale_tree),
    Family(52, "locale switched", unknown(Code.LOCALE_CHANGED), _locale, locale=_CHINESE),
    Family(53, "chooser", mismatch(Code.SYSTEM_OVERLAY), _fault("chooser-dialog")),
)
