"""The shop's cart: a line an article, with how many of it, and the way to pay."""

from __future__ import annotations

from gui_rec.phone.apps.shop_goods import BY_KEY, Goods, cart_of, cart_text, cart_total, name, price
from gui_rec.phone.apps.widgets import (
    ACCENT,
    SOFT_INK,
    button,
    column,
    dialog,
    icon_button,
    page,
    scroll,
    text,
    top_bar,
)
from gui_rec.phone.world.views import (
    Assign,
    Dismiss,
    Effects,
    Env,
    Flow,
    GoBack,
    Look,
    Open,
    ShowDialog,
    ShowToast,
    View,
)

MOST = 9


def cart_page(env: Env) -> View:
    """Rows, the total, checking out."""
    cart = cart_of(env)
    bin_button = icon_button("delete", "Empty the cart", (ShowDialog("empty"),), view_id="empty_cart")
    bar = top_bar("Cart", actions=(bin_button,) if cart else ())
    rows = tuple(_row(env, BY_KEY[key], count) for key, count in cart.items())
    empty = (text("Your cart is empty", "empty_text", size=18, color=SOFT_INK, align="center"),)
    total = text(f"Total: ${cart_total(env, cart)}", "total", size=20, weight="Medium")
    effects = (Assign("app.cart", ""), ShowToast("Order placed"), GoBack())
    order = button("Check out", "checkout", effects, enabled=bool(cart))
    links = View(
        "LinearLayout",
        flow=Flow.ROW,
        children=(
            _link("Delivery and returns", "delivery_help", (Open(".HelpActivity"),)),
            _link("Pay by card", "pay_by_card", (Open(".PaymentActivity"),)),
        ),
    )
    return page(
        bar,
        scroll("cart_list", *(rows or empty)),
        column(total, order, links, gap=12, pad=(16, 12, 16, 8)),
    )


def _link(label: str, view_id: str, effects: Effects) -> View:
    look = Look(size=14, weight="Medium", color=ACCENT, align="center")
    return View("Button", id=view_id, text=label, h=48, look=look, on_tap=effects)


def _row(env: Env, goods: Goods, count: int) -> View:
    picture = View(
        "ImageView",
        id="picture",
        desc=goods.name,
        w=56,
        h=56,
        look=Look(kind="picture", picture=goods.picture, fill=goods.ground, radius=12),
    )
    amount = text(f"{count} × ${price(env, goods)}", "cart_amount", color=SOFT_INK)
    words = column(text(name(env, goods), "cart_name", size=17, weight="Medium"), amount, gap=4)
    less = icon_button("minus", f"One {goods.name} less", _change(env, goods, -1), view_id="less")
    more = icon_button("plus", f"One {goods.name} more", _change(env, goods, 1), view_id="more")
    number = text(str(count), "quantity", size=17, weight="Medium", align="center", w=28)
    return View(
        "android.view.ViewGroup",
        id="cart_row",
        flow=Flow.ROW,
        h=84,
        gap=8,
        pad=(16, 0, 8, 0),
        children=(picture, words, less, number, more),
    )


def _change(env: Env, goods: Goods, step: int) -> Effects:
    """One more or less; the last one takes the line away."""
    cart = cart_of(env)
    count = cart[goods.key] + step
    if count > MOST:
        return (ShowToast(f"At most {MOST} of one article"),)
    cart[goods.key] = count
    left = {key: number for key, number in cart.items() if number > 0}
    return (Assign("app.cart", cart_text(left)),)


def empty_dialog(_env: Env) -> View:
    """Asks before everything goes."""
    message = column(text("This takes out everything.", "message", color=SOFT_INK), pad=(24, 4, 24, 8))
    cancel = button("Cancel", "android:id/button2", (Dismiss(),), quiet=True)
    effects = (Assign("app.cart", ""), Dismiss())
    remove = button("Empty", "android:id/button1", effects, quiet=True)
    return dialog("Empty the cart?", message, buttons=(cancel, remove))
