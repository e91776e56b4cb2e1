"""Recorded steps of the apps that were looked at while the checks were written."""

from __future__ import annotations

from gui_rec.model.actions import Tap, Type
from gui_rec.phone.apps.launcher import APP as LAUNCHER
from gui_rec.phone.apps.settings import APP as SETTINGS
from gui_rec.phone.apps.shop import APP as SHOP
from mutations.apps.mail import APP as MAIL
from mutations.recorded import Marks, Recorded, steady
from mutations.stage import Stage

_TAP = Tap(0.5, 0.5)
_HOME = Stage(LAUNCHER, ".uioverrides.QuickstepLauncher")
_ADA = {"app.user": "ada"}


def _shop(screen: str, cart: str = "", **variables: str) -> Stage:
    return Stage(SHOP, screen, vars=variables, app_vars={**_ADA, "app.cart": cart})


_LOGIN = Stage(SHOP, ".LoginActivity")
_TYPED = Stage(SHOP, ".LoginActivity", vars={"username": "ada"}, focus="username")
_SHOP_HOME = _shop(".HomeActivity", banner="0")
_RESULTS = _shop(".SearchActivity", query="lamp", search_box="lamp")
_PRODUCT = _shop(".ProductActivity", key="lamp")
_CART = _shop(".CartActivity", cart="lamp:1,mug:1,book:2,clock:1")
_CART_MORE = _CART.with_app_vars({"app.cart": "lamp:2,mug:1,book:2,clock:1"})
_MAIN = Stage(SETTINGS, ".Settings")
_NETWORK = Stage(SETTINGS, ".SubSettings", vars={"page": "network", "title": "Network & internet"})
_PLANE = Stage(SETTINGS, ".SubSettings", vars=_NETWORK.vars, settings=(("global", "airplane_mode_on", "1"),))
_DISPLAY = Stage(SETTINGS, ".SubSettings", vars={"page": "display", "title": "Display"})
_TIMEOUT = Stage(
    SETTINGS,
    ".SubSettings",
    vars=_DISPLAY.vars,
    dialog="timeout",
    settings=(("system", "screen_off_timeout", "60000"),),
)
_INBOX = Stage(MAIL, ".InboxActivity")
_LETTER = Stage(MAIL, ".ComposeActivity")
_WRITTEN = _LETTER.with_vars(to="Ines Moreau", subject_field="Monday", letter_text="See you at ten")
_THREAD = Stage(MAIL, ".ThreadActivity")
_SENT = _THREAD.with_app_vars({"app.said": "At half past nine"})
_PREFERENCES = Stage(MAIL, ".PreferencesActivity")

SCREENS: tuple[Recorded, ...] = (
    Recorded(
        "shop.login",
        steady(_LOGIN),
        steady(_TYPED),
        Type("ada"),
        "sign_in",
        "username",
        marks=Marks(
            fields=("username", "password"),
            choices=("remember",),
            button="sign_in",
            error_at="password",
            wall=False,
        ),
    ),
    Recorded(
        "shop.home",
        steady(_LOGIN),
        steady(_SHOP_HOME, "banner"),
        _TAP,
        "search_box",
        "sign_in",
        dynamic=("banner",),
        marks=Marks(
            price="product_price",
            pictures="picture",
            scrolls="home_scroll",
            badge={"app.cart": "lamp:1"},
            fields=("search_box",),
            wall=False,
        ),
    ),
    Recorded(
        "shop.results",
        steady(_SHOP_HOME, "banner"),
        steady(_RESULTS),
        _TAP,
        "result_row",
        "search_box",
        marks=Marks(
            row="result_row",
            price="product_price",
            pictures="picture",
            fields=("search_box",),
            badge={"app.cart": "lamp:1"},
        ),
    ),
    Recorded(
        "shop.product",
        steady(_RESULTS),
        steady(_PRODUCT),
        _TAP,
        "add_to_cart",
        "result_row",
        marks=Marks(
            price="product_price",
            choices=("favourite",),
            button="add_to_cart",
            pictures="picture",
            other=lambda stage: stage.with_vars(key="mug"),
            badge={"app.cart": "lamp:1"},
        ),
    ),
    Recorded(
        "shop.cart",
        steady(_CART),
        steady(_CART_MORE),
        _TAP,
        "checkout",
        "more",
        marks=Marks(
            row="cart_row",
            price="total",
            button="checkout",
            pictures="picture",
            doubled={"app.cart": "lamp:3,mug:1,book:2,clock:1"},
        ),
    ),
    Recorded(
        "shop.help",
        steady(_CART),
        steady(Stage(SHOP, ".HelpActivity", app_vars=_ADA)),
        _TAP,
        "check",
        "delivery_help",
        marks=Marks(is_web=True, button="check"),
    ),
    Recorded(
        "settings.main",
        steady(_HOME),
        steady(_MAIN),
        _TAP,
        "search_action_bar",
        None,
        marks=Marks(scrolls="recycler_view", is_translated=True),
    ),
    Recorded(
        "settings.network",
        steady(_NETWORK),
        steady(_PLANE),
        _TAP,
        "toolbar_title",
        "android:id/switch_widget",
        marks=Marks(switch="android:id/switch_widget", is_translated=True),
    ),
    Recorded(
        "settings.timeout",
        steady(_DISPLAY),
        steady(_TIMEOUT),
        _TAP,
        "android:id/button2",
        "android:id/title",
        marks=Marks(choices=("android:id/text1",), is_translated=True, button="android:id/button2"),
    ),
    Recorded(
        "mail.inbox",
        steady(_HOME),
        steady(_INBOX, "minutes", "unread", "synced", "speed"),
        _TAP,
        "compose",
        None,
        dynamic=("minutes", "unread", "synced", "speed"),
        marks=Marks(row="letter", tab="tab", button="compose"),
    ),
    Recorded(
        "mail.compose",
        steady(_LETTER),
        steady(_WRITTEN),
        Type("See you at ten"),
        "send",
        "letter_text",
        marks=Marks(
            fields=("to", "subject_field", "letter_text"),
            choices=("priority_normal", "receipt"),
            button="send",
            error_at="to",
        ),
    ),
    Recorded(
        "mail.chat",
        steady(_THREAD, "seen_minutes"),
        steady(_SENT, "seen_minutes"),
        _TAP,
        "send_message",
        "send_message",
        dynamic=("seen_minutes",),
        marks=Marks(
            row="message",
            sent_twice={"app.said": "At half past nine|At half past nine"},
            error_at="last_seen",
        ),
    ),
    Recorded(
        "mail.preferences",
        steady(_INBOX, "minutes", "unread", "synced", "speed"),
        steady(_PREFERENCES, "used"),
        _TAP,
        "done",
        None,
        dynamic=("used",),
        marks=Marks(
            switch="push_switch",
            toggle="swipe_mode_toggle",
            drawn="drawn_plan",
            choices=("style_chip",),
            button="done",
        ),
    ),
    Recorded(
        "mail.archive",
        steady(Stage(MAIL, ".FoldersActivity")),
        steady(Stage(MAIL, ".ArchiveActivity"), "minutes", "tip"),
        _TAP,
        "letter",
        "folder",
        dynamic=("minutes", "tip"),
        marks=Marks(row="letter", scrolls="old_letters"),
    ),
    Recorded(
        "mail.folders",
        steady(_INBOX, "minutes", "unread", "synced", "speed"),
        steady(Stage(MAIL, ".FoldersActivity")),
        _TAP,
        "folder",
        None,
        marks=Marks(row="folder"),
    ),
)
