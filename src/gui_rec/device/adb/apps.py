"""Apps on the phone: which activity a name means, how it is started, which version it is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gui_rec.device.adb.parse_packages import (
    parse_crashes,
    parse_package_list,
    parse_resolved,
    parse_version_name,
)
from gui_rec.device.adb.plan import Plan, on_display
from gui_rec.device.adb.quote import command
from gui_rec.device.adb.session import AdbSession
from gui_rec.device.app_names import AppNames, plain
from gui_rec.errors import ActionUnsupportedError, DeviceError
from gui_rec.model.actions import OpenApp

_PACKAGE = re.compile(r"[A-Za-z]\w*(?:\.\w+)+")
_ACTIVITY = re.compile(r"\.?[A-Za-z][\w.$]*")
_START_TIMEOUT_S = 30.0
_SHOWN = 5
_CRASH_LINES = 1000


def resolve_app(session: AdbSession, name_or_package: str, names: AppNames | None = None) -> tuple[str, str]:
    """Package and activity that the launcher would start.

    A name goes by `names`. Where they do not know it, it is looked for in the packages' last parts (`settings`
    in com.android.settings), since adb does not tell the labels under icons. Raises DeviceError for none and
    for several.
    """
    names = names or AppNames()
    if _PACKAGE.fullmatch(name_or_package):
        found = _launcher_activity(session, name_or_package)
        if found is not None:
            return found
        raise DeviceError(
            f"open_app: no app {name_or_package!r} with a launcher activity on {session.serial}"
        )
    installed = parse_package_list(session.run("pm", "list", "packages").text)
    named = names.packages_of(name_or_package, installed) or _packages_named(installed, name_or_package)
    apps = [app for package in named if (app := _launcher_activity(session, package)) is not None]
    if len(apps) == 1:
        return apps[0]
    packages = ", ".join(package for package, _ in apps[:_SHOWN]) or "none"
    alike = () if apps else names.alike(name_or_package, installed)
    raise DeviceError(
        f"open_app: expected one app called {name_or_package!r} on {session.serial}, found {packages}"
        f"{'; alike: ' + ', '.join(alike) if alike else ''}; name the package, or give a table of names "
        "(`--app-names FILE`; in Python `device.app_names.add({package: (name,)})`)"
    )


def start_plan(
    session: AdbSession, action: OpenApp, names: AppNames | None = None, *, display: int = 0
) -> Plan:
    """The line that starts the app on a display. Asks the phone what to start; sends nothing that changes it."""
    package, activity = action.package, action.activity
    if package is not None and activity is not None:
        if not (_PACKAGE.fullmatch(package) and _ACTIVITY.fullmatch(activity)):
            raise ActionUnsupportedError(f"open_app: {package}/{activity} is no activity; nothing was sent")
    else:
        try:
            package, activity = resolve_app(session, package or action.name or "", names)
        except DeviceError as error:
            if type(error) is not DeviceError:
                raise
            raise ActionUnsupportedError(f"{error}; nothing was sent") from error
    line = command(on_display(["am", "start", "-W", "-n", f"{package}/{activity}"], display))
    return Plan(line, "am start", _START_TIMEOUT_S)


def app_version(session: AdbSession, package: str) -> str | None:
    """The versionName; None for a package that is not there or has none."""
    if not _PACKAGE.fullmatch(package) and package != "android":
        return None
    return parse_version_name(session.run("dumpsys", "package", package).text)


def home_package(session: AdbSession) -> str | None:
    """The package that handles the HOME intent; None where several do and none was chosen, or the phone cannot tell."""
    intent = ["-a", "android.intent.action.MAIN", "-c", "android.intent.category.HOME"]
    output = session.run("cmd", "package", "resolve-activity", "--brief", *intent)
    try:
        found = parse_resolved(output.text, "HOME")
    except DeviceError:
        return None
    return None if found is None else found[0]


def crashed_processes(session: AdbSession) -> frozenset[tuple[str, int]]:
    """(package, process id) of what the crash log (`logcat -b crash`) names."""
    return parse_crashes(session.run("logcat", "-b", "crash", "-d", "-t", str(_CRASH_LINES)).text)


def _launcher_activity(session: AdbSession, package: str) -> tuple[str, str] | None:
    output = session.run("cmd", "package", "resolve-activity", "--brief", package)
    return parse_resolved(output.text, package)


def _packages_named(installed: Sequence[str], name: str) -> list[str]:
    wanted = plain(name)
    return [package for package in installed if wanted and plain(package.rpartition(".")[2]) == wanted]
