"""The family of action sources: who says what to do next."""
