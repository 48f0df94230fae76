"""The referee: an independent reading of the rule book that checks journals of games."""

from quacks_sim.referee.check import Disagreement, check
from quacks_sim.referee.game import play
from quacks_sim.referee.illegal import BadSetup, IllegalMove, InvariantBroken
from quacks_sim.referee.options import Options
from quacks_sim.referee.setup import Setup
from quacks_sim.referee.tape import JournalTape, RandomTape, Tape

__all__ = [
    "BadSetup",
    "Disagreement",
    "IllegalMove",
    "InvariantBroken",
    "JournalTape",
    "Options",
    "RandomTape",
    "Setup",
    "Tape",
    "check",
    "play",
]
