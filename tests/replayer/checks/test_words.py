from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from observations import look
from shop import label

from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Observation
from gui_rec.replayer.checks._words import first_text
from gui_rec.replayer.looks import Look


def error(text: str) -> bool:
    return re.search(r"error|failed", text, re.IGNORECASE) is not None


def test_the_first_text_in_document_order() -> None:
    page = look([label(4, "Shop"), label(40, "Sync FAILED, retry"), label(70, "Error 7")])
    assert first_text(page, error) == "Sync FAILED, retry"


def test_descriptions_count_after_the_text_of_their_element() -> None:
    icon = replace(label(40, ""), content_desc="Error icon")
    both = replace(label(40, "Failed"), content_desc="Error icon")
    assert first_text(look([label(4, "Shop"), icon]), error) == "Error icon"
    assert first_text(look([both, label(70, "Error 7")]), error) == "Failed"


def test_what_nobody_can_see_does_not_count() -> None:
    hidden = replace(label(4, "Error 7"), bounds=Rect(0, 0, 0, 0))
    assert first_text(look([hidden, label(40, "Shop")]), error) is None


def test_ids_are_no_words() -> None:
    assert first_text(look([label(4, "Shop", "app:id/error")]), error) is None


def test_without_a_hierarchy_there_are_no_words() -> None:
    assert first_text(Look.of(Observation()), lambda _: True) is None
    assert first_text(Look.of(Observation(ui_xml="<hierarchy><node")), lambda _: True) is None


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.sampled_from(["a1", "b2", "c", "1d", "Zz"]), max_size=5), st.sampled_from(["1", "^b", "q"])
)
def test_it_is_the_first_of_the_screens_texts(texts: list[str], wanted: str) -> None:
    page = look([label(4 + 20 * place, text) for place, text in enumerate(texts)])
    expected = [text for text in texts if re.search(wanted, text)]
    assert first_text(page, lambda text: re.search(wanted, text) is not None) == (
        expected[0] if expected else None
    )
