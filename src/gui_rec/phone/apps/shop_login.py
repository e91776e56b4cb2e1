"""The shop's sign-in: `ada` / `s3cret`. A wrong password says so under the field."""

from __future__ import annotations

from gui_rec.phone.apps.widgets import (
    ACCENT,
    DANGER,
    PAPER,
    SOFT_INK,
    WHITE,
    button,
    column,
    dialog,
    field,
    page,
    scroll,
    text,
)
from gui_rec.phone.world.views import (
    Assign,
    Dismiss,
    Effects,
    Env,
    Field,
    FocusField,
    Look,
    Open,
    Screen,
    ShowDialog,
    View,
)

USER, PASSWORD = "ada", "s3cret"


def _submit(env: Env, following: str) -> Effects:
    user, password = env.get("username"), env.get("password")
    if (user.strip(), password) == (USER, PASSWORD):
        return (FocusField(None), Assign("app.user", USER), Open(following, finish=True))
    missing = not user or not password
    problem = "Enter user name and password" if missing else "Wrong user name or password"
    return (FocusField(None), Assign("error", problem))


def _remember(env: Env) -> View:
    on = env.get("remember", "1") == "1"
    return View(
        "CheckBox",
        id="remember",
        text="Stay signed in",
        h=48,
        look=Look(kind="checkbox"),
        checkable=True,
        checked=on,
        on_tap=(Assign("remember", "" if on else "1"),),
    )


def _forgot() -> View:
    look = Look(size=15, weight="Medium", color=ACCENT, align="center")
    return View(
        "TextView", id="forgot", text="Forgot password?", h=48, look=look, on_tap=(ShowDialog("forgot"),)
    )


def _help(_env: Env) -> View:
    message = column(
        text("Ask the shop’s owner for a new one.", "message", color=SOFT_INK), pad=(24, 4, 24, 8)
    )
    return dialog(
        "Forgot password?", message, buttons=(button("OK", "android:id/button1", (Dismiss(),), quiet=True),)
    )


def login_screen(following: str) -> Screen:
    """The screen; `following` opens after a good password, and at once while somebody is signed in."""

    def build(env: Env) -> View:
        submit = _submit(env, following)
        error = env.get("error")
        note = (text(error, "error_text", size=14, color=DANGER),) if error else ()
        look = Look(kind="logo", icon="bag", fill=ACCENT, color=WHITE)
        logo = View("ImageView", id="logo", desc="Shop", w=88, h=88, look=look)
        head = View("LinearLayout", align="center", children=(logo,))
        user = field("username", Field(hint="User name", action="next"))
        password_spec = Field(hint="Password", password=True, action="done", on_enter=submit)
        form = (
            head,
            text("Welcome back", "title", size=28, align="center"),
            text("Sign in to continue", "subtitle", color=SOFT_INK, align="center"),
            user,
            field("password", password_spec, error=bool(error)),
            *note,
            _remember(env),
            button("Sign in", "sign_in", submit),
            _forgot(),
        )
        return page(
            scroll("login_scroll", *form, gap=14, pad=(28, 40, 28, 24)), fill=PAPER, view_id="login_root"
        )

    def instead(env: Env) -> str | None:
        return following if env.get("app.user") else None

    return Screen(build, dialogs={"forgot": _help}, instead=instead)
