"""What a step's records tell of themselves."""

from __future__ import annotations

from tasks import step, task

from gui_rec.dsl.task_protocol.model import Absent, Not, Present, Ref, Scope, parts_of, selectors_in

DEEP = {
    "all": [{"not": {"absent": {"text": "a"}}}, {"any": [{"present": {"text": "b"}}, {"packageName": "p"}]}]
}


def test_conditions_and_selectors_are_found_at_any_depth() -> None:
    (only,) = task(step("CLICK", text="c", when=DEEP, after={"equals": [{"ref": "inputs.x"}, "y"]}), version=2,
                   inputs={"x": {}}).steps  # fmt: skip
    assert only.when is not None
    kinds = [type(part) for part in parts_of(only.when)]
    assert kinds[1:3] == [Not, Absent]
    assert Present in kinds
    assert [found.selector.text for found in selectors_in(only.when)] == ["a", "b"]
    assert [found.selector.text for found in only.selectors()] == ["c", "a", "b"]
    assert list(only.refs()) == [Ref(Scope.INPUTS, "x")]
    assert len(list(only.conditions())) == 2


def test_a_reference_is_written_as_it_is_read() -> None:
    assert str(Ref(Scope.OUTPUTS, "total.sum")) == "outputs.total.sum"
