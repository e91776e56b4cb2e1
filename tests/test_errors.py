"""The error tree and the one table of exit codes."""

from __future__ import annotations

import inspect

from gui_rec import errors
from gui_rec.errors import ExitCode, GuiRecError


def error_classes() -> list[type[GuiRecError]]:
    members = vars(errors).values()
    return [item for item in members if inspect.isclass(item) and issubclass(item, GuiRecError)]


def test_exit_codes_are_unique_and_each_has_a_meaning() -> None:
    assert len({int(code) for code in ExitCode}) == len(ExitCode)
    assert len({code.meaning for code in ExitCode}) == len(ExitCode)


def test_the_codes_that_scripts_rely_on_never_move() -> None:
    assert {code.name: int(code) for code in ExitCode} == {
        "OK": 0,
        "MISMATCH": 1,
        "USAGE": 2,
        "DEVICE": 3,
        "BAD_INPUT": 4,
        "INTERRUPTED": 5,
        "DEFECT": 70,
    }


def test_every_error_but_the_base_ends_with_a_code_of_its_own_kind() -> None:
    for cls in error_classes():
        assert isinstance(cls.exit_code, ExitCode)
        if cls is not GuiRecError:
            assert cls.exit_code not in (ExitCode.OK, ExitCode.MISMATCH, ExitCode.DEFECT), cls


def test_the_docstring_draws_every_class() -> None:
    assert errors.__doc__ is not None
    for cls in error_classes():
        assert cls.__name__ in errors.__doc__


def test_typed_errors_keep_their_type() -> None:
    assert errors.CaptureError("dump_null_root", "text").reason == "dump_null_root"
    assert errors.HierarchyError("dump_empty", "text").reason == "dump_empty"
    assert errors.ImageError("screencap_truncated", "text").reason == "screencap_truncated"
    assert errors.DslError("text", position=7).position == 7
    assert errors.DslError("text").position is None


def test_a_store_error_carries_its_place_for_those_who_list_problems() -> None:
    error = errors.StoreError("text", file="a.parquet", episode_id="01E", step_index=3, field="pre_ui_xml")
    assert (error.file, error.episode_id, error.step_index, error.field) == (
        "a.parquet",
        "01E",
        3,
        "pre_ui_xml",
    )
    assert errors.DiskFullError("text").exit_code is ExitCode.BAD_INPUT
