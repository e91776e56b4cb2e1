"""By what one sees before the step which of its outcomes is to come: a first run, a login that is still there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gui_rec.model.selector import Selector
from gui_rec.replayer.induction.asking import asked_before
from gui_rec.replayer.induction.names import Names
from gui_rec.replayer.induction.pages import Page
from gui_rec.replayer.induction.runs import Run
from gui_rec.replayer.rules.facts import CheckedIs, Exists, Fact, FactTest, Focused
from gui_rec.replayer.rules.model import NamedContext, inputs_in

_FEWEST_RUNS = 2
"""What one run alone shows beforehand may be chance."""
_MOST_FACTS = 3


def contexts_of(groups: Sequence[Sequence[Run]], names: Sequence[str]) -> list[NamedContext | None]:
    """A context for each outcome, of facts that hold before all its runs and before no run of another outcome.

    None for an outcome that nothing tells apart beforehand: it is then allowed everywhere. So are all where an
    outcome was seen once only.
    """
    if len(groups) < 2 or any(len(group) < _FEWEST_RUNS for group in groups):
        return [None] * len(groups)
    found = []
    for place, (group, name) in enumerate(zip(groups, names, strict=True)):
        rivals = [run for other, runs in enumerate(groups) if other != place for run in runs]
        tests = _tests(group[0].pre, [run.pre for run in rivals])
        facts = [test for test in tests if _tells(test, group, rivals)][:_MOST_FACTS]
        found.append(NamedContext(name, tuple(Fact(test) for test in facts)) if facts else None)
    return found


def _tells(test: FactTest, group: Sequence[Run], rivals: Sequence[Run]) -> bool:
    held = all(asked_before(run, test) is True for run in group)
    return held and all(asked_before(run, test) is False for run in rivals)


def _tests(page: Page | None, rivals: Sequence[Page | None]) -> Iterator[FactTest]:
    """What a screen shows: first where it is, then switches, then the words of what only it has.

    What the others have at the same place with other words may be a clock.
    """
    if page is None:
        return
    package, activity = page.place
    if package:
        yield Focused(package, activity or None)
    names = Names(page.tree)
    for node in page.nodes():
        if node.node.checkable:
            selector = names.alone(node.node)
            if selector is not None:
                yield CheckedIs(selector, node.checked)
    elsewhere = {chain for other in rivals if other is not None for chain in other.chains.values()}
    for node in page.nodes():
        if page.chains[node] in elsewhere:
            continue
        if node.text and not node.node.is_editable and not node.node.password and not inputs_in(node.text):
            yield Exists(Selector(text=node.node.text))
