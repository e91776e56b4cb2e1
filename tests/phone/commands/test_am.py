from __future__ import annotations

import pytest
from phone_commands import APIS, SHOP, make_context, run

SETTINGS = "com.android.settings"


@pytest.mark.parametrize("api", APIS)
def test_start_says_what_it_starts(api: int) -> None:
    ctx, _ = make_context(api)
    ran = run(ctx, "am", "start", "-n", f"{SHOP}/.LoginActivity")
    assert (ran.status, ran.out, ran.err) == (
        0,
        "Starting: Intent { cmp=com.example.shop/.LoginActivity }\n",
        "",
    )
    assert ctx.phone.focus().package == SHOP


def test_warnings_are_on_stderr_without_w_and_on_stdout_with() -> None:
    ctx, _ = make_context()
    start = ("start", "-n", f"{SHOP}/.LoginActivity")
    run(ctx, "am", *start)
    top = run(ctx, "am", *start)
    assert top.status == 0
    assert top.err == (
        "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n"
    )
    run(ctx, "input", "keyevent", "HOME")
    waited = run(ctx, "am", *start, "-W")
    assert waited.err == ""
    assert waited.lines[1:3] == [
        "Warning: Activity not started, its current task has been brought to the front",
        "Status: ok",
    ]
    assert waited.lines[-1] == "Complete"


def test_stop_first_makes_the_start_cold() -> None:
    ctx, _ = make_context()
    start = ("start", "-W", "-S", "-n", f"{SHOP}/.LoginActivity")
    run(ctx, "am", *start)
    again = run(ctx, "am", *start)
    assert again.lines[0] == f"Stopping: {SHOP}"
    assert "LaunchState: COLD" in again.lines


def test_activities_that_do_not_exist() -> None:
    ctx, _ = make_context()
    ran = run(ctx, "am", "start", "-n", "com.nobody/.Main")
    assert ran.status == 1
    assert ran.out == "Starting: Intent { cmp=com.nobody/.Main }\n"
    assert ran.err == "Error type 3\nError: Activity class {com.nobody/com.nobody.Main} does not exist.\n"


def test_intents_that_nothing_answers() -> None:
    ctx, _ = make_context()
    ran = run(ctx, "am", "start", "-a", "android.intent.action.VIEW", "-d", "ctf://payatu/x")
    shown = "Intent { act=android.intent.action.VIEW dat=ctf://payatu/... }"
    assert ran.status == 1
    assert ran.out == f"Starting: {shown}\n"
    assert ran.err == f"Error: Activity not started, unable to resolve {shown}\n"


def test_an_action_and_a_package_are_resolved() -> None:
    ctx, _ = make_context()
    assert run(ctx, "am", "start", "-a", "android.settings.SETTINGS").status == 0
    assert ctx.phone.focus().package == SETTINGS
    assert run(ctx, "am", "start", "-p", SHOP).status == 0
    assert ctx.phone.focus().package == SHOP


def test_force_stop_is_silent_for_anybody() -> None:
    ctx, _ = make_context()
    ctx.phone.launch(SHOP)
    for package in (SHOP, "com.nobody"):
        ran = run(ctx, "am", "force-stop", package)
        assert (ran.status, ran.raw, ran.err) == (0, b"", "")
    assert ctx.phone.pid(SHOP) is None
    assert run(ctx, "am", "force-stop").status == 255


def test_broadcasts_always_complete() -> None:
    ctx, _ = make_context()
    ran = run(ctx, "am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg", "aGk=")
    assert ran.status == 0
    assert ran.lines == [
        "Broadcasting: Intent { act=ADB_INPUT_B64 flg=0x400000 (has extras) }",
        "Broadcast completed: result=0",
    ]
    assert (
        run(ctx, "am", "broadcast", "-a", "x.Y").lines[0] == "Broadcasting: Intent { act=x.Y flg=0x400000 }"
    )


def test_services_are_not_found() -> None:
    ctx, _ = make_context()
    ran = run(ctx, "am", "startservice", "-n", "p/.S")
    assert ran.out == "Starting service: Intent { cmp=p/.S }\n"
    assert ran.err == "Error: Not found; no service started.\n"


def test_lines_that_am_cannot_read() -> None:
    ctx, _ = make_context()
    bad = run(ctx, "am", "start", "--frob")
    assert bad.status == 255
    assert "java.lang.IllegalArgumentException: Unknown option: --frob" in bad.err
    assert run(ctx, "am", "frob").lines == ["Unknown command: frob"]
    assert run(ctx, "am").status == 255
    assert run(ctx, "am", "get-current-user").out == "0\n"
