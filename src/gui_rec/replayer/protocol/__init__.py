"""Runs tasks of the step protocol: waits for context and target, acts at most once, says how each step ended."""
