"""`pm`, which is `cmd package` (facts: AOSP PackageManagerShellCommand.java).

Nothing can be installed here but the keyboard that uiautomator2 brings along.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from gui_rec.phone.apps.installed import INSTALLABLE
from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain, say
from gui_rec.phone.commands.apk import package_of
from gui_rec.phone.commands.facts import all_package_facts, package_facts
from gui_rec.phone.commands.input_args import exception_lines
from gui_rec.phone.commands.intents import IntentSyntaxError, parse_intent
from gui_rec.phone.commands.resolve import resolve
from gui_rec.phone.commands.state_format import PackageFacts, dumpsys_package

_FAILURE = 255
_WHERE = "com.android.server.pm.PackageManagerShellCommand"
_LIST_BARE = ("-f", "-d", "-e", "-s", "-3", "-i", "-u", "-U", "-l", "-a", "--show-versioncode", "--apex-only")
_LIST_VALUED = ("--user", "--uid")


def package_line(package: PackageFacts, options: Sequence[str]) -> str:
    """One line of `pm list packages` under its options."""
    place = f"{package.apk_path}=" if "-f" in options else ""
    version = f" versionCode:{package.version_code}" if "--show-versioncode" in options else ""
    installer = "  installer=null" if "-i" in options else ""
    uid = f" uid:{package.uid}" if "-U" in options else ""
    return f"package:{place}{package.package}{version}{installer}{uid}"


def is_listed(package: PackageFacts, options: Sequence[str], needle: str) -> bool:
    """Whether the filters of `pm list packages` let a package through; all are enabled."""
    if "-d" in options or ("-3" in options and package.system) or ("-s" in options and not package.system):
        return False
    return needle in package.package


async def pm(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`pm list|path|clear|...`."""
    if not args:
        await say(io, "Package manager (package) commands:", "  help", "    Print this help text.")
        return _FAILURE
    if args[0] not in _COMMANDS:
        await say(io, f"Unknown command: {args[0]}")
        return _FAILURE
    return await _COMMANDS[args[0]](ctx, args[1:], io)


async def _list(ctx: Context, args: Sequence[str], io: Io) -> int:
    if not args:
        await say(io, "Error: didn't specify type of data to list")
        return _FAILURE
    if args[0] == "users":
        await say(io, "Users:", "\tUserInfo{0:Owner:c13} running")
        return 0
    if args[0] not in ("packages", "package"):
        await say(io, f"Error: unknown list type '{args[0]}'")
        return _FAILURE
    return await _list_packages(ctx, args[1:], io)


async def _list_packages(ctx: Context, args: Sequence[str], io: Io) -> int:
    options: list[str] = []
    rest = list(args)
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        if option in _LIST_VALUED and rest:
            rest.pop(0)
        elif option in _LIST_BARE:
            options.append(option)
        else:
            await say(io, f"Error: Unknown option: {option}")
            return _FAILURE
    needle = rest[0] if rest else ""
    listed = [package for package in all_package_facts(ctx.phone) if is_listed(package, options, needle)]
    await say(io, *(package_line(package, options) for package in listed))
    return 0


async def _path(ctx: Context, args: Sequence[str], io: Io) -> int:
    found = package_facts(ctx.phone, args[-1]) if args else None
    if found is None:
        return 1
    await say(io, f"package:{found.apk_path}")
    return 0


async def _clear(ctx: Context, args: Sequence[str], io: Io) -> int:
    if not args:
        await complain(io, "Error: no package specified")
        return _FAILURE
    if ctx.phone.clear(args[-1]):
        await say(io, "Success")
        return 0
    await say(io, "Failed")
    return 1


async def _install(ctx: Context, args: Sequence[str], io: Io) -> int:
    paths = [word for word in args if not word.startswith("-")]
    if not paths:
        await complain(io, "Error: must either specify a package size or an APK file")
        return 1
    if not ctx.files.exists(ctx.path(paths[-1])):
        await complain(
            io,
            f"Error: Unable to open file: {paths[-1]}",
            "Consider using a file under /data/local/tmp/",
            f"Error: Can't open file: {paths[-1]}",
        )
        return _FAILURE
    ime_id = INSTALLABLE.get(package_of(ctx.files.read(ctx.path(paths[-1]))) or "")
    if ime_id is None:
        why = f"INSTALL_FAILED_INVALID_APK: Failed to parse {paths[-1]}: this is not a signed package"
        await say(io, f"Failure [{why}]")
        return 1
    ctx.phone.ime.install(ime_id)
    await say(io, "Success")
    return 0


async def _uninstall(ctx: Context, args: Sequence[str], io: Io) -> int:
    if not args:
        await complain(io, "Error: package name not specified")
        return 1
    ime_id = INSTALLABLE.get(args[-1])
    if ime_id is not None and ctx.phone.ime.uninstall(ime_id):
        await say(io, "Success")
        return 0
    await say(io, "Failure [DELETE_FAILED_INTERNAL_ERROR]")
    return 1


async def _grant(ctx: Context, args: Sequence[str], io: Io) -> int:
    if args and package_facts(ctx.phone, args[0]) is not None:
        return 0
    message = f"java.lang.IllegalArgumentException: Unknown package: {args[0] if args else ''}"
    await complain(io, *exception_lines("grant", message, _WHERE))
    return _FAILURE


async def _dump(ctx: Context, args: Sequence[str], io: Io) -> int:
    found = package_facts(ctx.phone, args[0]) if args else None
    await say(io, *(dumpsys_package(found) if found else [f"Unable to find package: {' '.join(args)}"]))
    return 0


async def _resolve_activity(ctx: Context, args: Sequence[str], io: Io) -> int:
    try:
        line = parse_intent(args, bare=("--brief", "--components"), valued=("--user", "--query-flags"))
    except IntentSyntaxError as error:
        await complain(io, f"Error: {error}")
        return _FAILURE
    component = resolve(ctx.phone, line.intent)
    await say(io, *resolution_lines(component, brief="--brief" in line.options))
    return 0


def resolution_lines(component: str | None, *, brief: bool) -> list[str]:
    """The answer of `cmd package resolve-activity`; `component` None when nothing answers the intent."""
    if component is None:
        return ["No activity found"]
    first = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true"
    if brief:
        return [first, component]
    package, _, activity = component.partition("/")
    full = package + activity if activity.startswith(".") else activity
    return [
        first,
        "  ActivityInfo:",
        f"    name={full}",
        f"    packageName={package}",
        "    enabled=true exported=true",
    ]


_COMMANDS: Mapping[str, Callable[[Context, Sequence[str], Io], Awaitable[int]]] = {
    "list": _list,
    "path": _path,
    "clear": _clear,
    "install": _install,
    "uninstall": _uninstall,
    "grant": _grant,
    "revoke": _grant,
    "dump": _dump,
    "resolve-activity": _resolve_activity,
}
