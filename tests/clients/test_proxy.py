"""Other people's clients, unmodified from the registry, recorded through the proxy: they see no difference."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from client_venv import SCRIPTS, client_python
from proxied import Recorded, record_agent

from gui_rec.errors import ExitCode
from gui_rec.model.actions import OpenApp, Type
from gui_rec.testing.phone import SimulatedPhone, simulated_phone

pytestmark = [pytest.mark.slow, pytest.mark.clients, pytest.mark.timeout(900)]


@pytest.fixture
def phone() -> Iterator[SimulatedPhone]:
    with simulated_phone(api=34) as made:
        yield made


def recorded_client(
    phone: SimulatedPhone, folder: Path, name: str, requirements: list[str], script: str
) -> Recorded:
    """A whole run of a client's script of this suite."""
    python = client_python(name, requirements)
    agent = ["env", "-u", "PYTHONPATH", str(python), str(SCRIPTS / script), phone.process.serial]
    recorded = record_agent(phone, folder, agent)
    assert recorded.exit_code == ExitCode.OK, recorded.said
    assert all(step.post.screenshot for step in recorded.steps)
    return recorded


def test_uiautomator2(phone: SimulatedPhone, tmp_path: Path) -> None:
    ran = recorded_client(phone, tmp_path, "uiautomator2", ["uiautomator2>=3,<4"], "drive_uiautomator2.py")
    assert (ran.found["set_text"], ran.found["typed"], ran.found["signed_in"]) == ("zoë 😀", "••••••", True)
    assert ran.found["picture"] == [1080, 2400, "JPEG"]
    assert ran.actions[:6] == ["open_app", "type", "type", "type", "type", "tap"]
    texts = [step.action.text for step in ran.steps if isinstance(step.action, Type)]
    assert texts == ["zoë 😀", "", "ada", "${password}", "", "${password_2}"], "passwords are withheld"
    named = {step.target.text for step in ran.steps if step.target is not None}
    assert {"Sign in", "Desk lamp", "Add to cart"} <= named
    assert {step.post.ui_source for step in ran.steps if step.post.ui_xml} == {"u2"}
    told = [step for step in ran.steps if step.action.type == "invalid"]
    assert ["scroll" in (step.sent.what if step.sent else "") for step in told] == [True, True]


def test_android_view_client(phone: SimulatedPhone, tmp_path: Path) -> None:
    ran = recorded_client(
        phone, tmp_path, "androidviewclient", ["androidviewclient>=25,<26"], "drive_android_view_client.py"
    )
    assert (ran.found["typed"], ran.found["top"]) == ("ada", "com.example.shop/.HomeActivity")
    assert ran.found["picture"] == [1080, 2400]
    assert ran.actions[:4] == ["open_app", "tap", "type", "tap"]
    assert ran.actions[-3:] == ["key", "open_app", "swipe"]
    assert "invalid" not in ran.actions


def test_airtest_by_the_servers_address(phone: SimulatedPhone, tmp_path: Path) -> None:
    ran = recorded_client(phone, tmp_path, "airtest", ["airtest>=1.4,<2", "numpy<2"], "drive_airtest.py")
    assert (ran.found["typed"], ran.found["same_bytes"], ran.found["focused"]) == (1, True, True)
    assert ran.actions[:5] == ["open_app", "tap", "type", "key", "tap"]
    started = [step.action.package for step in ran.steps if isinstance(step.action, OpenApp)]
    assert started[:2] == ["com.example.shop", "com.android.settings"]
