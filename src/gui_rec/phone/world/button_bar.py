"""The buttons of a dialog: side by side at its end, each as wide as its words ask for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gui_rec.phone.world.views import FILL, Flow, View

_SIDES_DP = 24
_LETTER_DP = 7.2
_NARROWEST_DP = 48
_BAR = View("LinearLayout", flow=Flow.ROW, gap=4, pad=(16, 8, 16, 20))


def button_bar(bar_id: str, buttons: Iterable[View]) -> View:
    """A row of buttons, with Android's spacer before them. It has no children when there are no buttons.

    Layout knows no font, so the width is reckoned from the number of letters.
    """
    fitted = tuple(replace(button, w=_width_dp(button)) for button in buttons)
    if not fitted:
        return replace(_BAR, id=bar_id)
    spacer = View("Space", id="android:id/spacer", w=FILL, h=_NARROWEST_DP)
    return replace(_BAR, id=bar_id, children=(spacer, *fitted))


def _width_dp(button: View) -> int:
    return max(_NARROWEST_DP, round(_SIDES_DP + _LETTER_DP * len(button.text)))
