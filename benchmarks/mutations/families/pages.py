"""33 to 38, 41, 42, 45, 46, 49 and 54 to 56: the page is not the recorded one, or says that something went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gui_rec.model.verdict import Code
from gui_rec.phone.apps.launcher import APP as LAUNCHER
from gui_rec.phone.apps.settings import APP as SETTINGS
from gui_rec.phone.apps.shop_login import login_screen
from gui_rec.phone.apps.widgets import DANGER, SOFT_INK, button, column, dialog, page, text
from gui_rec.phone.world.views import FILL, Env, Flow, GoBack, Look, Screen, View
from mutations.change import after, at, count, every, find, without
from mutations.families._api import Family, Shown, mismatch
from mutations.recorded import Recorded
from mutations.stage import Stage, view_of

_HALF_PX = 1200
_DIALOG = "unasked"
_OTHER = ".ElsewhereActivity"


def _inline_error(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    if recorded.marks.error_at is not None:
        note = text("This value is not valid", "error_text", size=14, color=DANGER)
        yield "", recorded.post(0).changed(after(recorded.marks.error_at, note))


def _error_toast(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    yield "", replace(recorded.post(0), toast="Could not save: no connection")


def _disabled(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    def off(view: View) -> View:
        grey = replace(view.look, fill=(227, 227, 227) if view.look.fill else None, color=(160, 160, 160))
        return replace(view, enabled=False, look=grey)

    if recorded.marks.button is not None:
        yield "", recorded.post(0).changed(at(recorded.marks.button, off))


def _missing(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    """The button that the next step touches."""
    if recorded.marks.button == recorded.following:
        yield "", recorded.post(0).changed(without(recorded.following))


def _label(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    if recorded.marks.button is not None:
        yield (
            "",
            recorded.post(0).changed(at(recorded.marks.button, lambda view: replace(view, text="Retry"))),
        )


def _tab(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    """Another tab is the selected one, over the same content."""
    name, stage = recorded.marks.tab, recorded.post(0)
    if name is None:
        return
    tabs = [view for view in every(view_of(stage)) if view.id == name]
    chosen = next(place for place, view in enumerate(tabs) if view.selected)
    other = (chosen + 1) % count(view_of(stage), name)
    on, off = tabs[chosen], tabs[other]

    def like(model: View, *, selected: bool) -> dict[str, object]:
        return {"selected": selected, "look": model.look}

    yield (
        "",
        stage.changed(
            at(name, lambda view: replace(view, **like(off, selected=False)), chosen),  # type: ignore[arg-type]
            at(name, lambda view: replace(view, **like(on, selected=True)), other),  # type: ignore[arg-type]
        ),
    )


def _scrolled_away(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    """As far as the target of the next step is out of sight, where it is in what scrolls."""
    name, stage = recorded.marks.scrolls, recorded.post(0)
    if name is None:
        return
    holder = find(view_of(stage), name)
    if holder is not None and find(holder, recorded.following) is not None:
        yield "", replace(stage, scroll={name: _HALF_PX})


def _app_dialog(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    message = column(text("Tell others what you think of it.", "message", color=SOFT_INK), pad=(24, 4, 24, 8))
    buttons = (
        button("Later", "android:id/button2", (GoBack(),), quiet=True),
        button("Rate now", "android:id/button1", (GoBack(),), quiet=True),
    )
    yield "", _with_dialog(recorded.post(0), dialog("Do you like this app?", message, buttons=buttons))


def _with_dialog(stage: Stage, shown: View) -> Stage:
    screen = stage.app.screens[stage.screen]
    screens = {
        **stage.app.screens,
        stage.screen: replace(screen, dialogs={**screen.dialogs, _DIALOG: lambda _: shown}),
    }
    return replace(stage, app=replace(stage.app, screens=screens), dialog=_DIALOG)


def _spinner(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    """A spinner over the finished page."""
    wheel = View("ProgressBar", id="progress", w=56, h=56, anchor="center", look=Look(kind="spinner"))
    over = View("FrameLayout", id="loading", h=FILL, flow=Flow.STACK, children=(wheel,))
    stage = recorded.post(0)
    if stage.dialog is None:
        yield (
            "",
            stage.changed(lambda view: View("FrameLayout", h=FILL, flow=Flow.STACK, children=(view, over))),
        )


def _elsewhere(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    stage = recorded.post(0)
    yield (
        "other screen",
        on_page(
            stage, lambda _: page(text("About this app", "about", size=28), text("Version 1", "version"))
        ),
    )


def _home(_recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    yield "launcher", Stage(LAUNCHER, ".uioverrides.QuickstepLauncher")


def _other_app(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    if recorded.app != "settings":
        yield "other app", Stage(SETTINGS, ".Settings")


def on_page(stage: Stage, build: object, name: str = _OTHER) -> Stage:
    """The same app with another page in front."""
    screen = build if isinstance(build, Screen) else Screen(build)  # type: ignore[arg-type]
    app = replace(stage.app, screens={**stage.app.screens, name: screen})
    return replace(
        stage, app=app, screen=name, vars={}, focus=None, keyboard=False, dialog=None, scroll={}, changes=()
    )


def _no_effect(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    yield "", recorded.pre(0)


def _web_error(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    if not recorded.marks.is_web:
        return
    stage = recorded.post(0)

    def build(env: Env) -> View:
        view = stage.app.screens[stage.screen].build(env)
        said = (
            "Webpage not available",
            "The webpage could not be loaded because:",
            "net::ERR_INTERNET_DISCONNECTED",
        )
        body = View(
            "android.view.View",
            children=tuple(View("TextView", text=line, web=True) for line in said),
            pad=(20, 20, 20, 20),
            gap=12,
        )
        document = View(
            "android.webkit.WebView",
            text="Webpage not available",
            children=(body,),
            look=Look(kind="bare"),
            web=True,
        )
        holder = next(part for part in every(view) if part.cls == "android.webkit.WebView" and part.scrolls)
        return at(holder.id, lambda part: replace(part, children=(document,)))(view)

    screen = replace(stage.app.screens[stage.screen], build=build)
    yield "", replace(stage, app=replace(stage.app, screens={**stage.app.screens, stage.screen: screen}))


def _login(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    if recorded.marks.wall:
        screen = replace(login_screen(recorded.post(0).screen), instead=None)
        yield "", on_page(recorded.post(0), screen, ".SignInActivity")


def _update(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    def build(_: Env) -> View:
        head = text("Update required", "update_title", size=26, align="center")
        line = text("This version is not supported any more.", "update_text", align="center", color=SOFT_INK)
        return page(
            column(
                head, line, button("Open the store", "open_store", (GoBack(),)), gap=16, pad=(24, 200, 24, 0)
            )
        )

    yield "", on_page(recorded.post(0), build, ".UpdateActivity")


FAMILIES = (
    Family(33, "inline error", mismatch(Code.INLINE_ERROR), _inline_error, "error"),
    Family(34, "error toast", mismatch(Code.TOAST_ERROR), _error_toast, "error"),
    Family(35, "button disabled", mismatch(Code.STATE_MISMATCH, reason="STATE_CHANGED"), _disabled, "state"),
    Family(36, "button missing", mismatch(Code.TARGET_NOT_FOUND), _missing),
    Family(37, "button label changed", mismatch(Code.STATE_MISMATCH, reason="TEXT_CHANGED"), _label, "value"),
    Family(38, "wrong tab selected", mismatch(Code.STATE_MISMATCH, reason="STATE_CHANGED"), _tab, "state"),
    Family(41, "scroll 50 %, target gone", mismatch(Code.TARGET_NOT_FOUND), _scrolled_away),
    Family(42, "app dialog", mismatch(Code.UNEXPECTED_DIALOG), _app_dialog),
    Family(45, "endless spinner overlay", mismatch(Code.LOADING_TIMEOUT), _spinner),
    Family(46, "launcher", mismatch(Code.APP_LEFT), _home),
    Family(46, "other app", mismatch(Code.PACKAGE_MISMATCH), _other_app),
    Family(46, "other screen", mismatch(Code.ACTIVITY_MISMATCH), _elsewhere),
    Family(49, "tap without effect", mismatch(Code.NO_EFFECT), _no_effect),
    Family(54, "WebView error", mismatch(Code.WEBVIEW_ERROR), _web_error),
    Family(55, "login wall", mismatch(Code.LOGIN_WALL), _login),
    Family(56, "update wall", mismatch(Code.UPDATE_REQUIRED), _update),
)
