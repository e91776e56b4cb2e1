"""What a mutation does to a screen, and the verdict that follows from how it was made."""
