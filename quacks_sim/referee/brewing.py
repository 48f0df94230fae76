"""Brewing: draws, placements, the actions of chips, the flask and the end of the pot (rule 4)."""

from __future__ import annotations

from quacks_sim.referee import second_chance
from quacks_sim.referee.box import TRACK, VALUE
from quacks_sim.referee.end_of_brewing import gloat
from quacks_sim.referee.gains import gain_points, gain_rubies
from quacks_sim.referee.illegal import IllegalMove
from quacks_sim.referee.placement import limit, put_on_track
from quacks_sim.referee.table import Seat, Table

WINDOW_CAP = 4


def start_brew(table: Table, seat: Seat) -> None:
    """Set out the pot; only an empty bag ends a brew before it begins (rules 4.1, 4.2.2)."""
    seat.ended = ""
    seat.has_drawn = False
    seat.protected = False
    seat.first_white_placed = False
    seat.forget_brew()
    seat.second_chance = "open" if table.card == "FB3" else "over"
    if seat.bag_size == 0:
        end_brew(table, seat, "empty")


def brew_one_by_one(table: Table) -> None:
    """Let each seat brew to its end before the next one begins (rules 4.2.3 and 4.2.4)."""
    for seat in table.turn_order:
        start_brew(table, seat)
        while not seat.ended:
            if wants_to_draw(table, seat):
                take_turn(table, seat)


def brew_by_cues(table: Table) -> None:
    """Brew cue by cue: all decide, then all who draw resolve their chip (rules 8.1 and 11.1)."""
    for seat in table.turn_order:
        start_brew(table, seat)
    active = [seat for seat in table.turn_order if not seat.ended]
    while active:
        drawing = [seat for seat in active if wants_to_draw(table, seat)]
        for seat in drawing:
            take_turn(table, seat)
        active = [seat for seat in drawing if not seat.ended]


def wants_to_draw(table: Table, seat: Seat) -> bool:
    """Ask for a draw or the final stop (rules 4.2.1 and 4.2.3)."""
    options = ["draw", "stop"]
    if table.options.may_stop_before_first_draw == "no" and not seat.has_drawn:
        options = ["draw"]
    if table.ask(seat, "stop", options) == "draw":
        return True
    end_brew(table, seat, "stopped")
    return False


def take_turn(table: Table, seat: Seat) -> None:
    """Carry out one draw with everything that follows from it (rule 4.4)."""
    kind = draw(table, seat)
    place(table, seat, kind)
    if seat.ended:
        return
    if may_use_flask(table, seat) and table.ask(seat, "flask", ["keep", "use"]) == "use":
        use_flask(table, seat)
    # Rule 4.4: a full pot (step 5) comes before an empty bag (step 6).
    if seat.pot_is_full() and table.options.draw_after_pot_full == "no":
        end_brew(table, seat, "full")
    elif seat.bag_size == 0:
        end_brew(table, seat, "empty")


def draw(table: Table, seat: Seat) -> str:
    """Draw one chip to be placed (rule 4.2.2).

    Raises
    ------
    IllegalMove
        If the brew is over or the chip is not in the bag.
    """
    refuse_after_end(seat)
    kind = table.tape.draw(seat.index, seat.bag)
    table.to_hand(seat, kind, "4.2.2")
    seat.has_drawn = True
    if not leaves_no_trace(table, kind):
        seat.fresh = False
        # blue-2: every chip drawn uses up one unit of the window, whatever becomes of it.
        seat.shielded = seat.window > 0
        seat.window = max(seat.window - 1, 0)
    table.emit("draw", seat.index, chip=kind, bag_size=seat.bag_size)
    return kind


def leaves_no_trace(table: Table, kind: str) -> bool:
    """Whether a drawn chip that goes beside the pot is as if it had not come (red-2, an option)."""
    aside = kind[0] == "R" and table.book["R"] == 2
    return aside and table.options.red_s2_aside == "ignored"


def refuse_after_end(seat: Seat) -> None:
    """Refuse a draw once the brew is over, with the rule that ended it."""
    rules = {"exploded": "4.5.3", "stopped": "4.2.3", "full": "4.7.2", "empty": "4.2.2"}
    if seat.ended:
        raise IllegalMove(rules[seat.ended], f"seat {seat.index} brews no more: {seat.ended}")


def place(table: Table, seat: Seat, kind: str) -> None:
    """Place a chip from the hand and do what follows, in the order of rule 4.4."""
    if kind[0] == "R" and table.book["R"] == 2:
        put_beside(table, seat, kind)
        return
    chance = seat.second_chance
    put_on_track(table, seat, kind)
    if explodes(table, seat, kind):
        if not second_chance.undoes_explosion(table, seat):
            explode(table, seat)
        return
    if kind[0] == "W":
        first_white(table, seat)
    fifth = chance == "open" and second_chance.fifth_chip(table, seat)
    before = table.options.second_chance_timing == "before_action"
    if fifth and before and second_chance.restarts(table, seat):
        return
    act(table, seat, kind)
    if fifth and not before and not seat.ended:
        second_chance.restarts(table, seat)


def put_beside(table: Table, seat: Seat, kind: str) -> None:
    """Put a drawn red chip beside the pot, where it counts for nothing yet (red-2)."""
    seat.hand.remove(kind)
    seat.beside_now.append(kind)
    beside = len(seat.beside) + len(seat.beside_now)
    table.emit("aside", seat.index, chip=kind, beside=beside)


def explodes(table: Table, seat: Seat, kind: str) -> bool:
    """Whether the chip just placed blows up the pot (rules 4.4 step 2 and 4.5.1; card FB3)."""
    checks_any_colour = second_chance.checks_any_colour(seat)
    if seat.white_sum <= limit(table, seat):
        return False
    if second_chance.protects(table, seat):
        return False
    return kind[0] == "W" or checks_any_colour


def explode(table: Table, seat: Seat) -> None:
    """End the brew by an explosion (rules 4.5.2 and 4.5.3)."""
    seat.protected = seat.shielded
    end_brew(table, seat, "exploded")
    if table.card == "FB2" and table.options.schadenfreude_timing == "immediately":
        gloat(table, table.seats[(seat.index + 1) % len(table.seats)])


def end_brew(table: Table, seat: Seat, reason: str) -> None:
    """Close the brew and fix the scoring space: one beyond the last chip (rule 4.8.2)."""
    seat.ended = reason
    seat.scoring_space = seat.last_space() + 1
    table.emit(
        "brew_end",
        seat.index,
        reason=reason,
        white_sum=seat.white_sum,
        chips=len(seat.pot),
        scoring_space=seat.scoring_space,
    )


def first_white(table: Table, seat: Seat) -> None:
    """Offer the first white chip of the round back to the bag (card FB10)."""
    if seat.first_white_placed:
        return
    seat.first_white_placed = True
    if table.card == "FB10" and table.ask(seat, "FB10", ["keep", "back"]) == "back":
        seat.fresh = False
        table.to_bag_from_pot(seat, -1, "FB10")


def may_use_flask(table: Table, seat: Seat) -> bool:
    """Whether the flask may take back the last chip (rule 4.6.1)."""
    if seat.ended or not seat.flask_full or not seat.fresh or not seat.pot:
        return False
    return table.options.flask_target == "any_chip" or seat.pot[-1].kind[0] == "W"


def use_flask(table: Table, seat: Seat) -> None:
    """Take the last chip back into the bag (rules 4.6.2 and 4.6.3).

    Raises
    ------
    IllegalMove
        If the flask may not be used now.
    """
    if not may_use_flask(table, seat):
        raise IllegalMove("4.6.1", f"seat {seat.index} may not use the flask now")
    seat.flask_full = False
    seat.fresh = False
    table.to_bag_from_pot(seat, -1, "flask")


def act(table: Table, seat: Seat, kind: str) -> None:
    """Carry out the action of a chip that has just been placed (rule 4.4 step 4)."""
    if kind[0] == "B":
        BLUE_ACTIONS[table.book["B"]](table, seat, VALUE[kind])
    elif kind[0] == "Y":
        if table.book["Y"] == 1:
            offer_white(table, seat)
        elif table.book["Y"] == 2:
            # Rule 4.7.2: nothing is left to improve once the pot is full.
            seat.doubling = not seat.pot_is_full()


def reveal_and_choose(table: Table, seat: Seat, value: int) -> None:
    """Reveal chips and place at most one of them (blue-1, rule 5.2)."""
    if seat.pot_is_full() and table.options.blue_on_last_space == "forfeited":
        return
    revealed = table.reveal(seat, value, "5.2")
    if not revealed:
        return
    chosen = table.ask(seat, "blue", [*revealed, "none"])
    if chosen != "none":
        revealed.remove(chosen)
    # Rule 5.2: the others are back in the bag before the chosen chip has its effect.
    for kind in revealed:
        table.to_bag_from_hand(seat, kind)
    if chosen != "none":
        place(table, seat, chosen)


def open_window(table: Table, seat: Seat, value: int) -> None:
    """Protect the next chips drawn (blue-2)."""
    if table.options.blue_s2_window == "cap_4":
        seat.window = min(seat.window + value, WINDOW_CAP)
    else:
        seat.window = max(seat.window, value)


def ruby_below(table: Table, seat: Seat, value: int) -> None:
    """Pay one ruby, whatever the value, for a blue chip on a ruby space (blue-3)."""
    if TRACK[seat.pot[-1].space].ruby:
        gain_rubies(table, seat, "blue-3", 1)


def points_below(table: Table, seat: Seat, value: int) -> None:
    """Pay the value in points for a blue chip on a ruby space (blue-4)."""
    if TRACK[seat.pot[-1].space].ruby:
        gain_points(table, seat, "blue-4", value)


BLUE_ACTIONS = {
    1: reveal_and_choose,
    2: open_window,
    3: ruby_below,
    4: points_below,
}


def may_return_white(seat: Seat) -> bool:
    """Whether a yellow chip lies right after a white one (rule 5.4)."""
    pot = seat.pot
    return len(pot) > 1 and pot[-1].kind[0] == "Y" and pot[-2].kind[0] == "W"


def offer_white(table: Table, seat: Seat) -> None:
    """Offer to put the white chip before a yellow one back into the bag (yellow-1)."""
    if may_return_white(seat) and table.ask(seat, "yellow", ["keep", "return"]) == "return":
        return_white(table, seat)


def return_white(table: Table, seat: Seat) -> None:
    """Put the white chip before the yellow one back; the yellow one stays (rule 5.4).

    Raises
    ------
    IllegalMove
        If the chip before is not white.
    """
    if not may_return_white(seat):
        raise IllegalMove("5.4", f"no white chip lies before the last one of seat {seat.index}")
    table.to_bag_from_pot(seat, -2, "yellow")
