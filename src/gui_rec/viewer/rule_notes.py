"""What a step's evidence says of rules, in lines for its page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def rule_notes(evidence: Mapping[str, object], outcome: str | None) -> Iterator[tuple[str, str]]:
    """(heading, text): the outcome's name, each recovery, slots that went too far, and the cause of a failure.

    Nothing for a step without rules that went well. Evidence of another shape is passed over.
    """
    if outcome not in (None, "recorded"):
        yield "outcome", str(outcome)
    for recovery in _records(evidence.get("recoveries")):
        done = "done" if recovery.get("done") else f"not done: {recovery.get('detail')}"
        yield "recovery", f"{recovery.get('words')} (rule {recovery.get('rule')}): {done}"
    for slot in _records(_record(evidence.get("rules")).get("slots")):
        if not slot.get("kept"):
            yield "slot", f"{slot.get('slot')}: {slot.get('seen')!r} is no {slot.get('expected')}"
    reflection = _record(evidence.get("reflection"))
    if reflection.get("cause"):
        fits = f"; {reflection['recovery']} would fit" if reflection.get("recovery") else ""
        yield "cause", f"{reflection['cause']}: {reflection.get('cause_text') or 'by its kind'}{fits}"


def _record(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _records(value: object) -> Iterator[Mapping[str, object]]:
    return (item for item in value if isinstance(item, dict)) if isinstance(value, list) else iter(())
