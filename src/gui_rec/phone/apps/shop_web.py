"""The shop's page about delivery, as a web page in a WebView.

Its nodes are those that Chromium reports to accessibility: one WebView in another, ids of the page without a
package, plain `android.view.View` for blocks and links, the text of a block in a `TextView` below it.
"""

from __future__ import annotations

from dataclasses import replace

from gui_rec.phone.apps.widgets import ACCENT, INK, SOFT_INK, page, scroll, top_bar
from gui_rec.phone.world.views import (
    FILL,
    Assign,
    Effects,
    Env,
    Field,
    FocusField,
    Look,
    ShowToast,
    View,
)

TITLE = "Delivery and returns"
_RATES = {"10115": "$4.90, 2 days", "80331": "$5.90, 3 days"}
_QUESTIONS = (
    ("How do I send something back?", "Within 30 days, with the label that came in the box."),
    ("Where is my parcel?", "A link comes by mail as soon as it is on its way."),
)


def _block(element_id: str, *children: View, effects: Effects = (), desc: str = "") -> View:
    return View("android.view.View", id=element_id, desc=desc, children=children, on_tap=effects, web=True)


def _words(
    content: str, *, size: int = 16, weight: str = "Regular", lines: int = 1, link: bool = False
) -> View:
    look = Look(size=size, weight=weight, color=ACCENT if link else INK, lines=lines)
    return View("TextView", text=content, look=look, web=True)


def _question(env: Env, number: int, question: str, answer: str) -> View:
    name = f"open_{number}"
    is_open = env.get(name) == "1"
    head = replace(
        _block(f"faq-{number}", _words(question, link=True), effects=(Assign(name, "" if is_open else "1"),)),
        pad=(0, 10, 0, 10),
    )
    body = (_words(answer, size=15, lines=2),) if is_open else ()
    return _block("", head, *body)


def _form(env: Env) -> View:
    code = env.get("postal-code").strip()
    check: Effects = (FocusField(None), Assign("asked", code or "?"))
    box = View(
        "EditText",
        id="postal-code",
        h=48,
        pad=(12, 0, 12, 0),
        look=Look(kind="field", border=(116, 119, 117), radius=2),
        field=Field("Postal code", action="go", on_enter=check),
        web=True,
    )
    look = Look(fill=(227, 227, 227), radius=4, align="center")
    submit = View("Button", id="check", text="Check", h=48, look=look, on_tap=check, web=True)
    asked = env.get("asked")
    said = _RATES.get(asked, "We do not deliver there yet.")
    answer = (View("TextView", id="answer", text=said, look=Look(color=SOFT_INK), web=True),) if asked else ()
    return replace(_block("rates", box, submit, *answer), gap=10)


def web_page(env: Env) -> View:
    """The screen: a toolbar of the app and the page below it."""
    head = View("TextView", id="headline", text=TITLE, look=Look(size=26, weight="Bold"), web=True)
    lead = _words("We send parcels on working days. Type a postal code to see the price.", lines=2)
    questions = (_question(env, number, *pair) for number, pair in enumerate(_QUESTIONS))
    top = replace(
        _block("imprint", _words("Imprint", size=14, link=True), effects=(ShowToast("Opened in a new tab"),)),
        pad=(0, 14, 0, 14),
    )
    body = replace(_block("content", head, lead, _form(env), *questions, top), gap=14, pad=(20, 16, 20, 24))
    document = View("android.webkit.WebView", text=TITLE, children=(body,), look=Look(kind="bare"), web=True)
    holder = replace(scroll("webview", document), cls="android.webkit.WebView", children=(document,), h=FILL)
    return page(top_bar("Help"), holder)
