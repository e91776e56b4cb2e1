from __future__ import annotations

from dataclasses import replace

import pytest

from gui_rec._clock import Clock
from gui_rec.capture.observe import Observer
from gui_rec.capture.privacy.masker import HIDDEN_APP, Masker
from gui_rec.capture.privacy.rules import AppRule, MaskRules, PatternRule
from gui_rec.capture.privacy.steps import StepPrivacy
from gui_rec.errors import ActionUnsupportedError, TextUnsupportedError
from gui_rec.model.actions import Action, ExtractText, Invalid, Key, OpenApp, Tap, Type, WaitFor
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo, Expectation
from gui_rec.model.flags import EndReason, Flag, MissingReason
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Missing, Observation
from gui_rec.model.selector import Selector
from gui_rec.model.step import Sent, Step, Target
from gui_rec.testing.builders import TEXT_FIELD, Element, observation
from gui_rec.testing.fake_device import FakeDevice, Screen

NAME = Element(Rect(0, 0, 100, 20), "", "a:id/name", class_name=TEXT_FIELD)
CODE = Element(Rect(0, 40, 100, 60), "", "a:id/code", class_name=TEXT_FIELD, password=True)
LOGIN = observation((NAME, replace(CODE, focused=True)))
NAMED = observation((replace(NAME, focused=True), CODE))
PLAIN = observation((replace(NAME, focused=True),))
BLIND = Observation(missing=(Missing("ui_xml", MissingReason.DUMP_NOT_IDLE),))
MAIL = MaskRules(patterns=(PatternRule("email", r"\w+@\w+\.\w+"),))


def privacy(rules: MaskRules | None = None, *, serial_id: str | None = "0a1b2c") -> StepPrivacy:
    device = FakeDevice({"a": Screen()}, "a", serial="SERIAL99")
    clock: Clock = device.clock
    masker = Masker(MaskRules() if rules is None else rules)
    observer = Observer(device, clock, masker=masker)
    return StepPrivacy(masker, observer, serial=device.serial, serial_id=serial_id)


def typed(text: str, pre: Observation, post: Observation | None = None, **more: object) -> Step:
    sent = Sent(f"input text '{text}'", "input text", 0, f"echo {text}", 1, 2)
    return Step(0, pre, Type(text), post or pre, sent=sent, action_raw=f'{{"text": "{text}"}}', **more)  # type: ignore[arg-type]


def test_what_is_typed_into_a_password_field_leaves_a_slot() -> None:
    mine = privacy()
    said = typed("hunter2", LOGIN, turn_id="hunter2", result_detail="no hunter2")
    clean = mine.step(replace(said, thought="I type hunter2", operation="Enter hunter2", claimed="hunter2!"))
    assert clean.action == Type("${password}")
    assert clean.action_raw == '{"text": "${password}"}'
    assert clean.sent == Sent("[masked]", "input text", 0, "[masked]", 1, 2)
    assert (clean.thought, clean.operation) == ("I type ${password}", "Enter ${password}")
    assert Flag.MASKED in clean.flags
    assert "hunter2" not in repr(clean)
    assert mine.step(typed("hunter2", PLAIN)).action == Type("${password}")


def test_what_is_typed_elsewhere_stays() -> None:
    done = typed("ada", PLAIN)
    clean = privacy().step(done)
    assert (clean.action, clean.sent, clean.action_raw, clean.flags) == (
        done.action,
        done.sent,
        done.action_raw,
        (),
    )
    assert privacy().step(typed("ada", NAMED)).action == Type("ada")


@pytest.mark.parametrize(
    ("pre", "post", "withheld"),
    [
        (LOGIN, PLAIN, True),
        (NAMED, LOGIN, False),
        (BLIND, LOGIN, True),
        (BLIND, PLAIN, False),
        (BLIND, BLIND, True),
        (BLIND, observation(), True),
        (observation((CODE,)), observation(), True),
        (observation(), observation(), False),
    ],
)
def test_where_nobody_can_tell_the_field_the_text_is_withheld(
    pre: Observation, post: Observation, withheld: bool
) -> None:
    action = privacy().step(typed("hunter2", pre, post)).action
    assert (action == Type("${password}")) is withheld


def test_a_state_that_is_out_of_date_does_not_tell_the_field() -> None:
    stale = typed("hunter2", NAMED, flags=(Flag.PRE_STATE_STALE,))
    assert privacy().step(stale).action == Type("${password}")
    plain = typed("ada", PLAIN, flags=(Flag.PRE_STATE_STALE,))
    assert privacy().step(plain).action == Type("ada")
    hidden = typed("******", PLAIN, BLIND, flags=(Flag.MASKED,))
    assert privacy().step(hidden).action == Type("${password}")
    assert privacy().step(typed("******", PLAIN)).action == Type("******")


def test_a_point_names_the_field() -> None:
    at_code, at_name = Type("hunter2", x=0.5, y=50 / 240), Type("hunter2", x=0.5, y=10 / 240)
    assert privacy().step(replace(typed("", NAMED), action=at_code)).action != at_code
    assert privacy().step(replace(typed("", LOGIN), action=at_name)).action == at_name


def test_a_raw_text_in_which_the_secret_is_not_found_is_withheld_whole() -> None:
    clean = privacy().step(replace(typed("hunter2", LOGIN), action_raw="uhagre2 in rot13"))
    assert clean.action_raw == "[masked]"
    events = privacy().step(replace(typed("*****", LOGIN), action_raw="0003 0035 000001a4"))
    assert (events.action, events.action_raw) == (Type("${password}"), "[masked]")


def test_keys_and_touches_of_the_keyboard_for_a_password_are_withheld() -> None:
    typing = replace(LOGIN, facts=replace(LOGIN.facts, keyboard=True))
    goes: tuple[Action, ...] = (Key("H"), Key("NUMPAD_7"), Tap(0.5, 0.9))
    for action in goes:
        clean = privacy().step(Step(0, typing, action, typing, action_raw="events"))
        assert isinstance(clean.action, Invalid)
        assert clean.action_raw == "[masked]"
    stays: tuple[Action, ...] = (Key("ENTER"), Key("BACK"), Tap(0.5, 0.1))
    for action in stays:
        assert privacy().step(Step(0, typing, action, typing)).action == action
    assert privacy().step(Step(0, PLAIN, Key("H"), PLAIN)).action == Key("H")
    lowered = replace(LOGIN, facts=replace(LOGIN.facts, keyboard=False))
    assert privacy().step(Step(0, lowered, Tap(0.5, 0.9), lowered)).action == Tap(0.5, 0.9)


def test_what_cannot_be_read_is_withheld_while_a_password_is_typed() -> None:
    unread = Invalid("am broadcast --es msg aHVudGVyMg==", "no action")
    clean = privacy().step(Step(0, LOGIN, unread, LOGIN, action_raw=unread.raw))
    assert isinstance(clean.action, Invalid)
    assert (clean.action.raw, clean.action_raw) == ("[masked]", "[masked]")
    assert privacy().step(Step(0, PLAIN, unread, PLAIN)).action == unread


def test_a_pattern_in_an_action_is_a_slot_of_its_rule() -> None:
    clean = privacy(MAIL).step(typed("ada@b.org, bob@b.org", PLAIN, thought="to ada@b.org or c@d.ef"))
    assert clean.action == Type("${email}, ${email_2}")
    assert clean.thought == "to ${email} or [masked]"
    assert clean.action_raw == '{"text": "${email}, ${email_2}"}'
    assert clean.sent is not None
    assert clean.sent.what == "[masked]"


def test_a_target_says_nothing_that_is_withheld() -> None:
    target = Target(Selector(text="ada@b.org"), Rect(0, 0, 1, 1), "c", "i", "ada@b.org", "ada@b.org", "0", 1)
    clean = privacy(MAIL).step(Step(0, PLAIN, Tap(0.1, 0.1), PLAIN, target=target))
    assert clean.target is not None
    assert (clean.target.text, clean.target.content_desc, clean.target.selector) == (
        "[masked]",
        "[masked]",
        Selector(text="[masked]"),
    )


def test_the_serial_is_replaced_everywhere_unless_it_is_kept() -> None:
    done = replace(typed("x", PLAIN), result_detail="SERIAL99 went away")
    assert privacy().step(done).result_detail == "0a1b2c went away"
    assert privacy(MaskRules.none()).step(done).result_detail == "0a1b2c went away"
    assert privacy(serial_id=None).step(done).result_detail == "SERIAL99 went away"


def test_frame_and_end() -> None:
    mine = privacy(MAIL)
    frame = mine.frame(
        EpisodeInfo("e", "api", goal="write ada@b.org", task_id="SERIAL99", annotator="a@b.cd")
    )
    assert (frame.goal, frame.task_id, frame.annotator) == ("write [masked]", "0a1b2c", "[masked]")
    probe = Expectation("settings get a@b.cd", "a@b.cd", "a@b.cd", True)
    end = mine.end(EpisodeEnd(EndReason.STOPPED, 1, "a@b.cd", "success", (probe,)))
    assert "a@b" not in repr(end)
    assert (end.outcome, end.expectations[0].passed) == ("success", True)


def test_before_an_action_its_secret_is_learnt_and_selectors_are_masked() -> None:
    mine = privacy(MAIL)
    assert mine.before(Type("hunter2"), LOGIN) == Type("hunter2")
    assert mine.masker.words.knows("hunter2")
    mine.before(Type("milk"), PLAIN)
    assert not mine.masker.words.knows("milk")
    sought = Selector(text="ada@b.org")
    assert mine.before(WaitFor(sought), PLAIN) == WaitFor(Selector(text="[masked]"))
    assert mine.before(ExtractText(sought, "x"), PLAIN) == ExtractText(Selector(text="[masked]"), "x")


def test_an_error_does_not_spell_the_secret() -> None:
    mine = privacy()
    mine.before(Type("hünter2"), LOGIN)
    error = TextUnsupportedError("text: 'ü' is none")
    told = mine.told(Type("hünter2"), error)
    assert isinstance(told, TextUnsupportedError)
    assert "ü" not in str(told)
    assert mine.told(Type("ä"), error) is error
    other = ActionUnsupportedError("no")
    assert mine.told(Type("hünter2"), other) is other


def test_a_withheld_app_leaves_no_name_and_no_version() -> None:
    mine = privacy(MaskRules(apps=(AppRule.of("com.bank", keep_name=False),)))
    bank = observation((NAME,), package="com.bank", activity="com.bank.Main")
    done = Step(0, bank, OpenApp(name="My Bank"), bank, app_name="My Bank", app_version="3.1",
                target_missing=MissingReason.NO_TREE)  # fmt: skip
    clean = mine.step(done)
    assert (clean.pre.package, clean.pre.screenshot, clean.pre.ui_xml) == (HIDDEN_APP, None, None)
    assert (clean.app_version, clean.target_missing) == (None, MissingReason.MASKED)
    assert clean.action == OpenApp(name="${app_2}")
    assert "Bank" not in repr(clean)
    assert "com.bank" not in repr(clean)
    assert (clean.pre.masked, clean.post.masked) == (1, 1)


def test_a_look_of_another_observer_is_masked_too() -> None:
    clean = privacy().step(Step(0, LOGIN, Tap(0.1, 0.1), PLAIN))
    assert (clean.pre.masked, clean.post.masked) == (2, 0)
    assert Flag.MASKED in clean.pre.flags
    assert type(clean.pre) is Observation


def test_an_outcome_stays_whatever_secret_reads_like_it() -> None:
    mine = privacy(MAIL)
    mine.before(Type("discarded"), LOGIN)
    end = mine.end(EpisodeEnd(EndReason.STOPPED, 1, "it was discarded", "discarded"))
    assert end.message != "it was discarded"
    assert end.outcome == "discarded"
