"""What splits are asked for, and what came of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from gui_rec.errors import UsageError

MOST_SEED = 2**63 - 1


class Split(StrEnum):
    """The sides of a training set. Their names are the files' and the Hub's."""

    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"
    APPS_UNSEEN = "apps_unseen"
    TASKS_UNSEEN = "tasks_unseen"

    @property
    def meaning(self) -> str:
        """One line for docs and card."""
        return _MEANINGS[self]


_MEANINGS = {
    Split.TRAIN: "what a model learns from",
    Split.VALIDATION: "tasks in apps that are not in `train` as this pair",
    Split.TEST: "the same, for the last look",
    Split.APPS_UNSEEN: "every episode that shows one of the apps held out; no step of `train` shows them",
    Split.TASKS_UNSEEN: "tasks that `train` holds in no app",
}


@dataclass(frozen=True, slots=True)
class SplitSpec:
    """`shares` in [0, 1]: of all (task, app) pairs for validation and test, of all apps, of all tasks.

    Hashes decide, so the shares are met on average, and an episode keeps its side when others are added.
    `unseen_apps` are packages that are held out whatever their hash says.
    """

    shares: Mapping[Split, float]
    seed: int = 0
    unseen_apps: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if Split.TRAIN in self.shares:
            raise UsageError("split: expected shares of what is held out; train is what is left")
        for split, share in self.shares.items():
            if not 0 <= share < 1:
                raise UsageError(f"split {split}: expected a share from 0 to below 1, got {share}")
        if self.share(Split.VALIDATION) + self.share(Split.TEST) >= 1:
            raise UsageError("split: validation and test leave nothing for train")
        if not 0 <= self.seed <= MOST_SEED:
            raise UsageError(f"split seed: expected 0 to {MOST_SEED}, got {self.seed}")

    @classmethod
    def read(cls, asked: Sequence[str], seed: int, unseen_apps: Sequence[str]) -> SplitSpec | None:
        """From texts such as `test=0.1`; None where nothing is asked for. Raises UsageError."""
        if not asked and not unseen_apps:
            return None
        shares: dict[Split, float] = {}
        for text in asked:
            name, _, number = text.partition("=")
            if name not in set(Split) or not number:
                known = ", ".join(split for split in Split if split is not Split.TRAIN)
                raise UsageError(f"split: expected NAME=SHARE with a name of {known}, got {text!r}")
            if Split(name) in shares:
                raise UsageError(f"split {name}: given twice")
            shares[Split(name)] = _share(text, number)
        return cls(shares, seed, tuple(dict.fromkeys(unseen_apps)))

    def share(self, split: Split) -> float:
        """What is held out for `split`; 0 where nothing was asked for."""
        return self.shares.get(split, 0.0)

    def document(self) -> dict[str, object]:
        """As JSON."""
        shares = {split.value: self.shares[split] for split in Split if split in self.shares}
        return {"seed": self.seed, "shares": shares, "unseen_apps": list(self.unseen_apps)}


@dataclass(frozen=True, slots=True)
class SideReport:
    """One split: `steps` after the filters; `removed` of them stand in `train` too, `exempt` are on the launcher.

    `unknown` counts steps of which nothing tells the screen, so that nobody can say whether `train` holds them.
    `tied` steps were left out because they belong to an episode of another kind (see `assign`).
    """

    split: Split
    episodes: int
    steps: int
    removed: int = 0
    exempt: int = 0
    unknown: int = 0
    tied: int = 0

    @property
    def share_removed(self) -> float:
        """`removed` of `steps`; 0 where there are none."""
        return self.removed / self.steps if self.steps else 0.0

    def document(self) -> dict[str, object]:
        """As JSON."""
        return {
            "episodes": self.episodes,
            "steps": self.steps,
            "also_in_train": self.removed,
            "share_also_in_train": round(self.share_removed, 6),
            "launcher_exempt": self.exempt,
            "screen_unknown": self.unknown,
            "tied": self.tied,
        }


def _share(text: str, number: str) -> float:
    try:
        return float(number)
    except ValueError as error:
        raise UsageError(f"split: expected a number as in test=0.1, got {text!r}") from error
