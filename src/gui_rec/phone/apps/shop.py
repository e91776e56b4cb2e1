"""A shop: sign in, search, look at a product behind a spinner, fill a cart."""

from __future__ import annotations

from dataclasses import replace

from gui_rec.phone.apps.shop_cart import cart_page, empty_dialog
from gui_rec.phone.apps.shop_goods import ALL, BY_KEY, Goods, cart_of, cart_text, find, name, price
from gui_rec.phone.apps.shop_login import login_screen
from gui_rec.phone.apps.shop_payment import payment_page
from gui_rec.phone.apps.shop_web import web_page
from gui_rec.phone.apps.widgets import (
    ACCENT,
    DANGER,
    GROUND,
    PAPER,
    SOFT_INK,
    WHITE,
    button,
    column,
    field,
    page,
    scroll,
    text,
    top_bar,
)
from gui_rec.phone.world.views import (
    FILL,
    App,
    Assign,
    Color,
    Env,
    Every,
    Field,
    Flow,
    FocusField,
    Look,
    Open,
    Screen,
    ShowToast,
    View,
)

_BANNERS: tuple[tuple[str, str, Color], ...] = (
    ("Autumn lights", "Lamps and lanterns, 20 % off", (142, 68, 36)),
    ("New: Café mugs", "Stoneware from Porto", (32, 92, 74)),
    ("Free delivery", "For everything above $30", (50, 70, 150)),
)
_CARD = Look(fill=PAPER, radius=16, elevation=1)


def _cart_button(env: Env) -> View:
    count = sum(cart_of(env).values())
    desc = "Cart, empty" if count == 0 else f"Cart, {count} item{'s' if count > 1 else ''}"
    badge = View(
        "TextView",
        id="cart_badge",
        text=str(count),
        w=20,
        h=20,
        anchor="end-top",
        look=Look(fill=DANGER, radius=10, size=12, weight="Medium", color=WHITE, align="center"),
    )
    return View(
        "FrameLayout",
        id="cart_button",
        desc=desc,
        w=48,
        h=48,
        flow=Flow.STACK,
        look=Look(icon="cart", align="center"),
        on_tap=(Open(".CartActivity"),),
        children=(badge,) if count else (),
    )


def _search_box(env: Env) -> View:
    query = env.get("search_box")
    effects = (FocusField(None), Open(".SearchActivity", (("query", query), ("search_box", query))))
    spec = Field(hint="Search the shop", action="search", on_enter=effects if query.strip() else ())
    return field("search_box", spec, icon="search")


def _banner(env: Env) -> View:
    now = int(env.get("banner", "0"))
    title, line, color = _BANNERS[now]
    words = column(
        text(title, "banner_title", size=24, weight="Bold", color=WHITE),
        text(line, "banner_line", size=15, color=WHITE),
        gap=4,
        pad=(24, 44, 24, 0),
    )
    last = len(_BANNERS)
    return View(
        "androidx.viewpager.widget.ViewPager",
        id="carousel",
        desc=f"Banner {now + 1} of {last}",
        h=150,
        flow=Flow.STACK,
        look=Look(kind="banner", fill=color, radius=20, picture=f"{now}/{last}"),
        on_swipe_left=(Assign("banner", str((now + 1) % last)),),
        on_swipe_right=(Assign("banner", str((now - 1) % last)),),
        children=(words,),
    )


def _picture(goods: Goods, h: int) -> View:
    look = Look(kind="picture", picture=goods.picture, fill=goods.ground, radius=12)
    return View("ImageView", id="picture", desc=goods.name, h=h, look=look)


def _zooming_picture(env: Env, goods: Goods) -> View:
    """The large picture: two fingers on it zoom, and its description then says how far."""
    percent = int(env.get("zoom") or "100")
    view = _picture(goods, 300)
    desc = f"{goods.name}, {percent} %" if percent != 100 else goods.name
    return replace(view, desc=desc, zooms="zoom", look=replace(view.look, zoom=percent / 100))


def _card(env: Env, goods: Goods) -> View:
    return View(
        "android.view.ViewGroup",
        id="product_card",
        pad=(10, 10, 10, 10),
        gap=6,
        look=_CARD,
        on_tap=(Open(".ProductActivity", (("key", goods.key),)),),
        on_long=(ShowToast(f"{name(env, goods)}: ${price(env, goods)}"),),
        children=(
            _picture(goods, 112),
            text(name(env, goods), "product_name", size=15, weight="Medium"),
            text(f"${price(env, goods)}", "product_price", size=15, color=SOFT_INK),
        ),
    )


def _grid(env: Env, goods: tuple[Goods, ...]) -> tuple[View, ...]:
    pairs = [goods[at : at + 2] for at in range(0, len(goods), 2)]
    blank = View("View", h=1)
    return tuple(
        View(
            "LinearLayout",
            flow=Flow.ROW,
            gap=12,
            children=(*(_card(env, one) for one in pair), *(blank,) * (2 - len(pair))),
        )
        for pair in pairs
    )


def _home(env: Env) -> View:
    bar = top_bar("Shop", back=False, actions=(_cart_button(env),), fill=GROUND)
    head = text("Popular", "section_title", size=18, weight="Medium")
    search = column(_search_box(env), pad=(16, 4, 16, 12))
    body = scroll("home_scroll", _banner(env), head, *_grid(env, ALL), gap=14, pad=(16, 4, 16, 24))
    return page(bar, search, body, fill=GROUND, view_id="home_root")


def _row(env: Env, goods: Goods) -> View:
    picture = View(
        "ImageView",
        id="picture",
        desc=goods.name,
        w=72,
        h=72,
        look=Look(kind="picture", picture=goods.picture, fill=goods.ground, radius=12),
    )
    words = column(
        text(name(env, goods), "product_name", size=17, weight="Medium"),
        text(f"${price(env, goods)}", "product_price", color=SOFT_INK),
        gap=4,
    )
    return View(
        "android.view.ViewGroup",
        id="result_row",
        flow=Flow.ROW,
        h=96,
        gap=16,
        pad=(16, 0, 16, 0),
        on_tap=(Open(".ProductActivity", (("key", goods.key),)),),
        children=(picture, words),
    )


def _results(env: Env) -> View:
    query = env.get("query")
    found = find(query)
    again = (FocusField(None), Assign("query", env.get("search_box")))
    spec = Field(hint="Search the shop", action="search", on_enter=again)
    box = field("search_box", spec, icon="search")
    count = f"{len(found)} result{'' if len(found) == 1 else 's'} for “{query}”"
    summary = text(count if found else f"Nothing found for “{query}”", "result_count", color=SOFT_INK)
    bar = top_bar("Search", actions=(_cart_button(env),))
    return page(
        bar,
        column(box, summary, gap=12, pad=(16, 4, 16, 8)),
        scroll("results", *(_row(env, goods) for goods in found)),
    )


def _loading() -> View:
    spinner = View("ProgressBar", id="progress", w=56, h=56, anchor="center", look=Look(kind="spinner"))
    return View("FrameLayout", id="loading", h=FILL, flow=Flow.STACK, children=(spinner,))


def _product(env: Env) -> View:
    goods = BY_KEY.get(env.get("key"), ALL[0])
    bar = top_bar("Product", actions=(_cart_button(env),))
    if env.get("loading"):
        return page(bar, _loading(), view_id="product_root")
    details = (
        _zooming_picture(env, goods),
        text(name(env, goods), "product_name", size=24, weight="Medium"),
        text(f"${price(env, goods)}", "product_price", size=22, color=ACCENT, weight="Medium"),
        text(
            "Sold out" if goods.sold_out else "In stock, arrives in 2 days", "stock", size=15, color=SOFT_INK
        ),
        text(goods.about, "description", lines=2),
        _favourite(env, goods),
    )
    return page(
        bar,
        scroll("product_scroll", *details, gap=12, pad=(16, 8, 16, 16)),
        column(_add_button(env, goods), pad=(16, 8, 16, 16)),
        view_id="product_root",
    )


def _favourite(env: Env, goods: Goods) -> View:
    variable = f"app.favourite.{goods.key}"
    on = env.get(variable) == "1"
    return View(
        "CheckBox",
        id="favourite",
        text="Keep in favourites",
        h=48,
        look=Look(kind="checkbox"),
        checkable=True,
        checked=on,
        on_tap=(Assign(variable, "" if on else "1"),),
    )


def _add_button(env: Env, goods: Goods) -> View:
    cart = cart_of(env)
    cart[goods.key] = cart.get(goods.key, 0) + 1
    effects = (Assign("app.cart", cart_text(cart)), ShowToast("Added to cart"))
    return button("Add to cart", "add_to_cart", effects, enabled=not goods.sold_out)


APP = App(
    label="Shop",
    package="com.example.shop",
    version_name="2.3.1",
    version_code=231,
    main=".LoginActivity",
    screens={
        ".LoginActivity": login_screen(".HomeActivity"),
        ".HomeActivity": Screen(_home, every=(Every(3.0, "banner", len(_BANNERS)),), bar=GROUND),
        ".SearchActivity": Screen(_results),
        ".ProductActivity": Screen(_product, load_s=1.2),
        ".CartActivity": Screen(cart_page, dialogs={"empty": empty_dialog}),
        ".HelpActivity": Screen(web_page),
        ".PaymentActivity": Screen(payment_page, secure=True),
    },
    icon="bag",
    color=(26, 115, 232),
)
