"""Tasks on the apps that were looked at while the rules were written."""

from __future__ import annotations

from mutations.apps.mail import APP as MAIL

from labels.tasks import Task, key, of_app, opens, scroll, tap, types, variables

_SHOP, _SETTINGS, _MAIL = "com.example.shop", "com.android.settings", MAIL.package
_SIGN_IN = (opens(_SHOP), tap("username"), types("ada"), tap("password"), types("s3cret"), tap("sign_in"))
_PLANE = {"setting": {"namespace": "global", "key": "airplane_mode_on"}, "equals": "1"}
_TIMEOUT = {"setting": {"namespace": "system", "key": "screen_off_timeout"}, "equals": "30000"}
_TO = (opens(_MAIL, ".ComposeActivity"), tap("to"))
_SETTLED = (opens(_MAIL, ".PreferencesActivity"),)

TASKS: tuple[Task, ...] = (
    Task(
        "shop.sign_in",
        _SIGN_IN,
        lambda state: of_app(state, _SHOP).get("app.user") == "ada",
        ({"activity": f"{_SHOP}/.HomeActivity"},),
        wrong=(opens(_SHOP), tap("username"), types("ada"), tap("password"), types("secret"), tap("sign_in")),
        mended=(
            opens(_SHOP),
            tap("username"),
            types("adda", good=False),
            types("ada", over=True),
            tap("password"),
            types("s3cret"),
            tap("sign_in"),
        ),
    ),
    Task(
        "shop.buy",
        (
            *_SIGN_IN,
            tap("search_box"),
            types("lamp"),
            key("ENTER"),
            tap("result_row"),
            tap("add_to_cart"),
            tap("cart_button"),
        ),
        lambda state: (
            of_app(state, _SHOP).get("app.cart", "") != "" and state["activity"].endswith("CartActivity")
        ),
        ({"activity": f"{_SHOP}/.CartActivity"}, {"selector": {"resourceId": f"{_SHOP}:id/cart_row"}}),
        turn=6,
        aside=tap("cart_button", good=False),
        wrong=(
            *_SIGN_IN,
            tap("search_box"),
            types("lamp"),
            key("ENTER"),
            tap("result_row"),
            tap("cart_button"),
        ),
    ),
    Task(
        "settings.airplane",
        (opens(_SETTINGS), tap("Network & internet"), tap("Airplane mode")),
        lambda state: state["settings"]("global", "airplane_mode_on") == "1",
        (_PLANE,),
        aside=tap("Connected devices", good=False),
        wrong=(opens(_SETTINGS), tap("Network & internet"), tap("Internet")),
        toggled=(
            opens(_SETTINGS),
            tap("Network & internet"),
            tap("Airplane mode", good=False),
            tap("Airplane mode", good=False),
            tap("Airplane mode"),
        ),
    ),
    Task(
        "settings.timeout",
        (opens(_SETTINGS), scroll(), tap("Display"), tap("Screen timeout"), tap("30 seconds")),
        lambda state: state["settings"]("system", "screen_off_timeout") == "30000",
        (_TIMEOUT,),
        aside=tap("Accessibility", good=False),
        turn=2,
        wrong=(opens(_SETTINGS), scroll(), tap("Display"), tap("Screen timeout"), tap("1 minute")),
    ),
    Task(
        "mail.letter",
        (*_TO, types("Ines"), tap("subject_field"), types("Monday"), tap("priority_high")),
        lambda state: (
            (variables(state).get("to"), variables(state).get("subject_field")) == ("Ines", "Monday")
            and variables(state).get("priority") == "high"
        ),
        (
            {"selector": {"resourceId": f"{_MAIL}:id/to"}, "equals": "Ines"},
            {"selector": {"resourceId": f"{_MAIL}:id/subject_field"}, "equals": "Monday"},
            {"selector": {"resourceId": f"{_MAIL}:id/priority_high", "checked": True}},
        ),
        wrong=(*_TO, types("Inez"), tap("subject_field"), types("Monday"), tap("priority_high")),
        mended=(
            *_TO,
            types("Inez", good=False),
            types("Ines", over=True),
            tap("subject_field"),
            types("Monday"),
            tap("priority_high"),
        ),
        apps=(MAIL,),
    ),
    Task(
        "mail.preferences",
        (*_SETTLED, tap("swipe_mode_line"), tap("push_line")),
        lambda state: (variables(state).get("push"), variables(state).get("swipe_mode")) == ("", ""),
        ({"selector": {"resourceId": f"{_MAIL}:id/push_switch", "checked": False}},),
        wrong=(*_SETTLED, tap("images_line"), tap("swipe_mode_line")),
        toggled=(
            *_SETTLED,
            tap("threads_mode_line", good=False),
            tap("threads_mode_line", good=False),
            tap("push_line"),
            tap("swipe_mode_line"),
        ),
        apps=(MAIL,),
    ),
    Task(
        "mail.starred",
        (opens(_MAIL), tap("Starred"), tap("letter")),
        lambda state: state["activity"].endswith("ThreadActivity"),
        ({"activity": f"{_MAIL}/.ThreadActivity"},),
        aside=tap("compose", good=False),
        wrong=(opens(_MAIL), tap("compose")),
        apps=(MAIL,),
    ),
)
