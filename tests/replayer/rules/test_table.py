from __future__ import annotations

from hypothesis import given, settings
from rich.console import Console
from rule_strategies import rule_files

from gui_rec.replayer.rules.checking import CheckedStep, RulesChecked
from gui_rec.replayer.rules.evaluate import Finding
from gui_rec.replayer.rules.model import RuleFile
from gui_rec.replayer.rules.read import rule_file_from
from gui_rec.replayer.rules.table import check_view, rules_view

FILE = rule_file_from(
    {
        "rules_version": 1,
        "revision": 2,
        "app": {"package": "com.example.shop", "versions": ["1.0"]},
        "facts": {"cart": {"selector": {"text": "Cart"}, "as": "count"}},
        "contexts": {"first_run": [{"exists": {"text": "Welcome"}}]},
        "steps": [
            {
                "id": "sign-in",
                "step": {"episode": "E", "index": 3},
                "support": 8,
                "confidence": 0.68,
                "outcomes": [
                    {
                        "name": "signed in",
                        "contexts": ["first_run"],
                        "shows": ["INLINE_ERROR"],
                        "facts": [{"fact": "cart", "equals": 2}],
                    }
                ],
                "recoveries": [{"when": ["PERMISSION_DIALOG"], "do": "dismiss"}],
            }
        ],
    }
)


def printed(view: object) -> str:
    console = Console(width=400, record=True)
    with console.capture() as capture:
        console.print(view)
    return capture.get()


def test_a_person_reads_all_of_a_rule() -> None:
    text = printed(rules_view(FILE))
    for words in (
        "com.example.shop (1.0), revision 2, 1 rule(s)",
        "step 3 of E",
        "outcome signed in",
        "prior 1; only where first_run; shows INLINE_ERROR",
        "fact cart equals '2'",
        "on PERMISSION_DIALOG dismiss with BACK, at most 1 time",
        "0.68",
        "text 'Welcome' is there",
    ):
        assert words in text


@settings(max_examples=20)
@given(rule_files())
def test_every_file_can_be_shown(rules: RuleFile) -> None:
    text = printed(rules_view(rules))
    assert all(rule.rule_id in text for rule in rules.steps)


def test_a_check_names_each_fact_that_fails() -> None:
    finding = Finding("r", "o", "outcomes[0].facts[0]", "text 'a' is there", False, "0 matches")
    row = CheckedStep("run", "E", 3, "2.0", "r", None, False, (finding,), ())
    none = CheckedStep("run", "E", 4, None, "q", None, False, (), ())
    text = printed(check_view(RulesChecked((row, none), ("2.0",), ())))
    assert "rule r, outcome o: expected text 'a' is there, seen 0 matches" in text
    assert "no outcome is allowed in this context" in text
    assert "NO" in text
