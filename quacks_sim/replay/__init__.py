"""One game in words: what happened, and what the policies saw. Reads nothing but the journal."""

from quacks_sim.replay.lines import Line, chosen, wrapped
from quacks_sim.replay.narration import tell

__all__ = ["Line", "chosen", "tell", "wrapped"]
