"""What a hierarchy and the window list say at a glance."""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.model.observation import Facts, Window
from gui_rec.ui.canonical import role_of, tail_of
from gui_rec.ui.tree import Node, Tree
from gui_rec.ui.words import says_error, says_loading

_TITLE_IDS = frozenset({"action_bar_title", "toolbar_title", "actionbar_title", "collapsing_toolbar_title"})
_BARS = frozenset({"Toolbar", "ActionBar", "TopAppBar", "ActionBarContainer"})
_DIALOG_IDS = frozenset(
    {"alertTitle", "parentPanel", "permission_message", "aerr_close", "aerr_wait", "aerr_app_info"}
)
_LOADING_IDS = ("loading", "shimmer", "skeleton", "spinner_progress", "progress_circular")
_DIALOG_TITLES = ("Application Not Responding", "Application Error")
_MAX_SPINNER_ASPECT = 3


def facts_of(tree: Tree, windows: tuple[Window, ...], keyboard: bool | None) -> Facts:
    """Title, dialog, loading and error text as far as the tree shows them; None where it does not.

    `dialog` is the dialog's title or message. `loading` is True for a round progress bar, a loading or
    shimmer id, or a text such as "Loading…"; a flat bar counts only by its id, since it may stand still.
    `toast` stays None: a hierarchy never shows toasts, so whoever hears them adds it.
    """
    nodes = [node for node in tree.walk() if node.is_hittable]
    return Facts(
        title=_title(nodes),
        windows=windows,
        dialog=_dialog(tree, nodes) or _window_dialog(windows),
        loading=any(_is_loading(node) for node in nodes),
        error_text=next((text for node in nodes for text in _errors(node)), None),
        keyboard=keyboard,
    )


def _title(nodes: list[Node]) -> str | None:
    for node in nodes:
        if tail_of(node.resource_id) in _TITLE_IDS and node.text:
            return node.text
    for node in nodes:
        if role_of(node.class_name) in _BARS or tail_of(node.resource_id) == "toolbar":
            texts = [
                part.text for part in node.walk() if part.text and not part.clickable and not part.is_editable
            ]
            if texts:
                return texts[0]
    return None


def _dialog(tree: Tree, nodes: list[Node]) -> str | None:
    """The title of a dialog, else its message, else its first text."""
    tails = {tail_of(node.resource_id) for node in nodes}
    is_permission = "permissioncontroller" in (tree.package or "") or "packageinstaller" in (
        tree.package or ""
    )
    if not (_DIALOG_IDS & tails or is_permission):
        return None
    for wanted in ("alertTitle", "permission_message", "message"):
        for node in nodes:
            if tail_of(node.resource_id) == wanted and node.text:
                return node.text
    return next((node.text for node in nodes if node.text), None)


def _window_dialog(windows: tuple[Window, ...]) -> str | None:
    titles = [window.title for window in windows if window.title is not None]
    return next((title for title in titles if title.startswith(_DIALOG_TITLES)), None)


def _is_loading(node: Node) -> bool:
    tail = tail_of(node.resource_id).lower()
    if (
        any(word in tail for word in _LOADING_IDS)
        or says_loading(node.text)
        or says_loading(node.content_desc)
    ):
        return True
    if role_of(node.class_name) not in ("ProgressBar", "ProgressIndicator", "CircularProgressIndicator"):
        return False
    return node.bounds.width <= _MAX_SPINNER_ASPECT * node.bounds.height


def _errors(node: Node) -> Iterator[str]:
    """The node's text where it is an error message. What a person typed or can press is none."""
    if node.is_editable or node.password or not node.text:
        return
    if "error" in tail_of(node.resource_id).lower() or (says_error(node.text) and not node.clickable):
        yield node.text
