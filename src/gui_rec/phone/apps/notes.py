"""Notes: a list, and an editor that asks before changes are lost."""

from __future__ import annotations

import json

from gui_rec.phone.apps.widgets import (
    ACCENT,
    GROUND,
    SOFT_INK,
    WHITE,
    button,
    column,
    dialog,
    dialog_item,
    icon_button,
    page,
    recycler,
    text,
    top_bar,
)
from gui_rec.phone.world.views import (
    FILL,
    App,
    Ask,
    Assign,
    Dismiss,
    Effects,
    Env,
    Field,
    Flow,
    Leave,
    Look,
    Open,
    Screen,
    ShowDialog,
    ShowToast,
    View,
)

_FIRST = [["Shopping", "lamp, café mug"], ["Ideas", "plant a fern"]]


def _notes(env: Env) -> list[list[str]]:
    """`[[title, body], …]`, kept as JSON in `app.notes`."""
    stored = env.get("app.notes")
    return [[str(title), str(body)] for title, body in json.loads(stored)] if stored else _FIRST


def _stored(notes: list[list[str]]) -> Assign:
    return Assign("app.notes", json.dumps(notes, ensure_ascii=False))


def _open(number: int, note: list[str]) -> Open:
    before = json.dumps(note, ensure_ascii=False)
    args = (("number", str(number)), ("note_title", note[0]), ("note_body", note[1]), ("before", before))
    return Open(".EditActivity", args)


def _row(number: int, note: list[str]) -> View:
    words = (
        text(note[0] or "Untitled", "title", size=18, weight="Medium"),
        text(note[1].split("\n")[0], "preview", size=14, color=SOFT_INK),
    )
    return View(
        "LinearLayout",
        id="note_row",
        gap=2,
        pad=(20, 14, 20, 14),
        on_tap=(_open(number, note),),
        on_long=(Assign("chosen", str(number)), ShowDialog("menu")),
        children=words,
    )


def _list(env: Env) -> View:
    notes = _notes(env)
    rows = (_row(number, note) for number, note in enumerate(notes))
    plus = View(
        "ImageButton",
        id="add",
        desc="New note",
        w=60,
        h=60,
        anchor="end-bottom",
        look=Look(fill=ACCENT, radius=18, icon="plus", color=WHITE, align="center", elevation=3),
        on_tap=(_open(-1, ["", ""]),),
    )
    corner = View("FrameLayout", h=FILL, pad=(0, 0, 20, 20), flow=Flow.STACK, children=(plus,))
    body = View("FrameLayout", h=FILL, flow=Flow.STACK, children=(recycler("notes", *rows), corner))
    return page(top_bar("Notes", back=False, fill=GROUND), body, fill=GROUND)


def _menu(env: Env) -> View:
    notes = _notes(env)
    chosen = int(env.get("chosen", "0"))
    rest = [note for number, note in enumerate(notes) if number != chosen]
    title = notes[chosen][0] if chosen < len(notes) else ""
    delete = dialog_item("Delete", "menu_delete", (_stored(rest), Dismiss(), ShowToast("Note deleted")))
    return dialog(title or "Untitled", delete, dialog_item("Cancel", "menu_cancel", (Dismiss(),)))


def _changed(env: Env) -> bool:
    note = [env.get("note_title"), env.get("note_body")]
    before: list[str] = json.loads(env.get("before", '["", ""]'))
    return note != before


def _save(env: Env) -> Effects:
    notes = [list(note) for note in _notes(env)]
    number = int(env.get("number", "-1"))
    note = [env.get("note_title"), env.get("note_body")]
    changed = [*notes[:number], note, *notes[number + 1 :]] if 0 <= number < len(notes) else [*notes, note]
    return (_stored(changed), ShowToast("Saved"), Leave())


def _on_back(env: Env) -> Effects:
    return (ShowDialog("unsaved"),) if _changed(env) else ()


def _unsaved(env: Env) -> View:
    message = column(
        text("What you changed is not saved yet.", "message", color=SOFT_INK), pad=(24, 4, 24, 8)
    )
    buttons = (
        button("Discard", "android:id/button2", (Dismiss(), Leave()), quiet=True),
        button("Keep editing", "android:id/button3", (Dismiss(),), quiet=True),
        button("Save", "android:id/button1", (Dismiss(), *_save(env)), quiet=True),
    )
    return dialog("Save changes?", message, buttons=buttons)


def _edit(env: Env) -> View:
    share = icon_button("share", "Share", (Ask("chooser", "share"),), view_id="share")
    save = icon_button("check", "Save", _save(env), view_id="save")
    title = View(
        "EditText",
        id="note_title",
        h=56,
        look=Look(kind="field", size=22, weight="Medium"),
        field=Field("Title", action="next"),
    )
    body = View(
        "EditText",
        id="note_body",
        h=220,
        look=Look(kind="field", lines=8),
        field=Field("Note", action="newline"),
    )
    form = column(title, body, gap=8, pad=(20, 8, 20, 0))
    return page(top_bar("Edit note", actions=(share, save)), form)


APP = App(
    label="Notes",
    package="com.example.notes",
    version_name="1.4",
    version_code=14,
    main=".MainActivity",
    screens={
        ".MainActivity": Screen(_list, dialogs={"menu": _menu}, bar=GROUND),
        ".EditActivity": Screen(_edit, dialogs={"unsaved": _unsaved}, on_back=_on_back),
    },
    icon="note",
    color=(251, 188, 4),
)
