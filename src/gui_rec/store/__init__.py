"""Trajectories on disk: schema, journal, shards, recovery and integrity."""
