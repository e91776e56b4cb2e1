"""Further ways to find a recorded target, for a screen where its id and words do not name it."""
