"""What an agent's adb clients say, as canonical actions. Pure: nothing is read, sent or awaited here."""
