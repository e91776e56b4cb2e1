"""The shop's payment page, which is not to be captured (FLAG_SECURE): its tree is whole, its frame is black."""

from __future__ import annotations

from gui_rec.phone.apps.widgets import DANGER, SOFT_INK, button, column, field, page, scroll, text, top_bar
from gui_rec.phone.world.views import Assign, Effects, Env, Field, FocusField, Leave, ShowToast, View

CARD_DIGITS = 16


def _pay(env: Env) -> Effects:
    digits = [character for character in env.get("card_number") if character.isdigit()]
    if len(digits) != CARD_DIGITS:
        return (FocusField(None), Assign("error", f"A card has {CARD_DIGITS} digits"))
    return (FocusField(None), Assign("app.cart", ""), ShowToast("Payment accepted"), Leave())


def payment_page(env: Env) -> View:
    """A card's number and code, and a button."""
    error = env.get("error")
    note = (text(error, "error_text", size=14, color=DANGER),) if error else ()
    form = (
        text("Pay by card", "title", size=24, weight="Medium"),
        text("Nobody can take a picture of this page.", "subtitle", color=SOFT_INK),
        field("card_number", Field("Card number", action="next"), error=bool(error)),
        *note,
        field("card_code", Field("Security code", password=True, action="done", on_enter=_pay(env))),
        button("Pay", "pay", _pay(env)),
    )
    return page(top_bar("Payment"), scroll("payment_scroll", column(*form, gap=14), pad=(20, 12, 20, 24)))
