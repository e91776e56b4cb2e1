"""Rules: what a step may lead to, as a person writes it or as successful runs show it."""
