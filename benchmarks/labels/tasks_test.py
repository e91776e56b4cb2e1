"""Tasks on the apps that nobody looked at while the rules were written."""

from __future__ import annotations

import json

from mutations.apps.bank import APP as BANK
from mutations.apps.tickets import APP as TICKETS

from labels.tasks import State, Task, hold, of_app, opens, scroll, tap, types, variables

_NOTES = "com.example.notes"
_PERMISSIONS = "com.example.permissions"
_BANK = BANK.package
_TICKETS = TICKETS.package


def _notes(state: State) -> list[list[str]]:
    return json.loads(of_app(state, _NOTES).get("app.notes", "[]"))  # type: ignore[no-any-return]


_WRITE = (opens(_NOTES), tap("add"), tap("note_title"))
_TO_PAYEE = (opens(_BANK), tap("new_transfer"), tap("payee"))
_LIMITS = (opens(_BANK, ".LimitsActivity"),)

TASKS: tuple[Task, ...] = (
    Task(
        "notes.write",
        (*_WRITE, types("Milk"), tap("note_body"), types("two litres"), tap("save")),
        lambda state: ["Milk", "two litres"] in _notes(state),
        ({"text": "Milk"}, {"text": "two litres"}, {"selector": {"resourceId": f"{_NOTES}:id/add"}}),
        aside=tap("Ideas", good=False),
        wrong=(*_WRITE, types("Mlik"), tap("note_body"), types("two litres"), tap("save")),
        mended=(
            *_WRITE,
            types("Mlik", good=False),
            types("Milk", over=True),
            tap("note_body"),
            types("two litres"),
            tap("save"),
        ),
    ),
    Task(
        "notes.delete",
        (opens(_NOTES), hold("Ideas"), tap("menu_delete")),
        lambda state: [title for title, _ in _notes(state)] == ["Shopping"],
        ({"text": "Ideas", "present": False}, {"text": "Shopping"}),
        aside=tap("Shopping", good=False),
        wrong=(opens(_NOTES), hold("Shopping"), tap("menu_delete")),
    ),
    Task(
        "notes.extend",
        (opens(_NOTES), tap("Shopping"), tap("note_body"), types(" and tea"), tap("save")),
        lambda state: any("and tea" in body for _, body in _notes(state)),
        ({"selector": {"textContains": "and tea"}}, {"selector": {"resourceId": f"{_NOTES}:id/add"}}),
        aside=tap("Ideas", good=False),
        wrong=(opens(_NOTES), tap("Ideas"), tap("note_body"), types(" and te"), tap("save")),
    ),
    Task(
        "permissions.camera",
        (opens(_PERMISSIONS), tap("camera_row"), tap("permission_allow_foreground_only_button")),
        lambda state: of_app(state, _PERMISSIONS).get("app.permission.camera") == "in use",
        ({"text": "Allowed while in use"},),
        wrong=(opens(_PERMISSIONS), tap("camera_row"), tap("permission_deny_button")),
    ),
    Task(
        "permissions.contacts",
        (opens(_PERMISSIONS), tap("contacts_row"), tap("permission_deny_button")),
        lambda state: of_app(state, _PERMISSIONS).get("app.permission.contacts") == "denied",
        ({"selector": {"resourceId": f"{_PERMISSIONS}:id/contacts_state"}, "equals": "Denied"},),
        wrong=(opens(_PERMISSIONS), tap("location_row"), tap("permission_deny_button")),
    ),
    Task(
        "bank.transfer",
        (
            *_TO_PAYEE,
            types("Ines Moreau"),
            tap("iban"),
            types("DE00 7777 0042"),
            tap("amount"),
            types("40.00"),
            tap("speed_instant"),
        ),
        lambda state: (
            (variables(state).get("payee"), variables(state).get("amount"), variables(state).get("speed"))
            == ("Ines Moreau", "40.00", "instant")
        ),
        (
            {"selector": {"resourceId": f"{_BANK}:id/payee"}, "equals": "Ines Moreau"},
            {"selector": {"resourceId": f"{_BANK}:id/amount"}, "equals": "40.00"},
            {"selector": {"resourceId": f"{_BANK}:id/speed_instant", "checked": True}},
        ),
        aside=tap("Savings", good=False),
        wrong=(*_TO_PAYEE, types("Ines Moreau"), tap("amount"), types("400.0"), tap("speed_instant")),
        mended=(
            *_TO_PAYEE,
            types("Ines Morea", good=False),
            types("Ken Adachi", over=True, good=False),
            types("Ines Moreau", over=True),
            tap("iban"),
            types("DE00 7777 0042"),
            tap("amount"),
            types("40.00"),
            tap("speed_instant"),
        ),
        apps=(BANK,),
    ),
    Task(
        "bank.limits",
        (*_LIMITS, tap("cash_line"), tap("abroad_line")),
        lambda state: (variables(state).get("abroad"), variables(state).get("cash")) == ("", ""),
        ({"selector": {"resourceId": f"{_BANK}:id/abroad_switch", "checked": False}},),
        wrong=(*_LIMITS, tap("online_line"), tap("cash_line")),
        toggled=(
            *_LIMITS,
            tap("online_line", good=False),
            tap("online_line", good=False),
            tap("abroad_line"),
            tap("cash_line"),
        ),
        apps=(BANK,),
    ),
    Task(
        "bank.history",
        (opens(_BANK), tap("Joint account")),
        lambda state: state["activity"].endswith("HistoryActivity"),
        ({"activity": f"{_BANK}/.HistoryActivity"}, {"text": "Export"}),
        aside=tap("new_transfer", good=False),
        wrong=(opens(_BANK), tap("new_transfer")),
        apps=(BANK,),
    ),
    Task(
        "tickets.order",
        (opens(_TICKETS), tap("Intercity"), tap("more_seats"), tap("quiet")),
        lambda state: (
            of_app(state, _TICKETS).get("app.count") == "2" and variables(state).get("quiet") == "1"
        ),
        (
            {"selector": {"resourceId": f"{_TICKETS}:id/seats"}, "equals": "2"},
            {"selector": {"resourceId": f"{_TICKETS}:id/quiet", "checked": True}},
        ),
        aside=tap("Coast line", good=False),
        wrong=(opens(_TICKETS), tap("Intercity"), tap("more_seats"), tap("more_seats"), tap("quiet")),
        toggled=(
            opens(_TICKETS),
            tap("Intercity"),
            tap("more_seats", good=False),
            tap("fewer", good=False),
            tap("more_seats"),
            tap("quiet"),
        ),
        apps=(TICKETS,),
    ),
    Task(
        "tickets.late",
        (opens(_TICKETS), scroll(), tap("Late regional"), tap("more_seats")),
        lambda state: of_app(state, _TICKETS).get("app.count") == "2",
        ({"selector": {"resourceId": f"{_TICKETS}:id/seats"}, "equals": "2"},),
        wrong=(opens(_TICKETS), scroll(), tap("Late regional"), tap("quiet")),
        apps=(TICKETS,),
    ),
)
