"""Intents on a command line and in print (facts: AOSP Intent.parseCommandArgs and Intent.toShortString)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gui_rec.phone.world.packages import short_component, split_component

_STRING_EXTRAS = {"-e", "--es", "--eu", "--ecn"}
_TYPED_EXTRAS = {"--ez", "--ei", "--el", "--ef", "--ed"}
_ARRAY_EXTRAS = {"--eia", "--ela", "--efa", "--esa", "--eial", "--esal"}
_BARE_FLAGS = {
    "--activity-clear-task": 0x00008000,
    "--activity-clear-top": 0x04000000,
    "--activity-new-task": 0x10000000,
    "--activity-reorder-to-front": 0x00020000,
    "--activity-single-top": 0x20000000,
    "--include-stopped-packages": 0x00000020,
    "--receiver-foreground": 0x10000000,
    "--grant-read-uri-permission": 0x00000001,
}


class IntentSyntaxError(Exception):
    """A command line that is no intent; the message is what the phone prints after `Error: `."""


@dataclass(frozen=True, slots=True)
class Intent:
    """An intent: what `am` and `monkey` were asked to start or send. `extras` keeps the words as given."""

    action: str | None = None
    data: str | None = None
    mime_type: str | None = None
    categories: tuple[str, ...] = ()
    flags: int = 0
    package: str | None = None
    component: tuple[str, str] | None = None
    extras: tuple[tuple[str, str], ...] = ()

    def extra_named(self, name: str) -> str | None:
        """An extra's words, None where it was not given."""
        return dict(self.extras).get(name)

    def in_print(self) -> str:
        """`Intent { act=... cmp=p/.A }`; data is shown with its query and fragment cut, as logs show it."""
        parts = [f"act={self.action}"] if self.action else []
        parts += [f"cat=[{','.join(self.categories)}]"] if self.categories else []
        parts += [f"dat={_safe_uri(self.data)}"] if self.data else []
        parts += [f"typ={self.mime_type}"] if self.mime_type else []
        parts += [f"flg=0x{self.flags:x}"] if self.flags else []
        parts += [f"pkg={self.package}"] if self.package else []
        parts += [f"cmp={short_component(*self.component)}"] if self.component else []
        parts += ["(has extras)"] if self.extras else []
        return "Intent { " + " ".join([*parts, "}"])


@dataclass(slots=True)
class IntentLine:
    """A parsed line: the intent and the options that belong to the command around it."""

    intent: Intent
    options: dict[str, str | None] = field(default_factory=dict)


@dataclass(slots=True)
class _Draft:
    words: list[str]
    values: dict[str, str] = field(default_factory=dict)
    categories: list[str] = field(default_factory=list)
    extras: dict[str, str] = field(default_factory=dict)
    options: dict[str, str | None] = field(default_factory=dict)
    flags: int = 0

    def need(self, option: str) -> str:
        if not self.words:
            raise IntentSyntaxError(f"Argument expected after {option!r}".replace("'", '"'))
        return self.words.pop(0)


def parse_intent(args: Sequence[str], *, bare: Sequence[str] = (), valued: Sequence[str] = ()) -> IntentLine:
    """Read `-a -d -t -c -n -p -f --es ... [URI|COMPONENT|PACKAGE]`.

    `bare` and `valued` are options of the command around the intent, without and with a value. Raises
    IntentSyntaxError for an unknown option, a missing value, or a bad component name.
    """
    draft = _Draft(list(args))
    while draft.words and draft.words[0].startswith("-"):
        _take_option(draft, draft.words.pop(0), bare, valued)
    if draft.words:
        _take_target(draft, draft.words.pop(0))
    component = draft.values.get("-n")
    return IntentLine(
        Intent(
            action=draft.values.get("-a"),
            data=draft.values.get("-d"),
            mime_type=draft.values.get("-t"),
            categories=tuple(draft.categories),
            flags=draft.flags,
            package=draft.values.get("-p"),
            component=named_component(component) if component is not None else None,
            extras=tuple(draft.extras.items()),
        ),
        draft.options,
    )


def _take_option(draft: _Draft, option: str, bare: Sequence[str], valued: Sequence[str]) -> None:
    if option in bare:
        draft.options[option] = None
    elif option in valued:
        draft.options[option] = draft.need(option)
    elif option in ("-a", "-d", "-t", "-n", "-p", "-i"):
        draft.values[option] = draft.need(option)
    elif option == "-c":
        draft.categories.append(draft.need(option))
    elif option == "-f":
        draft.flags = _flags(draft.need(option))
    elif option in _STRING_EXTRAS | _TYPED_EXTRAS | _ARRAY_EXTRAS:
        name = draft.need(option)
        draft.extras[name] = draft.need(option)
    elif option == "--esn":
        draft.extras[draft.need(option)] = ""
    elif option in _BARE_FLAGS:
        draft.flags |= _BARE_FLAGS[option]
    else:
        raise IntentSyntaxError(f"Unknown option: {option}")


def _take_target(draft: _Draft, word: str) -> None:
    if "://" in word or word.split("/")[0].endswith(":"):
        draft.values.setdefault("-a", "android.intent.action.VIEW")
        draft.values["-d"] = word
    elif "/" in word:
        draft.values["-n"] = word
    else:
        draft.values["-p"] = word


def _flags(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise IntentSyntaxError(f'For input string: "{text}"') from None


def named_component(text: str) -> tuple[str, str]:
    """`p/.A` -> (`p`, `p.A`). Raises IntentSyntaxError."""
    package, name = split_component(text)
    if not package:
        raise IntentSyntaxError(f"Bad component name: {text}")
    return package, name


def _safe_uri(uri: str) -> str:
    scheme, colon, rest = uri.partition(":")
    if colon and scheme in ("tel", "sip", "sms", "smsto", "mailto"):
        return f"{scheme}:" + "".join("x" if char.isalnum() else char for char in rest)
    if colon and rest.startswith("//"):
        host = rest[2:].split("/")[0].split("?")[0].split("#")[0]
        return f"{scheme}://{host}/..."
    return f"{scheme}:..." if colon else "..."
