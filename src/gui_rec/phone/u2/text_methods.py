"""Methods about texts: those of views, the clipboard, and toasts."""

from __future__ import annotations

from gui_rec.phone.u2._api import Session
from gui_rec.phone.u2.lookup import node_at
from gui_rec.phone.u2.params import Params

_OWN_PACKAGE = "com.github.uiautomator"


async def get_text(session: Session, params: Params) -> object:
    """`getText(selector)`: an empty field's hint is its text, as Android tells it."""
    return node_at(session, params).text


async def set_text(session: Session, params: Params) -> object:
    """`setText(selector, text)`: False for a view that takes no text."""
    node = node_at(session, params)
    return bool(node.view_id) and session.accessibility.set_text(node.view_id, params.text(1))


async def clear_text_field(session: Session, params: Params) -> object:
    """`clearTextField(selector)`"""
    node = node_at(session, params)
    if node.view_id:
        session.accessibility.set_text(node.view_id, "")
    return None


async def clear_input_text(session: Session, _params: Params) -> object:
    """`clearInputText()`: the focused field."""
    session.accessibility.clear_focused()
    return None


async def get_clipboard(session: Session, _params: Params) -> object:
    """`getClipboard()`"""
    return session.accessibility.clipboard


async def set_clipboard(session: Session, params: Params) -> object:
    """`setClipboard(label, text)`"""
    session.accessibility.clipboard = params.text(1)
    return None


async def paste_clipboard(session: Session, _params: Params) -> object:
    """`pasteClipboard()` into the focused field."""
    return session.accessibility.paste()


async def last_toast(session: Session, _params: Params) -> object:
    """`getLastToast()`: the newest toast since the server started or was told to forget; it may have gone."""
    heard = session.accessibility.last_toast
    return heard.text if heard is not None and heard.serial > session.toasts_until else None


async def clear_last_toast(session: Session, _params: Params) -> object:
    """`clearLastToast()`"""
    heard = session.accessibility.last_toast
    session.toasts_until = heard.serial if heard is not None else 0
    return None


async def make_toast(session: Session, params: Params) -> object:
    """`makeToast(text, ms)`: a toast of the server's own."""
    session.accessibility.show_toast(
        params.text(0), package=_OWN_PACKAGE, duration_us=max(1, params.count(1)) * 1000
    )
    return True
