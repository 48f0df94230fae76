"""The nine rounds and the end of the game (rules 2, 7 and 8)."""

from __future__ import annotations

from typing import Any

from quacks_sim.referee.box import LAP
from quacks_sim.referee.brewing import brew_by_cues, brew_one_by_one
from quacks_sim.referee.cards import turn_up_card
from quacks_sim.referee.end_of_brewing import end_of_brewing
from quacks_sim.referee.evaluation import LAST_ROUND, evaluate
from quacks_sim.referee.rats import rat_step
from quacks_sim.referee.setup import Setup
from quacks_sim.referee.table import Seat, Table
from quacks_sim.referee.tape import Event, Tape

ROUND_OF_EXTRA_WHITE = 6
SHARES = 12


def play(setup: Setup, tape: Tape) -> dict[str, Any]:
    """Play a whole game.

    Parameters
    ----------
    setup : Setup
        Seats, books, cards, options and variants.
    tape : Tape
        Where chance and choices come from.

    Returns
    -------
    dict[str, Any]
        The journal of the game.

    Raises
    ------
    IllegalMove
        If an answer of the tape breaks a rule.
    """
    events: list[Event] = []
    play_rounds(Table(setup, tape, events.append))
    return {**setup.head(), "events": events}


def play_rounds(table: Table) -> None:
    """Play the nine rounds and end the game (rule 2)."""
    for round_number in range(1, LAST_ROUND + 1):
        play_round(table, round_number)
    end_game(table)


def play_round(table: Table, round_number: int) -> None:
    """Play one round in the order of rule 2."""
    open_round(table, round_number)
    rat_step(table)
    if round_number == LAST_ROUND or table.setup.synchronized:
        brew_by_cues(table)
    else:
        brew_one_by_one(table)
    end_of_brewing(table)
    evaluate(table)
    close_round(table)


def open_round(table: Table, round_number: int) -> None:
    """Begin a round: start player, extra white chip, event card (rules 1.7 and 2.1 to 2.4)."""
    seats = table.seats
    first = (table.setup.start_player + round_number - 1) % len(seats)
    table.round = round_number
    table.card = ""
    table.turn_order = seats[first:] + seats[:first]
    table.emit("round_start", first)
    before = table.options.round6_white == "before_event"
    if round_number == ROUND_OF_EXTRA_WHITE and before:
        add_white(table)
    if table.setup.cards:
        turn_up_card(table)
    if round_number == ROUND_OF_EXTRA_WHITE and not before:
        add_white(table)


def add_white(table: Table) -> None:
    """Give everybody one more white 1-chip (rule 2.3)."""
    for seat in table.turn_order:
        table.to_bag_from_supply(seat, "W1")
        table.emit("white_added", seat.index, chip="W1")


def close_round(table: Table) -> None:
    """Put the pots back into the bags (rule 7.2)."""
    for seat in table.seats:
        for chip in seat.pot:
            seat.bag[chip.kind] += 1
            seat.bag_size += 1
        seat.pot.clear()
        seat.rats = 0
    for seat in table.turn_order:
        table.emit(
            "round_end",
            seat.index,
            victory_points=seat.victory_points,
            rubies=seat.rubies,
            droplet=seat.droplet,
            flask_full=int(seat.flask_full),
            bag_size=seat.bag_size,
        )


def end_game(table: Table) -> None:
    """Name the winners: most points, then the farthest last pot, else shared (rule 8.4)."""
    winners = find_winners(table)
    for seat in table.seats:
        table.emit(
            "game_end",
            seat.index,
            victory_points=seat.victory_points,
            scoring_space=seat.scoring_space,
            win_share=SHARES // len(winners) if seat in winners else 0,
        )


def find_winners(table: Table) -> list[Seat]:
    """List the winners (rule 8.4)."""
    best = max((seat.victory_points, seat.scoring_space) for seat in table.seats)
    return [seat for seat in table.seats if (seat.victory_points, seat.scoring_space) == best]


def place_on_score_track(victory_points: int) -> tuple[int, int]:
    """Find lap and space of a score on the board; nothing scored lies on the seal (rule 9.1)."""
    if victory_points == 0:
        return 0, 0
    lap, space = divmod(victory_points - 1, LAP)
    return lap, space + 1
