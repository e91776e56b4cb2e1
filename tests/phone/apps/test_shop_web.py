from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from driven_phone import Driven

from gui_rec.ui.parse import parse_hierarchy


def _page() -> Driven:
    driven = Driven()
    driven.phone.start_activity("com.example.shop/.HelpActivity")
    return driven


def test_a_web_view_holds_another_and_blocks_without_a_package_in_their_ids() -> None:
    root = ElementTree.fromstring(_page().phone.hierarchy())
    views = [node for node in root.iter("node") if node.get("class") == "android.webkit.WebView"]
    assert [view.get("resource-id") for view in views] == ["com.example.shop:id/webview", ""]
    inside = list(views[1].iter("node"))[1:]
    ids = {node.get("resource-id") for node in inside}
    assert {"content", "headline", "postal-code", "faq-0", ""} <= ids
    assert not any(":" in str(found) for found in ids)
    classes = {node.get("class") for node in inside}
    assert {"android.view.View", "android.widget.TextView", "android.widget.EditText"} <= classes
    assert views[1].get("text") == "Delivery and returns"
    assert {node.get("package") for node in root.iter("node")} == {"com.example.shop"}


def test_our_own_reader_takes_it() -> None:
    tree = parse_hierarchy(_page().phone.hierarchy())
    assert any(node.resource_id == "postal-code" for node in tree.walk())


@pytest.mark.parametrize(
    ("code", "answer"), [("10115", "$4.90, 2 days"), ("99999", "We do not deliver there yet.")]
)
def test_the_form_answers(code: str, answer: str) -> None:
    driven = _page()
    driven.type_into("postal-code", code)
    driven.phone.key("BACK")
    driven.tap("Check")
    assert driven.node("answer")["text"] == answer


def test_enter_sends_the_form() -> None:
    driven = _page()
    driven.type_into("postal-code", "80331")
    driven.phone.key("ENTER")
    assert driven.has("$5.90, 3 days")
    assert not driven.phone.keyboard_shown


def test_a_question_opens_and_shuts() -> None:
    driven = _page()
    answer = "A link comes by mail as soon as it is on its way."
    assert not driven.has(answer)
    driven.tap("faq-1")
    assert driven.has(answer)
    driven.tap("faq-1")
    assert not driven.has(answer)


def test_a_link_of_the_page_is_a_plain_view_that_can_be_clicked() -> None:
    driven = _page()
    link = driven.node("imprint")
    assert (link["class"], link["clickable"], link["text"]) == ("android.view.View", "true", "")
    driven.tap("imprint")
    assert driven.phone.state()["toast"] == "Opened in a new tab"
