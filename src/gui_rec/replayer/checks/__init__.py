"""One question to a transition per file; the order is in `_members`."""
