"""Types a seat of a recorded game into a dialogue, answer by answer, as at a real table."""

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from typing import Any

from quacks_sim.advice.dialogue import Dialogue
from quacks_sim.advice.phases import BREWING
from quacks_sim.advice.situation import Situation
from quacks_sim.advice.terms import Values
from quacks_sim.errors import InputError
from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import KINDS
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import ROUNDS

#: Results of the bonus die, by the option that says which it has.
_FACES = {
    "double_1vp": ("1", "1", "2", "ruby", "droplet", "o1"),
    "double_ruby": ("1", "2", "ruby", "ruby", "droplet", "o1"),
    "five_faces": ("1", "2", "ruby", "droplet", "o1"),
}

Event = dict[str, Any]


class Player:
    """One seat of a journal, who answers what the dialogue asks by what the journal says.

    Parameters
    ----------
    journal : mapping
        As described in ``docs/journal.md``.
    seat : int
    values : Values
        Learned values.

    Raises
    ------
    InputError
        If a dialogue cannot follow the rules of this game.
    """

    def __init__(self, journal: Mapping[str, Any], seat: int, values: Values) -> None:
        self.journal = journal
        self.seat = seat
        self.players = journal["players"]
        self.others = [(seat + step) % self.players for step in range(1, self.players)]
        if journal.get("test_tubes") or journal.get("synchronized"):
            raise InputError(
                "advice knows neither test tubes nor synchronized brewing", "choose another game"
            )
        self.dialogue = Dialogue.of_game(
            Situation(
                players=self.players,
                names=tuple(str(journal["strategies"][other]) for other in self.others),
                rivals=(0,) * len(self.others),
                books=Books(**journal["books"]),
                rules=RuleOptions.read(journal["rules"]),
                with_cards=journal["cards"],
                rubies=int(journal["rules"]["starting_rubies"]),
            ),
            values,
        )

    def play(self) -> Iterator[tuple[Event, Situation]]:
        """Play to the end; give the events of each round that can be compared, and the situation.

        Yields
        ------
        tuple
            The seat's ``rats``, ``brew_end`` and ``round_end``, each with the situation at which it
            must agree.
        """
        for number in range(1, ROUNDS + 1):
            events = [each for each in self.journal["events"] if each["round"] == number]
            yield from self._round(_Answers(events, self))

    def _round(self, answers: "_Answers") -> Iterator[tuple[Event, Situation]]:
        before = self.dialogue.situation
        while True:
            now = self.dialogue.situation
            if before.phase != "brew" and now.phase == "brew":
                yield answers.own_event("rats"), now
            if before.phase in BREWING and now.phase not in BREWING:
                yield answers.own_event("brew_end"), now
            if now.phase == "scores":
                yield answers.own_event("round_end"), now
                self.dialogue.enter(answers.scores())
                return
            self.dialogue.enter(answers.to(now))
            before = now


def typed_in(journal: Mapping[str, Any], seat: int, values: Values) -> Dialogue:
    """Return the dialogue of a seat of a recorded game.

    Parameters
    ----------
    journal : mapping
        As described in ``docs/journal.md``.
    seat : int
    values : Values
        Learned values.

    Raises
    ------
    InputError
        If there is no such seat, or if a dialogue works something else out than what happened: it
        does not know which chips have run out.
    """
    if not 0 <= seat < journal["players"]:
        raise InputError(
            f"there is no seat {seat}", f"seats are numbered from 0 to {journal['players'] - 1}"
        )
    player = Player(journal, seat, values)
    try:
        for event, now in player.play():
            if event["event"] == "round_end" and event["victory_points"] != now.points:
                raise _Another(f"round {now.round} ends with {now.points} points")
    except (InputError, LookupError, RuntimeError, AssertionError, _Another) as error:
        # A missing event ends a generator as a RuntimeError.
        cause = error.cause if isinstance(error, InputError) else error
        raise InputError(
            f"a dialogue comes to something else than this game: {cause or 'an answer is missing'}",
            "chips that run out are not known to it; play with chip_supply = unlimited",
        ) from error
    return player.dialogue


class _Another(Exception):
    """The dialogue has left the course of the game."""


class _Answers:
    """The answers of one round."""

    def __init__(self, events: list[Event], player: Player) -> None:
        self._events = events
        self._player = player
        self._own = [each for each in events if each["seat"] == player.seat]
        begins = self._own.index(self.own_event("rats"))
        ends = self._own.index(self.own_event("brew_end"))
        self._choices: dict[str, deque[str]] = defaultdict(deque)
        for each in self._own:
            if each["event"] == "choice":
                self._choices[each["decision"]].append(each["options"][each["choice"]])
        self._shown = deque(each["chip"] for each in self._own if each["event"] == "reveal")
        self._shown_before = sum(each["event"] == "reveal" for each in self._own[:begins])
        self._brew = deque(self._own[begins:ends])
        self._declines = False
        self._card = next((each["card"] for each in events if each["event"] == "card"), "none")

    def own_event(self, name: str) -> Event:
        """Return the event of this seat."""
        return next(each for each in self._own if each["event"] == name)

    def scores(self) -> str:
        """Return the points of the others at the end of the round."""
        ends = {
            each["seat"]: each["victory_points"]
            for each in self._events
            if each["event"] == "round_end"
        }
        return " ".join(str(ends[seat]) for seat in self._player.others)

    def to(self, now: Situation) -> str:
        """Return the answer to what is asked."""
        return str(getattr(self, f"_to_{now.phase.replace(' ', '_')}")(now))

    def _to_card(self, now: Situation) -> str:
        if self._card == "FP8":
            for _ in range(self._shown_before):
                self._shown.popleft()
        return str(self._card)

    def _reveal(self, count: int) -> str:
        return " ".join(self._shown.popleft() for _ in range(count))

    def _to_drawn(self, now: Situation) -> str:
        return self._reveal(self._shown_before)

    def _to_offer(self, now: Situation) -> str:
        card = self._card
        if card == "FP12":
            return self._rolled(now, self._own[: self._own.index(self.own_event("rats"))])
        gained = [each for each in self._own if each.get("cause") == card]
        if card == "FP4":
            return "yes" if gained else "no"
        if card == "FP8":
            return "b2" if gained[0]["reward"] == "chip" else "ruby"
        return {"white": "w1"}.get(self._choices[card][0], self._choices[card][0])

    def _to_standings(self, now: Situation) -> str:
        points = dict(enumerate([0] * self._player.players))
        for each in self._player.journal["events"]:
            if each["event"] == "rats" and each["round"] == now.round:
                break
            if each.get("reward") == "victory_points":
                points[each["seat"]] = each["total"]
        return " ".join(str(points[seat]) for seat in self._player.others)

    def _to_rats(self, now: Situation) -> str:
        return self._choices["FP9"][0]

    def _to_brew(self, now: Situation) -> str:
        if self._declines:
            self._declines = False
            return "decline"
        while self._brew:
            each = self._brew.popleft()
            if each["event"] == "draw":
                self._look_for_decline()
                return str(each["chip"])
            if each["event"] == "choice":
                chosen = each["options"][each["choice"]]
                word = {"use": "flask", "back": "back"}.get(chosen)
                if word:
                    return word
        return "stop"

    def _to_second_chance(self, now: Situation) -> str:
        return {"restart": "again", "continue": "on"}[self._choices["FB3"][0]]

    def _look_for_decline(self) -> None:
        following = self._brew[0] if self._brew else {}
        if following.get("decision") in ("red", "yellow") and following["options"][0] == "plain":
            self._declines = following["choice"] == 0

    def _to_blue(self, now: Situation) -> str:
        size = int(KINDS[now.draws[-1].kind][1])
        return self._reveal(min(size, int(now.bag.sum())))

    def _to_blue_choice(self, now: Situation) -> str:
        while self._brew:
            each = self._brew.popleft()
            if each["event"] == "choice" and each["decision"] == "blue":
                self._look_for_decline()
                return str(each["options"][each["choice"]])
        raise AssertionError("a choice of blue is missing")

    def _to_yellow(self, now: Situation) -> str:
        return "yes" if self._choices["yellow"].popleft() == "return" else "no"

    def _to_strong(self, now: Situation) -> str:
        return self._reveal(min(5, int(now.bag.sum())))

    def _to_strong_choice(self, now: Situation) -> str:
        return self._choices["FB7"][0]

    def _to_beside(self, now: Situation) -> str:
        chosen = [each.split() for each in self._choices["beside"] if each != "leave"]
        placed = " ".join(kind for what, kind in chosen if what == "place") or "none"
        returned = " ".join(kind for what, kind in chosen if what == "bag")
        return f"{placed} bag {returned}" if returned else placed

    def _to_neighbour(self, now: Situation) -> str:
        gained = [each["chip"] for each in self._own if each.get("cause") == "FB2"]
        return gained[0] if gained else "none"

    def _to_die(self, now: Situation) -> str:
        after = self._own[self._own.index(self.own_event("brew_end")) :]
        return self._rolled(now, after)

    def _rolled(self, now: Situation, events: list[Event]) -> str:
        faces = _FACES[now.rules.bonus_die_faces]
        return " ".join(faces[each["face"] - 1] for each in events if each["event"] == "die")

    def _to_black(self, now: Situation) -> str:
        others = self._player.others
        seats = others if len(others) == 1 else (others[0], others[-1])
        return " ".join(str(self._blacks(seat)) for seat in seats)

    def _blacks(self, seat: int) -> int:
        count = 0
        for each in self._events:
            if each["seat"] == seat and each.get("chip") == "K1":
                count += each["event"] == "place"
                count -= each["event"] == "return"
        return count

    def _to_purple(self, now: Situation) -> str:
        chosen = self._choices["purple"][0]
        return {"none": "0"}.get(chosen, chosen) if now.books.purple == 2 else chosen

    def _to_green(self, now: Situation) -> str:
        chosen = self._choices["green"].popleft()
        return {"keep": "no", "move": "yes", "pay": "yes"}.get(chosen, chosen)

    def _to_taken(self, now: Situation) -> str:
        return self._choices["explosion"][0]

    def _to_market(self, now: Situation) -> str:
        return " ".join(self.own_event("purchase")["chips"]) or "none"

    def _to_rubies(self, now: Situation) -> str:
        spent = [each["on"] for each in self._own if each["event"] == "ruby_spent"]
        return " ".join(spent) or "none"
