from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from shop import record_shop

from gui_rec.errors import UsageError
from gui_rec.model.selector import Selector
from gui_rec.model.step import Step
from gui_rec.replayer.rules.book import named_in, read_rule_files, rules_for, version_words
from gui_rec.replayer.rules.model import RuleFile, StepMatch, StepRule
from gui_rec.replayer.rules.write import write_rule_file
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.builders import PACKAGE
from gui_rec.ui.named_facts import FactKind, NamedFact


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Step:
    out = record_shop(tmp_path_factory.mktemp("shop") / "traj")
    return next(iter(open_trajectories(out).steps()))


def ids(step: Step, *matches: StepMatch, package: str = PACKAGE, name: str | None = None) -> list[str]:
    rules = tuple(StepRule(f"r{place}", match) for place, match in enumerate(matches))
    found = rules_for([RuleFile(package, steps=rules)], step, "E", name)
    return [file.steps[0].rule_id for file in found]


def test_a_rule_is_for_what_it_names(recorded: Step) -> None:
    milk, bread = Selector(text="Milk"), Selector(text="Bread")
    assert ids(recorded, StepMatch("E", 0), StepMatch("E", 1), StepMatch("F", 0)) == ["r0"]
    assert ids(recorded, StepMatch(action="tap"), StepMatch(action="type")) == ["r0"]
    assert ids(recorded, StepMatch(target=milk), StepMatch(target=bread)) == ["r0"]
    assert ids(recorded, StepMatch(name="buy"), StepMatch(name="sell"), name="buy") == ["r0"]
    assert ids(recorded, StepMatch(name="buy")) == []


def test_the_closest_rule_comes_first(recorded: Step) -> None:
    loose, near, close = StepMatch(action="tap"), StepMatch(target=Selector(text="Milk")), StepMatch("E", 0)
    assert ids(recorded, loose, near, close) == ["r2", "r1", "r0"]


def test_a_rule_without_an_episode_is_for_its_app(recorded: Step) -> None:
    assert ids(recorded, StepMatch(action="tap"), package="com.other") == []
    assert ids(recorded, StepMatch("E", 0), package="com.other") == ["r0"]


def test_one_id_stands_once_and_one_name_means_one_thing(tmp_path: Path) -> None:
    rules = RuleFile(PACKAGE, steps=(StepRule("r", StepMatch(name="x")),))
    one, two = tmp_path / "one.yaml", tmp_path / "two.yaml"
    write_rule_file(rules, one)
    write_rule_file(rules, two)
    with pytest.raises(UsageError, match=r"the id 'r' stands in .*one\.yaml and in .*two\.yaml"):
        read_rule_files([one, two])
    assert read_rule_files([one]) == (rules,)
    cart = NamedFact("cart", Selector(text="Cart"))
    files = [RuleFile("a", facts=(cart,)), RuleFile("b", facts=(cart,))]
    assert named_in(files) == (cart,)
    with pytest.raises(UsageError, match="the fact 'cart' differently"):
        named_in([*files, RuleFile("c", facts=(replace(cart, kind=FactKind.COUNT),))])


def test_another_version_of_the_app_is_said() -> None:
    rules = RuleFile("com.example.shop", ("1.0", "1.1"))
    assert version_words(rules, {"com.example.shop": "1.1"}) is None
    assert version_words(rules, {}) is None
    assert version_words(replace(rules, versions=()), {"com.example.shop": "2.0"}) is None
    assert version_words(rules, {"com.example.shop": "2.0"}) == (
        "com.example.shop: the rules were learnt or checked on version 1.0, 1.1, this is 2.0"
    )
