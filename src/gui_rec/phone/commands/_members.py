"""The table of the shell's commands: name -> where its function lives."""

from __future__ import annotations

from gui_rec._registry import Registry
from gui_rec.phone.commands._api import Command

_HERE = "gui_rec.phone.commands."

# One line a command: the name in the shell, then "<file>:<function>".
_UNIX = {
    "[": "test:bracket",
    "cat": "files_io:cat",
    "chmod": "files_io:chmod",
    "cp": "files_io:cp",
    "date": "machine:date",
    "df": "machine:df",
    "echo": "plain:echo",
    "false": "plain:false",
    "grep": "text_tools:grep",
    "head": "text_tools:head",
    "id": "machine:id_",
    "ls": "listing:ls",
    "md5sum": "text_tools:md5sum",
    "mkdir": "files_io:mkdir",
    "mv": "files_io:mv",
    "pidof": "machine:pidof",
    "ps": "machine:ps",
    "pwd": "plain:pwd",
    "rm": "files_io:rm",
    "sleep": "plain:sleep",
    "test": "test:test",
    "touch": "files_io:touch",
    "toybox": "plain:toybox",
    "true": "plain:true",
    "uname": "machine:uname",
    "wc": "text_tools:wc",
    "which": "plain:which",
    "whoami": "machine:whoami",
}

_ANDROID = {
    "am": "am:am",
    "app_process": "app_process:app_process",
    "cmd": "cmd:cmd",
    "content": "refused:content",
    "dumpsys": "dumpsys:dumpsys",
    "getevent": "getevent:getevent",
    "getprop": "getprop:getprop",
    "ifconfig": "network:ifconfig",
    "ime": "ime:ime",
    "input": "input:input_",
    "ip": "network:ip",
    "log": "log:log",
    "logcat": "logcat:logcat",
    "monkey": "monkey:monkey",
    "pm": "pm:pm",
    "screencap": "screencap:screencap",
    "screenrecord": "screenrecord:screenrecord",
    "sendevent": "refused:sendevent",
    "service": "service:service",
    "setprop": "getprop:setprop",
    "settings": "settings:settings",
    "svc": "service:svc",
    "tail": "tail:tail",
    "uiautomator": "uiautomator:uiautomator",
    "wm": "wm:wm",
}

COMMANDS: Registry[Command] = Registry(
    "command", {name: (_HERE + target, None) for name, target in (_UNIX | _ANDROID).items()}
)
