from __future__ import annotations

import pytest

from gui_rec.dsl._api import Decoded, Fidelity, FidelityKind
from gui_rec.dsl._members import CODECS
from gui_rec.errors import UsageError
from gui_rec.model.actions import Key


def test_fidelity_says_what_is_lost_or_why_nothing_can_be_said() -> None:
    exact, lossy, none = Fidelity.exact(), Fidelity.lossy("the time"), Fidelity.inexpressible("no such key")
    assert (exact.kind, exact.note, exact.expressible) == (FidelityKind.EXACT, "", True)
    assert (lossy.kind, lossy.note, lossy.expressible) == (FidelityKind.LOSSY, "the time", True)
    assert (none.kind, none.note, none.expressible) == (FidelityKind.INEXPRESSIBLE, "no such key", False)


def test_what_was_decoded_may_have_no_words() -> None:
    decoded = Decoded((Key("BACK"),))
    assert (decoded.thought, decoded.operation, decoded.repairs) == (None, None, ())


def test_an_unknown_dialect_names_the_known() -> None:
    with pytest.raises(UsageError, match=r"unknown dialect 'morse'; known: .*canonical, .*scalecua"):
        CODECS.get("morse")
