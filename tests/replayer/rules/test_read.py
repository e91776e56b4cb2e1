from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from gui_rec.errors import InputError
from gui_rec.model.selector import Selector
from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.rules.facts import Exists, Fact, NamedIs
from gui_rec.replayer.rules.model import RecoveryKind, RuleSource
from gui_rec.replayer.rules.patterns import PatternKind
from gui_rec.replayer.rules.read import read_rule_file, rule_file_from
from gui_rec.ui.wanted import Relation, Wanted

TEXT = """
rules_version: 1
revision: 3
app: {package: com.example.shop, versions: ["2.1", 22]}
facts:
  cart_count: {selector: {resourceId: "com.example.shop:id/cart_count"}, as: int}
contexts:
  logged_in: [{exists: {contentDesc: Account}}]
steps:
  - id: sign-in
    step: {episode: 01J, index: 3}
    source: accepted
    accepted_by: ada
    support: 3
    confidence: 0.44
    tolerance: layout
    pre: [{exists: {text: Sign in}}]
    outcomes:
      - name: signed in
        prior: 0.8
        contexts: [logged_in]
        activity: com.example.shop.HomeActivity
        structures: [0123456789abcdef]
        facts: [{fact: cart_count, equals: 2, soft: 0.5}]
      - name: refused
        facts: [{exists: {text: Wrong password}}]
        shows: [INLINE_ERROR]
    volatile:
      - {slot: "/Group#list/Group#row[*]/TextView#price:text", pattern: money}
      - {slot: "#clock:text", pattern: {enum: [day, night]}}
      - {slot: "#ad:crop"}
    parameters: [{slot: "#user:text", equals: "${user}"}]
    recoveries:
      - {when: [PERMISSION_DIALOG], do: dismiss, selector: {text: Deny}, limit: 2}
"""


def test_a_file_with_everything_is_read(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(TEXT, encoding="utf-8")
    rules = read_rule_file(path)
    assert (rules.package, rules.versions, rules.revision) == ("com.example.shop", ("2.1", "22"), 3)
    assert [fact.name for fact in rules.facts] == ["cart_count"]
    rule = rules.steps[0]
    assert (rule.step.episode, rule.step.index, rule.tolerance) == ("01J", 3, Tolerance.LAYOUT)
    assert (rule.source, rule.accepted_by, rule.confidence) == (RuleSource.ACCEPTED, "ada", 0.44)
    assert rule.pre == (Fact(Exists(Selector(text="Sign in"))),)
    signed, refused = rule.outcomes
    assert signed.facts == (Fact(NamedIs("cart_count", Wanted(Relation.EQUALS, "2")), 0.5),)
    assert (signed.contexts, signed.prior, refused.prior) == (("logged_in",), 0.8, 1.0)
    assert refused.shows == (Code.INLINE_ERROR,)
    assert [slot.pattern.kind for slot in rule.volatile] == [
        PatternKind.MONEY,
        PatternKind.ENUM,
        PatternKind.ANY,
    ]
    assert rule.recoveries[0].kind is RecoveryKind.DISMISS


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ("{id: a}", r"^steps: expected a list"),
        ("[{step: {name: x}}]", r"^steps\[0\].id: missing"),
        ("[{id: a}]", r"^steps\[0\].step: missing"),
        ("[{id: a, step: {}}]", r"^steps\[0\].step: expected an index, a name"),
        ("[{id: a, step: {index: 1}}]", r"^steps\[0\].step: episode: missing"),
        ("[{id: a, step: {action: poke}}]", r"^steps\[0\].step.action: expected one of .*, got 'poke'"),
        (
            "[{id: a, step: {name: x}, outcome: []}]",
            r"^steps\[0\].outcome: no such key; known: id, step, pre,",
        ),
        (
            "[{id: a, step: {name: x}, outcomes: [{name: o}]}]",
            r"^steps\[0\].outcomes\[0\]: expected a package",
        ),
        (
            "[{id: a, step: {name: x}, outcomes: [{name: o, shows: [OOPS], activity: .A}]}]",
            r"^steps\[0\].outcomes\[0\].shows\[0\]: expected one of",
        ),
        (
            "[{id: a, step: {name: x}, outcomes: [{name: o, facts: [{exists: {txt: a}}]}]}]",
            r"^steps\[0\].outcomes\[0\].facts\[0\].exists.txt: no such key",
        ),
        (
            "[{id: a, step: {name: x}, outcomes: [{name: o, facts: [{fact: q, equals: 2}]}]}]",
            r"^steps\[0\].outcomes\[0\].facts\[0\]: no fact 'q' under facts; known: none",
        ),
        (
            "[{id: a, step: {name: x}, pre: [{appears: {text: a}}]}]",
            r"^steps\[0\]: pre\[0\]: expected a fact about",
        ),
        (
            "[{id: a, step: {name: x}, volatile: [{slot: here}]}]",
            r"^steps\[0\].volatile\[0\].slot: address: ",
        ),
        (
            "[{id: a, step: {name: x}, volatile: [{slot: 'A:text', pattern: enum}]}]",
            r"pattern: pattern enum: ",
        ),
        ("[{id: a, step: {name: x}, parameters: [{slot: 'A:text', equals: b}]}]", r"\$\{input\}, got 'b'"),
        (
            "[{id: a, step: {name: x}, recoveries: [{when: [], do: wait, wait_s: 1}]}]",
            r"recoveries\[0\]: when: ",
        ),
        (
            "[{id: a, step: {name: x}, recoveries: [{when: [NO_EFFECT], do: tap}]}]",
            r"recoveries\[0\].do: expected",
        ),
        (
            "[{id: a, step: {name: x}, recoveries: [{when: [NO_EFFECT], do: wait}]}]",
            r"wait_s: missing; wait needs",
        ),
        ("[{id: a, step: {name: x}}, {id: a, step: {name: y}}]", r"^steps: 'a' stands twice"),
        ("[{id: on, step: {name: yes}}]", r"^steps\[0\].id: expected a text, got True; put it in quotes"),
    ],
)
def test_what_is_wrong_is_named_with_its_path(tmp_path: Path, steps: str, told: str) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(f"rules_version: 1\napp: {{package: a.b}}\nsteps: {steps}\n", encoding="utf-8")
    with pytest.raises(InputError) as raised:
        read_rule_file(path)
    file, _, said = str(raised.value).partition(": ")
    assert file == str(path)
    assert re.search(told, said), said


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ([], "rules: expected an object"),
        ({"app": {"package": "a"}}, "^rules_version: missing"),
        ({"rules_version": 2, "app": {"package": "a"}}, "^rules_version: expected 1, got 2"),
        ({"rules_version": 1}, "^app: missing"),
        ({"rules_version": 1, "app": {}}, "^app.package: missing"),
        ({"rules_version": 1, "app": {"package": "a"}, "stesp": []}, "^stesp: no such key"),
        ({"rules_version": 1, "app": {"package": "a"}, "contexts": {"x": []}}, "contexts.x: expected 1 to"),
        ({"rules_version": 1, "app": {"package": "a"}, "revision": 0}, "^revision: expected 1 or more"),
        ({"rules_version": 1, "app": {"package": "a"}, 3: []}, "expected keys that are texts, got 3"),
    ],
)
def test_the_file_itself_is_checked(record: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        rule_file_from(record)


def test_what_is_no_yaml_or_has_an_alias_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text("a: &x [1]\nb: *x\n", encoding="utf-8")
    with pytest.raises(InputError, match="got an alias"):
        read_rule_file(path)
    path.write_text("a: !!python/object/apply:os.system [ls]\n", encoding="utf-8")
    with pytest.raises(InputError, match="does not parse"):
        read_rule_file(path)
