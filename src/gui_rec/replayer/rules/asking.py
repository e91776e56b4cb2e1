"""Whether a fact holds: pure functions of a screen, the screen before the step, and the run's inputs.

Three answers: it holds, it does not, or nobody can say (no hierarchy, no toast channel, an input that was not
given). What nobody can say is never taken for either of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gui_rec.model.selector import Selector
from gui_rec.replayer.checks._windows import shows_anr, shows_crash, shows_permission
from gui_rec.replayer.looks import Look
from gui_rec.replayer.rules import facts
from gui_rec.replayer.rules.facts import FactTest
from gui_rec.replayer.rules.model import INPUT, inputs_in
from gui_rec.ui.matching import find_all
from gui_rec.ui.named_facts import FactKind, NamedFact
from gui_rec.ui.state_key import full_activity
from gui_rec.ui.tree import Node, Tree
from gui_rec.ui.wanted import Relation, Wanted
from gui_rec.ui.words import says_error

_LONGEST_SEEN = 80


@dataclass(frozen=True, slots=True)
class Scene:
    """What a fact is asked of. `inputs` are the texts that the run was given, `named` the facts that have a name.

    An input whose value is withheld stands on the screen as `${name}` and needs no entry.
    """

    after: Look
    before: Look | None = None
    inputs: Mapping[str, str] = field(default_factory=dict)
    named: Mapping[str, NamedFact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """`holds` is None where nobody can say; `seen` is what was there instead, in words."""

    holds: bool | None
    seen: str


_UNKNOWN = Answer(None, "no hierarchy")


def ask(test: FactTest, scene: Scene) -> Answer:
    """What the scene answers to `test`. Never raises for what a device may show."""
    return _ASKED[type(test)](test, scene)


def filled(text: str, inputs: Mapping[str, str]) -> tuple[tuple[str, ...], bool]:
    """The texts that `text` may stand for, and whether all its inputs are known.

    First with its inputs put in, then as it is written, since a withheld value stands on screens that way.
    """
    names = inputs_in(text)
    is_known = all(name in inputs for name in names)
    if not names:
        return (text,), True
    whole = INPUT.sub(lambda found: inputs.get(found.group(1), found.group(0)), text)
    return tuple(dict.fromkeys((whole, text))), is_known


def compared(wanted: Wanted, answer: str, inputs: Mapping[str, str]) -> bool | None:
    """Whether `answer` is as wanted; None where an input is missing that could make it so."""
    if wanted.relation is Relation.MATCHES:
        return wanted.holds(answer)
    texts, is_known = filled(wanted.text, inputs)
    if any(Wanted(wanted.relation, text).holds(answer) for text in texts):
        return True
    return False if is_known else None


def _focused(test: facts.Focused, scene: Scene) -> Answer:
    package, activity = scene.after.seen.package, scene.after.seen.activity
    if package is None or (test.activity is not None and activity is None):
        return Answer(None, "no focused window")
    seen = full_activity(package, activity)
    is_app = test.package is None or test.package == package
    is_page = test.activity is None or full_activity(test.package or package, test.activity) == seen
    return Answer(is_app and is_page, f"{package}/{seen}" if seen else package)


def _exists(test: facts.Exists, scene: Scene) -> Answer:
    return _counted(scene.after, test.selector, lambda count: bool(count) == test.present)


def _count(test: facts.CountIs, scene: Scene) -> Answer:
    return _counted(scene.after, test.selector, lambda count: count == test.count)


def _counted(look: Look, selector: Selector, holds: Callable[[int], bool]) -> Answer:
    if look.tree is None:
        return _UNKNOWN
    count = len(find_all(look.tree, selector))
    return Answer(holds(count), _matches(count))


def _text(test: facts.TextIs, scene: Scene) -> Answer:
    return _of_one(scene.after, test.selector, lambda node: _told(test.wanted, said(node), scene))


def _checked(test: facts.CheckedIs, scene: Scene) -> Answer:
    return _of_one(
        scene.after,
        test.selector,
        lambda node: Answer(node.checked == test.checked, "checked" if node.checked else "not checked"),
    )


def _of_one(look: Look, selector: Selector, ask_node: Callable[[Node], Answer]) -> Answer:
    if look.tree is None:
        return _UNKNOWN
    found = find_all(look.tree, selector)
    return ask_node(found[0]) if len(found) == 1 else Answer(False, _matches(len(found)))


def _told(wanted: Wanted, answer: str, scene: Scene) -> Answer:
    return Answer(compared(wanted, answer, scene.inputs), _short(answer))


def _count_changes(test: facts.CountChanges, scene: Scene) -> Answer:
    was, now = _number_of(scene.before, test.selector), _number_of(scene.after, test.selector)
    if was is None or now is None:
        return _UNKNOWN
    return Answer(now - was == test.by, f"{was} -> {now}")


def _appears(test: facts.Appears, scene: Scene) -> Answer:
    return _moved(scene, test.selector, lambda was, now: not was and bool(now))


def _disappears(test: facts.Disappears, scene: Scene) -> Answer:
    return _moved(scene, test.selector, lambda was, now: bool(was) and not now)


def _moved(scene: Scene, selector: Selector, holds: Callable[[int, int], bool]) -> Answer:
    was, now = _number_of(scene.before, selector), _number_of(scene.after, selector)
    if was is None or now is None:
        return _UNKNOWN
    return Answer(holds(was, now), f"{_matches(was)} before, {_matches(now)} after")


def _changes(test: facts.Changes, scene: Scene) -> Answer:
    if scene.before is None or scene.before.tree is None or scene.after.tree is None:
        return _UNKNOWN
    was, now = _only(scene.before.tree, test.selector), _only(scene.after.tree, test.selector)
    if was is None or now is None:
        return Answer(False, "not one match before and after")
    if test.by is None:
        return Answer(was != now, f"{_short(was)} -> {_short(now)}")
    return _by(NamedFact("it", test.selector, FactKind.INT), was, now, test.by)


def _by(fact: NamedFact, was: str, now: str, by: int) -> Answer:
    a, b = fact.number(was), fact.number(now)
    return Answer(a is not None and b is not None and b - a == by, f"{_short(was)} -> {_short(now)}")


def _no_dialog(_test: facts.NoDialog, scene: Scene) -> Answer:
    look = scene.after
    dialog = look.seen.facts.dialog
    if dialog is not None:
        return Answer(False, f"dialog {_short(dialog)}")
    if shows_permission(look) or shows_crash(look) or shows_anr(look):
        return Answer(False, "a dialog of the system")
    return Answer(True, "none") if look.tree is not None else _UNKNOWN


def _no_error(_test: facts.NoError, scene: Scene) -> Answer:
    look = scene.after
    error, toast = look.seen.facts.error_text, look.seen.facts.toast
    if error is not None:
        return Answer(False, _short(error))
    if toast and says_error(toast):
        return Answer(False, f"toast {_short(toast)}")
    if shows_crash(look) or shows_anr(look):
        return Answer(False, "a dialog of the system")
    return Answer(True, "none") if look.tree is not None else _UNKNOWN


def _row(test: facts.RowContains, scene: Scene) -> Answer:
    def in_a_row(node: Node) -> Answer:
        texts, is_known = filled(test.text, scene.inputs)
        parts = [said(part) for row in node.children for part in row.walk()]
        if any(text in part for text in texts for part in parts):
            return Answer(True, f"{len(node.children)} rows")
        return Answer(False if is_known else None, f"{len(node.children)} rows without it")

    return _of_one(scene.after, test.selector, in_a_row)


def _named(test: facts.NamedIs, scene: Scene) -> Answer:
    fact = scene.named.get(test.name)
    if fact is None or scene.after.tree is None:
        return _UNKNOWN
    answer = fact.answer(scene.after.tree)
    if answer is None:
        return Answer(False, "no answer")
    told = _told(test.wanted, answer, scene)
    if told.holds is not True and test.wanted.relation is Relation.EQUALS:
        wanted = (fact.normal(text) for text in filled(test.wanted.text, scene.inputs)[0])
        return Answer(True, told.seen) if answer in wanted else told
    return told


def _named_changes(test: facts.NamedChanges, scene: Scene) -> Answer:
    fact = scene.named.get(test.name)
    if fact is None or scene.before is None or scene.before.tree is None or scene.after.tree is None:
        return _UNKNOWN
    was, now = fact.answer(scene.before.tree), fact.answer(scene.after.tree)
    if was is None or now is None:
        return Answer(False, "no answer before" if was is None else "no answer after")
    return _by(fact, was, now, test.by)


def _toast(test: facts.ToastContains, scene: Scene) -> Answer:
    toast = scene.after.seen.facts.toast
    if toast is None:
        return Answer(None, "toasts were not heard")
    texts, is_known = filled(test.text, scene.inputs)
    if any(text in toast for text in texts):
        return Answer(True, _short(toast))
    return Answer(False if is_known else None, _short(toast) if toast else "no toast")


_ASKED: Mapping[type, Callable[..., Answer]] = {
    facts.Focused: _focused,
    facts.Exists: _exists,
    facts.TextIs: _text,
    facts.CheckedIs: _checked,
    facts.CountIs: _count,
    facts.CountChanges: _count_changes,
    facts.Appears: _appears,
    facts.Disappears: _disappears,
    facts.Changes: _changes,
    facts.NoDialog: _no_dialog,
    facts.NoError: _no_error,
    facts.RowContains: _row,
    facts.NamedIs: _named,
    facts.NamedChanges: _named_changes,
    facts.ToastContains: _toast,
}


def said(node: Node) -> str:
    """What a node says: its text, else its description."""
    return node.text or node.content_desc


def _number_of(look: Look | None, selector: Selector) -> int | None:
    return None if look is None or look.tree is None else len(find_all(look.tree, selector))


def _only(tree: Tree, selector: Selector) -> str | None:
    found = find_all(tree, selector)
    return said(found[0]) if len(found) == 1 else None


def _matches(count: int) -> str:
    return f"{count} match{'' if count == 1 else 'es'}"


def _short(text: str) -> str:
    return repr(text if len(text) <= _LONGEST_SEEN else text[: _LONGEST_SEEN - 1] + "…")
