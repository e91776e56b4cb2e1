"""`am`: the activity manager on the command line (facts: AOSP ActivityManagerShellCommand.java)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain, say
from gui_rec.phone.commands.broadcasts import deliver
from gui_rec.phone.commands.input_args import exception_lines
from gui_rec.phone.commands.intents import Intent, IntentLine, IntentSyntaxError, parse_intent
from gui_rec.phone.commands.resolve import resolve
from gui_rec.phone.commands.start_format import launch_times, outcome_lines
from gui_rec.phone.world.phone import Phone

_FAILURE = 255
_FROM_SHELL = 0x00400000
_START_BARE = ("-W", "-D", "-N", "-S", "--streaming", "--track-allocation")
_START_VALUED = (
    "--user",
    "-R",
    "--display",
    "--windowingMode",
    "--activityType",
    "--task",
    "-P",
    "--start-profiler",
)
_BROADCAST_VALUED = ("--user", "--receiver-permission")
_WHERE = "com.android.server.am.ActivityManagerShellCommand"


async def am(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`am start|force-stop|broadcast|...`."""
    if not args or args[0] not in _COMMANDS:
        command = args[0] if args else None
        await say(
            io, "Activity manager (activity) commands:" if command is None else f"Unknown command: {command}"
        )
        return _FAILURE
    try:
        return await _COMMANDS[args[0]](ctx, args[1:], io)
    except IntentSyntaxError as error:
        message = f"java.lang.IllegalArgumentException: {error}"
        await complain(io, *exception_lines(args[0], message, _WHERE))
        return _FAILURE


async def _start(ctx: Context, args: Sequence[str], io: Io) -> int:
    line = parse_intent(args, bare=_START_BARE, valued=_START_VALUED)
    component = resolve(ctx.phone, line.intent)
    await _stop_first(ctx.phone, line, component, io)
    await say(io, f"Starting: {line.intent.in_print()}")
    display = line.options.get("--display")
    if component is not None and display not in (None, "0", "-1"):
        await complain(io, *exception_lines("start", _denied(line.intent, str(display)), _WHERE))
        return _FAILURE
    result = ctx.phone.start_activity(component) if component is not None else None
    wait = "-W" in line.options
    extra = outcome_lines(result, line.intent)
    await (say if wait else complain)(io, *extra)
    if result is None or not result.found:
        return 1
    if wait:
        await say(io, *launch_times(result, api=ctx.phone.config.api))
    return 0


def _denied(intent: Intent, display: str) -> str:
    """What Android says of a display that is not there, or that the activity may not be on (AOSP
    SafeActivityOptions.java). This phone's second display shows its own home screen only.
    """
    return (
        f"java.lang.SecurityException: Permission Denial: starting {intent.in_print()} from null "
        f"(pid=4711, uid=2000) with launchDisplayId={display}"
    )


async def _stop_first(phone: Phone, line: IntentLine, component: str | None, io: Io) -> None:
    if "-S" in line.options and component is not None:
        package = component.split("/")[0]
        await say(io, f"Stopping: {package}")
        phone.force_stop(package)


async def _force_stop(ctx: Context, args: Sequence[str], _io: Io) -> int:
    packages = [word for word in args if not word.startswith("--") and not word.isdigit()]
    if not packages:
        raise IntentSyntaxError("Argument required")
    ctx.phone.force_stop(packages[0])
    return 0


async def _broadcast(ctx: Context, args: Sequence[str], io: Io) -> int:
    intent = parse_intent(args, valued=_BROADCAST_VALUED, bare=("--async",)).intent
    intent = replace(intent, flags=intent.flags | _FROM_SHELL)
    await say(io, f"Broadcasting: {intent.in_print()}")
    await say(io, deliver(ctx.phone, intent).line())
    return 0


async def _start_service(_ctx: Context, args: Sequence[str], io: Io) -> int:
    intent: Intent = parse_intent(args, valued=("--user",)).intent
    await say(io, f"Starting service: {intent.in_print()}")
    await complain(io, "Error: Not found; no service started.")
    return _FAILURE


async def _current_user(_ctx: Context, _args: Sequence[str], io: Io) -> int:
    await say(io, "0")
    return 0


_COMMANDS: Mapping[str, Callable[[Context, Sequence[str], Io], Awaitable[int]]] = {
    "start": _start,
    "start-activity": _start,
    "force-stop": _force_stop,
    "kill": _force_stop,
    "broadcast": _broadcast,
    "startservice": _start_service,
    "start-service": _start_service,
    "start-foreground-service": _start_service,
    "get-current-user": _current_user,
}
