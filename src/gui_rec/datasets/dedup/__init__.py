"""Duplicates: near ones among pictures, equal ones among trajectories."""
