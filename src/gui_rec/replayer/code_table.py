"""The rule behind each code: what decides it, what verdict it brings, what a person does about it.

`by` names the checks (`gui_rec.replayer.checks`) or stages of a replay that give the code. docs/verification.md is
made from this table.
"""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.model.verdict import Code, Shade, Verdict

STAGES: dict[str, str] = {
    "judge": "all checks passed, or what differs does not matter",
    "start": "the first screen of the recording, compared with what the device showed",
    "before": "the recorded screen before an action, compared with what the device showed",
    "locate": "the search for the recorded target on the screen",
    "perform": "the action itself, as the device carried it out",
    "device": "the link to the device",
    "rules": "outcomes and facts of a rule file",
    "external": "the external judge that is asked where nobody can say",
}


@dataclass(frozen=True, slots=True)
class CodeRule:
    """One code's rule. `verdicts` are those that the code may come with."""

    by: tuple[str, ...]
    rule: str
    what_to_do: str
    verdicts: tuple[Verdict, ...] = (Verdict.MISMATCH,)


_UNKNOWN = (Verdict.UNKNOWN,)
_EITHER = (Verdict.MISMATCH, Verdict.UNKNOWN)

CODE_RULES: dict[Code, CodeRule] = {
    Code.OK: CodeRule(
        ("judge",),
        "no check fails; a shade in the detail says what differs that does not matter",
        "nothing",
        (Verdict.MATCH, Verdict.ACCEPTABLE),
    ),
    Code.PACKAGE_MISMATCH: CodeRule(
        ("package",), "the focused window's package is not the recorded one", "see what came to the front"
    ),
    Code.APP_LEFT: CodeRule(
        ("package",),
        "the focused window's package is the one that handles the HOME intent, and not the recorded one",
        "see why the app went: a crash without a dialog, a BACK too many",
    ),
    Code.ACTIVITY_MISMATCH: CodeRule(
        ("activity",),
        "the same package, another activity, and another structure key; the name alone is only a hint",
        "see which page is shown; log in or out, clear the app's data",
    ),
    Code.TARGET_NOT_FOUND: CodeRule(
        ("locate", "target"),
        "no level of the search finds the target, also after at most five swipes in its list; or what is found is "
        "disabled, outside of the screen or covered",
        "see the nearest elements in the report",
    ),
    Code.TARGET_AMBIGUOUS: CodeRule(
        ("locate", "target"),
        "several elements match at the level that decides; none is touched, and the replay stops",
        "give the step a selector that names one",
    ),
    Code.ACTION_FAILED: CodeRule(
        ("perform", "performed", "typed_text"),
        "the device refused the action before or after it was sent, or the field does not show the typed text",
        "see the device's words in the detail",
    ),
    Code.NO_EFFECT: CodeRule(
        ("no_effect",),
        "the state key (or focus and keyboard, where only these moved) is that of before the action, and the recorded "
        "action changed it",
        "the tap was lost or the control is dead; nothing is sent again by itself",
    ),
    Code.STATE_MISMATCH: CodeRule(
        ("state", "opaque", "toast", "rules", "external"),
        "the trees differ in a hard edit: a text, a value, a state, a missing element, the order, the count; the "
        "detail names the first; or a fact of a rule file does not hold",
        "look at the difference; if it may be, accept it in a rule or with `--tolerance`",
    ),
    Code.DOUBLE_EFFECT: CodeRule(
        ("double_effect",),
        "a number moved by twice the recorded step, or a new row stands there twice",
        "see whether the app took one tap twice",
    ),
    Code.INLINE_ERROR: CodeRule(
        ("inline_error",),
        "an element says an error (words of several languages, or an id with `error`) that the recording does not show",
        "read the message",
    ),
    Code.TOAST_ERROR: CodeRule(
        ("toast",),
        "a toast that was heard says an error that the recording does not have",
        "read the message",
    ),
    Code.CRASH_DIALOG: CodeRule(
        ("crash",),
        "an element `android:id/aerr_*` without `aerr_wait`, a window called `Application Error`, or the app's process "
        "gone and its death in the crash log",
        "see `adb logcat -b crash`",
    ),
    Code.ANR_DIALOG: CodeRule(
        ("anr",),
        "an element `android:id/aerr_wait`, or a window called `Application Not Responding`",
        "wait and replay again; see `adb bugreport`",
    ),
    Code.PERMISSION_DIALOG: CodeRule(
        ("permission",),
        "a `permission_*_button`, or the package of the permission controller",
        "grant it beforehand (`adb shell pm grant`), or record the answer",
    ),
    Code.UNEXPECTED_DIALOG: CodeRule(
        ("dialog",),
        "a dialog's title or panel that the recording does not show",
        "dismiss it beforehand, or allow it in a rule",
    ),
    Code.SYSTEM_OVERLAY: CodeRule(
        ("overlay",),
        "the shade, the lock screen, a chooser or another window of the system has the focus, or a notification's "
        "banner covers the next target",
        "close it; switch notifications off",
    ),
    Code.KEYBOARD_SHOWN: CodeRule(
        ("keyboard",),
        "the keyboard is up and was not, before BACK, which would do something else",
        "see what gave a field the focus",
    ),
    Code.KEYBOARD_HIDDEN: CodeRule(
        ("keyboard",),
        "the keyboard is down and was up, before BACK, which would do something else",
        "see what took the focus from the field",
    ),
    Code.LOADING_TIMEOUT: CodeRule(
        ("loading",),
        "a round progress bar, an id of loading or a text that says so, not in the recording, when time was up",
        "give it more time (`--timeout`), see the network",
    ),
    Code.BLANK_SCREEN: CodeRule(
        ("blank",),
        "next to no nodes (at most 2, or a tenth of the recorded) on a picture without contrast; unknown where both "
        "screens are blank",
        "see whether the app draws anything",
        _EITHER,
    ),
    Code.SECURE_SCREEN: CodeRule(
        ("secure",),
        "a black picture over elements that speak, and the recorded picture is not black",
        "record and replay with the same protection",
        _UNKNOWN,
    ),
    Code.SCREEN_OFF: CodeRule(
        ("screen_off",),
        "a black picture and no element that speaks; unknown where both are so",
        "wake the device; `--stay-awake` while recording",
        _EITHER,
    ),
    Code.WEBVIEW_ERROR: CodeRule(
        ("webview",),
        "a text with `ERR_...`, `net::` or a browser's words for a page that could not be loaded",
        "see the network",
    ),
    Code.LOGIN_WALL: CodeRule(
        ("login_wall",),
        "a password field that neither the recording nor the screen before the action had",
        "log in beforehand, or restore the app's state",
    ),
    Code.UPDATE_REQUIRED: CodeRule(
        ("update_wall",),
        "words that want an update (several languages), not in the recording",
        "update the app, or replay on the recorded version",
    ),
    Code.VISUAL_ONLY_DIFF: CodeRule(
        ("visual",),
        "equal trees, and more than 1.5 % of a control's or text's pixels differ by more than 48",
        "see the control: it draws its value itself",
    ),
    Code.VISUAL_OVERLAY: CodeRule(
        ("visual", "unheard_toast"),
        "equal trees, and 6 or more blocks of 40 px outside of all elements differ; or a toast that one side shows and "
        "nobody heard",
        "look at the picture; run uiautomator2's server to hear toasts",
        _UNKNOWN,
    ),
    Code.NOT_SETTLED: CodeRule(
        ("moving",),
        "elements came and went within the last second, and the screen never stood for a second after the action",
        "give it more time, or allow the moving part in a rule",
        _UNKNOWN,
    ),
    Code.OBSERVATION_FAILED: CodeRule(
        ("observation", "stale", "locate", "rules"),
        "one side has neither picture nor hierarchy, or they have nothing in common, or picture and hierarchy are of two "
        "moments",
        "see the reasons in the evidence",
        _UNKNOWN,
    ),
    Code.OPAQUE_SCREEN: CodeRule(
        ("opaque",),
        "fewer than 3 elements speak, and the pictures are neither equal nor far from each other",
        "nobody can say by itself; look at both pictures",
        _UNKNOWN,
    ),
    Code.SCREEN_MISMATCH: CodeRule(
        ("before",),
        "the recorded screen before the action did not come in time, and nothing is in the way",
        "see the difference; start from the step whose screen it is",
    ),
    Code.AHEAD: CodeRule(
        ("ahead",),
        "the state key equals the recorded one before a later step, which the detail names",
        "the app skipped pages; replay from that step",
    ),
    Code.ROTATION_CHANGED: CodeRule(
        ("rotation",),
        "the rotation is not the recorded one, and the step turned the screen or the elements differ, too",
        "turn the device, lock its rotation",
    ),
    Code.LOCALE_CHANGED: CodeRule(
        ("locale",),
        "another language, equal structure, other texts",
        "set the recorded language",
        _UNKNOWN,
    ),
    Code.START_STATE_MISMATCH: CodeRule(
        ("start",),
        "the first screen is not the recorded one, and the step failed",
        "bring the device there, or use `--restore`",
    ),
    Code.DEVICE_LOST: CodeRule(
        ("device", "performed"),
        "the device went away and did not come back in time",
        "see the cable, `gui-rec doctor`",
        _UNKNOWN,
    ),
    Code.ACTION_UNSUPPORTED: CodeRule(
        ("perform",),
        "no way to send this action to this device; nothing was sent",
        "see which ways there are in the detail",
    ),
    Code.TEXT_UNSUPPORTED: CodeRule(
        ("perform",),
        "no way to type this text on this device; nothing was sent",
        "install ADBKeyBoard",
    ),
}


def code_lines() -> list[str]:
    """The table of codes in Markdown."""
    lines = ["| code | meaning | decided by | rule | verdict | what to do |", "|---|---|---|---|---|---|"]
    for code, rule in CODE_RULES.items():
        by = ", ".join(f"`{name}`" for name in rule.by)
        verdicts = ", ".join(verdict.value for verdict in rule.verdicts)
        lines.append(f"| `{code}` | {code.meaning} | {by} | {rule.rule} | {verdicts} | {rule.what_to_do} |")
    return lines


def shade_lines() -> list[str]:
    """The table of shades in Markdown."""
    lines = ["| shade | meaning |", "|---|---|"]
    return [*lines, *(f"| `{shade}` | {shade.meaning} |" for shade in Shade)]


def stage_lines() -> list[str]:
    """What decides beside the checks, in Markdown."""
    return [
        "| stage | what it is |",
        "|---|---|",
        *(f"| `{name}` | {text} |" for name, text in STAGES.items()),
    ]
