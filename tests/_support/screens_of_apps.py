"""Four app screens as node trees: what mutation tests change."""

from __future__ import annotations

from trees import N, text

TAP = frozenset({"enabled", "clickable"})
FIELD = frozenset({"enabled", "clickable", "focusable"})
SCROLL = frozenset({"enabled", "scrollable"})


def button(label: str, rid: str, top: int, left: int = 0) -> N:
    return N("android.widget.Button", rid, label, "", (left, top, left + 300, top + 90), TAP)


def field(said: str, rid: str, top: int, *, password: bool = False) -> N:
    flags = FIELD | {"password"} if password else FIELD
    return N("android.widget.EditText", rid, said, "", (40, top, 1040, top + 100), flags)


def login() -> N:
    """A form: two fields, a check box, a button."""
    return N(
        bounds=(0, 84, 1080, 2274),
        children=(
            text("Sign in", "shop:id/toolbar_title", top=100),
            text("User name", "shop:id/user_label", top=200),
            field("anna", "shop:id/user", 260),
            text("Password", "shop:id/password_label", top=400),
            field("secret", "shop:id/password", 460, password=True),
            N("android.widget.CheckBox", "shop:id/keep", "Keep me signed in", "", (40, 600, 700, 690),
              frozenset({"enabled", "checkable", "clickable"})),
            button("Sign in", "shop:id/submit", 720, 40),
        ),
    )  # fmt: skip


def row(name: str, price: str, top: int) -> N:
    return N(
        "android.widget.LinearLayout",
        "shop:id/row",
        bounds=(0, top, 1080, top + 200),
        flags=TAP,
        children=(
            N("android.widget.ImageView", "shop:id/picture", "", "", (20, top + 20, 180, top + 180)),
            N("android.widget.TextView", "shop:id/name", name, "", (200, top + 20, 900, top + 80)),
            N("android.widget.TextView", "shop:id/price", price, "", (200, top + 100, 500, top + 160)),
            N("android.widget.TextView", "shop:id/stock", "In stock", "", (520, top + 100, 900, top + 160)),
        ),
    )


GOODS = (
    ("Bread", "$3.00"),
    ("Milk", "$1.20"),
    ("Eggs", "$2.50"),
    ("Salt", "$0.90"),
    ("Rice", "$4.00"),
    ("Tea", "$5.10"),
)


def shop(goods: tuple[tuple[str, str], ...] = GOODS, shift: int = 0) -> N:
    """A scrolling list of goods under a bar with tabs."""
    tabs = tuple(
        N("android.widget.TextView", "shop:id/tab", name, "", (360 * place, 100, 360 * place + 360, 200),
          TAP | {"selected"} if place == 0 else TAP)
        for place, name in enumerate(("All", "Food", "Drinks"))
    )  # fmt: skip
    rows = tuple(row(name, price, 220 + 200 * place + shift) for place, (name, price) in enumerate(goods))
    listing = N(
        "androidx.recyclerview.widget.RecyclerView",
        "shop:id/list",
        bounds=(0, 220, 1080, 2274),
        flags=SCROLL,
        children=rows,
    )
    return N(bounds=(0, 84, 1080, 2274), children=(*tabs, listing))


def settings() -> N:
    """Switches with a title and a summary each, in a scroll view."""
    items = []
    for place, (title, summary, on) in enumerate(
        (
            ("Wi-Fi", "Home network", True),
            ("Bluetooth", "Off", False),
            ("Dark mode", "On until sunrise", True),
        )
    ):
        top = 300 + 180 * place
        flags = {"enabled", "checkable", "clickable"} | ({"checked"} if on else set())
        items.append(
            N(
                "android.widget.LinearLayout",
                bounds=(0, top, 1080, top + 180),
                flags=TAP,
                children=(
                    N(
                        "android.widget.TextView",
                        "android:id/title",
                        title,
                        "",
                        (40, top + 20, 800, top + 80),
                    ),
                    N(
                        "android.widget.TextView",
                        "android:id/summary",
                        summary,
                        "",
                        (40, top + 90, 800, top + 150),
                    ),
                    N(
                        "android.widget.Switch",
                        "android:id/switch_widget",
                        "",
                        "",
                        (860, top + 40, 1040, top + 140),
                        frozenset(flags),
                    ),
                ),
            )
        )
    body = N("android.widget.ScrollView", bounds=(0, 220, 1080, 2274), flags=SCROLL, children=tuple(items))
    return N(bounds=(0, 84, 1080, 2274), children=(text("Settings", "x:id/toolbar_title", top=100), body))


def cart() -> N:
    """One article with a counter and a sum."""
    return N(
        bounds=(0, 84, 1080, 2274),
        children=(
            text("Cart", "shop:id/toolbar_title", top=100),
            row("Bread", "$3.00", 300),
            N("android.widget.Button", "shop:id/less", "-", "One less", (100, 600, 200, 700), TAP),
            N("android.widget.TextView", "shop:id/count", "1", "", (220, 600, 320, 700)),
            N("android.widget.Button", "shop:id/more", "+", "One more", (340, 600, 440, 700), TAP),
            text("Total", "shop:id/total_label", top=800),
            text("$3.00", "shop:id/total", top=860),
            button("Pay", "shop:id/pay", 1000),
        ),
    )


SCREENS = {"login": login, "shop": shop, "settings": settings, "cart": cart}
