"""Where the hierarchies agree, or differ in nothing that matters, does the picture?"""

from __future__ import annotations

from dataclasses import replace

from gui_rec.model.verdict import Code, Shade
from gui_rec.replayer.checks._api import Check, CheckResult, Context, Tolerance
from gui_rec.replayer.checks._hard import hard_edits
from gui_rec.replayer.checks._results import acceptable, mismatch, passed, unknown
from gui_rec.replayer.crops import Comparison, compare
from gui_rec.replayer.edits import tree_edits
from gui_rec.replayer.elsewhere import Elsewhere
from gui_rec.replayer.looks import Look, same_state
from gui_rec.replayer.pictures import is_black_picture

_STYLE_SHARE = 0.6
_STYLE_LEAST = 3
_OVERLAY_BLOCKS = 6
_MOST_PLACES = 20


class VisualCheck:
    """Compares the crops of the elements that both screens have, and what lies outside all of them.

    Most elements, or most texts, look otherwise: a theme or font. Pictures only: their content. A control or text whose
    hierarchy is unchanged: a custom-drawn value. Outside of everything: something lies over the page.
    On a device of another density, font, theme or Android the same page is drawn otherwise.
    """

    name = "visual"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        if recorded.is_opaque or seen.is_opaque or not _agree(recorded, seen, context):
            return passed(self.name, compared=False)
        if not same_state(recorded, seen) and context.tolerance is not Tolerance.DYNAMIC:
            return passed(self.name, compared=False)
        if recorded.seen.screenshot is None or seen.seen.screenshot is None:
            which = "recorded" if recorded.seen.screenshot is None else "seen"
            words = f"the elements are equal, but there is no {which} picture to compare"
            return acceptable(self.name, Shade.HIERARCHY_ONLY, words, 0.8, compared=False)
        if is_black_picture(recorded.seen.screenshot) and not is_black_picture(seen.seen.screenshot):
            words = "the elements are equal, but the recorded picture is black, that of a protected screen"
            return acceptable(self.name, Shade.HIERARCHY_ONLY, words, 0.8, compared=False)
        where = context.elsewhere
        if where.font_scale is not None:
            return _restyled(self.name, where)
        if where.density_dpi is not None:
            return passed(self.name, compared=False)  # another size of everything, which is told already
        found = compare(recorded, seen, context.volatile | context.reworded)
        if found is None:
            return passed(self.name, compared=False)
        judged = _judge(self.name, found)
        # A dark page differs in its ground, too; another Android draws switches and bars otherwise.
        is_restyled = where.night_mode is not None or where.sdk is not None
        return _restyled(self.name, where) if is_restyled and not judged.verdict.successful else judged


def _restyled(name: str, where: Elsewhere) -> CheckResult:
    """What is known to draw the same page otherwise: its pictures cannot be held against each other."""
    words = f"only the elements were compared ({', '.join(where.words())})"
    return acceptable(name, Shade.STYLE_CHANGED, words, 0.7)


def _agree(recorded: Look, seen: Look, context: Context) -> bool:
    """Equal states, or a difference of nothing but soft edits."""
    if same_state(recorded, seen):
        return True
    return bool(tree_edits(recorded, seen)) and not hard_edits(recorded, seen, context)


def _is_restyled(found: Comparison) -> bool:
    by_all = found.elements >= _STYLE_LEAST and found.otherwise >= _STYLE_SHARE * found.elements
    by_texts = found.texts >= _STYLE_LEAST and found.texts_otherwise >= _STYLE_SHARE * found.texts
    return by_all or by_texts


def _judge(name: str, found: Comparison) -> CheckResult:
    numbers = {
        "elements": found.elements,
        "otherwise": found.otherwise,
        "changed": len(found.changed),
        "changed_pictures": len(found.changed_pictures),
        "blocks_outside": found.blocks_outside,
    }
    if _is_restyled(found):
        words = f"{found.otherwise} of {found.elements} elements look otherwise"
        return acceptable(name, Shade.STYLE_CHANGED, words, 0.7, **numbers)
    if found.changed:
        detail = f"{found.changed[0].label} looks otherwise although its hierarchy is the same"
        return replace(
            mismatch(name, Code.VISUAL_ONLY_DIFF, detail, 0.6, **numbers),
            places=found.changed[:_MOST_PLACES],
        )
    if found.blocks_outside >= _OVERLAY_BLOCKS:
        detail = f"{found.blocks_outside} blocks of 40 px outside all elements differ"
        return unknown(name, Code.VISUAL_OVERLAY, detail, 0.5, **numbers)
    if found.changed_pictures:
        pictures = found.changed_pictures
        result = acceptable(name, Shade.IMAGE_CONTENT, pictures[0].label, 0.8, **numbers)
        return replace(result, places=pictures[:_MOST_PLACES])
    return passed(name, **numbers)


CHECK: Check = VisualCheck()
