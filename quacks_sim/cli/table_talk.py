"""The dialogue of ``quacks advise``: questions, commands, and what is shown after each answer."""

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from quacks_sim import checked
from quacks_sim.advice.dialogue import Dialogue
from quacks_sim.advice.moment import moment
from quacks_sim.advice.notes import last_round_notes, value_notes
from quacks_sim.advice.phases import BREWING, prompt
from quacks_sim.advice.saved import save
from quacks_sim.advice.situation import Situation
from quacks_sim.advice.terms import Values
from quacks_sim.advice.words import advice_lines, bag_line, pot_picture, standing_line
from quacks_sim.cli.failures import Interrupted
from quacks_sim.cli.output import terminal_width
from quacks_sim.cli.telling import text_of
from quacks_sim.errors import InputError
from quacks_sim.printable import printable
from quacks_sim.replay.lines import Line
from quacks_sim.replay.pot import LEGEND
from quacks_sim.rules.books import WHOLE_SETS, Books
from quacks_sim.words import counted

_HELP = """\
Type what happens at the table; after each answer you are told what to do.
  w1, o1, g2 …    the chip you drew; several at once: w1 o1 g2
  stop            you stop drawing
  flask           you put the last chip back
  undo [N]        take the last answer back, or N of them
  set NAME VALUE  correct points, rivals, rubies, droplet, flask, bag, start, blacks, card \
or round: set points 18 · set bag W1x4 W2 · set flask empty
  show            the state of the game
  help            this text
  save FILE.json  keep the dialogue; --overwrite replaces a file of another game
  quit            leave
Chips: W white, O orange, G green, B blue, R red, Y yellow, P purple, K black.
Values are victory points to come, those of later rounds included; only their differences count. \
"To win" is about the chance to win the game then."""

#: Where the text beside a command begins.
_BESIDE_COMMAND = 18


class Talk:
    """Reads answers, shows advice.

    Parameters
    ----------
    dialogue : Dialogue
    values : Values
    file : Path or None
        Where it was resumed from: saving there replaces it.
    """

    def __init__(self, dialogue: Dialogue, values: Values, file: Path | None) -> None:
        self.dialogue = dialogue
        self._values = values
        self._file = file
        self._saved = len(dialogue.entries) if file else -1
        self._round = 0

    def run(self) -> None:
        """Ask until the game is over and left, or the input ends."""
        situation = self.dialogue.situation
        say([Line(f"  {note}", "why") for note in (LEGEND, *value_notes(situation, self._values))])
        self._show_all()
        while True:
            try:
                line = ask(prompt(self.dialogue.situation))
            except EOFError:
                self._leave()
                return
            except KeyboardInterrupt:
                raise Interrupted("interrupted", self._advice_to_keep()) from None
            try:
                if self._obey(line):
                    return
            except InputError as error:
                say([Line(f"  {error.cause}; {error.cure}", "bad")])

    def _obey(self, line: str) -> bool:
        """Carry out a command or take an answer; return whether to leave."""
        word, _, rest = line.strip().partition(" ")
        command = _COMMANDS.get(word.lower())
        if command is not None:
            return command(self, rest.strip())
        self.dialogue.enter(line)
        self._show_step()
        return False

    def _show_step(self) -> None:
        situation = self.dialogue.situation
        say([Line(f"  {each}", _role(each)) for each in situation.news])
        if situation.round != self._round:
            self._show_round()
        self._show_advice()

    def _show_round(self) -> None:
        situation = self.dialogue.situation
        self._round = situation.round
        notes = last_round_notes(situation) if situation.phase != "over" else ()
        say([Line(""), standing_line(situation)])
        say([Line(f"  {note}", "why") for note in notes])
        if situation.phase not in BREWING:
            say([bag_line(situation)])

    def _show_advice(self) -> None:
        situation = self.dialogue.situation
        if situation.phase in BREWING:
            say(pot_picture(situation, terminal_width(sys.stdout)))
        if situation.phase == "over" or (advice := self.dialogue.advice()) is None:
            return
        say(advice_lines(advice))

    def _show_all(self) -> None:
        situation = self.dialogue.situation
        if situation.phase == "over":
            say([Line(f"  {each}", "win") for each in situation.news])
            return
        self._show_round()
        if situation.round == self._round and situation.phase not in BREWING:
            say([Line(f"  {each}", _role(each)) for each in situation.news])
        self._show_advice()

    def _undo(self, rest: str) -> bool:
        if rest and not rest.isdigit():
            raise InputError(f"{rest!r} is no number of steps", "type undo, or undo 3")
        undone = self.dialogue.undo(int(rest or 1))
        say([Line(f"  Taken back: {undone}")])
        self._show_all()
        return False

    def _save(self, rest: str) -> bool:
        words = rest.split()
        overwrite = "--overwrite" in words
        names = [word for word in words if word != "--overwrite"]
        if not names and self._file:
            names = [str(self._file)]
        if len(names) != 1:
            raise InputError("save where?", "type save FILE.json")
        path = checked.path_of(names[0], "the file of the game")
        path = path if path.suffix else path.with_suffix(".json")
        own = self._file is not None and path.resolve() == self._file.resolve()
        self._file = save(self.dialogue, path, overwrite=overwrite or own)
        self._saved = len(self.dialogue.entries)
        say([Line(f"  Saved. Go on with: quacks advise --resume {path}")])
        return False

    def _show(self, rest: str) -> bool:
        self._show_all()
        return False

    def _help(self, rest: str) -> bool:
        say(
            [Line(each, hang=_BESIDE_COMMAND * each.startswith(" ")) for each in _HELP.splitlines()]
        )
        return False

    def _quit(self, rest: str) -> bool:
        self._leave()
        return True

    def _leave(self) -> None:
        if self._saved != len(self.dialogue.entries) and self.dialogue.entries:
            say([Line("  Not saved. The answers were, to be typed or piped in again:", "why")])
            say([Line(f"    {' / '.join(each or '(Enter)' for each in self.dialogue.entries)}")])
        say([Line("  Happy brewing!")])

    def _advice_to_keep(self) -> str:
        if self._saved == len(self.dialogue.entries):
            return f"quacks advise --resume {self._file} goes on"
        return "the dialogue was not saved; 'save FILE.json' keeps one"


_COMMANDS: dict[str, Callable[[Talk, str], bool]] = {
    "undo": Talk._undo,
    "save": Talk._save,
    "show": Talk._show,
    "help": Talk._help,
    "?": Talk._help,
    "quit": Talk._quit,
    "exit": Talk._quit,
}


def _role(news: str) -> str:
    if news.startswith("BOOM"):
        return "bad"
    return "win" if news.startswith("You win") else "plain"


def say(lines: list[Line]) -> None:
    """Print lines on stdout."""
    width = terminal_width(sys.stdout)
    sys.stdout.write(text_of(lines, width, sys.stdout))
    sys.stdout.flush()


def ask(question: str) -> str:
    """Return an answer; on a terminal with line editing, else without a prompt."""
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")
    with suppress(ImportError):
        import readline  # noqa: F401  gives input() editing and a history
    say([Line(printable(question), "seat")])
    return input("> ")


def talk(dialogue: Dialogue, values: Values, file: Path | None = None) -> None:
    """Hold a dialogue to its end."""
    Talk(dialogue, values, file).run()


def warm_up(values: Values) -> None:
    """Load what the first answer needs, so that it comes as fast as all others."""
    Dialogue(Situation(phase="brew"), values).advice()


def begin(
    given: Mapping[str, Any],
    values: Values,
    chosen: Mapping[str, Any],
    *,
    players: int | None,
    names: str | None,
    cards: bool,
) -> None:
    """Begin a dialogue: a new game, or at the moment that options describe."""
    warm_up(values)
    if given:
        first = moment(**given, players=players, **chosen)
        return talk(Dialogue(first.changed(phase="brew", with_cards=cards), values), values)
    try:
        first = _new_game(chosen, players, names, cards)
    except EOFError:
        raise InputError("the input ended before the game began", "give --players") from None
    return talk(Dialogue.of_game(first, values), values)


def _new_game(
    chosen: Mapping[str, Any], players: int | None, names: str | None, cards: bool
) -> Situation:
    say([Line("Advice for a game of The Quacks of Quedlinburg. 'help' lists what you can type.")])
    books = chosen["books"]
    if players is None:
        players = _asked("How many players (2–4)?", _players)
        names = _asked("Names of the others, clockwise from your left (Enter: none)", str.strip)
        if books == Books():
            books = _asked("Set of the ingredient books (1–4, or green=3,blue=2; Enter: 1)", _books)
    called = tuple(each.strip() for each in (names or "").split(",")) if names else ()
    if called and len(called) == 1 and players > 2:
        called = tuple(called[0].split())
    if called and len(called) != players - 1:
        raise InputError(
            f"{counted(len(called), 'name')} for {counted(players - 1, 'other')}",
            "give them clockwise, with commas",
        )
    return Situation(
        players=players,
        names=called,
        books=books,
        rules=chosen["rules"],
        with_cards=cards,
        rivals=(0,) * (players - 1),
        rubies=int(chosen["rules"].starting_rubies),
    )


def _asked(question: str, read: Callable[[str], Any]) -> Any:
    while True:
        try:
            return read(ask(question))
        except InputError as error:
            say([Line(f"  {error.cause}; {error.cure}", "bad")])


def _players(text: str) -> int:
    if text.strip() not in ("2", "3", "4"):
        raise InputError(f"{text.strip()!r} is no number of players", "type 2, 3 or 4")
    return int(text)


def _books(text: str) -> Books:
    if text.strip().isdigit() and int(text) in WHOLE_SETS:
        return Books.of_set(int(text))
    return Books.read(text)
