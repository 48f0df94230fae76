"""A fixed set of commands, in the order in which they are run: later ones read what earlier wrote.

Together they go through the whole program: brews, games with every event card, learned values,
sweeps, tournaments, the solver, advice, searches, learning, datasets, charts, reports, the referee.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A command of ``quacks`` and what it leaves.

    Attributes
    ----------
    line : str
        Its words.
    writes : str
        The file or folder that it writes; nothing if it only prints.
    equal : bool
        Whether what it writes is the same in all environments; pictures and pages need only be
        there, since each matplotlib draws a little differently. What it prints always is.
    """

    line: str
    writes: str = ""
    equal: bool = False

    @property
    def words(self) -> list[str]:
        """Its words, as a shell would part them; none has a blank in it."""
        return self.line.split()

    @property
    def name(self) -> str:
        """What it is called in a table: its verb, and the file if there is one."""
        return " ".join(filter(None, (self.words[0], self.writes)))


_TABLE = "balanced cautious yardstick pushing"

COMMANDS = (
    Command("brew --bag W1x4,W2x2,W3,O1,G1 --stop bust_risk:0.2 --rounds 20000 --seed 1 --json"),
    Command(f"play {_TABLE} --cards all --games 2000 --seed 2 --json"),
    Command("play champion balanced --set 2 --games 200 --seed 3 --json"),
    Command("play balanced cautious --until 2 --games 20000 --seed 4 --json"),
    Command("sweep yardstick --vary stop.max_risk=0.1:0.5:0.1 --against balanced --games 400"
            " --seed 5 --chart sweep.svg --overwrite --json", "sweep.svg"),
    Command("tournament balanced cautious safe pushing --players 3 --games 240 --seed 6"
            " --chart ranking.png --overwrite --json", "ranking.png"),
    Command("solve --pot W2x2,W1,O1 --worth points,coins=0.3 --json"),
    Command("advise --pot W2x2,W1,O1 --points 9 --rivals 12,7 --json"),
    Command("tune pushing --vary stop.max_risk --vary explosion.round --against balanced --games 96"
            " --generations 3 --verdict-games 240 --seed 8 --out tuned.toml --overwrite --json",
            "tuned.toml", equal=True),
    Command("train --players 2 --games 200 --iterations 2 --seed 9 --out learned.values.csv"
            " --overwrite --json", "learned.values.csv", equal=True),
    Command("run demo --games 4000 --out demo --overwrite --json", "demo", equal=True),
    Command("run points_or_coins --games 200 --out points_or_coins --overwrite --json",
            "points_or_coins", equal=True),
    Command("chart demo -o demo.png --overwrite", "demo.png"),
    Command("chart points_or_coins -o points_or_coins.svg --overwrite", "points_or_coins.svg"),
    Command("report demo -o demo.html --overwrite", "demo.html"),
    Command("report points_or_coins -o answer.html --overwrite", "answer.html"),
    Command("replay balanced cautious --seed 10 --game 3 --why"),
    Command("replay balanced cautious --seed 10 --game 3 --check"),
    Command("check --games 24 --seed 11 --json"),
)  # fmt: skip

#: The part of the suite that is run: the rules worked out by hand on kernel and referee, games to
#: the letter, statistics against other implementations, charts, and the command line.
TESTS = (
    "tests/kernel/test_worked_examples.py",
    "tests/referee/test_worked_examples.py",
    "tests/golden",
    "tests/test_anytime.py",
    "tests/test_comparisons.py",
    "tests/test_ratings.py",
    "tests/charts/test_figures.py",
    "tests/charts/test_searches.py",
    "tests/cli/test_entry.py",
    "tests/cli/test_play.py",
    "tests/cli/test_run.py",
    "tests/cli/test_streams.py",
)
