from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gui_rec.viewer.rule_notes import rule_notes


def test_what_rules_did_is_told() -> None:
    evidence = {
        "recoveries": [
            {"rule": "r", "words": "on ANR_DIALOG wait 2 s", "done": True, "detail": ""},
            {"rule": "r", "words": "dismiss", "done": False, "detail": "0 matches"},
        ],
        "rules": {
            "slots": [
                {"slot": "#a:text", "seen": "Error", "expected": "int", "kept": False},
                {"slot": "#b:text", "seen": "5", "expected": "int", "kept": True},
            ]
        },
        "reflection": {"cause": "CREDENTIAL", "cause_text": "Wrong password", "recovery": "clear_field"},
    }
    assert list(rule_notes(evidence, "refused")) == [
        ("outcome", "refused"),
        ("recovery", "on ANR_DIALOG wait 2 s (rule r): done"),
        ("recovery", "dismiss (rule r): not done: 0 matches"),
        ("slot", "#a:text: 'Error' is no int"),
        ("cause", "CREDENTIAL: Wrong password; clear_field would fit"),
    ]


def test_a_step_without_rules_has_no_notes() -> None:
    assert (
        list(rule_notes({"rules": None, "recoveries": [], "reflection": {"cause": None}}, "recorded")) == []
    )


_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["slots", "cause", "done"]), inner)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["recoveries", "rules", "reflection"]), _ANY))
def test_evidence_of_another_shape_is_passed_over(evidence: dict[str, object]) -> None:
    assert all(isinstance(text, str) for note in rule_notes(evidence, None) for text in note)
