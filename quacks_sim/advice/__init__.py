"""Advice at a real table: the state of one player's game, what to do now, and the dialogue."""
