from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from trees import N, dump, nodes, text

from gui_rec.capture.privacy.rules import MaskRules, PatternRule, SelectorRule
from gui_rec.capture.privacy.tree_masks import BULLETS, FieldMemory, MaskedTree, mask_tree, outermost
from gui_rec.capture.privacy.words import MARK, Redactor
from gui_rec.model.geometry import Rect
from gui_rec.model.selector import Selector
from gui_rec.ui.parse import parse_hierarchy

FIELD = "android.widget.EditText"
PASSWORD = N(
    FIELD, "a:id/secret", "••••••••••", "code", (0, 40, 100, 80), frozenset({"enabled", "password"}),
    extra=(("hint", "Code"), ("drawing-order", "3")),
)  # fmt: skip


def masked(
    xml: str, rules: MaskRules, words: Redactor | None = None, packages: frozenset[str] = frozenset()
) -> MaskedTree:
    memory = FieldMemory()
    tree = parse_hierarchy(xml)
    memory.learn(tree)
    return mask_tree(xml, tree, rules, words or Redactor(rules), memory, packages)


def test_a_page_without_secrets_keeps_its_bytes() -> None:
    xml = dump(text("Hello"))
    assert masked(xml, MaskRules()) == MaskedTree(xml)
    assert masked(xml, MaskRules(patterns=(PatternRule("a", "zz"),))) == MaskedTree(xml)


def test_a_password_field_hides_its_length_and_all_it_says() -> None:
    found = masked(dump(N(children=(text("Sign in"), PASSWORD))), MaskRules())
    _, plain, field = parse_hierarchy(found.xml).walk()
    assert plain.text == "Sign in"
    assert (field.text, field.content_desc, field.resource_id) == (BULLETS, MARK, "a:id/secret")
    assert 'hint="[masked]"' in found.xml
    assert 'drawing-order="3"' in found.xml
    assert (found.rects, found.places) == ((Rect(0, 40, 100, 80),), 1)


def test_an_empty_field_that_shows_its_hint_is_another_state_than_a_filled_one() -> None:
    shown = [
        next(iter(parse_hierarchy(masked(dump(replace(PASSWORD, text=said)), MaskRules()).xml).walk())).text
        for said in ("", "Code", "hunter2", "••")
    ]
    assert shown == ["", MARK, MARK, BULLETS]
    assert len(MARK) != len(BULLETS)


def test_without_the_rule_it_stays() -> None:
    xml = dump(PASSWORD)
    assert masked(xml, MaskRules.none()).xml == xml


def test_a_field_that_was_a_password_stays_one_when_its_text_is_shown() -> None:
    memory = FieldMemory()
    memory.learn(parse_hierarchy(dump(PASSWORD)))
    shown = replace(PASSWORD, text="hunter2", flags=frozenset({"enabled"}))
    xml = dump(shown)
    found = mask_tree(xml, parse_hierarchy(xml), MaskRules(), Redactor(MaskRules()), memory)
    assert "hunter2" not in found.xml
    assert not FieldMemory().is_password(next(iter(parse_hierarchy(xml).walk())))


def test_a_field_whose_id_says_so_is_a_password_field() -> None:
    shown = N(FIELD, "a:id/new_passwd", "hunter2")
    assert "hunter2" not in masked(dump(shown), MaskRules()).xml
    label = N("android.widget.TextView", "a:id/password_label", "Password")
    assert "Password" in masked(dump(label), MaskRules()).xml


def test_a_pattern_takes_its_part_of_a_text_and_the_place_of_the_node() -> None:
    rules = MaskRules(patterns=(PatternRule("card", r"\d{4} \d{4}"),))
    found = masked(dump(N(children=(text("Card 1234 5678", top=40), text("Total")))), rules)
    assert [node.text for node in parse_hierarchy(found.xml).walk()] == ["", f"Card {MARK}", "Total"]
    assert (found.rects, found.places) == ((Rect(0, 40, 400, 80),), 1)


def test_a_pattern_is_found_in_every_attribute() -> None:
    rules = MaskRules(patterns=(PatternRule("card", r"\d{4}"),))
    found = masked(dump(N(rid="web-1234", desc="1234", extra=(("tooltip", "1234"),))), rules)
    assert "1234" not in found.xml
    assert found.places == 1


def test_a_selector_withholds_the_node_and_all_below_it_seen_or_not() -> None:
    rules = MaskRules(selectors=(SelectorRule("balance", Selector(resource_id="b:id/box")),))
    inside = (text("1,234.56"), N(text="hidden", bounds=(0, 0, 0, 0)))
    page = N(children=(N(rid="b:id/box", children=inside), text("You own 1,234.56")))
    found = masked(dump(page), rules)
    assert [node.text for node in parse_hierarchy(found.xml).walk()] == [
        "",
        "",
        MARK,
        MARK,
        f"You own {MARK}",
    ]
    unseen = masked(dump(N(children=(N(rid="b:id/box", text="secret", bounds=(0, 0, 0, 0)),))), rules)
    assert "secret" not in unseen.xml
    assert (unseen.rects, unseen.places) == ((), 1)


def test_a_package_is_withheld_wholly() -> None:
    page = N(
        children=(N(package="com.bank", text="12", children=(N(package="com.bank", desc="x"),)), text("a"))
    )
    found = masked(dump(page), MaskRules(), packages=frozenset({"com.bank"}))
    assert [node.text or node.content_desc for node in parse_hierarchy(found.xml).walk()] == [
        "",
        MARK,
        MARK,
        "a",
    ]


def test_the_title_of_a_window_is_a_text_too() -> None:
    node = N(text="x").xml()
    xml = (
        '<displays><display id="0"><window title="Mail to ada@b.org" bounds="[0,0][9,9]" active="true">'
        f'<hierarchy rotation="0">{node}</hierarchy></window></display></displays>'
    )
    found = masked(xml, MaskRules(patterns=(PatternRule("mail", r"\w+@\w+\.\w+"),)))
    assert "ada@" not in found.xml
    assert found.places == 1


SECRETS = st.text(st.sampled_from("S3CR&<>\"'é字😀 "), min_size=6, max_size=12).filter(
    lambda word: len(word.strip()) >= 6
)


@given(nodes(), SECRETS, st.data())
def test_structure_and_places_stay_and_the_secret_goes(tree: N, secret: str, data: st.DataObject) -> None:
    page = N(
        children=(
            tree,
            replace(PASSWORD, text=secret, desc=secret),
            text(f"so {secret} it is", rid=f"r{secret}", desc=secret),
            N(text="x", extra=(("hint", secret),)),
        )
    )
    words = Redactor(MaskRules())
    words.learn(secret, "password")
    xml = dump(page)
    found = masked(xml, MaskRules(), words)
    before, after = parse_hierarchy(xml), parse_hierarchy(found.xml)
    assert [(n.path, n.bounds, n.class_name, n.package, n.index) for n in after.walk()] == [
        (n.path, n.bounds, n.class_name, n.package, n.index) for n in before.walk()
    ]
    assert all(secret not in said for n in after.walk() for said in (n.text, n.content_desc, n.resource_id))
    assert not words.knows(found.xml)


def test_only_the_outermost_rectangles_count() -> None:
    big, small, other = Rect(0, 0, 10, 10), Rect(2, 2, 4, 4), Rect(8, 8, 12, 12)
    assert set(outermost([small, big, big, other, Rect(0, 0, 0, 5)])) == {big, other}
