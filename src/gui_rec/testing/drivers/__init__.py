"""What a person's own test drives a phone with, as gui-rec looks at it."""
