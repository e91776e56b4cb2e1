"""What is to be replayed: which episode, which of its steps, with which words, from which start."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from gui_rec.capture.privacy.rules import MaskRules, from_texts
from gui_rec.errors import UsageError
from gui_rec.model.step import Step
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.guiding import Guide
from gui_rec.replayer.parameters import Parameter, declared_here, read_parameters, unused
from gui_rec.replayer.rules.model import inputs_named
from gui_rec.replayer.start import StartPlan, start_plan
from gui_rec.store.reader import EpisodeRecord, Recording


@dataclass(frozen=True, slots=True)
class ReplayPlan:
    """A replay before any device is asked. `earlier` are the recorded steps before the first one; the `values` of
    `config` are withheld texts only, parameters stand apart. `rule_inputs` are the texts that rules may ask for by name:
    those of parameters, and those that only rules need.
    """

    episode: EpisodeRecord
    steps: tuple[Step, ...]
    earlier: tuple[Step, ...]
    config: ReplayConfig
    masks: MaskRules
    parameters: tuple[Parameter, ...]
    start: StartPlan | None
    rule_inputs: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    @property
    def guide(self) -> Guide:
        """The rules of the run."""
        config = self.config
        return Guide(config.rules, self.episode.info.episode_id, self.rule_inputs, config.contexts)


def plan_replay(recording: Recording, config: ReplayConfig) -> ReplayPlan:
    """Raises UsageError for an episode or steps that are not there, and for texts that are missing or nobody's."""
    episode = _episode(recording, config.episode)
    every = tuple(recording.steps(episode.info.episode_id))
    steps = _range(every, config, episode.info.episode_id)
    masks = from_texts(episode.info.mask_rules)
    asked = {name for file in config.rules for name in inputs_named(file)}
    declared = declared_here(every, config.parameters) if config.one_of_many else dict(config.parameters)
    unneeded = unused(steps, masks, dict(config.values), declared)
    spare = unneeded & asked
    ruled = tuple(pair for pair in config.values if pair[0] in spare)
    # What other steps need, or other trajectories of a set, is nobody's mistake here.
    nobodys = unused(every, masks, dict(config.values), declared) if not config.one_of_many else set()
    values = {name: text for name, text in config.values if name not in unneeded or name in nobodys - asked}
    parameters = read_parameters(steps, masks, values, declared)
    named = {*spare, *(parameter.name for parameter in parameters)}
    withheld = tuple(pair for pair in values.items() if pair[0] not in named)
    return ReplayPlan(
        episode=episode,
        steps=steps,
        earlier=tuple(step for step in every if step.index < steps[0].index),
        config=replace(config, values=withheld),
        masks=masks,
        parameters=parameters,
        start=start_plan(steps, config.restore),
        rule_inputs=(*((each.name, each.text) for each in parameters), *ruled),
    )


def _episode(recording: Recording, wanted: str | None) -> EpisodeRecord:
    known = [episode.info.episode_id for episode in recording.episodes]
    if wanted is None and len(known) == 1:
        return recording.episodes[0]
    for episode in recording.episodes:
        if episode.info.episode_id == wanted:
            return episode
    asked = "several episodes and none named" if wanted is None else f"no episode {wanted!r}"
    left_out = f" and {len(recording.discarded)} discarded" if recording.discarded else ""
    raise UsageError(f"replay: {asked}; this recording holds {', '.join(known) or 'none'}{left_out}")


def _range(steps: tuple[Step, ...], config: ReplayConfig, episode_id: str) -> tuple[Step, ...]:
    first, last = config.from_step, config.until_step
    low = 0 if first is None else first
    high = len(steps) - 1 if last is None else last
    chosen = tuple(step for step in steps if low <= step.index <= high)
    if not chosen:
        there = f"steps 0 to {steps[-1].index}" if steps else "no steps"
        given = " ".join(
            f"--{name} {value}" for name, value in (("from", first), ("until", last)) if value is not None
        )
        raise UsageError(
            f"replay: {given or 'all'}: expected steps that are there; episode {episode_id} has {there}"
        )
    return chosen
