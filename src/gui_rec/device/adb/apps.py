"""Apps on the phone: which activity a name means, how it is started, which version it is."""

from __future__ import annotations

import re

from gui_rec.device.adb.parse_packages import parse_package_list, parse_resolved, parse_version_name
from gui_rec.device.adb.plan import Plan
from gui_rec.device.adb.quote import command
from gui_rec.device.adb.session import AdbSession
from gui_rec.errors import ActionUnsupportedError, DeviceError
from gui_rec.model.actions import OpenApp

_PACKAGE = re.compile(r"[A-Za-z]\w*(?:\.\w+)+")
_ACTIVITY = re.compile(r"\.?[A-Za-z][\w.$]*")
_START_TIMEOUT_S = 30.0
_SHOWN = 5


def resolve_app(session: AdbSession, name_or_package: str) -> tuple[str, str]:
    """Package and activity that the launcher would start.

    adb does not tell the labels under icons, so a name is looked for in the packages' last parts
    (`settings` in com.android.settings). Raises DeviceError for none and for several.
    """
    if _PACKAGE.fullmatch(name_or_package):
        found = _launcher_activity(session, name_or_package)
        if found is not None:
            return found
        raise DeviceError(
            f"open_app: no app {name_or_package!r} with a launcher activity on {session.serial}"
        )
    named = _packages_named(session, name_or_package)
    apps = [app for package in named if (app := _launcher_activity(session, package)) is not None]
    if len(apps) == 1:
        return apps[0]
    packages = ", ".join(package for package, _ in apps[:_SHOWN]) or "none"
    raise DeviceError(
        f"open_app: expected one app called {name_or_package!r} on {session.serial}, found {packages}; "
        "name the package"
    )


def start_plan(session: AdbSession, action: OpenApp) -> Plan:
    """The line that starts the app. Asks the phone what to start; sends nothing that changes it."""
    package, activity = action.package, action.activity
    if package is not None and activity is not None:
        if not (_PACKAGE.fullmatch(package) and _ACTIVITY.fullmatch(activity)):
            raise ActionUnsupportedError(f"open_app: {package}/{activity} is no activity; nothing was sent")
    else:
        try:
            package, activity = resolve_app(session, package or action.name or "")
        except DeviceError as error:
            if type(error) is not DeviceError:
                raise
            raise ActionUnsupportedError(f"{error}; nothing was sent") from error
    line = command(["am", "start", "-W", "-n", f"{package}/{activity}"])
    return Plan(line, "am start", _START_TIMEOUT_S)


def app_version(session: AdbSession, package: str) -> str | None:
    """The versionName; None for a package that is not there or has none."""
    if not _PACKAGE.fullmatch(package) and package != "android":
        return None
    return parse_version_name(session.run("dumpsys", "package", package).text)


def _launcher_activity(session: AdbSession, package: str) -> tuple[str, str] | None:
    output = session.run("cmd", "package", "resolve-activity", "--brief", package)
    return parse_resolved(output.text, package)


def _packages_named(session: AdbSession, name: str) -> list[str]:
    wanted = _plain(name)
    packages = parse_package_list(session.run("pm", "list", "packages").text)
    return [package for package in packages if wanted and _plain(package.rpartition(".")[2]) == wanted]


def _plain(name: str) -> str:
    return "".join(character for character in name.lower() if character.isalnum())
