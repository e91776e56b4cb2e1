"""The report of a set: written, read back, checked by its schema, and shown in a terminal."""

from __future__ import annotations

import io
import json
import re
import runpy
from pathlib import Path

import jsonschema
import pytest
from replay_reports import a_report, a_step
from replay_sets import a_set, a_step_result, an_attempt, an_item
from rich.console import Console

from gui_rec.errors import InputError
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.sets.report import SetDevice, name_devices, read_set, summary
from gui_rec.replayer.sets.results import AttemptEnd

ROOT = Path(__file__).parents[3]
BAD = an_attempt(AttemptEnd.FAILED, a_step_result(0), a_step_result(1, "NO_EFFECT", "as before"))
GOOD = an_attempt(AttemptEnd.VERIFIED, a_step_result(0), a_step_result(1))
MIXED = a_set(
    an_item("good", GOOD), an_item("flaky", BAD, GOOD), an_item("bad", BAD), an_item("none", goal=None)
)


def test_a_report_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    MIXED.write(tmp_path)
    found = read_set(tmp_path)
    assert found["trajectories"] == MIXED.items
    assert found["devices"] == MIXED.devices
    assert found["counts"] == MIXED.counts
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8")) == MIXED.as_plain()
    assert [path.name for path in tmp_path.iterdir()] == ["report.json"]


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"report_version": 1}', "[" * 5000, '{"kind": "replay-set", "report_version": "1"}'],
)
def test_what_is_no_report_of_a_set_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "report.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"report\.json: expected the report of a set"):
        read_set(tmp_path)


def test_another_version_or_another_report_is_refused(tmp_path: Path) -> None:
    plain = MIXED.as_plain()
    for wrong in ({"report_version": 2}, {"kind": "cake"}):
        (tmp_path / "report.json").write_text(json.dumps({**plain, **wrong}), encoding="utf-8")
        with pytest.raises(InputError, match="expected a replay-set of version 1"):
            read_set(tmp_path)
    with pytest.raises(InputError, match="cannot be read"):
        read_set(tmp_path / "nothing")


def test_a_device_keeps_its_name_and_no_serial_is_in_it() -> None:
    first = name_devices(["secret-1", "secret-2"], "S")
    assert [device.name for device in first.values()] == ["device_1", "device_2"]
    assert "secret" not in repr(list(first.values()))
    again = name_devices(["secret-3", "secret-2"], "S", first.values())
    assert [device.name for device in again.values()] == ["device_3", "device_2"]
    assert name_devices(["secret-1"], "other")["secret-1"] != first["secret-1"]
    assert isinstance(first["secret-1"], SetDevice)


def test_a_set_is_ok_when_its_command_ends_well() -> None:
    assert a_set().ok  # a shard without anything in it
    assert a_set(an_item("E", GOOD)).ok
    assert a_set(an_item("E", BAD, GOOD)).ok
    assert not a_set(an_item("E", BAD, GOOD), fail_on_flaky=True).ok
    assert not a_set(an_item("E", GOOD), interrupted=True).ok


def test_the_terminal_has_the_counts_and_a_line_for_each_that_did_not_pass() -> None:
    out = io.StringIO()
    Console(file=out, width=240, no_color=True).print(summary(MIXED))
    text = out.getvalue()
    assert "4 trajectories: 1 passed, 1 flaky, 1 failed, 1 not run" in text
    for title in ("not passed", "by code", "by step", "by device", "flaky steps"):
        assert title in text
    assert "NO_EFFECT: as before [expected a; seen b; edits=1]" in text
    assert re.search(r"flaky +1 +tap +1 of 2 +NO_EFFECT 1", text)
    assert not re.search(r"^good ", text, re.MULTILINE)


def test_a_long_list_is_cut_and_says_so() -> None:
    out = io.StringIO()
    many = a_set(*(an_item(f"E{number}", BAD) for number in range(60)))
    Console(file=out, width=200, no_color=True).print(summary(many))
    assert "... and 20 more in report.json" in out.getvalue()


def test_the_schemas_in_the_docs_are_as_the_records_are() -> None:
    made = runpy.run_path(str(ROOT / "scripts" / "report_schemas.py"))
    for name in made["SCHEMAS"]:
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == made["schema_text"](name)


def schema(name: str) -> jsonschema.Draft202012Validator:
    found = json.loads((ROOT / "docs" / name).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(found)
    return jsonschema.Draft202012Validator(found)


def test_both_documents_are_valid_by_their_schema() -> None:
    schema("report-set.schema.json").validate(MIXED.as_plain())
    failed = a_step(1, Verdict.MISMATCH, Code.NO_EFFECT, "as before")
    single = json.loads(a_report(a_step(), failed, not_run=1).to_json())
    schema("report.schema.json").validate(single)
    for document, name in ((MIXED.as_plain(), "report-set.schema.json"), (single, "report.schema.json")):
        for key in document:
            less = {each: value for each, value in document.items() if each != key}
            assert not schema(name).is_valid(less), key


def test_every_key_of_the_set_is_documented() -> None:
    text = (ROOT / "docs" / "report.md").read_text(encoding="utf-8")
    found = json.loads((ROOT / "docs" / "report-set.schema.json").read_text(encoding="utf-8"))
    for kind in found["$defs"].values():
        for key in kind.get("properties", {}):
            assert f"`{key}`" in text, key
