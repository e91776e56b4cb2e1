"""Labels against truth by construction: episodes on the simulated phone whose every step was made to be what it is."""
