"""Apps of the simulated phone that only the mutation benchmark installs: what its own apps do not have."""
