"""Wrong inputs, and fragments of the cause and of the cure that each of them is answered with.

A case is a command line in a folder of its own. ``data`` there is a small, complete dataset of
level "rounds"; everything else that a case needs is in its `files`. A file that is None is a
folder.
"""

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Content = str | bytes | None


@dataclass(frozen=True)
class Wrong:
    """One wrong input."""

    command: str
    cause: str
    cure: str
    files: Mapping[str, Content] = field(default_factory=dict)
    edit: Callable[[dict[str, Any]], Any] | None = None

    @property
    def arguments(self) -> list[str]:
        return shlex.split(self.command)

    def prepare(self, folder: Path) -> None:
        """Write the files of this case."""
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if content is None:
                path.mkdir()
            else:
                path.write_bytes(content.encode() if isinstance(content, str) else content)
        if self.edit is not None:
            path = folder / "data" / "manifest.json"
            manifest = json.loads(path.read_text(encoding="utf-8"))
            self.edit(manifest)
            path.write_text(json.dumps(manifest), encoding="utf-8")


def strategy(text: Content, cause: str, cure: str) -> Wrong:
    return Wrong("strategies show s.toml", cause, cure, {"s.toml": text})


def plugin(text: Content, cause: str, cure: str) -> Wrong:
    files = {"s.toml": '[stop]\npolicy = "p.py:f"\n', "p.py": text}
    return Wrong("play s.toml --games 12 --plugin p.py", cause, cure, files)


_TABLES = 'tables = [["yardstick", "safe"]]\n'
_QUESTION = 'question = "Why?"\n'


def experiment(text: Content, cause: str, cure: str) -> Wrong:
    return Wrong("run e.toml --out new", cause, cure, {"e.toml": text})


def asked(text: str, cause: str, cure: str) -> Wrong:
    """An experiment in which all but one line is right."""
    return experiment(_QUESTION + _TABLES + text, cause, cure)


def rules(text: Content, cause: str, cure: str) -> Wrong:
    return Wrong("rules --rules r.toml", cause, cure, {"r.toml": text})


def manifest(edit: Callable[[dict[str, Any]], Any], cause: str, cure: str = "restore it") -> Wrong:
    return Wrong("chart data -o new.png", cause, cure, edit=edit)


def journal(text: Content, cause: str, cure: str = "quacks replay … --json writes one") -> Wrong:
    return Wrong("replay j.json --check", cause, cure, {"j.json": text})


PLAY = "play yardstick safe"
SWEEP = "sweep yardstick"
BREW = "brew --rounds 10"

ENTRY = [
    Wrong("ply", "there is no command ply", "did you mean play?"),
    Wrong("--jsn", "there is no option --jsn", "quacks --help"),
    Wrong("play yardstick --gmaes 3", "there is no option --gmaes", "did you mean --games?"),
    Wrong("play", "missing argument", "quacks play --help"),
    Wrong("version extra", "unexpected extra argument", "quacks version --help"),
    Wrong("version --format yaml", "'yaml' is not one of", "quacks version --help"),
    Wrong("strategies shw x", "there is no command shw", "did you mean show?"),
    Wrong("bench --quick 3", "unexpected extra argument", "quacks bench --help"),
    Wrong("play yardstick --games", "option '--games' requires an argument", "--help shows"),
]

COUNTS = [
    Wrong(f"{command} {option} {value}", cause, cure)
    for command, option, value, cause, cure in [
        (PLAY, "--games", "0", "games is 0", "from 1 to"),
        (PLAY, "--games", "-5", "games is -5", "from 1 to"),
        (PLAY, "--games", "1e13", "games is 10000000000000", "from 1 to"),
        (PLAY, "--games", "1.5", "'1.5' is not a whole number", "--help"),
        (PLAY, "--games", "1.000", "'1.000' could mean 1 or 1000", "--help"),
        (PLAY, "--games", "1.000.000", "could mean 1000000", "--help"),
        (PLAY, "--games", "1,00", "'1,00' is not a whole number", "--help"),
        (PLAY, "--games", "1_", "'1_' is not a whole number", "--help"),
        (PLAY, "--games", "9" * 5_000, "999' is not a whole number", "--help"),
        (PLAY, "--until", "0,2", "'0,2' is not a number; write 0.2", "--help"),
        (PLAY, "--games", "nan", "'nan' is not a whole number", "--help"),
        (PLAY, "--games", "inf", "'inf' is not a whole number", "--help"),
        (PLAY, "--games", "-inf", "'-inf' is not a whole number", "--help"),
        (PLAY, "--games", "1e400", "'1e400' is not a whole number", "--help"),
        (PLAY, "--games", "''", "'' is not a whole number", "--help"),
        (PLAY, "--games", "many", "'many' is not a whole number", "--help"),
        (PLAY, "--games", "0x10", "'0x10' is not a whole number", "--help"),
        (PLAY, "--seed", "-1", "the seed is -1", "from 0 to"),
        (PLAY, "--seed", "9223372036854775808", "the seed is 9223372036854775808", "from 0 to"),
        (PLAY, "--seed", "1e30", "the seed is 1000000", "from 0 to"),
        (PLAY, "--seed", "0.5", "'0.5' is not a whole number", "--help"),
        (PLAY, "--seed", "nan", "'nan' is not a whole number", "--help"),
        (PLAY, "--threads", "0", "threads is 0", "at least 1"),
        (PLAY, "--threads", "-2", "threads is -2", "at least 1"),
        (PLAY, "--threads", "two", "'two' is not a whole number", "--help"),
        (PLAY, "--players", "3", "--players is 3, but 2", "leave --players out"),
        (PLAY, "--players", "-1", "--players is -1", "leave --players out"),
        (PLAY, "--until", "0", "until is 0", "up to 50"),
        (PLAY, "--until", "-1", "until is -1", "up to 50"),
        (PLAY, "--until", "51", "until is 51", "up to 50"),
        (PLAY, "--until", "nan", "until is nan", "up to 50"),
        (PLAY, "--until", "inf", "until is inf", "up to 50"),
        (PLAY, "--until", "soon", "'soon' is not a number", "--help"),
        (PLAY, "--level", "rows", "'rows' is not one of", "--help"),
        (PLAY, "--level", "games", "no --out", "add --out"),
        (PLAY, "--until 1 --out", "new", "exclude each other", "give --games"),
        (BREW, "--rounds", "0", "rounds is 0", "from 1 to"),
        (BREW, "--rounds", "-1", "rounds is -1", "from 1 to"),
        (BREW, "--rounds", "1e13", "rounds is 10000000000000", "from 1 to"),
        (BREW, "--seed", "-1", "the seed is -1", "from 0 to"),
        (BREW, "--threads", "0", "threads is 0", "at least 1"),
        (BREW, "--start", "53", "the start space is 53", "0 to 52"),
        (BREW, "--start", "-1", "the start space is -1", "0 to 52"),
        (BREW, "--limit", "4", "explosion_limit cannot be 4", "5, 6, 7, 8, 9"),
        (BREW, "--limit", "10", "explosion_limit cannot be 10", "5, 6, 7, 8, 9"),
        (f"{SWEEP} --vary rubies=keep", "--games", "0", "games is 0", "from 1 to"),
        (f"{SWEEP} --vary rubies=keep", "--seed", "-3", "the seed is -3", "from 0 to"),
        (f"{SWEEP} --vary rubies=keep", "--threads", "0", "threads is 0", "at least 1"),
        ("run demo --out new", "--games", "0", "games is 0", "from 1 to"),
        ("run demo --out new", "--games", "1e13", "games is 10000000000000", "from 1 to"),
        ("run demo --out new", "--seed", "-1", "the seed is -1", "from 0 to"),
        ("run demo --out new", "--threads", "0", "threads is 0", "at least 1"),
        ("check", "--games", "0", "games is 0", "from 1 to"),
        ("check", "--games", "-1", "games is -1", "from 1 to"),
        ("check", "--seed", "-1", "the seed is -1", "from 0 to"),
        ("check", "--threads", "0", "threads is 0", "at least 1"),
        ("check", "--only", "-1", "--only is -1", "from 0"),
        ("check --games 3", "--only", "1", "--only is 1 and --games 3", "leave --games out"),
        ("check", "--only", "1e19", "--only is 1000000", "from 0 to"),
        ("replay yardstick safe", "--game", "-1", "--game is -1", "from 0"),
        ("replay yardstick safe", "--game", "1e19", "--game is 1000000", "from 0 to"),
        ("replay yardstick safe", "--round", "10", "--round is 10", "from 1 to 9"),
        ("replay yardstick safe", "--seat", "4", "--seat is 4", "from 0 to 3"),
        ("replay yardstick safe", "--seat", "2", "--seat is 2, but", "0 to 1"),
        ("replay yardstick safe", "--cell", "0", "--cell belongs to a dataset", "folder"),
        ("replay yardstick safe", "--seed", "-1", "the seed is -1", "from 0 to"),
        ("replay --random yardstick", "--seed", "1", "strategies of its own", "leave out"),
        ("replay --random", "--set", "2", "--set does not belong here", "leave --set out"),
        ("replay data", "--game", "12", "--game is 12, but each cell", "0 to 11"),
        ("replay data", "--cell", "1", "no cell 1", "0 to 0"),
        ("replay data", "--cell", "-1", "no cell -1", "0 to 0"),
        ("replay data", "--seed", "1", "--seed does not belong here", "leave --seed out"),
        ("find data 'closest finish'", "--top", "0", "--top is 0", "at least one"),
        ("find data 'closest finish'", "--cell", "7", "no cell 7", "0 to 0"),
        ("find data 'closest finish'", "--strategy", "saf", "'saf'", "did you mean safe?"),
    ]
]

NAMES = [
    Wrong("play a b c d e", "5 strategies cannot sit", "one to four"),
    Wrong("play balancd", "there is no strategy 'balancd'", "did you mean balanced?"),
    Wrong("play ''", "there is no strategy ''", "quacks strategies lists"),
    Wrong("play none.toml", "there is no strategy file none.toml", "check the path"),
    Wrong("play d.toml", "d.toml", "check the path", {"d.toml": None}),
    Wrong("play s.toml/x.toml", "there is no strategy file", "check the path", {"s.toml": ""}),
    Wrong(f"play {'a' * 300}.toml", "File name too long", "check the path"),
    Wrong("play balanced+", "+ is not a change", "write for example"),
    Wrong("play balanced+stop", "+stop is not a change", "write for example"),
    Wrong("play balanced+stop=", "+stop= is not a change", "write for example"),
    Wrong("play balanced+stp=safe", "there is no decision 'stp'", "did you mean stop?"),
    Wrong("play balanced+stop=saf", "no stop policy 'saf'", "did you mean safe?"),
    Wrong("play balanced+stop=safe:3", "takes no value", "write just safe"),
    Wrong("play balanced+stop=bust_risk:2", "out of range", "0 to 1"),
    Wrong("play balanced+stop=bust_risk:nan", "out of range", "0 to 1"),
    Wrong("play balanced+stop.max_risk=nan", "out of range", "0 to 1"),
    Wrong("play balanced+stop.max_risk=inf", "out of range", "0 to 1"),
    Wrong("play balanced+stop.max_risk=-0.1", "out of range", "0 to 1"),
    Wrong("play balanced+stop.max_risk=low", "'low', not a number", "0 to 1"),
    Wrong("play balanced+stop.max_risk=1,2", "has 2 values, not 9", "list of 9"),
    Wrong("play balanced+stop.max_risk@0=0.1", "names no rounds", "one round or several"),
    Wrong("play balanced+stop.max_risk@x=0.1", "names no rounds", "one round or several"),
    Wrong("play balanced+stop.max_risk@²=0.1", "names no rounds", "one round or several"),
    Wrong("play balanced+stop@1-99999999999=safe", "names no rounds", "one round or several"),
    Wrong("play balanced+stop@=safe", "names no rounds", "one round or several"),
    Wrong("play balanced+stop.max_risk@10=0.1", "no rounds from 1 to 9", "one round or several"),
    Wrong("play balanced+stop.risk=0.1", "has no parameter 'risk'", "did you mean max_risk?"),
    Wrong("play balanced+stop=gone.py:f", "there is no file", "relative to the strategy"),
    Wrong("replay", "no game is named", "quacks replay"),
    Wrong("replay none.json", "there is no file none.json", "check the path"),
    Wrong("run dem", "there is no experiment 'dem'", "did you mean demo?"),
    Wrong("run none.toml", "there is no experiment file none.toml", "check the path"),
    Wrong("experiments show dem", "there is no experiment 'dem'", "did you mean demo?"),
    Wrong("strategies show balancd", "there is no strategy", "did you mean balanced?"),
    Wrong("strategies policies stp", "there is no decision 'stp'", "did you mean stop?"),
    Wrong("strategies check none.toml", "there is no strategy file", "check the path"),
    Wrong("strategies check none.py", "none.py cannot be read", "check the path"),
    Wrong("strategies check d.py", "d.py cannot be read", "check the path", {"d.py": None}),
    Wrong("strategies check e.py", "no function marked", "mark one", {"e.py": ""}),
    Wrong("strategies check b.py", "b.py cannot be read", "check the path", {"b.py": b"\xff\xfe"}),
    Wrong("strategies check z.py", "z.py", "correct", {"z.py": b"a = 1\x00\n"}),
    Wrong("rules show trak", "no topic and no rule option 'trak'", "did you mean track?"),
    Wrong("play safe --plugin none.py", "there is no file none.py", "--plugin"),
]

STRATEGIES = [
    strategy("[stop\n", "s.toml is not valid TOML", "correct that line"),
    strategy(b"\xff\xfe\x00binary", "s.toml cannot be read", "check the file"),
    strategy(b'description = "Gr\xfcn"', "s.toml cannot be read", "check the file"),
    strategy("stp = 'safe'\n", "unknown key 'stp'", "did you mean stop?"),
    strategy("description = 3\n", "description is 3, not text", "write description"),
    strategy("stop = 3\n", "stop is 3, not a section", "[stop]"),
    strategy("stop = nan\n", "stop is nan, not a section", "[stop]"),
    strategy("stop = ''\n", "not a policy", "NAME"),
    strategy("stop = ['safe']\n", "not a section", "[stop]"),
    strategy("[stop]\nmax_risk = 0.1\n", "names no policy", "add policy"),
    strategy("[stop]\npolicy = 3\n", "is 3, not a name", "write policy"),
    strategy("[stop]\npolicy = 'bust_rsk'\n", "no stop policy 'bust_rsk'", "mean bust_risk?"),
    strategy("[stop]\npolicy = 'bust_risk'\nmax_risk = true\n", "is True, not a number", "0 to 1"),
    strategy("[stop]\npolicy = 'bust_risk'\nmax_risk = nan\n", "out of range", "0 to 1"),
    strategy("[stop]\npolicy = 'bust_risk'\nmax_risk = inf\n", "out of range", "0 to 1"),
    strategy("[stop]\npolicy = 'bust_risk'\nmax_risk = 1e300\n", "out of range", "0 to 1"),
    strategy("[stop]\npolicy = 'bust_risk'\nmax_risk = []\n", "has 0 values, not 9", "list of 9"),
    strategy("[stop]\npolicy = 'bust_risk'\nmax_risk = '0.1'\n", "not a number", "0 to 1"),
    strategy("[stop]\npolicy = 'bust_risk'\nmax_risk = 1979-05-27\n", "not a number", "0 to 1"),
    strategy("[stop]\npolicy = 'chips'\nchips = 2.5\n", "not a whole number", "0 to 60"),
    strategy("[stop]\npolicy = 'chips'\nchips = inf\n", "out of range", "0 to 60"),
    strategy(
        "[stop]\npolicy = 'chips'\nchips = [1, 2, 3, 4, 5, 6, 7, 8, 9.5]\n", "of round 9", "whole"
    ),
    strategy("[stop]\npolicy = 'bust_risk'\nrisk = 0\n", "no parameter 'risk'", "mean max_risk?"),
    strategy("a = " + "[" * 2000, "s.toml is not valid TOML", "correct that line"),
    strategy("[stop]\npolicy = 'gone.py:f'\n", "would run Python code: gone.py", "--plugin"),
    strategy("[stop]\npolicy = '/tmp/../etc/x.py:f'\n", "would run Python", "--plugin"),
    *(
        strategy(text, cause, "correct that line")
        for text, cause in [
            ("a = " + "[" * 400 + "]" * 400, "nests more than 32 times"),
            ("a = " + "[" * 900 + "]" * 900, "nests more than 32 times"),
            ("a = " + "{a = " * 300 + "1" + "}" * 300, "nests more than 32 times"),
            (".".join("a" * 3_000) + " = 1", "a key of very many parts"),
            (f"a = {'9' * 5_000}", "s.toml is not valid TOML"),
            (f"a = 0x{'f' * 5_000}", "a number of 20000 bits is in no game"),
        ]
    ),
    strategy("a = 1\n" + "# no\n" * 120_000, "more than 500,000 bytes", "check the file"),
    strategy(f"'{'k' * 10_000}' = 1", "kkk...kkk", "keys are"),
    Wrong("play 'a b.toml'", "cannot be the name", "without spaces", {"a b.toml": ""}),
    Wrong("play 'a\x1b.toml'", "cannot be the name", "control", {"a\x1b.toml": ""}),
]

PLUGINS = [
    plugin("def f(view:\n", "p.py cannot be imported: SyntaxError", "correct the file"),
    plugin("1 / 0\n", "p.py cannot be imported: ZeroDivisionError", "correct the file"),
    plugin("import no_such_module\n", "ModuleNotFoundError", "correct the file"),
    plugin("raise SystemExit(0)\n", "SystemExit", "correct the file"),
    plugin("g = 1\n", "has no function 'f'", "its policies"),
    plugin("f = 1\n", "f is not a function", "name a function"),
    plugin("def f(view):\n    return True\n", "its header is f(view)", "def f(view, params)"),
    plugin("def f(view, params):\n    return 0.5\n", "a number with a fraction", "comparison"),
    plugin("def f(view, params):\n    return view.spoon\n", "no field 'spoon'", "its fields"),
    plugin(b"\xff\xfe", "p.py cannot be imported", "correct the file"),
    plugin(b"x = 1\x00", "p.py cannot be imported", "correct the file"),
    Wrong(
        "play s.toml --plugin other.py",
        "would run Python code: p.py",
        "--plugin p.py",
        {"s.toml": "stop = 'p.py:f'", "p.py": "print('run')", "other.py": ""},
    ),
    Wrong(
        "strategies check s.toml",
        "would run Python code: p.py",
        "--allow-plugins",
        {"s.toml": "stop = 'p.py:f'", "p.py": "print('run')"},
    ),
    Wrong(
        "run e.toml --out new",
        "would run Python code",
        "--allow-plugins",
        {
            "e.toml": _QUESTION + 'tables = [["s.toml"]]',
            "s.toml": "stop = 'p.py:f'",
            "p.py": "print('run')",
        },
    ),
    Wrong(
        "run e.toml --out new",
        "would run Python code",
        "--allow-plugins",
        {
            "e.toml": _QUESTION + 'tables = [["s.toml"]]\nvary.stop = ["p.py:f"]',
            "s.toml": "",
            "p.py": "print('run')",
        },
    ),
    Wrong(
        "run e.toml --out new",
        "would run Python code",
        "--allow-plugins",
        {
            "e.toml": _QUESTION + 'tables = [["s.toml+stop=p.py:f"]]',
            "s.toml": "",
            "p.py": "print('run')",
        },
    ),
]

EXPERIMENTS = [
    experiment("", "it has no question", "question"),
    experiment("question = = 3\n", "e.toml is not valid TOML", "correct that line"),
    experiment(b"\x89PNG\r\n\x1a\n\x00", "e.toml cannot be read", "check the file"),
    experiment(None, "there is no experiment file e.toml", "check the path"),
    experiment(_QUESTION, "it has no tables", "tables"),
    experiment("question = 3\n" + _TABLES, "question is 3", "in words"),
    experiment("question = ''\n" + _TABLES, "question is ''", "in words"),
    experiment(_QUESTION + "tables = []\n", "there are no tables", "tables = [["),
    experiment(_QUESTION + "tables = 'safe'\n", "not a list of tables", "tables = [["),
    experiment(_QUESTION + "tables = [[]]\n", "table 1 has 0 strategies", "one to four"),
    experiment(_QUESTION + "tables = [[3]]\n", "tables is 3", "lists of one to four"),
    experiment(_QUESTION + "tables = [['saf']]\n", "no strategy 'saf'", "did you mean safe?"),
    experiment(_QUESTION + "tables = [['s.toml']]\n", "no strategy file", "check the path"),
    asked("gamse = 3\n", "unknown key 'gamse'", "did you mean games?"),
    asked("games = 0\n", "games is 0", "from 1"),
    asked("games = 1e4\n", "games is 10000.0", "whole number"),
    asked("games = nan\n", "games is nan", "whole number"),
    asked("games = 99999999999999999999\n", "games is 99999999999999999999", "whole number"),
    asked("games = true\n", "games is True", "whole number"),
    asked("seed = -1\n", "seed is -1", "from 0"),
    asked("seed = 9223372036854775808\n", "seed is 9223372036854775808", "from 0"),
    asked("seed = '7'\n", "seed is '7'", "from 0"),
    asked("rotate = 1\n", "rotate is 1", "true or false"),
    asked("level = 'row'\n", "level is 'row'", "summary, games, rounds"),
    asked("chart = 'pie'\n", "chart is 'pie'", "win_shares"),
    asked("rules = 3\n", "rules", "section"),
    asked("rules = 'x'\n", "rules", "section"),
    asked("books = []\n", "the choice of books", "green=3,blue=2"),
    asked("books.green = true\n", "there is no book green = True", "1, 2, 3, 4"),
    asked("books.green = 5\n", "there is no book green = 5", "1, 2, 3, 4"),
    asked("books.gren = 1\n", "'gren'", "did you mean green?"),
    asked("rules.explosion_limit = 12\n", "cannot be 12", "5, 6, 7, 8, 9"),
    asked("rules.explosion_limt = 7\n", "'explosion_limt'", "did you mean explosion_limit?"),
    asked("vary = 3\n", "vary", "section"),
    asked("vary.stop = 3\n", "[vary] stop is 3, not a list", "write for example"),
    asked("vary.stop = []\n", "not a list of values", "write for example"),
    asked("vary.stop.max_risk = [nan]\n", "out of range", "0 to 1"),
    asked("vary.stop.max_risk = [0.1, 0.1]\n", "0.1 twice", "once"),
    asked("vary.stop.max_risk = {from = nan, to = 1, step = 0.1}\n", "no range", "upwards"),
    asked("vary.stop.max_risk = {from = 0, to = inf, step = 0.1}\n", "no range", "upwards"),
    asked("vary.stop.max_risk = {from = 0, to = 1, step = nan}\n", "no range", "upwards"),
    asked("vary.stop.max_risk = {from = 0, to = 1, step = 1e-9}\n", "no range", "10000 steps"),
    asked("vary.stop.max_risk = {from = '0', to = 1, step = 1}\n", "as numbers", "write"),
    asked("vary.stop = ['safe', 3]\n", "stop is 3, not a policy", "NAME"),
    asked("vary.stp = ['safe']\n", "there is no decision 'stp'", "did you mean stop?"),
    asked("vary.cell.a = {}\n", "cannot be called 'cell'", "another name"),
    asked("vary.plan = {}\n", "plan has no values", "at least one"),
    asked("vary.plan.a = 3\n", "not a set of changes", "write for example"),
]

RULES = [
    rules("explosion_limit = \n", "r.toml is not valid TOML", "correct that line"),
    rules(b"\xff", "r.toml cannot be read", "check the file"),
    rules(None, "r.toml cannot be read", "check the file"),
    rules("explosion_limt = 8\n", "'explosion_limt'", "did you mean explosion_limit?"),
    rules("explosion_limit = 7.5\n", "cannot be 7.5", "5, 6, 7, 8, 9"),
    rules("explosion_limit = nan\n", "cannot be nan", "5, 6, 7, 8, 9"),
    rules("explosion_limit = true\n", "cannot be True", "5, 6, 7, 8, 9"),
    rules("explosion_limit = [7]\n", "cannot be [7]", "5, 6, 7, 8, 9"),
    rules("solo_rats = 2.7\n", "solo_rats is 2.7, not a whole number", "solo_rats=2"),
    rules("solo_rats = true\n", "solo_rats is True, not a whole number", "solo_rats=2"),
    rules("solo_rats = inf\n", "solo_rats is inf, not a whole number", "solo_rats=2"),
    rules("solo_rats = 99\n", "solo_rats", "quacks rules"),
    rules("rat_tails = [1, 2]\n", "go together", "quacks rules"),
    rules("rats_above_50 = 'own_table'\n", "go together", "quacks rules"),
    rules("rats_above_50 = 'own_table'\nrat_tails = 3\n", "not a list of scores", "rat_tails=1"),
    rules("rats_above_50 = 'own_table'\nrat_tails = [1.5]\n", "not a list of", "rat_tails=1"),
    rules("rats_above_50 = 'own_table'\nrat_tails = [inf]\n", "not a list of", "rat_tails=1"),
    rules("rats_above_50 = 'own_table'\nrat_tails = [3, 1]\n", "rising scores", "quacks rules"),
    rules("rats_above_50 = 'own_table'\nrat_tails = [-1]\n", "rising scores", "quacks rules"),
    rules("books = 3\n", "books is no section", "[books]"),
    rules("books.green = 0\n", "there is no book green = 0", "1, 2, 3, 4"),
    rules("books.green = '3'\n", "there is no book green = '3'", "1, 2, 3, 4"),
    rules("books.green = nan\n", "there is no book green = nan", "1, 2, 3, 4"),
    Wrong("rules --rules none.toml", "there is no file none.toml", "--rules"),
    Wrong("rules --rule explosion_limit", "gives no value", "--rule explosion_limit=8"),
    Wrong("rules --rule explosion_limit=", "cannot be ''", "5, 6, 7, 8, 9"),
    Wrong("rules --rule solo_rats=²", "solo_rats is '²', not a whole number", "solo_rats=2"),
    Wrong("rules --books green", "there is no book green", "1, 2, 3, 4"),
    Wrong("rules --books green=²", "there is no book green", "1, 2, 3, 4"),
    Wrong("rules --books green=1,green=9", "there is no book green = 9", "1, 2, 3, 4"),
    Wrong("rules --books gren=1", "'gren'", "did you mean green?"),
    Wrong("rules --set 5", "there is no book green = 5", "1, 2, 3, 4"),
    Wrong("rules --set 0", "there is no book green = 0", "1, 2, 3, 4"),
]

CARDS = [
    Wrong(f"{PLAY} --cards '{text}'", cause, cure)
    for text, cause, cure in [
        ("", "the choice of cards is empty", "write all, none"),
        ("FP99", "there is no event card 'FP99'", "write all, none"),
        ("al", "there is no event card 'AL'", "write all, none"),
        ("3=FB55", "there is no event card 'FB55'", "did you mean FB5?"),
        ("0=FB5", "there is no round 0", "1 to 9"),
        ("10=FB5", "there is no round 10", "1 to 9"),
        ("²=FB5", "there is no round '²'", "write all, none"),
        ("3=FB5,3=FB6", "a round has two fixed cards", "one card"),
        ("FP1,FP1", "card FP1 is in the deck twice", "exists once"),
        ("1=FP1,2=FP1", "card FP1 is in fixed rounds twice", "exists once"),
    ]
] + [
    Wrong(f"{PLAY} --cards all --no-cards", "--cards and --no-cards exclude", "only one"),
    Wrong("play safe --cards 3=FP4", "FP4", "leave 3=FP4 out"),
    *(
        Wrong(f"{PLAY} --rules r.toml", cause, cure, {"r.toml": text})
        for text, cause, cure in [
            ("cards = 3\n", "the choice of cards is 3", "write all, none"),
            ("cards = nan\n", "the choice of cards is nan", "write all, none"),
            ("cards = [3]\n", "there is no event card 3", "write all, none"),
            ("cards = ''\n", "the choice of cards is empty", "write all, none"),
            ("cards.x = 'FB5'\n", "there is no round 'x'", "write all, none"),
            ("cards.3 = 5\n", "there is no event card 5", "write all, none"),
        ]
    ),
    asked("cards = 'FP99'\n", "there is no event card 'FP99'", "write all, none"),
    asked("cards = 3\n", "cards", "write all, none"),
]

BAGS = [
    Wrong(f"{BREW} --bag '{bag}'", cause, cure)
    for bag, cause, cure in [
        ("W9", "no chip is called 'W9'", "W1 W2"),
        ("Z1", "no chip is called 'Z1'", "W1 W2"),
        ("white", "'white' is not a chip", "write a bag like"),
        ("W1x", "'W1x' is not a chip", "write a bag like"),
        ("W1x-2", "'W1x-2' is not a chip", "write a bag like"),
        ("W1x1.5", "'W1x1.5' is not a chip", "write a bag like"),
        ("W1x217", "217 chips, the whole box only 216", "fewer chips"),
        ("W1x99999999999999999999", "chips, the whole box only 216", "fewer chips"),
        ("W²", "is not a chip", "write a bag like"),
        ("W1;W2", "is not a chip", "write a bag like"),
    ]
] + [
    Wrong(f"{BREW} --stop saf", "no stop policy 'saf'", "did you mean safe?"),
    Wrong(f"{BREW} --stop ''", "not a policy", "NAME"),
    Wrong(f"{BREW} --stop bust_risk:nan", "out of range", "0 to 1"),
    Wrong(f"{BREW} --stop gone.py:f", "there is no file gone.py", "relative"),
    Wrong(f"{BREW} --flask 3", "no flask policy '3'", "never"),
    Wrong(f"{BREW} --blue any", "no blue policy 'any'", "furthest_coloured"),
    Wrong(f"{BREW} --yellow allways", "no yellow policy", "did you mean always?"),
    Wrong(f"{BREW} --rule explosion_limit=3", "cannot be '3'", "5, 6, 7, 8, 9"),
]

SWEEPS = [
    Wrong(f"{SWEEP} --vary '{text}' --games 12", cause, cure)
    for text, cause, cure in [
        ("stop.max_risk", "is not WHAT=VALUES", "write for example"),
        ("=0.1", "is not WHAT=VALUES", "write for example"),
        ("stop.max_risk=", "is not WHAT=VALUES", "write for example"),
        ("stop.max_risk=a", "'a' is not a number", "write for example"),
        ("stop.max_risk=nan", "'nan' is not a number", "write for example"),
        ("stop.max_risk=0:inf:1", "'inf' is not a number", "write for example"),
        ("stop.max_risk=0:1:0", "is not first:last:step", "write for example"),
        ("stop.max_risk=1:0:0.1", "has no values", "turn the sign"),
        ("stop.max_risk=0:1:0.000001", "more than 1,000 values", "larger step"),
        ("stop.max_risk=0:1e300:1", "more than 1,000 values", "larger step"),
        ("stop.max_risk=0.1,0.1", "has 0.1 twice", "once"),
        ("stop.max_risk=0.1:0.6", "has no step", "0.1:0.6:0.05"),
        ("flask.value=1.000:3:1", "'1.000' could mean 1 or 1000", "write 1 or 1000"),
        ("books=green=1,green=9", "no book green = 9", "1, 2, 3, 4"),
        ("books=5", "no book green = 5", "1, 2, 3, 4"),
        ("cards=none,3=FB99", "no event card 'FB99'", "write all, none"),
        ("cards=every_card_in=12", "names no rounds from 1 to 9", "one round or several"),
        ("rules.explosion_limit=7,12", "cannot be '12'", "5, 6, 7, 8, 9"),
        ("rules.explosion_limt=7", "no rule option 'explosion_limt'", "explosion_limit?"),
        ("in_round=1,2", "go together", "write for example"),
        ("stop.max_risk=2", "out of range", "0 to 1"),
        ("stop.max_rsk=0.1", "no parameter 'max_rsk'", "did you mean max_risk?"),
        ("stp=safe", "stp", "did you mean stop?"),
        ("stop=saf", "no stop policy 'saf'", "did you mean safe?"),
        ("stop=gone.py:f", "there is no file", "relative"),
        ("stop.max_risk=0:1:1e-999999999", "is not a number", "write for example"),
        ("stop.max_risk=1e999999999", "is not a number", "write for example"),
    ]
] + [
    Wrong(f"{SWEEP}", "missing option '--vary'", "sweep --help"),
    Wrong(f"{SWEEP} --vary rubies=keep --against saf", "'saf'", "did you mean safe?"),
    Wrong(f"{SWEEP} --vary rubies=keep --vary rubies=droplet", "rubies comes twice", "at once"),
    Wrong(
        f"{SWEEP} --vary rubies=keep --vary red=never --vary yellow=never",
        "has 3 axes",
        "one or two",
    ),
    Wrong(f"{SWEEP} --vary rubies=keep" + " --against safe" * 4, "5 strategies", "one to four"),
]

TUNE = "tune pushing --vary stop.max_risk --against safe"

TUNES = [
    Wrong("tune pushing", "missing option '--vary'", "tune --help"),
    *(
        Wrong(f"tune pushing --against safe --vary {vary}", cause, cure)
        for vary, cause, cure in [
            ("stop.max_risk=0.6:0.1", "goes from 0.6 to 0.1", "the lower end first"),
            ("stop.max_risk=0.3", "is not WHAT or WHAT=LOW:HIGH", "write for example"),
            ("stop.max_risk=a:b", "'a' is not a number", "write for example"),
            ("stop.max_risk=0:2", "2, out of range", "0 to 1"),
            ("stop.max_risk=0.8:1", "is 0.5 in pushing", "widen the range"),
            ("stop.max_rsk", "no parameter 'max_rsk'", "did you mean max_risk?"),
            ("stp", "no decision 'stp'", "did you mean stop?"),
            ("stop.max_risk@12", "names no rounds", "one round or several"),
            ("stop=0:1", "1 parameters, and has no range", "stop.max_risk"),
            ("stop --vary stop", "stop comes twice", "one range"),
            ("stop --vary stop.max_risk", "vary the same number", "only once"),
            ("purchase", "dearest has no parameters", "another decision"),
        ]
    ),
    *(
        Wrong(f"{TUNE} {options}", cause, cure)
        for options, cause, cure in [
            ("--against saf", "no strategy 'saf'", "did you mean safe?"),
            ("--against safe --against safe --against safe", "4 rivals", "up to 3"),
            ("--players 5", "players is 5", "2 to 4"),
            ("--holdout safe", "safe is both", "hold out a strategy"),
            ("--holdout saf", "no strategy 'saf'", "did you mean safe?"),
            ("--objective wins", "no objective 'wins'", "win_share"),
            ("--games 0", "games is 0", "from 1"),
            ("--generations 0", "generations is 0", "from 1"),
            ("--budget -1", "budget is -1", "from 1"),
            ("--candidates 3", "candidates is 3", "from 6"),
            ("--spread 0", "the spread is 0", "above 0"),
            ("--spread wide", "'wide' is not a number", "--help"),
            ("--verdict-games 1", "1 game would be no verdict", "at least 4"),
            ("--threads 0", "threads is 0", "at least 1"),
            ("--seed -1", "the seed is -1", "from 0"),
            ("--cards all --no-cards", "exclude each other", "only one"),
            ("-o mine.txt", "cannot be written as 'mine.txt'", ".toml"),
        ]
    ),
    Wrong("tune pushing --vary stop --objective win_share", "plays alone", "points"),
    Wrong(f"{TUNE} -o m.toml", "already there", "--overwrite", {"m.toml": "# mine"}),
    Wrong(f"{TUNE} -o m.toml", "no record of a search", "move it away", {"m.tune.json": "{}"}),
]

OUTPUTS = [
    Wrong(f"{PLAY} --chart x.pdf", "cannot be written as 'x.pdf'", ".png or .svg"),
    Wrong(f"{PLAY} --chart x", "cannot be written as 'x'", ".png or .svg"),
    Wrong(f"{PLAY} --chart .png", "cannot be written as '.png'", ".png or .svg"),
    Wrong(f"{PLAY} --chart d.png", "d.png is a folder", "name a file", {"d.png": None}),
    Wrong(f"{PLAY} --chart x.png", "already there", "--overwrite", {"x.png": "mine"}),
    Wrong(f"{PLAY} --chart f/x.png", "cannot be made", "another place", {"f": "a file"}),
    Wrong(f"{PLAY} --chart {'x' * 300}.png", "too long; check the path", "shows examples"),
    Wrong(f"{SWEEP} --vary rubies=keep --chart x.txt", "as 'x.txt'", ".png or .svg"),
    Wrong(f"{PLAY} --out f", "f is a file, not a folder", "name a folder", {"f": "mine"}),
    Wrong(f"{PLAY} --out f/new", "cannot be written", "may write", {"f": "mine"}),
    Wrong(f"{PLAY} --out mine", "holds letter.txt and is no", "new", {"mine/letter.txt": "dear"}),
    Wrong(
        f"{PLAY} --out mine --overwrite",
        "belongs to something else",
        "name",
        {"mine/manifest.json": '{"name": "my app"}', "mine/games/chess.txt": "mine"},
    ),
    Wrong(
        f"{PLAY} --out mine --overwrite --seed 1",
        "cannot be read",
        "name",
        {"mine/manifest.json": "{", "mine/games/chess.txt": "mine"},
    ),
    Wrong(f"{PLAY} --out data --games 24", "games 12 → 24", "--overwrite"),
    Wrong(f"{PLAY} --out data --games 12 --seed 2", "seed 1 → 2", "--overwrite"),
    Wrong(f"{PLAY} --out data --games 12 --level games", 'level "rounds" → "games"', "--overwrite"),
    Wrong("play safe yardstick --out data --games 12 --level rounds", '→ "safe"', "--overwrite"),
    Wrong("run demo --out data", "holds another run", "--overwrite"),
    Wrong("chart data -o x.gif", "as 'x.gif'", ".png or .svg"),
    Wrong("chart data --chart pie", "pie", "win_shares"),
    Wrong("chart data --chart heat_map -o new.png", "nothing to draw as heat_map", "win_shares"),
    Wrong("chart data -o data", "'data'", ".png or .svg"),
    Wrong("report data -o x.pdf", "as 'x.pdf'", ".html"),
    Wrong("report data -o x.html", "already there", "--overwrite", {"x.html": "mine"}),
    Wrong("report data -o d.html", "d.html is a folder", "name a file", {"d.html": None}),
    Wrong("report none", "none is no dataset", "quacks run"),
    Wrong("report data --plugin none.py", "there is no file none.py", "--plugin"),
]

DATASETS = [
    Wrong("chart none", "none is no dataset", "quacks run"),
    Wrong("chart f", "f is no dataset", "quacks run", {"f": "a file"}),
    Wrong("chart d", "d is no dataset", "quacks run", {"d": None}),
    Wrong("find none 'closest finish'", "none is no dataset", "quacks run"),
    Wrong("find data ''", "''", "closest finish"),
    Wrong("find data 'most fun'", "fun", "columns are"),
    Wrong("find data 'most victory_pionts'", "victory_pionts", "did you mean victory_points?"),
    Wrong("find data 'bought Z9'", "Z9", "W1"),
    Wrong("find data 'exploded in round 12'", "12", "1 to 9"),
    Wrong("find data '__import__(1) > 2'", "is not understood", "ask one of"),
    Wrong("find data 'victory_points > nan'", "there is no column 'nan'", "columns are"),
    Wrong("find data '((((('", "is not understood", "ask one of"),
    Wrong("replay none", "there is no strategy 'none'", "quacks strategies"),
    Wrong("chart d", "cannot be read", "quacks run", {"d/manifest.json": "{"}),
    Wrong("chart d", "cannot be read", "quacks run", {"d/manifest.json": b"\xff\xfe\x00"}),
    Wrong("chart d", "cannot be read", "quacks run", {"d/manifest.json": ""}),
    Wrong("chart d", "cannot be read", "quacks run", {"d/manifest.json": "[" * 100_000}),
    Wrong("chart d", "something else", "quacks run", {"d/manifest.json": "[]"}),
    Wrong("chart d", "is not there", "quacks run", {"d/manifest.json": None}),
    manifest(lambda m: m.update(format="other"), "belongs to something else", "quacks run"),
    manifest(lambda m: m.update(schema=2), "schema 2 → 3", "use the version"),
    manifest(lambda m: m.update(schema=True), "schema True → 3", "use the version"),
    manifest(lambda m: m.pop("schema"), "schema None → 3", "use the version"),
    manifest(lambda m: m.pop("plan"), "plan: Field required"),
    manifest(lambda m: m.pop("identity"), "identity: Field required"),
    manifest(lambda m: m.update(identity="0"), "does not fit its identity"),
    manifest(lambda m: m.update(shards={}), "shards:"),
    manifest(lambda m: m.update(totals=[3]), "totals.0:"),
    manifest(lambda m: m["plan"].update(games=13), "does not fit its identity"),
    manifest(lambda m: m["plan"].update(games="12"), "plan.games:"),
    manifest(lambda m: m["plan"].update(games=float("nan")), "NaN", "quacks run"),
    manifest(lambda m: m["plan"].update(seed=-1), "plan.seed:"),
    manifest(lambda m: m["plan"].update(rules={}), "books is not there"),
    manifest(lambda m: m["plan"]["rules"].update(explosion_limit=99), "cannot be 99"),
    manifest(lambda m: m["plan"]["rules"]["books"].update(green=7), "no book green = 7"),
    manifest(lambda m: m["plan"]["cells"][0].update(strategies=[0, 9]), "plan.cells.0"),
    manifest(lambda m: m["plan"]["cells"][0].update(cell=3), "plan.cells.0"),
    manifest(lambda m: m["plan"].update(cells=[]), "plan.cells:"),
    manifest(lambda m: m["plan"].update(level="all"), "plan.level:"),
    manifest(lambda m: m["plan"].update(format="pickle"), "plan.format:"),
    manifest(lambda m: m["plan"].update(format="arrow"), "does not fit its identity"),
    manifest(lambda m: m["shards"][0]["games"].update(file="../../etc/passwd"), "games.file:"),
    manifest(lambda m: m["shards"][0]["games"].update(file="/etc/passwd"), "games.file:"),
    manifest(lambda m: m["shards"][0].pop("games"), "lacks a file"),
    manifest(lambda m: m["shards"][0].update(cell=5), "name a cell that is not there"),
    manifest(lambda m: m["totals"][0].update(games=6), "6 of 12 games", "give the command again"),
    manifest(lambda m: m["experiment"].pop("question"), "experiment.question:"),
    Wrong(
        f"{PLAY} --games 12 --level rounds --out data",
        "does not fit its identity",
        "restore it",
        edit=lambda m: m["plan"].update(rotate=False),
    ),
    Wrong("chart data -o new.png", "is damaged", "again", {"data/totals/cell-00000.parquet": ""}),
    Wrong(
        "find data 'closest finish'",
        "games/cell-00000-game-000000000000.parquet is damaged",
        "give the command again",
        {"data/games/cell-00000-game-000000000000.parquet": b"PAR1"},
    ),
]

_HEAD = '{"seed": 1, "game": 0, "start_player": 0, "rules": {}, "books": {}, "schema": 1, '

JOURNALS = [
    journal("", "j.json cannot be read"),
    journal("{", "j.json cannot be read"),
    journal(b"\xff\xfe", "j.json cannot be read"),
    journal(None, "j.json cannot be read"),
    journal("[" * 100_000, "j.json cannot be read"),
    journal("[]", "j.json is not a journal"),
    journal("{}", "j.json is not a journal"),
    journal(
        '{"players": 2, "rules": {}, "books": {}, "events": 3, "strategies": [], "game": 0,'
        ' "seed": 1}',
        "j.json is not a journal",
    ),
    journal(
        '{"players": "two", "rules": [], "books": {}, "events": [], "strategies": [], "game": 0,'
        ' "seed": 1}',
        "j.json is not a journal",
    ),
    *(
        Wrong(f"replay j.json{more}", "j.json is not a journal", "quacks replay", {"j.json": text})
        for more in ("", " --why", " --check", " --format md", " --format csv")
        for text in [
            _HEAD + '"players": 2, "strategies": ["a", "b"], "events": [3]}',
            _HEAD + '"players": 2, "strategies": ["a"], "events": []}',
            _HEAD + '"players": 9, "strategies": ["a"], "events": []}',
            _HEAD + '"players": 1, "strategies": [3], "events": []}',
            _HEAD + '"players": 1, "strategies": ["a"], "events": [{"event": "draw"}]}',
            _HEAD + '"players": 1, "strategies": ["a"], "events": [{"event": 3, "round": 1}]}',
        ]
    ),
    Wrong("replay j.json --seed 3", "--seed does not belong here", "leave", {"j.json": "{}"}),
]

ALL = [
    *(*ENTRY, *COUNTS, *NAMES, *STRATEGIES, *PLUGINS, *EXPERIMENTS, *RULES, *CARDS, *BAGS),
    *(*SWEEPS, *TUNES, *OUTPUTS, *DATASETS, *JOURNALS),
]
