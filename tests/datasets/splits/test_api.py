from __future__ import annotations

import pytest

from gui_rec.datasets.splits._api import SplitSpec
from gui_rec.errors import UsageError


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["test"], "expected NAME=SHARE"),
        (["tset=0.1"], "expected NAME=SHARE with a name of validation, test, apps_unseen, tasks_unseen"),
        (["test=x"], "expected a number as in test=0.1"),
        (["test=1"], "expected a share from 0 to below 1"),
        (["test=nan"], "expected a share from 0 to below 1"),
        (["test=-0.1"], "expected a share from 0 to below 1"),
        (["test=0.5", "validation=0.5"], "leave nothing for train"),
        (["test=0.1", "test=0.2"], "given twice"),
        (["train=0.8"], "train is what is left"),
    ],
)
def test_what_is_no_split_is_refused(asked: list[str], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        SplitSpec.read(asked, 0, ())


def test_nothing_asked_for_is_no_split() -> None:
    assert SplitSpec.read((), 5, ()) is None
    assert SplitSpec.read((), 5, ("com.a", "com.a")) == SplitSpec({}, 5, ("com.a",))
    with pytest.raises(UsageError, match="split seed"):
        SplitSpec({}, -1)
