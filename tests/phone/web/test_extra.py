"""The extra `studio`."""

from __future__ import annotations

import sys

import pytest

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode, UsageError
from gui_rec.phone.web.extra import PACKAGES, require_studio


def test_with_its_packages_there_is_nothing_to_say() -> None:
    require_studio()


@pytest.mark.parametrize("package", PACKAGES)
def test_a_missing_package_is_named_with_what_to_do(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(
        UsageError, match=rf"--web needs {package}, which is .*pip install 'gui-rec\[studio\]'"
    ):
        require_studio()


def test_several_missing_packages_are_all_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in PACKAGES:
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(UsageError, match="starlette, uvicorn, websockets, which are"):
        require_studio()


def test_the_command_says_so_before_it_starts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert run(["phone", "--no-announce", "--web"]) == ExitCode.USAGE
    assert "gui-rec[studio]" in capsys.readouterr().err
