"""Helpers for users' own tests; nothing in the product imports them."""
