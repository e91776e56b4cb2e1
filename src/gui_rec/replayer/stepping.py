"""One recorded step on a device: wait for its screen, find its target, act at most once, judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from gui_rec._clock import Clock, Deadline
from gui_rec.capture.observe import ObserveConfig, Observer
from gui_rec.capture.privacy.masker import Masker
from gui_rec.capture.privacy.rules import MaskRules
from gui_rec.capture.privacy.slots import filled, slots_in
from gui_rec.capture.privacy.steps import StepPrivacy
from gui_rec.capture.settle import SettleConfig, settle
from gui_rec.capture.steps import StepConfig, StepRunner
from gui_rec.device._api import Device
from gui_rec.errors import (
    ActionUnsupportedError,
    DeviceError,
    DeviceLostError,
    DeviceUnavailableError,
    TextUnsupportedError,
)
from gui_rec.model.actions import Action, Key, OpenApp, OpenUrl, Swipe, Type
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.asking import Answer, Ask, Choice
from gui_rec.replayer.checks._api import Phase
from gui_rec.replayer.config import OnMismatch, ReplayConfig
from gui_rec.replayer.elsewhere import LIKE_THERE, Elsewhere
from gui_rec.replayer.external import question_of
from gui_rec.replayer.guiding import Guide, ahead_by_rules, may_end, may_start
from gui_rec.replayer.judge import Circumstances, Judgement, judge, judge_pre
from gui_rec.replayer.locate import Located, NotLocated, locate
from gui_rec.replayer.locating.search import Searched, search
from gui_rec.replayer.looks import Look, only_attention_moves
from gui_rec.replayer.outcomes import Outcome, failure, question, started_elsewhere
from gui_rec.replayer.parameters import Parameter, on_screen, with_parameters
from gui_rec.replayer.pictures import toasts
from gui_rec.replayer.recovering import Aid
from gui_rec.replayer.resting import at_rest
from gui_rec.replayer.rules.book import named_in
from gui_rec.replayer.rules.given import Given
from gui_rec.replayer.ruling import NAME as RULES
from gui_rec.replayer.system import SystemWatch
from gui_rec.replayer.volatile import Volatile, still_moving
from gui_rec.replayer.waiting import (
    Attention,
    Looks,
    Wanted,
    is_trouble,
    is_whole,
    looks_recorded,
    wait_for,
)

_SEARCHING = SettleConfig(timeout_s=4.0, unchanged_s=1.0)
_PAGE_CODES = (Code.SCREEN_MISMATCH, Code.START_STATE_MISMATCH)
_ELSEWHERE = (*_PAGE_CODES, Code.PACKAGE_MISMATCH, Code.ACTIVITY_MISMATCH, Code.APP_LEFT)


@dataclass(slots=True)
class StepReplayer:
    """Replays steps one after another on one device, every screen of which is masked by `masks`.

    `device_name` stands for the device's serial in all that is kept; None keeps the serial. `elsewhere` is in what the
    device differs from the recorded one; `parameters` change what is typed and expected. `ask` is who decides
    after a step that failed, where the config says so. `guide` holds the run's rules.
    """

    device: Device
    clock: Clock
    config: ReplayConfig
    recorded_locale: str | None = None
    seen_locale: str | None = None
    masks: MaskRules = field(default_factory=MaskRules.none)
    device_name: str | None = None
    elsewhere: Elsewhere = LIKE_THERE
    parameters: tuple[Parameter, ...] = ()
    ask: Ask | None = None
    guide: Guide = field(default_factory=Guide)
    volatile: Volatile = field(default_factory=Volatile)
    observer: Observer = field(init=False)
    runner: StepRunner = field(init=False)
    privacy: StepPrivacy = field(init=False)
    system: SystemWatch = field(init=False)
    _last: Look | None = None  # the last post-state, which was waited for already
    _previous: Step | None = None  # the recorded step before the one at hand
    _following: Step | None = None  # the step after the one at hand
    _rest: tuple[Step, ...] = ()  # all of them

    def __post_init__(self) -> None:
        self.system = SystemWatch(self.device)
        masker = Masker(self.masks)
        for name, value in self.config.values:
            masker.words.put(value, f"${{{name}}}")
        named = ObserveConfig(named_facts=named_in(self.guide.files))
        self.observer = Observer(self.device, self.clock, named, masker=masker)
        self.privacy = StepPrivacy(
            masker, self.observer, serial=self.device.serial, serial_id=self.device_name
        )
        settle = SettleConfig(timeout_s=self.config.timeout_s)
        self.runner = StepRunner(
            self.device, self.observer, self.clock, StepConfig(settle), prepare=self.privacy.before
        )

    def remember(self, earlier: Sequence[Step]) -> None:
        """Take in the recorded steps before the first one: which fields had been password fields by then."""
        for step in earlier:
            for seen in (step.pre, step.post):
                self.privacy.masker.learn_fields(Look.of(seen).tree)
            self._previous = step

    def replay(self, step: Step, rest: Sequence[Step]) -> Outcome:
        """The outcome of `step`; `rest` are those that follow. A lost device is an outcome, too."""
        try:
            self.system.begin()
            return self._replay(step, self._circumstances(step, rest))
        except (DeviceLostError, DeviceUnavailableError) as error:
            return Outcome(
                failure(Verdict.UNKNOWN, Code.DEVICE_LOST, self.privacy.text(str(error)), "device")
            )

    def _circumstances(self, step: Step, rest: Sequence[Step]) -> Circumstances:
        self._rest = tuple(rest)
        self._following = next(iter(rest), None)
        later = ((step.index, on_screen(step.pre, self.parameters).state_key) for step in rest)
        return Circumstances(
            tolerance=self.config.tolerance,
            later=tuple((index, key) for index, key in later if key is not None),
            recorded_locale=self.recorded_locale,
            seen_locale=self.seen_locale,
            home=self.system.home,
            elsewhere=self.elsewhere,
            parameters=self.parameters,
            given=self.guide.given(step, self._previous),
        )

    def _replay(self, recorded: Step, how: Circumstances) -> Outcome:
        step = with_parameters(recorded, self.parameters)
        aid = Aid(self.device, self.observer, self.clock, step, how.given, self.privacy.text)
        outcome = self._replay_with(aid, step, recorded, how)
        self._previous = recorded
        return replace(outcome, recoveries=tuple(aid.told))

    def _start(
        self, aid: Aid, step: Step, recorded: Step, how: Circumstances
    ) -> tuple[Look, Judgement, bool]:
        """The screen before the step, its judgement, and whether it is astray for all that rules allow to be done."""
        while True:
            pre = self._await_pre(step, how.given)
            before = judge_pre(recorded, pre.seen, replace(how, volatile=self.volatile.of(pre)))
            is_demanded = before.deciding is not None and before.deciding.name == RULES
            is_astray = not before.verdict.successful and (needs_its_screen(step.action) or is_demanded)
            if not is_astray or not aid.help(before.code, pre, Phase.PRE):
                return pre, before, is_astray

    def _replay_with(self, aid: Aid, step: Step, recorded: Step, how: Circumstances) -> Outcome:
        is_first = self._last is None
        pre, before, is_astray = self._start(aid, step, recorded, how)
        answer = self._asked(step, before) if is_astray else None
        if is_astray and not self._may_go_on(before, answer):
            return Outcome(before, seen=pre.seen, answer=answer)
        located = self._locate(step, pre)
        if isinstance(located, NotLocated) and located.code is Code.TARGET_NOT_FOUND:
            searched = self._search(step, pre, located)
            pre, located = searched.look, searched.told
        if isinstance(located, NotLocated):
            return replace(_not_located(located, before), seen=pre.seen)
        outcome = self._act(aid, step, recorded, pre, located, how)
        if is_first and before.code in _ELSEWHERE and outcome.judgement.verdict is Verdict.MISMATCH:
            return replace(outcome, judgement=started_elsewhere(Look.of(step.pre), pre, outcome.judgement))
        # Gone on with from another screen than recorded: that stays the step's verdict.
        return replace(outcome, judgement=before, answer=answer) if is_astray else outcome

    def _locate(self, step: Step, seen: Look) -> Located | NotLocated:
        return locate(step, seen, scale=self.config.scale)

    def _search(self, step: Step, seen: Look, first: NotLocated) -> Searched:
        """Beyond the edges of the target's list. The swipes are the search's own: the step's action is yet to come."""
        return search(step, seen, first, lambda look: self._locate(step, look), self._swiped)

    def _swiped(self, swipe: Swipe, seen: Look) -> Look:
        assert seen.seen.size is not None
        try:
            self.device.perform(swipe, seen.seen.size)
        except (DeviceLostError, DeviceUnavailableError):
            raise
        except DeviceError as error:
            raise DeviceError(self.privacy.text(str(error))) from error
        self.observer.acted()
        rested = settle(self.observer, self.clock, _SEARCHING, before=seen.seen)
        return Look.of(rested.observation)

    def _after_search(self, outcome: Outcome, done: Step, again: Callable[[int], Outcome]) -> Outcome:
        """The judgement anew where the next step's target was only beyond the edge of its list."""
        deciding = outcome.judgement.deciding
        is_missing = deciding is not None and (deciding.name, deciding.code) == (
            "target",
            Code.TARGET_NOT_FOUND,
        )
        if not is_missing or self._following is None:
            return outcome
        following, post = with_parameters(self._following, self.parameters), Look.of(done.post)
        first = self._locate(following, post)
        if isinstance(first, Located):
            return outcome
        searched = self._search(following, post, first)
        if isinstance(searched.found, NotLocated):
            return outcome
        judged = again(searched.swipes)
        self._last = searched.look
        return judged

    def _asked(self, step: Step, before: Judgement) -> Answer | None:
        """The person's word on a page that is not the recorded one, before anything is done there."""
        if self.config.on_mismatch is not OnMismatch.ASK or before.code not in _PAGE_CODES:
            return None
        return None if self.ask is None else self.ask(question(step, before, acted=False))

    def _await_pre(self, step: Step, given: Given) -> Look:
        """The recorded pre-state, or the last look when time is up."""
        expected, looks = Look.of(step.pre), Looks()
        first = looks.add(self.observer.observe())
        waited = self._last is not None and self._last.key is not None and self._last.key == first.key
        wanted = replace(self._wanted(expected, _attention_before(step.action)), also=may_start(step, given))
        is_met = wanted.is_met_by(first)
        if not needs_its_screen(step.action) or (waited and not is_met):
            return first
        if is_met and is_whole(self.observer, wanted, looks, first):
            return first
        return self._look_on(wanted, looks, self._deadline())

    def _deadline(self) -> Deadline:
        return Deadline.after(self.clock, self.config.timeout_s)

    def _look_on(self, wanted: Wanted, looks: Looks, deadline: Deadline) -> Look:
        last = wait_for(self.observer, self.clock, wanted, looks, deadline, self.config.gaps_s)
        self.volatile.learn(looks.kept)
        return last

    def _may_go_on(self, before: Judgement, answer: Answer | None) -> bool:
        """After a mismatch of the page, `continue` tries the step all the same; trouble is never touched."""
        if answer is not None:
            return answer.choice is not Choice.STOP
        return self.config.on_mismatch is OnMismatch.CONTINUE and before.code in _PAGE_CODES

    def _act(
        self, aid: Aid, step: Step, recorded: Step, pre: Look, located: Located, how: Circumstances
    ) -> Outcome:
        expected, looks, deadline = Look.of(step.post), Looks(), self._deadline()
        also = may_end(step, pre, how.given)
        made = self._performed(step, pre, located, looks, also)
        if isinstance(made, Outcome):
            return made
        is_effect = only_attention_moves(Look.of(step.pre), expected)
        wanted = replace(self._wanted(expected, Attention.ALL if is_effect else Attention.NONE), also=also)
        waited = self._await_post(wanted, made, looks, deadline)
        rested, moving = at_rest(made, waited, pre, looks)

        def judged(done: Step, looks: Looks, *, moving: bool, searched: int = 0) -> Outcome:
            settled = self._settled(replace(how, moving=moving, searched=searched), done, wanted, aid)
            return self._judged(recorded, done, pre, located, looks, settled)

        done = self.privacy.step(rested)
        outcome = self._after_search(
            judged(done, looks, moving=moving),
            done,
            lambda swipes: judged(done, looks, moving=moving, searched=swipes),
        )
        while not outcome.judgement.verdict.successful and aid.help(
            outcome.judgement.code, Look.of(done.post), Phase.POST
        ):
            looks = Looks()
            seen = self._look_on(wanted, looks, self._deadline()).seen
            done = self.privacy.step(replace(done, post=seen))
            outcome = judged(done, looks, moving=still_moving(looks.kept))
        return outcome

    def _performed(
        self, step: Step, pre: Look, located: Located, looks: Looks, also: Callable[[Look], bool]
    ) -> Step | Outcome:
        """The step with the screen that its own wait ended on; the outcome where it was not sent, or the device was lost."""
        expected = Look.of(step.post)

        def arrived(observation: Observation) -> bool:
            look = looks.add(observation)
            return looks_recorded(expected, look) or is_trouble(expected, look) or also(look)

        action = filled(located.action, slots_in(step, self.masks), dict(self.config.values))
        try:
            done = self.runner.run(
                action,
                pre=pre.seen,
                until=arrived,
                operation=step.operation,
                operation_source=step.operation_source,
            )
        except (DeviceLostError, DeviceUnavailableError):
            raise
        except DeviceError as error:
            told = self.privacy.text(str(self.privacy.told(action, error)))
            judged = failure(Verdict.MISMATCH, _code_of(error), told, "perform")
            return Outcome(judged, located=located, seen=pre.seen)
        if done.result_code != Code.DEVICE_LOST:
            return done
        done = self.privacy.step(done)
        detail = done.result_detail or "the device went away after the action was sent"
        return Outcome(failure(Verdict.UNKNOWN, Code.DEVICE_LOST, detail, "device"), done, located)

    def _settled(self, how: Circumstances, done: Step, wanted: Wanted, aid: Aid) -> Circumstances:
        is_there = replace(wanted, attention=Attention.NONE).is_met_by(Look.of(done.post))
        given = replace(how.given, recovered=aid.done)
        return replace(how, settled=bool(done.settled) or is_there, given=given)

    def _await_post(self, wanted: Wanted, done: Step, looks: Looks, deadline: Deadline) -> Step:
        """`done` with the recorded post-state, if it comes in time: a carousel may come round to it."""
        expected, post = wanted.expected, Look.of(done.post)
        # A wait that ended by its own rule has held picture and hierarchy against each other.
        is_there = wanted.is_met_by(post) and (
            bool(done.settled) or is_whole(self.observer, wanted, Looks(), post)
        )
        if is_there or is_trouble(expected, post):
            return done
        return replace(done, post=self._look_on(wanted, looks, deadline).seen)

    def _wanted(self, expected: Look, attention: Attention = Attention.NONE) -> Wanted:
        return Wanted(expected, attention, self.elsewhere)

    def _judged(
        self, recorded: Step, done: Step, pre: Look, located: Located, looks: Looks, how: Circumstances
    ) -> Outcome:
        post = self._last = Look.of(done.post)
        how = replace(
            how,
            volatile=self.volatile.of(post),
            toast_came=any(toasts(look.seen) for look in looks.kept),
            flags=done.flags,
            result_code=done.result_code,
            result_detail=done.result_detail,
        )
        judged = judge(recorded, pre.seen, post.seen, how, self._following)
        further = () if judged.verdict.successful else ahead_by_rules(self.guide, recorded, self._rest, post)
        if further:
            how = replace(how, later=(*how.later, *further))
            judged = judge(recorded, pre.seen, post.seen, how, self._following)
        app = recorded.post.package
        if judged.code in (Code.APP_LEFT, Code.PACKAGE_MISMATCH) and self.system.has_died(app):
            judged = judge(recorded, pre.seen, post.seen, replace(how, crashed=app), self._following)
        if self.config.judge is not None and judged.verdict is Verdict.UNKNOWN:
            episode_id = self.guide.episode_id
            asked = question_of(episode_id, recorded, pre.seen, post.seen, judged.code, judged.detail)
            how = replace(how, external=self.config.judge.ask(asked))
            judged = judge(recorded, pre.seen, post.seen, how, self._following)
        detail = judged.detail or done.result_detail
        return Outcome(judged, replace(done, result_code=judged.code.value, result_detail=detail), located)


def needs_its_screen(action: Action) -> bool:
    """Opening an app or an address, and going home, start from wherever one is."""
    return not (isinstance(action, OpenApp | OpenUrl) or (isinstance(action, Key) and action.code == "HOME"))


def _attention_before(action: Action) -> Attention:
    """Text goes to the focused field, and BACK hides a keyboard before it leaves a page."""
    if isinstance(action, Type) and action.x is None:
        return Attention.FOCUS
    return Attention.ALL if isinstance(action, Key) and action.code == "BACK" else Attention.NONE


def _not_located(located: NotLocated, before: Judgement) -> Outcome:
    is_blind = located.code is Code.OBSERVATION_FAILED
    verdict = Verdict.UNKNOWN if is_blind else Verdict.MISMATCH
    numbers = {"candidates": "; ".join(located.candidates) or None}
    return Outcome(failure(verdict, located.code, located.detail, "locate", before, numbers))


def _code_of(error: DeviceError) -> Code:
    if isinstance(error, TextUnsupportedError):
        return Code.TEXT_UNSUPPORTED
    return Code.ACTION_UNSUPPORTED if isinstance(error, ActionUnsupportedError) else Code.ACTION_FAILED
