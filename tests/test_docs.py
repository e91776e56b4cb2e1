"""The pages for people say what the code does, and lead where they say."""

from __future__ import annotations

import re
import runpy
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from gui_rec.cli._members import COMMANDS
from gui_rec.dsl.scalecua_decode import FUNCTIONS
from gui_rec.errors import ExitCode
from gui_rec.model.actions import ACTION_TYPES
from gui_rec.phone.apps._members import APPS
from gui_rec.phone.wire.faults import WireFault
from gui_rec.phone.world.faults import NAMES

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
COMMANDS_PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
PHONE_PAGE = (ROOT / "docs" / "phone.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_of_ours_that_is_named_is_there(page: Path) -> None:
    named = re.findall(
        r"`((?:src|tests|docs|scripts|benchmarks)/[\w./-]+)`", page.read_text(encoding="utf-8")
    )
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_table_of_exit_codes_is_the_one_that_the_command_prints() -> None:
    for code in ExitCode:
        assert f"| {int(code)} | {code.meaning} |" in COMMANDS_PAGE


def test_every_command_is_told() -> None:
    assert [name for name in COMMANDS if f"`gui-rec {name}" not in COMMANDS_PAGE] == []


def test_the_page_of_options_is_as_the_commands_are() -> None:
    made = runpy.run_path(str(ROOT / "scripts" / "option_page.py"))["page"]()
    assert (ROOT / "docs" / "options.md").read_text(encoding="utf-8") == made


def test_the_page_of_actions_is_as_the_code_is() -> None:
    made = runpy.run_path(str(ROOT / "scripts" / "action_page.py"))
    text = (ROOT / "docs" / "actions.md").read_text(encoding="utf-8")
    assert text == made["page"]()
    for kind in ACTION_TYPES.values():
        section = text.partition(f"## `{kind.type}`\n")[2].partition("\n## ")[0]
        named = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
        assert named == [field.name for field in fields(kind)]
        needed = re.findall(r"^\| `(\w+)` \| [^|]+ \| \*\*needed\*\*", section, re.MULTILINE)
        assert needed == [field.name for field in fields(kind) if field.default is MISSING]


def test_the_page_of_actions_tells_scalecua_as_its_reader_reads() -> None:
    section = (ROOT / "docs" / "actions.md").read_text(encoding="utf-8").partition("\n## scalecua\n")[2]
    rows = dict(re.findall(r"^\| `(\w+)\(.*?\)` \| .* \| (.*) \|$", section, re.MULTILINE))
    assert list(rows) == list(FUNCTIONS)
    for name, function in FUNCTIONS.items():
        assert [argument for argument in function.names if argument not in rows[name]] == []


def test_every_fault_of_the_phone_is_told() -> None:
    names = [*NAMES, *(fault.value for fault in WireFault)]
    assert [name for name in names if f"`{name}`" not in PHONE_PAGE and f"`{name}:" not in PHONE_PAGE] == []


def test_every_app_of_the_phone_is_told() -> None:
    assert [name for name in APPS if f"| {name} |".lower() not in PHONE_PAGE.lower()] == []
