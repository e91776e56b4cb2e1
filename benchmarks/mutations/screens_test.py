"""Recorded steps of the apps that no check was ever fitted to: they are scored, not looked at."""

from __future__ import annotations

import json

from gui_rec.model.actions import Tap, Type
from gui_rec.phone.apps.launcher import APP as LAUNCHER
from gui_rec.phone.apps.notes import APP as NOTES
from gui_rec.phone.apps.permissions import APP as PERMISSIONS
from mutations.apps.bank import APP as BANK
from mutations.apps.tickets import APP as TICKETS
from mutations.recorded import Marks, Recorded, steady
from mutations.stage import Stage

_TAP = Tap(0.5, 0.5)
_HOME = Stage(LAUNCHER, ".uioverrides.QuickstepLauncher")
_WORDS = (
    "Shopping",
    "Ideas",
    "Books",
    "Packing",
    "Birthday",
    "Garden",
    "Recipes",
    "Repairs",
    "Songs",
    "Maps",
    "Plants",
    "Films",
)
_KEPT = [[word, f"{word.lower()}, to be sorted"] for word in _WORDS]
_NEW = ["Train at nine", "platform 4"]


def _notes(*more: list[str]) -> dict[str, str]:
    return {"app.notes": json.dumps([*_KEPT, *more])}


def _few(*more: list[str]) -> dict[str, str]:
    return {"app.notes": json.dumps([*_KEPT[:4], *more])}


_EDIT = Stage(
    NOTES,
    ".EditActivity",
    vars={"number": "-1", "note_title": _NEW[0], "note_body": "", "before": '["", ""]'},
    app_vars=_few(),
    focus="note_body",
)
_LIST = Stage(NOTES, ".MainActivity", app_vars=_notes())
_CAMERA = {"app.permission.camera": "in use"}
_ASKED = {"app.permission.notifications": "denied"}
_ACCOUNTS = Stage(BANK, ".AccountsActivity")
_TRANSFER = Stage(BANK, ".TransferActivity")
_FILLED = _TRANSFER.with_vars(payee="Tomás Ruiz", iban="DE00 7777 0042", amount="40.00")
_HISTORY = Stage(BANK, ".HistoryActivity")
_LIMITS = Stage(BANK, ".LimitsActivity")
_TRAINS = Stage(TICKETS, ".ListActivity")
_ORDER = Stage(TICKETS, ".OrderActivity", app_vars={"app.count": "1"})
_TWO = _ORDER.with_app_vars({"app.count": "2"})

SCREENS: tuple[Recorded, ...] = (
    Recorded(
        "notes.list",
        steady(_HOME),
        steady(_LIST),
        _TAP,
        "note_row",
        None,
        marks=Marks(row="note_row", scrolls="notes"),
    ),
    Recorded(
        "notes.saved",
        steady(_EDIT),
        steady(Stage(NOTES, ".MainActivity", app_vars=_few(_NEW))),
        _TAP,
        "add",
        "save",
        marks=Marks(row="note_row", sent_twice=_few(_NEW, _NEW)),
    ),
    Recorded(
        "notes.edit",
        steady(_EDIT),
        steady(_EDIT.with_vars(note_body="platform 4")),
        Type("platform 4"),
        "save",
        "note_body",
        marks=Marks(fields=("note_title", "note_body"), error_at="note_title"),
    ),
    Recorded(
        "permissions.main",
        steady(Stage(PERMISSIONS, ".MainActivity", app_vars=_ASKED)),
        steady(Stage(PERMISSIONS, ".MainActivity", app_vars={**_ASKED, **_CAMERA})),
        _TAP,
        "location_row",
        "camera_row",
        marks=Marks(is_translated=True),
    ),
    Recorded(
        "bank.accounts",
        steady(_HOME),
        steady(_ACCOUNTS, "minutes", "alerts", "offer", "rate"),
        _TAP,
        "new_transfer",
        None,
        dynamic=("minutes", "alerts", "offer", "rate"),
        marks=Marks(row="account", price="account_amount", button="new_transfer"),
    ),
    Recorded(
        "bank.transfer",
        steady(_TRANSFER),
        steady(_FILLED),
        Type("40.00"),
        "continue",
        "amount",
        marks=Marks(
            fields=("payee", "iban", "amount"),
            choices=("speed_normal", "template"),
            toggle="reminder_toggle",
            drawn="drawn_total",
            button="continue",
            error_at="iban",
        ),
    ),
    Recorded(
        "bank.history",
        steady(_ACCOUNTS, "minutes", "alerts", "offer", "rate"),
        steady(_HISTORY, "minutes"),
        _TAP,
        "export",
        "account",
        dynamic=("minutes",),
        marks=Marks(row="booking", price="booking_amount", tab="period", button="export"),
    ),
    Recorded(
        "bank.limits",
        steady(_HISTORY, "minutes"),
        steady(_LIMITS, "used"),
        _TAP,
        "save_limits",
        None,
        dynamic=("used",),
        marks=Marks(switch="online_switch", toggle="cash_toggle", button="save_limits"),
    ),
    Recorded(
        "tickets.trains",
        steady(_HOME),
        steady(_TRAINS, "people"),
        _TAP,
        "train",
        None,
        dynamic=("people",),
        marks=Marks(
            row="train", price="train_price", pictures="picture", scrolls="trains", badge={"app.basket": "1"}
        ),
    ),
    Recorded(
        "tickets.order",
        steady(_ORDER),
        steady(_TWO),
        _TAP,
        "buy",
        "more_seats",
        marks=Marks(
            price="order_price",
            choices=("quiet",),
            drawn="drawn_sum",
            button="buy",
            pictures="picture",
            other=lambda stage: stage.with_vars(train="0"),
            doubled={"app.count": "3"},
        ),
    ),
    Recorded(
        "tickets.conditions",
        steady(_ORDER),
        steady(Stage(TICKETS, ".ConditionsActivity")),
        _TAP,
        "agree",
        "buy",
        marks=Marks(is_web=True, button="agree"),
    ),
)
