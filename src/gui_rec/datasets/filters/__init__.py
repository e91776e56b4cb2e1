"""Filters: what is left out of a training set, and why."""
