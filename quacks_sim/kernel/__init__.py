"""The compiled game: one module for each phase, in the order of play. Knows only the rules."""
