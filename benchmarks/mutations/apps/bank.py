"""Bank: accounts with offers, a transfer, a history under tabs, a page of limits."""

from __future__ import annotations

from gui_rec.phone.apps.widgets import (
    DANGER,
    GROUND,
    PAPER,
    SOFT_INK,
    WHITE,
    button,
    column,
    field,
    page,
    recycler,
    scroll,
    text,
    top_bar,
)
from gui_rec.phone.world.views import (
    App,
    Assign,
    Color,
    Env,
    Every,
    Field,
    Flow,
    GoBack,
    Look,
    Open,
    Screen,
    View,
)
from mutations.apps.parts import custom_toggle, drawn_text, labelled, radio_line, switch_line, tab_bar

_ACCOUNTS = (
    ("Current account", "DE00 1234 0001", "1,204.10 €"),
    ("Savings", "DE00 1234 0002", "8,950.00 €"),
    ("Joint account", "DE00 1234 0003", "312.55 €"),
)
_OFFERS: tuple[tuple[str, str, Color], ...] = (
    ("Fixed for a year", "2.4 % on savings", (32, 92, 74)),
    ("Travel cover", "From 3 € a day", (142, 68, 36)),
    ("Bring a friend", "Both of you get 50 €", (50, 70, 150)),
    ("Paperless", "All letters in your inbox", (90, 60, 110)),
)
_BOOKED = (
    ("Bakery Sole", "−4.80 €", 12),
    ("Water works", "−38.00 €", 70),
    ("Salary", "+2,410.00 €", 190),
    ("Book shop", "−21.90 €", 300),
    ("Tram ticket", "−2.90 €", 420),
)


def _account(name: str, number: str, amount: str) -> View:
    words = column(
        text(name, "account_name", size=17, weight="Medium"),
        text(number, "account_number", size=13, color=SOFT_INK),
        gap=2,
    )
    sum_ = text(amount, "account_amount", size=17, align="end", w=130)
    look = Look(fill=PAPER, radius=16, elevation=1)
    return View(
        "android.view.ViewGroup",
        id="account",
        flow=Flow.ROW,
        h=80,
        gap=8,
        pad=(16, 0, 16, 0),
        look=look,
        on_tap=(Open(".HistoryActivity"),),
        children=(words, sum_),
    )


def _offer(env: Env) -> View:
    now = int(env.get("offer", "0")) % len(_OFFERS)
    title, line, color = _OFFERS[now]
    words = column(
        text(title, "offer_title", size=22, weight="Bold", color=WHITE),
        text(line, "offer_line", size=15, color=WHITE),
        gap=4,
        pad=(24, 36, 24, 0),
    )
    look = Look(kind="banner", fill=color, radius=20, picture=f"{now}/{len(_OFFERS)}")
    return View(
        "androidx.viewpager2.widget.ViewPager2",
        id="offers",
        h=132,
        flow=Flow.STACK,
        look=look,
        children=(words,),
    )


def _accounts(env: Env) -> View:
    bell = View(
        "TextView",
        id="alerts_badge",
        text=env.get("alerts", "2"),
        w=30,
        h=24,
        look=Look(fill=DANGER, radius=12, size=13, color=WHITE, align="center"),
    )
    bar = top_bar("My accounts", back=False, actions=(bell,), fill=GROUND)
    fresh = text(f"Updated {env.get('minutes', '1')} min ago", "updated", size=13, color=SOFT_INK)
    rate = text(f"EUR/USD {env.get('rate', '1.0842')}", "rate", size=13, color=SOFT_INK)
    body = scroll(
        "accounts_scroll",
        fresh,
        rate,
        _offer(env),
        *(_account(*row) for row in _ACCOUNTS),
        gap=12,
        pad=(16, 8, 16, 24),
    )
    pay = button("New transfer", "new_transfer", (Open(".TransferActivity"),))
    return page(bar, body, column(pay, pad=(16, 8, 16, 12)), fill=GROUND)


def _transfer(env: Env) -> View:
    form = (
        labelled("Payee", "payee_label"),
        field("payee", Field("Name", action="next")),
        labelled("Account number", "iban_label"),
        field("iban", Field("IBAN", action="next")),
        labelled("Amount in euros", "amount_label"),
        field("amount", Field("0.00", action="done")),
        radio_line(env, "speed", "normal", "Tomorrow, free"),
        radio_line(env, "speed", "instant", "At once, 0.50 €"),
        View(
            "CheckBox",
            id="template",
            text="Keep as a template",
            h=48,
            look=Look(kind="checkbox"),
            checkable=True,
            checked=env.get("template") == "1",
            on_tap=(Assign("template", "1"),),
        ),
        custom_toggle(env, "reminder", "Remind me"),
        drawn_text("drawn_total", f"{env.get('total', '40.00')} €"),
    )
    go = button("Continue", "continue", (GoBack(),))
    return page(
        top_bar("Transfer"),
        scroll("transfer_scroll", *form, gap=8, pad=(20, 8, 20, 16)),
        column(go, pad=(20, 8, 20, 12)),
    )


def _booking(env: Env, name: str, amount: str, minutes: int) -> View:
    waited = minutes + int(env.get("minutes", "0"))
    when = f"{waited} min ago" if waited < 60 else f"{waited // 60} h ago"
    words = column(
        text(name, "booking_name", size=16, weight="Medium"),
        text(when, "booking_when", size=13, color=SOFT_INK),
        gap=2,
    )
    sum_ = text(amount, "booking_amount", size=16, align="end", w=120)
    return View(
        "LinearLayout",
        id="booking",
        flow=Flow.ROW,
        h=72,
        gap=8,
        pad=(20, 0, 20, 0),
        on_tap=(Open(".TransferActivity"),),
        children=(words, sum_),
    )


def _history(env: Env) -> View:
    tabs = tab_bar(env, "period", ("Week", "Month", "Year"))
    balance = text("Balance: 1,204.10 €", "balance", size=20, weight="Medium")
    rows = (_booking(env, *row) for row in _BOOKED)
    save = button("Export", "export", (GoBack(),))
    return page(
        top_bar("Current account"),
        column(balance, pad=(20, 0, 20, 8)),
        tabs,
        recycler("bookings", *rows),
        column(save, pad=(20, 8, 20, 12)),
    )


def _limits(env: Env) -> View:
    lines = (
        switch_line(env, "online", "Online payments", "Up to 500 € a day"),
        switch_line(env, "abroad", "Payments abroad", "In all countries"),
        custom_toggle(env, "cash", "Cash machines"),
    )
    used = text(f"Used this month: {env.get('used', '212')} €", "limit_used", size=14, color=SOFT_INK)
    body = column(text("Limits hold from tomorrow on.", "limit_note"), used, gap=8, pad=(20, 12, 20, 12))
    save = button("Save limits", "save_limits", (GoBack(),))
    return page(
        top_bar("Card limits"), scroll("limits_scroll", *lines, body), column(save, pad=(20, 8, 20, 12))
    )


APP = App(
    label="Bank",
    package="net.example.bank",
    version_name="7.0",
    version_code=700,
    main=".AccountsActivity",
    screens={
        ".AccountsActivity": Screen(_accounts, every=(Every(4.0, "offer", len(_OFFERS)),), bar=GROUND),
        ".TransferActivity": Screen(_transfer),
        ".HistoryActivity": Screen(_history),
        ".LimitsActivity": Screen(_limits),
    },
    icon="key",
    color=(24, 128, 56),
)
