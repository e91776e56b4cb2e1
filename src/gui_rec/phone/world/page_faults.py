"""What goes wrong within an app's page: it says that something failed, stays empty, asks to sign in or to update.

Each is the fault of that name (`gui_rec.phone.world.faults`); the words are in the phone's language.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gui_rec.phone.apps.widgets import DANGER, PAPER, SOFT_INK, button, field, page, scroll, text, top_bar
from gui_rec.phone.world.faults import Faults
from gui_rec.phone.world.state import World
from gui_rec.phone.world.views import FILL, Field, Flow, Look, View
from gui_rec.phone.world.words import say

_COMES_MS = 300.0
_NET_ERROR = "net::ERR_INTERNET_DISCONNECTED"
_PAINT = (255, 183, 77)

Say = Callable[[str], str]


def coming_and_going(world: World) -> int:
    """How often the line of `come-and-go` may have come or gone; 0 while the fault is off.

    It comes and goes by the Thue-Morse sequence, so that looks at even distances do not hit one half of it.
    """
    every_ms = world.faults.number("come-and-go", _COMES_MS)
    return 0 if every_ms is None else world.uptime_us() // round(max(every_ms, 1.0) * 1000)


def troubled(view: View, faults: Faults, language: str, ticks: int) -> View:
    """`view`, or what the faults that are on make of it."""

    def words(english: str) -> str:
        return say(language, english)

    instead = next((build for name, build in _PAGES.items() if faults.active(name)), None)
    if instead is not None:
        return instead(words)
    if faults.active("odd-paint"):
        view = _painted(view) or view
    if faults.active("inline-error"):
        line = text(words("Connection failed. Check the network."), "error_text", size=14, color=DANGER)
        view = _below(replace(line, pad=(16, 8, 16, 8)), view)
    if faults.active("come-and-go"):
        view = _below(text("…", "lasting", size=14, color=SOFT_INK), view)
        if ticks.bit_count() % 2:
            view = _below(text("……", "coming", size=14, color=SOFT_INK), view)
    return view


def _below(line: View, view: View) -> View:
    return View("LinearLayout", h=FILL, children=(line, view))


def _painted(view: View) -> View | None:
    """The view with its first button in another colour; None without one."""
    if view.cls == "Button":
        return replace(view, look=replace(view.look, fill=_PAINT))
    for place, child in enumerate(view.children):
        painted = _painted(child)
        if painted is not None:
            return replace(view, children=(*view.children[:place], painted, *view.children[place + 1 :]))
    return None


def _loading(say_it: Say) -> View:
    spinner = View("ProgressBar", id="progress", w=56, h=56, anchor="center", look=Look(kind="spinner"))
    label = text(say_it("Loading…"), "message", align="center", color=SOFT_INK)
    middle = View("FrameLayout", h=240, flow=Flow.STACK, children=(spinner,))
    return page(middle, label)


def _blank(_say_it: Say) -> View:
    return View("FrameLayout", h=FILL, look=Look(fill=PAPER))


def _login(say_it: Say) -> View:
    form = (
        text(say_it("Sign in to continue"), "wall_title", size=24, align="center"),
        field("wall_user", Field(hint=say_it("User name"), action="next")),
        field("wall_password", Field(hint=say_it("Password"), password=True)),
        button(say_it("Sign in"), "wall_sign_in", ()),
    )
    return page(scroll("wall", *form, gap=14, pad=(28, 40, 28, 24)))


def _update(say_it: Say) -> View:
    form = (
        text(say_it("Update required"), "wall_title", size=24, align="center"),
        text(say_it("This version is too old. Update to go on."), "wall_text", lines=2, align="center"),
        button(say_it("Update"), "wall_update", ()),
    )
    return page(scroll("wall", *form, gap=14, pad=(28, 40, 28, 24)))


def _web_error(say_it: Say) -> View:
    """As Chromium says it: the title is translated, the name of the error is not."""
    title = say_it("Webpage not available")
    lines = (
        View("TextView", id="main-message", text=title, look=Look(size=24, weight="Bold"), web=True),
        View("TextView", id="error-code", text=_NET_ERROR, look=Look(size=14, color=SOFT_INK), web=True),
        View("Button", id="reload-button", text=say_it("Reload"), h=48, look=Look(align="center"), web=True),
    )
    body = View(
        "android.view.View", id="main-frame-error", children=lines, gap=14, pad=(20, 60, 20, 24), web=True
    )
    document = View("android.webkit.WebView", text=title, children=(body,), look=Look(kind="bare"), web=True)
    holder = View(
        "android.webkit.WebView", id="webview", h=FILL, children=(document,), look=Look(kind="bare")
    )
    return page(top_bar(title), holder)


_PAGES: dict[str, Callable[[Say], View]] = {
    "loading-page": _loading,
    "blank-page": _blank,
    "login-wall": _login,
    "update-wall": _update,
    "web-error": _web_error,
}
