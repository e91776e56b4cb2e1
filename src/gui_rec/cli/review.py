"""`gui-rec review RECORDING --by NAME`: accept, reject or comment episodes and steps, as labels beside the data."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gui_rec.cli._options import recording_argument
from gui_rec.cli._output import Output, one_line, output_options
from gui_rec.cli._review_input import Said, reviewers_words
from gui_rec.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from gui_rec.cli.show import Shown
    from gui_rec.datasets.reviews import Decision
    from gui_rec.model.label import LabelRow
    from gui_rec.store.reader import Recording

MENU = "Keys: a = accept, r = reject, c = comment, s = mean one step (or, empty, the whole episode), n = next, q = quit"
_WITH_WORDS = "cs"
_ASKED = {"c": "comment: ", "s": "step: "}


@dataclass(slots=True)
class Review:
    """One reviewer's session over a recording. Every word is on the disk before the next is heard."""

    path: Path
    by: str
    made: list[LabelRow] = field(default_factory=list)

    def say(
        self,
        episode_id: str,
        step_index: int | None,
        *,
        decision: Decision | None = None,
        comment: str | None = None,
    ) -> None:
        """Store a decision, a comment, or both. Raises UsageError, StoreError."""
        from gui_rec._clock import SystemClock
        from gui_rec.datasets.reviews import review_rows
        from gui_rec.store.side_tables import append_labels

        now_us = SystemClock().wall_us()
        rows = review_rows(episode_id, step_index, self.by, now_us, decision=decision, comment=comment)
        append_labels(self.path, rows)
        self.made += rows

    def document(self) -> dict[str, object]:
        """What was said, as `--json` prints it."""
        names = ("episode_id", "step_index", "label", "value", "source")
        return {
            "recording": str(self.path),
            "labels": [{name: getattr(row, name) for name in names} for row in self.made],
        }


@dataclass(slots=True)
class Loop:
    """The terminal loop: one episode after another."""

    review: Review
    recording: Recording
    out: Output

    def run(self, shown: list[Shown]) -> None:
        """Until the last episode, `q`, or the end of the input."""
        asked = reviewers_words(_WITH_WORDS, lambda key: click.echo(_ASKED[key], nl=False, err=True))
        with closing(asked) as said:  # a terminal is put back also where `q` ends it
            for number, item in enumerate(shown, 1):
                if not self._episode(item, f"{number} of {len(shown)}", said):
                    return

    def _episode(self, item: Shown, place: str, said: Iterator[Said]) -> bool:
        from gui_rec.cli.show import view

        episode_id = item.episode.info.episode_id
        self.out.note(f"Episode {place}")
        self.out.note(view([item]))
        for line in review_lines(self.recording.labels(), episode_id):
            self.out.note(line)
        self.out.note(MENU)
        step: int | None = None
        for key, words in said:
            if key in "nq":
                return bool(key == "n")
            try:
                step = self._take(item, step, (key, words))
            except UsageError as error:
                self.out.note(one_line(str(error)))
        return False

    def _take(self, item: Shown, step: int | None, said: Said) -> int | None:
        """Do what a key says; the step that is meant from now on."""
        from gui_rec.datasets.reviews import Decision

        key, words = said
        episode_id = item.episode.info.episode_id
        if key == "s":
            return _step(item, int(words) if words.isascii() and words.isdigit() else words or None)
        if key in "ar":
            decision = Decision.ACCEPT if key == "a" else Decision.REJECT
            self.review.say(episode_id, step, decision=decision)
        elif key == "c":
            self.review.say(episode_id, step, comment=words)
        else:
            raise UsageError(f"{key!r} means nothing here. {MENU}")
        self.out.note(f"stored for {_thing(step)}: {one_line(self.review.made[-1].value)}")
        return step


def _step(item: Shown, wanted: int | str | None) -> int | None:
    known = [step.index for step in item.steps]
    if wanted is None or wanted in known:
        return wanted if isinstance(wanted, int) else None
    shown = f"{known[0]}..{known[-1]}" if known else "none"
    raise UsageError(f"review: expected a step of the episode ({shown}), got {wanted!r}")


def _thing(step: int | None) -> str:
    return "the episode" if step is None else f"step {step}"


def review_lines(labels: list[LabelRow], episode_id: str) -> list[str]:
    """Who has said what of an episode, a line each."""
    from gui_rec.datasets.reviews import latest_reviews, reviewer_of

    return [
        one_line(f"  {reviewer_of(row)} on {_thing(row.step_index)}: {row.value}")
        for row in latest_reviews(labels)
        if row.episode_id == episode_id
    ]


@click.command("review")
@recording_argument
@click.option("--by", required=True, metavar="NAME", help="The reviewer; stands in each label's source.")
@click.option("--episode", metavar="ID", help="The episode; without it, all of them in turn.")
@click.option("--step", type=click.IntRange(0), metavar="N", help="One step instead of the whole episode.")
@click.option("--accept", is_flag=True, help="Accept it.")
@click.option("--reject", is_flag=True, help="Reject it.")
@click.option("--comment", metavar="TEXT", help="Say something about it.")
@output_options
def command(
    recording: Path,
    by: str,
    episode: str | None,
    step: int | None,
    accept: bool,
    reject: bool,
    comment: str | None,
    out: Output,
) -> int:
    """Accept, reject or comment episodes and steps, as labels beside the data.

    Without a word on the command line each episode is shown in turn, and keys say it.
    """
    from gui_rec.datasets.reviews import Decision, checked_name

    if accept and reject:
        raise UsageError("review: --accept and --reject cannot stand together")
    decision = Decision.ACCEPT if accept else Decision.REJECT if reject else None
    review = Review(recording, checked_name(by))
    opened, shown = _shown(recording, episode)
    if decision is not None or comment is not None:
        if len(shown) != 1:
            known = ", ".join(item.episode.info.episode_id for item in shown[:5]) or "none"
            raise UsageError(f"review: expected --episode ID; there are {known}")
        review.say(
            shown[0].episode.info.episode_id, _step(shown[0], step), decision=decision, comment=comment
        )
    elif step is not None:
        raise UsageError("review: --step needs --accept, --reject or --comment")
    else:
        Loop(review, opened, out).run(shown)
    out.result(review.document(), f"{len(review.made)} label(s) written beside {recording}")
    return ExitCode.OK


def _shown(recording: Path, episode: str | None) -> tuple[Recording, list[Shown]]:
    """The recording and its episodes, or the one that is meant; discarded ones only when named."""
    from gui_rec.cli.show import read_shown
    from gui_rec.store.reader import is_discarded, open_trajectories

    opened = open_trajectories(recording)
    if episode is not None:
        opened.episode(episode)
        return opened, [item for item in read_shown(recording) if item.episode.info.episode_id == episode]
    return opened, [item for item in read_shown(recording) if not is_discarded(item.episode)]
