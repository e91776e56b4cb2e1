"""Permissions: a page of what the app would like to use; each line lets the system ask."""

from __future__ import annotations

from gui_rec.phone.apps.widgets import GROUND, SOFT_INK, column, page, recycler, text, top_bar
from gui_rec.phone.world.views import App, Ask, Effects, Env, Flow, Look, Screen, ShowToast, View

# Subject of the question, label, icon.
_LINES = (
    ("camera", "Camera", "camera"),
    ("microphone", "Microphone", "mic"),
    ("location", "Location", "pin"),
    ("contacts", "Contacts", "contact"),
    ("notifications", "Notifications", "bell"),
)
_STATES = {
    "": "Not asked yet",
    "allowed": "Allowed",
    "in use": "Allowed while in use",
    "once": "Allowed once",
    "denied": "Denied",
    "fixed": "Denied, not to be asked again",
}
_SETTLED = ("allowed", "in use", "fixed")


def _tap(subject: str, answer: str) -> Effects:
    """Ask, unless the system would answer by itself, as it does once all is said."""
    if answer in _SETTLED:
        return (ShowToast(_STATES[answer]),)
    return (Ask("permission", subject),)


def _row(env: Env, subject: str, label: str, icon: str) -> View:
    answer = env.get(f"app.permission.{subject}")
    sign = View("ImageView", id="icon", w=40, h=40, look=Look(icon=icon, color=SOFT_INK, align="center"))
    state = text(_STATES[answer], f"{subject}_state", size=14, color=SOFT_INK)
    words = column(text(label, "permission_label", size=18), state, gap=2)
    return View(
        "LinearLayout",
        id=f"{subject}_row",
        flow=Flow.ROW,
        h=76,
        gap=16,
        pad=(20, 0, 24, 0),
        on_tap=_tap(subject, answer),
        children=(sign, words),
    )


def _main(env: Env) -> View:
    note = text("What this app may use. Tap a line to be asked.", "note", size=14, color=SOFT_INK)
    rows = tuple(_row(env, *line) for line in _LINES)
    head = column(note, pad=(20, 4, 20, 12))
    return page(
        top_bar("Permissions", back=False, fill=GROUND), recycler("permissions", head, *rows), fill=GROUND
    )


APP = App(
    label="Permissions",
    package="com.example.permissions",
    version_name="1.0",
    version_code=10,
    main=".MainActivity",
    screens={".MainActivity": Screen(_main, bar=GROUND)},
    icon="lock",
    color=(24, 128, 56),
    in_launcher=False,
    translated=True,
)
