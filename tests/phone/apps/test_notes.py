from __future__ import annotations

import pytest
from driven_phone import Driven


def _notes() -> Driven:
    driven = Driven()
    driven.tap("Notes")
    return driven


def _titles(driven: Driven) -> list[str]:
    return [node["text"] for node in driven.find("title")]


def test_there_are_two_notes_to_begin_with() -> None:
    assert _titles(_notes()) == ["Shopping", "Ideas"]


def test_a_note_is_written_and_saved() -> None:
    driven = _notes()
    driven.tap("New note")
    driven.type_into("note_title", "Errands")
    driven.phone.key("ENTER")
    driven.phone.text("post")
    driven.phone.key("ENTER")
    driven.phone.text("bank")
    assert driven.node("note_body")["text"] == "post\nbank"
    assert "post&#10;bank" in driven.phone.hierarchy()
    driven.tap("Save")
    assert driven.phone.state()["toast"] == "Saved"
    assert _titles(driven) == ["Shopping", "Ideas", "Errands"]


def test_a_note_is_changed_in_place() -> None:
    driven = _notes()
    driven.tap("Ideas")
    driven.tap("note_title")
    driven.phone.text(" 2")
    driven.tap("Save")
    assert _titles(driven) == ["Shopping", "Ideas 2"]


def _edited() -> Driven:
    """A note that was changed; the keyboard is closed."""
    driven = _notes()
    driven.tap("Ideas")
    driven.type_into("note_title", "x")
    driven.phone.key("BACK")
    return driven


def test_leaving_without_a_change_asks_nothing() -> None:
    driven = _notes()
    driven.tap("Ideas")
    driven.phone.key("BACK")
    assert _titles(driven) == ["Shopping", "Ideas"]


@pytest.mark.parametrize("way", ["BACK", "Navigate up"])
def test_leaving_with_a_change_asks_first(way: str) -> None:
    driven = _edited()
    if way == "BACK":
        driven.phone.key("BACK")
    else:
        driven.tap(way)
    assert driven.has("Save changes?")
    assert driven.activity() == "com.example.notes.EditActivity"


@pytest.mark.parametrize(
    ("answer", "titles"), [("Discard", ["Shopping", "Ideas"]), ("Save", ["Shopping", "Ideasx"])]
)
def test_the_answer_decides_what_becomes_of_the_change(answer: str, titles: list[str]) -> None:
    driven = _edited()
    driven.phone.key("BACK")
    driven.tap(answer)
    assert _titles(driven) == titles


def test_one_can_go_on_editing() -> None:
    driven = _edited()
    driven.phone.key("BACK")
    driven.tap("Keep editing")
    assert driven.node("note_title")["text"] == "Ideasx"
    driven.phone.key("BACK")
    driven.phone.key("BACK")
    assert driven.node("note_title")["text"] == "Ideasx", "back closes the question only"


def test_a_note_can_be_shared_with_another_app() -> None:
    driven = _notes()
    driven.tap("Ideas")
    driven.tap("Share")
    assert driven.phone.focus().activity == "com.android.internal.app.ResolverActivity"
    assert driven.has("Share with")
    driven.phone.key("BACK")
    assert driven.has("note_title")
    driven.tap("Share")
    driven.tap("Shop")
    assert driven.phone.focus().package == "com.example.shop"


def test_a_note_is_deleted_through_its_menu() -> None:
    driven = _notes()
    driven.long_press("Shopping")
    driven.tap("Delete")
    assert _titles(driven) == ["Ideas"]
    assert driven.phone.state()["toast"] == "Note deleted"


def test_the_menu_can_be_cancelled() -> None:
    driven = _notes()
    driven.long_press("Shopping")
    driven.tap("Cancel")
    assert _titles(driven) == ["Shopping", "Ideas"]


def test_a_note_without_a_title_is_untitled() -> None:
    driven = _notes()
    driven.tap("New note")
    driven.tap("Save")
    assert "Untitled" in _titles(driven)


def test_notes_outlive_the_app() -> None:
    driven = _notes()
    driven.long_press("Shopping")
    driven.tap("Delete")
    driven.phone.force_stop("com.example.notes")
    driven.tap("Notes")
    assert _titles(driven) == ["Ideas"]
