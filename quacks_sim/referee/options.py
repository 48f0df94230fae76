"""The rule options of section 12 as the referee reads them, and the house options for one seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Literal, get_args, get_origin, get_type_hints

from quacks_sim.referee.illegal import BadSetup


@dataclass(frozen=True, slots=True)
class Options:
    """Every switch of section 12 under its own name, with its values and the default.

    ``rat_tails`` belongs to ``rats_above_50 = own_table`` and replaces every tail of rule 3.2.
    ``solo_rats``, ``solo_black`` and ``solo_die`` are house options for a game with one seat.
    """

    starting_rubies: Literal[0, 1, 2] = 1
    flask_target: Literal["white_only", "any_chip"] = "white_only"
    first_chip_placement: Literal["by_value", "always_adjacent"] = "by_value"
    may_stop_before_first_draw: Literal["yes", "no"] = "yes"
    min_purchases: Literal[0, 1] = 0
    final_conversion_exploded: Literal["choose", "both"] = "choose"
    draw_after_pot_full: Literal["no", "yes"] = "no"
    blue_on_last_space: Literal["forfeited", "performed"] = "forfeited"
    black_zero_zero: Literal["nothing", "droplet_each"] = "nothing"
    bonus_die_faces: Literal["double_1vp", "double_ruby", "five_faces"] = "double_1vp"
    chip_supply: Literal["limited", "unlimited"] = "limited"
    ruby_supply: Literal["unlimited", 20] = "unlimited"
    droplet_cap: Literal[52, 51] = 52
    rats_above_50: Literal["loop", "none", "own_table"] = "loop"
    explosion_limit: Literal[5, 6, 7, 8, 9] = 7
    round6_white: Literal["before_event", "after_event"] = "before_event"
    price_green_s3_4: Literal[21, 18] = 21
    price_blue_s4_4: Literal[20, 19] = 20
    purple_s3_space: Literal["printed_number", "index"] = "printed_number"
    yellow_s2_scope: Literal["whole_move", "value_only"] = "whole_move"
    green_s2_locked_books: Literal["not_allowed", "allowed"] = "not_allowed"
    blue_s2_window: Literal["max", "cap_4"] = "max"
    red_s2_aside: Literal["counted", "ignored"] = "counted"
    second_chance_explosion: Literal["protected", "rescue", "none"] = "protected"
    second_chance_timing: Literal["before_action", "after_action"] = "before_action"
    strong_ingredient_deferred: Literal["suppressed", "counted"] = "suppressed"
    schadenfreude_timing: Literal["end_of_brewing", "immediately"] = "end_of_brewing"
    wheel_and_deal_orange: Literal["allowed", "forbidden"] = "allowed"
    good_start_amount: Literal["1_to_3_by_choice", "all_or_nothing"] = "1_to_3_by_choice"
    rats_friends_rats_after: Literal["kept", "used_up"] = "kept"
    choose_wisely_early_purple: Literal["no", "yes"] = "no"
    flea_market_white: Literal["no", "yes"] = "no"
    tube_purchase_round_9: Literal["no", "yes"] = "no"
    rat_tails: tuple[int, ...] = ()
    solo_rats: int = 0
    solo_black: Literal["beats_zero", "nothing"] = "beats_zero"
    solo_die: Literal["when_intact", "never"] = "when_intact"

    @classmethod
    def from_mapping(cls, rules: Mapping[str, object]) -> Options:
        """Build the options from the ``rules`` of a journal.

        Parameters
        ----------
        rules : Mapping[str, object]
            Values by option name; what is missing keeps its default. Numbers may be given as
            numbers or as text.

        Returns
        -------
        Options
            The checked options.

        Raises
        ------
        BadSetup
            If a name or a value is unknown.
        """
        allowed = allowed_values()
        values: dict[str, object] = {}
        for name, value in rules.items():
            if name == "rat_tails":
                values[name] = _own_tails(value)
            elif name == "solo_rats":
                values[name] = _solo_rats(value)
            elif str(value) not in map(str, allowed.get(name, ())):
                raise BadSetup(f"option {name!r} cannot be {value!r}")
            else:
                values[name] = next(each for each in allowed[name] if str(each) == str(value))
        return cls(**values)  # type: ignore[arg-type]

    def as_mapping(self) -> dict[str, object]:
        """Write the options as the ``rules`` of a journal."""
        values = asdict(self)
        tails = values.pop("rat_tails")
        if tails:
            values["rat_tails"] = list(tails)
        return values


@cache
def allowed_values() -> dict[str, tuple[int | str, ...]]:
    """List the values of each option that is chosen from a few."""
    hints = get_type_hints(Options)
    return {name: get_args(kind) for name, kind in hints.items() if get_origin(kind) is Literal}


def _own_tails(value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(tail, int) for tail in value):
        raise BadSetup("rat_tails must be a list of scores")
    return tuple(sorted(value))


def _solo_rats(value: object) -> int:
    if not isinstance(value, int | str) or not str(value).isdigit():
        raise BadSetup(f"solo_rats cannot be {value!r}")
    return int(value)
