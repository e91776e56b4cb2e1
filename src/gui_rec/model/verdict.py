"""How a transition is judged: the closed tables of verdicts and codes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """`unknown` is never success; only match and acceptable may become positive labels."""

    MATCH = "match"
    ACCEPTABLE = "acceptable"
    MISMATCH = "mismatch"
    UNKNOWN = "unknown"

    @property
    def successful(self) -> bool:
        return self in (Verdict.MATCH, Verdict.ACCEPTABLE)


class Code(StrEnum):
    """Why a step has its verdict. `successful` alone says success, and then the code is OK."""

    OK = "OK"
    PACKAGE_MISMATCH = "PACKAGE_MISMATCH"
    ACTIVITY_MISMATCH = "ACTIVITY_MISMATCH"
    TARGET_NOT_FOUND = "TARGET_NOT_FOUND"
    TARGET_AMBIGUOUS = "TARGET_AMBIGUOUS"
    ACTION_FAILED = "ACTION_FAILED"
    APP_LEFT = "APP_LEFT"
    NO_EFFECT = "NO_EFFECT"
    STATE_MISMATCH = "STATE_MISMATCH"
    DOUBLE_EFFECT = "DOUBLE_EFFECT"
    INLINE_ERROR = "INLINE_ERROR"
    TOAST_ERROR = "TOAST_ERROR"
    CRASH_DIALOG = "CRASH_DIALOG"
    ANR_DIALOG = "ANR_DIALOG"
    PERMISSION_DIALOG = "PERMISSION_DIALOG"
    UNEXPECTED_DIALOG = "UNEXPECTED_DIALOG"
    SYSTEM_OVERLAY = "SYSTEM_OVERLAY"
    KEYBOARD_SHOWN = "KEYBOARD_SHOWN"
    KEYBOARD_HIDDEN = "KEYBOARD_HIDDEN"
    LOADING_TIMEOUT = "LOADING_TIMEOUT"
    BLANK_SCREEN = "BLANK_SCREEN"
    SECURE_SCREEN = "SECURE_SCREEN"
    SCREEN_OFF = "SCREEN_OFF"
    WEBVIEW_ERROR = "WEBVIEW_ERROR"
    LOGIN_WALL = "LOGIN_WALL"
    UPDATE_REQUIRED = "UPDATE_REQUIRED"
    VISUAL_ONLY_DIFF = "VISUAL_ONLY_DIFF"
    VISUAL_OVERLAY = "VISUAL_OVERLAY"
    NOT_SETTLED = "NOT_SETTLED"
    OBSERVATION_FAILED = "OBSERVATION_FAILED"
    OPAQUE_SCREEN = "OPAQUE_SCREEN"
    SCREEN_MISMATCH = "SCREEN_MISMATCH"
    AHEAD = "AHEAD"
    ROTATION_CHANGED = "ROTATION_CHANGED"
    LOCALE_CHANGED = "LOCALE_CHANGED"
    START_STATE_MISMATCH = "START_STATE_MISMATCH"
    DEVICE_LOST = "DEVICE_LOST"
    ACTION_UNSUPPORTED = "ACTION_UNSUPPORTED"
    TEXT_UNSUPPORTED = "TEXT_UNSUPPORTED"

    @property
    def meaning(self) -> str:
        """One line for a person."""
        return CODE_MEANINGS[self]


CODE_MEANINGS: dict[Code, str] = {
    Code.OK: "the step did what the recording says",
    Code.PACKAGE_MISMATCH: "another app than recorded has the focus",
    Code.ACTIVITY_MISMATCH: "another page of the same app is shown",
    Code.TARGET_NOT_FOUND: "the recorded target is not on the screen",
    Code.TARGET_AMBIGUOUS: "several nodes could be the recorded target; none was touched",
    Code.ACTION_FAILED: "the action could not be carried out, or its text did not arrive",
    Code.APP_LEFT: "the launcher came to the front instead of the recorded app",
    Code.NO_EFFECT: "the screen is as before the action, but the recorded action changed it",
    Code.STATE_MISMATCH: "the screen differs from the recorded one in something that matters",
    Code.DOUBLE_EFFECT: "the action took effect twice",
    Code.INLINE_ERROR: "an error message stands on the page that the recording does not show",
    Code.TOAST_ERROR: "an error toast appeared that the recording does not show",
    Code.CRASH_DIALOG: "the system says that an app crashed",
    Code.ANR_DIALOG: "the system says that an app is not responding",
    Code.PERMISSION_DIALOG: "a permission dialog is in the way",
    Code.UNEXPECTED_DIALOG: "a dialog is shown that the recording does not show",
    Code.SYSTEM_OVERLAY: "a system window is in the way",
    Code.KEYBOARD_SHOWN: "the keyboard is up, but not in the recording",
    Code.KEYBOARD_HIDDEN: "the keyboard is down, but up in the recording",
    Code.LOADING_TIMEOUT: "the page was still loading when time was up",
    Code.BLANK_SCREEN: "the screen is blank",
    Code.SECURE_SCREEN: "the screen is protected from screenshots; it cannot be judged by pixels",
    Code.SCREEN_OFF: "the screen is off",
    Code.WEBVIEW_ERROR: "a web page could not be loaded",
    Code.LOGIN_WALL: "a login is asked for that the recording does not show",
    Code.UPDATE_REQUIRED: "the app asks to be updated",
    Code.VISUAL_ONLY_DIFF: "the picture of a control differs although its hierarchy does not",
    Code.VISUAL_OVERLAY: "something covers the page that the hierarchy does not show",
    Code.NOT_SETTLED: "the screen never came to rest",
    Code.OBSERVATION_FAILED: "the screen could not be captured; see the reasons in the evidence",
    Code.OPAQUE_SCREEN: "the screen has no usable hierarchy; only pixels could be compared",
    Code.SCREEN_MISMATCH: "the recorded screen before the action never appeared",
    Code.AHEAD: "the screen already equals that of a later recorded step",
    Code.ROTATION_CHANGED: "the screen is rotated otherwise than recorded",
    Code.LOCALE_CHANGED: "the device speaks another language than recorded",
    Code.START_STATE_MISMATCH: "the replay did not start where the recording started",
    Code.DEVICE_LOST: "the device went away",
    Code.ACTION_UNSUPPORTED: "this device cannot perform this action; nothing was sent",
    Code.TEXT_UNSUPPORTED: "no method on this device can enter this text; nothing was sent",
}


class Shade(StrEnum):
    """What a successful step's `detail` begins with, where something differs that does not matter."""

    OK_MOVED = "OK_MOVED"
    CHANGED_BY_ITSELF = "CHANGED_BY_ITSELF"
    ID_CHANGED = "ID_CHANGED"
    STYLE_CHANGED = "STYLE_CHANGED"
    IMAGE_CONTENT = "IMAGE_CONTENT"
    SCALED = "SCALED"
    ROTATION_CHANGED = "ROTATION_CHANGED"
    TOAST = "TOAST"
    SYSTEM_OVERLAY = "SYSTEM_OVERLAY"
    KEYBOARD_SHOWN = "KEYBOARD_SHOWN"
    KEYBOARD_HIDDEN = "KEYBOARD_HIDDEN"
    ALREADY_THERE = "ALREADY_THERE"
    DISPATCHED_UNVERIFIED = "DISPATCHED_UNVERIFIED"
    HIERARCHY_ONLY = "HIERARCHY_ONLY"
    PIXELS_ONLY = "PIXELS_ONLY"
    WITHHELD = "WITHHELD"
    TOLERATED = "TOLERATED"
    OUTCOME = "OUTCOME"
    RECOVERED = "RECOVERED"
    JUDGED = "JUDGED"

    @property
    def meaning(self) -> str:
        """One line for a person."""
        return SHADE_MEANINGS[self]

    def saying(self, words: str = "") -> str:
        """A detail of this shade: `SCALED: recorded on 1080x2400, seen on 720x1600`."""
        return f"{self.value}: {words}" if words else self.value


SHADE_MEANINGS: dict[Shade, str] = {
    Shade.OK_MOVED: "elements lie elsewhere, or a list is scrolled or has other rows at its edges",
    Shade.CHANGED_BY_ITSELF: "only what changes by itself (a carousel, a clock) differs",
    Shade.ID_CHANGED: "only resource ids differ",
    Shade.STYLE_CHANGED: "most elements look otherwise: another theme or font",
    Shade.IMAGE_CONTENT: "a picture shows something else",
    Shade.SCALED: "the screen has another size or density, or shows more or less of a list",
    Shade.ROTATION_CHANGED: "the device is held otherwise; the elements are the same",
    Shade.TOAST: "a toast differs that names no error",
    Shade.SYSTEM_OVERLAY: "a system window lies over the page, beside what the next step needs",
    Shade.KEYBOARD_SHOWN: "the keyboard is up, but not in the recording",
    Shade.KEYBOARD_HIDDEN: "the keyboard is down, but up in the recording",
    Shade.ALREADY_THERE: "the recorded state stood there before the action already",
    Shade.DISPATCHED_UNVERIFIED: "the device did not confirm the action; the state after it decided",
    Shade.HIERARCHY_ONLY: "a picture is absent; only the elements were compared",
    Shade.PIXELS_ONLY: "a hierarchy is absent; only the pixels were compared",
    Shade.WITHHELD: "the app is masked wholly; only that it is in front was compared",
    Shade.TOLERATED: "it differs, and the tolerance asked for allows that",
    Shade.OUTCOME: "it differs, and a rule allows this outcome, too",
    Shade.RECOVERED: "something stood in the way, and a recovery that a rule allows took it away",
    Shade.JUDGED: "nobody could say, and the external judge that was asked took it for good",
}


@dataclass(frozen=True, slots=True)
class StepVerdict:
    """One step's judgement; a row of `verdicts.parquet`.

    `evidence` is a JSON document with the numbers behind the verdict. `outcome` names the allowed
    outcome that matched (`recorded`), or is None.
    """

    run_id: str
    episode_id: str
    step_index: int
    device: str
    verdict: Verdict
    code: Code
    detail: str
    confidence: float
    outcome: str | None
    evidence: str
    replayed_episode_id: str | None
