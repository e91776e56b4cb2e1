"""Tickets: trains to choose from, an order with a counter, a web page of conditions."""

from __future__ import annotations

from gui_rec.phone.apps.widgets import (
    ACCENT,
    DANGER,
    GROUND,
    INK,
    SOFT_INK,
    WHITE,
    button,
    column,
    icon_button,
    page,
    recycler,
    scroll,
    text,
    top_bar,
)
from gui_rec.phone.world.views import App, Assign, Color, Env, Flow, GoBack, Look, Open, Screen, View
from mutations.apps.parts import drawn_text, picture

_PAPER: Color = (222, 240, 226)
_TRAINS = (
    ("Night express", "Porto - Lisboa, 22:10", "31.00 €", "lantern"),
    ("Coast line", "Porto - Aveiro, 8:40", "6.20 €", "plant"),
    ("Intercity", "Porto - Lisboa, 9:30", "24.50 €", "wall_clock"),
    ("Valley railway", "Porto - Régua, 10:05", "12.40 €", "backpack"),
    ("Regional", "Porto - Braga, 10:45", "3.30 €", "chair"),
    ("Shuttle", "Campanhã - São Bento, 11:00", "1.60 €", "mug"),
    ("Museum train", "Porto - Foz, 14:00", "8.90 €", "lamp"),
    ("Fast train", "Porto - Coimbra, 15:20", "13.90 €", "phones"),
    ("Late regional", "Porto - Braga, 23:45", "3.80 €", "book"),
)


def _train(name: str, line: str, price: str, drawn: str) -> View:
    words = column(
        text(name, "train_name", size=17, weight="Medium"),
        text(line, "train_line", size=14, color=SOFT_INK),
        gap=2,
    )
    cost = text(price, "train_price", size=16, align="end", w=90)
    return View(
        "android.view.ViewGroup",
        id="train",
        flow=Flow.ROW,
        h=104,
        gap=14,
        pad=(16, 0, 16, 0),
        on_tap=(Open(".OrderActivity"),),
        children=(picture(drawn, _PAPER), words, cost),
    )


def _basket(env: Env) -> View:
    count = env.get("app.basket", "0")
    badge = View(
        "TextView",
        id="basket_badge",
        text=count,
        w=20,
        h=20,
        anchor="end-top",
        look=Look(fill=DANGER, radius=10, size=12, color=WHITE, align="center"),
    )
    return View(
        "FrameLayout",
        id="basket",
        w=48,
        h=48,
        flow=Flow.STACK,
        desc="Basket",
        look=Look(icon="cart", align="center"),
        on_tap=(Open(".OrderActivity"),),
        children=(badge,) if count != "0" else (),
    )


def _list(env: Env) -> View:
    notice = text(
        f"{env.get('people', '27')} people look at these trains now", "notice", size=13, color=SOFT_INK
    )
    return page(
        top_bar("Trains", back=False, actions=(_basket(env),), fill=GROUND),
        column(notice, pad=(20, 0, 20, 8)),
        recycler("trains", *(_train(*train) for train in _TRAINS)),
        fill=GROUND,
    )


def _order(env: Env) -> View:
    count = int(env.get("app.count", "1"))
    name, line, price, drawn = _TRAINS[int(env.get("train", "2"))]
    less = icon_button("minus", "One seat less", (Assign("app.count", str(count - 1)),), view_id="fewer")
    more = icon_button("plus", "One seat more", (Assign("app.count", str(count + 1)),), view_id="more_seats")
    seats = text(str(count), "seats", size=20, weight="Medium", align="center", w=48)
    step = View(
        "LinearLayout", flow=Flow.ROW, gap=8, children=(text("Seats", "seats_label"), less, seats, more)
    )
    body = (
        picture(drawn, _PAPER, desc=name, h=180, w=380),
        text(name, "order_name", size=24, weight="Medium"),
        text(line, "order_line", color=SOFT_INK),
        text(f"One seat: {price}", "order_price", size=18),
        step,
        drawn_text("drawn_sum", f"{24.5 * count:.2f} €"),
        View(
            "CheckBox",
            id="quiet",
            text="Quiet compartment",
            h=48,
            look=Look(kind="checkbox"),
            checkable=True,
            checked=env.get("quiet") == "1",
            on_tap=(Assign("quiet", "1"),),
        ),
    )
    buy = button("Buy", "buy", (GoBack(),))
    return page(
        top_bar("Order"),
        scroll("order_scroll", *body, gap=12, pad=(20, 8, 20, 16)),
        column(buy, pad=(20, 8, 20, 12)),
    )


def _block(element_id: str, *children: View) -> View:
    return View("android.view.View", id=element_id, children=children, web=True, gap=12)


def _said(words: str, *, size: int = 16, color: Color = INK, lines: int = 1) -> View:
    return View("TextView", text=words, look=Look(size=size, color=color, lines=lines), web=True)


def _conditions(_env: Env) -> View:
    agree = View(
        "Button",
        id="agree",
        text="I agree",
        h=48,
        look=Look(fill=(227, 227, 227), radius=4, align="center"),
        on_tap=(GoBack(),),
        web=True,
    )
    parts = (
        _said("Conditions of carriage", size=24),
        _said("A ticket holds for the train that is printed on it.", lines=2),
        _said("Exchange costs 3.00 € up to the evening before.", lines=2),
        _said("Full text", color=ACCENT),
        agree,
    )
    body = View(
        "android.view.View", id="main", children=(_block("text", *parts),), web=True, pad=(20, 16, 20, 24)
    )
    document = View(
        "android.webkit.WebView", text="Conditions", children=(body,), look=Look(kind="bare"), web=True
    )
    holder = View("android.webkit.WebView", id="web", h=-1, scrolls=True, children=(document,))
    return page(top_bar("Conditions"), holder)


APP = App(
    label="Tickets",
    package="io.example.tickets",
    version_name="5.1",
    version_code=51,
    main=".ListActivity",
    screens={
        ".ListActivity": Screen(_list, bar=GROUND),
        ".OrderActivity": Screen(_order),
        ".ConditionsActivity": Screen(_conditions),
    },
    icon="bag",
    color=(179, 38, 30),
)
