"""Rule files as a person writes them, for the small shop of `shop`."""

from __future__ import annotations

from pathlib import Path

SHOP_RULES = """\
rules_version: 1
revision: 1
app: {package: com.example.app, versions: ["1.0"]}
facts:
  items: {selector: {resourceId: "com.example.app:id/count"}, as: int}
contexts:
  first_run: [{exists: {text: Welcome}}]
steps:
  - id: open-milk
    step: {action: tap, target: {text: Milk}}
    outcomes:
      - {name: shown, facts: [{exists: {text: Add to cart}}]}
      - {name: sold out, facts: [{exists: {text: Sold out}}]}
    volatile:
      - {slot: "#price:text", pattern: money}
  - id: add
    step: {action: tap, target: {text: Add to cart}}
    outcomes:
      - {name: added, facts: [{fact: items, equals: 1}, {text: {resourceId: "com.example.app:id/title"}, equals: Cart}]}
"""


def shop_rules(folder: Path, old: str = "", new: str = "") -> Path:
    """The rules in a file of `folder`, `old` replaced by `new`."""
    path = folder / "shop.yaml"
    path.write_text(SHOP_RULES.replace(old, new) if old else SHOP_RULES, encoding="utf-8")
    return path
