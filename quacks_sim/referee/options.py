"""The rule options of section 12 as the referee reads them, and the house options for one seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from quacks_sim.referee.box import read_table
from quacks_sim.referee.illegal import BadSetup

_ALLOWED: dict[str, tuple[str, ...]] = {
    row["option"]: tuple(row["values"].split(";")) for row in read_table("rule_options.csv")
} | {
    "solo_black": ("beats_zero", "nothing"),
    "solo_die": ("when_intact", "never"),
}


@dataclass(frozen=True, slots=True)
class Options:
    """Every switch of section 12 under its own name, with the default of the rule book.

    ``rat_tails`` belongs to ``rats_above_50 = own_table`` and replaces every tail of rule 3.2.
    ``solo_rats``, ``solo_black`` and ``solo_die`` are house options for a game with one seat.
    """

    starting_rubies: int = 1
    flask_target: str = "white_only"
    first_chip_placement: str = "by_value"
    may_stop_before_first_draw: str = "yes"
    min_purchases: int = 0
    final_conversion_exploded: str = "choose"
    draw_after_pot_full: str = "no"
    blue_on_last_space: str = "forfeited"
    black_zero_zero: str = "nothing"
    bonus_die_faces: str = "double_1vp"
    chip_supply: str = "limited"
    ruby_supply: str = "unlimited"
    droplet_cap: int = 52
    rats_above_50: str = "loop"
    explosion_limit: int = 7
    round6_white: str = "before_event"
    price_green_s3_4: int = 21
    price_blue_s4_4: int = 20
    purple_s3_space: str = "printed_number"
    yellow_s2_scope: str = "whole_move"
    green_s2_locked_books: str = "not_allowed"
    blue_s2_window: str = "max"
    second_chance_explosion: str = "protected"
    second_chance_timing: str = "before_action"
    strong_ingredient_deferred: str = "suppressed"
    schadenfreude_timing: str = "end_of_brewing"
    wheel_and_deal_orange: str = "allowed"
    good_start_amount: str = "1_to_3_by_choice"
    rats_friends_rats_after: str = "kept"
    choose_wisely_early_purple: str = "no"
    flea_market_white: str = "no"
    tube_purchase_round_9: str = "no"
    rat_tails: tuple[int, ...] = ()
    solo_rats: int = 0
    solo_black: str = "beats_zero"
    solo_die: str = "when_intact"

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
        numeric = {field.name for field in fields(cls) if field.type == "int"}
        values: dict[str, object] = {}
        for name, value in rules.items():
            if name == "rat_tails":
                values[name] = _own_tails(value)
            elif name == "solo_rats":
                values[name] = _solo_rats(value)
            elif str(value) not in _ALLOWED.get(name, ()):
                raise BadSetup(f"option {name!r} cannot be {value!r}")
            else:
                values[name] = int(str(value)) if name in numeric else str(value)
        return cls(**values)  # type: ignore[arg-type]

    def as_mapping(self) -> dict[str, object]:
        """Write the options as the ``rules`` of a journal."""
        values = asdict(self)
        tails = values.pop("rat_tails")
        if tails:
            values["rat_tails"] = list(tails)
        return values


def _own_tails(value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(tail, int) for tail in value):
        raise BadSetup("rat_tails must be a list of scores")
    return tuple(sorted(value))


def _solo_rats(value: object) -> int:
    if not isinstance(value, int | str) or not str(value).isdigit():
        raise BadSetup(f"solo_rats cannot be {value!r}")
    return int(value)
