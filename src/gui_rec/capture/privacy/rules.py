"""Mask rules as data, and the text in which they travel with a recording.

One rule is one line of canonical JSON (keys sorted, no spaces) with its version, so that a replay applies
to its live screens what the recording applied. A rule that this gui-rec does not know is an error: to
ignore it would show what was meant to be hidden.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gui_rec.errors import InputError
from gui_rec.model.action_fields import selector_from_fields, selector_to_fields
from gui_rec.model.selector import Selector
from gui_rec.ui.pattern import compiled

VERSION = 1
PASSWORD = "password"  # noqa: S105 - the rule's name
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_PACKAGE = re.compile(r"[A-Za-z]\w*(\.[A-Za-z]\w*)*", re.ASCII)
_DIGEST = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class PatternRule:
    """Every text that `pattern` (see `gui_rec.ui.pattern`) finds is withheld. `name` names its slot."""

    name: str
    pattern: str

    def __post_init__(self) -> None:
        _check_name(self.name)
        try:
            compiled(self.pattern)
        except InputError as error:
            raise InputError(f"mask pattern {self.name!r}: {error}") from error


@dataclass(frozen=True, slots=True)
class SelectorRule:
    """Every node that `selector` matches, seen or not, is withheld with all below it."""

    name: str
    selector: Selector

    def __post_init__(self) -> None:
        _check_name(self.name)
        if self.selector.near is not None or self.selector.index is not None:
            raise InputError(
                f"mask selector {self.name!r}: expected keys of the node itself, got 'near' or 'index', "
                "which match nothing on a screen that is a little otherwise"
            )
        if self.selector.text_matches is not None:
            compiled(self.selector.text_matches)


@dataclass(frozen=True, slots=True)
class AppRule:
    """A whole app: no pixels, no hierarchy. `digest` names its package, which is None where the rule was
    read from a recording that must not tell it.
    """

    digest: str
    package: str | None = None

    @classmethod
    def of(cls, package: str, *, keep_name: bool) -> AppRule:
        """The rule for `package`. Raises InputError for what is no package name."""
        if _PACKAGE.fullmatch(package) is None:
            raise InputError(f"mask app: expected a package such as com.example.bank, got {package[:80]!r}")
        return cls(app_digest(package), package if keep_name else None)

    @property
    def keep_name(self) -> bool:
        """Whether the package's name may stand in the recording."""
        return self.package is not None


Rule = PatternRule | SelectorRule | AppRule


@dataclass(frozen=True, slots=True)
class MaskRules:
    """All rules of a session. The default withholds password fields and nothing else."""

    password: bool = True
    patterns: tuple[PatternRule, ...] = ()
    selectors: tuple[SelectorRule, ...] = ()
    apps: tuple[AppRule, ...] = ()
    notifications: bool = False

    def __post_init__(self) -> None:
        names = [rule.name for rule in self.patterns] + [rule.name for rule in self.selectors]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise InputError(f"mask rules: expected a name of its own for each, got {twice[0]!r} twice")

    @classmethod
    def none(cls) -> MaskRules:
        """Nothing is withheld."""
        return cls(password=False)

    def __bool__(self) -> bool:
        return bool(self.password or self.patterns or self.selectors or self.apps or self.notifications)

    @property
    def words(self) -> str:
        """The rules for a person: `password fields, pattern email, app com.example.bank`."""
        said = ["password fields"] if self.password else []
        said += [f"pattern {rule.name}" for rule in self.patterns]
        said += [f"selector {rule.name}" for rule in self.selectors]
        said += [f"app {rule.package or '(name withheld)'}" for rule in self.apps]
        said += ["notifications"] if self.notifications else []
        return ", ".join(said) or "nothing"

    def app_rule(self, package: str | None) -> AppRule | None:
        """The rule that withholds `package`; None where none does."""
        if package is None or not self.apps:
            return None
        digest = app_digest(package)
        return next((rule for rule in self.apps if rule.digest == digest), None)


def app_digest(package: str) -> str:
    """32 hex digits that name a package. It hides the name from a reader, not from one who guesses it."""
    return hashlib.blake2b(f"gui_rec.masked_app\0{package}".encode(), digest_size=16).hexdigest()


def to_texts(rules: MaskRules) -> tuple[str, ...]:
    """The rules as they travel in a recording's metadata; `from_texts` is the way back."""
    records: list[dict[str, object]] = []
    if rules.password:
        records.append({"rule": PASSWORD})
    records += [{"rule": "pattern", "name": rule.name, "pattern": rule.pattern} for rule in rules.patterns]
    records += [
        {"rule": "selector", "name": rule.name, "selector": selector_to_fields(rule.selector)}
        for rule in rules.selectors
    ]
    for app in rules.apps:
        named = {} if app.package is None else {"package": app.package}
        records.append({"rule": "app", "digest": app.digest, **named})
    if rules.notifications:
        records.append({"rule": "notifications"})
    return tuple(_canonical({"v": VERSION, **record}) for record in records)


def from_texts(texts: Iterable[str]) -> MaskRules:
    """The rules that a recording names. Raises InputError for one that is not understood."""
    found: list[Rule] = []
    plain: set[str] = set()
    for text in texts:
        rule = _rule(text)
        if isinstance(rule, str):
            plain.add(rule)
        else:
            found.append(rule)
    return MaskRules(
        password=PASSWORD in plain,
        patterns=tuple(rule for rule in found if isinstance(rule, PatternRule)),
        selectors=tuple(rule for rule in found if isinstance(rule, SelectorRule)),
        apps=tuple(rule for rule in found if isinstance(rule, AppRule)),
        notifications="notifications" in plain,
    )


def _canonical(record: Mapping[str, object]) -> str:
    return json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _rule(text: str) -> Rule | str:
    record = _record(text)
    kind = record.pop("rule", None)
    keys = set(record)
    if kind in (PASSWORD, "notifications") and not keys:
        return str(kind)
    if kind == "pattern" and keys == {"name", "pattern"}:
        return PatternRule(_text(record, "name"), _text(record, "pattern"))
    if kind == "selector" and keys == {"name", "selector"}:
        return SelectorRule(_text(record, "name"), selector_from_fields(record["selector"], "mask selector"))
    if kind == "app" and keys in ({"digest"}, {"digest", "package"}):
        return _app(record)
    raise _unknown(text)


def _record(text: str) -> dict[str, object]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _unknown(text) from error
    if not isinstance(record, dict) or record.pop("v", None) != VERSION:
        raise _unknown(text)
    return record


def _app(record: Mapping[str, object]) -> AppRule:
    digest = _text(record, "digest")
    if _DIGEST.fullmatch(digest) is None:
        raise InputError(f"mask app: expected 32 hex digits, got {digest[:80]!r}")
    if "package" not in record:
        return AppRule(digest)
    rule = AppRule.of(_text(record, "package"), keep_name=True)
    if rule.digest != digest:
        raise InputError(f"mask app: the digest {digest} is not that of {rule.package!r}")
    return rule


def _text(record: Mapping[str, object], key: str) -> str:
    value = record[key]
    if not isinstance(value, str):
        raise InputError(f"mask rule: {key}: expected a text, got {value!r}")
    return value


def _check_name(name: str) -> None:
    if _NAME.fullmatch(name) is None or name == PASSWORD or name.startswith(PASSWORD + "_"):
        raise InputError(
            "mask rule: expected a name of small letters, digits and _ that begins with a letter and is not "
            f"{PASSWORD!r}, got {name[:80]!r}"
        )


def _unknown(text: str) -> InputError:
    return InputError(
        f"mask rule: expected one of version {VERSION} (password, pattern, selector, app, notifications), "
        f"got {text[:120]!r}; a recording is never used without its masks: upgrade gui-rec"
    )
