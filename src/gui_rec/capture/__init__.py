"""One step's truth: look, wait until the screen rests, act at most once, look again."""
