"""Importers: other projects' recordings as our own."""
