"""Many trajectories on many devices: what there is to replay, who replays what, and one report of it all."""
