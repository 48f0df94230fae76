"""Mutants of the variants: synchronized brewing and test tubes."""

from tests.mutants.mutant import Mutant

_ASIDE = "kernel/aside.py"
_GAME = "kernel/game.py"
_RULESET = "kernel/ruleset.py"
_MARKET = "kernel/market.py"
_TUBES = "kernel/tubes.py"
_GAINS = "kernel/gains.py"

VARIANTS = (
    Mutant(
        "aside_ends_the_time_for_the_flask",
        _ASIDE,
        "    if mine[FLASK_READY] & FLASK_DECLINED:\n        mine[FLASK_READY] = FLASK_OFFERED\n",
        "",
        "12",
        "a chip beside the pot ends the time for the flask with option red_s2_aside = ignored, too",
    ),
    Mutant(
        "aside_uses_up_protection",
        _ASIDE,
        "        mine[PROTECTED_UNTIL] += 1\n",
        "        mine[PROTECTED_UNTIL] += 0\n",
        "12",
        "a chip beside the pot uses up protection with option red_s2_aside = ignored, too",
        tests="tests/kernel/test_worked_examples.py tests/kernel/test_rule_options.py",
    ),
    Mutant(
        "synchronized_from_round_2",
        _GAME,
        "round_number == ROUNDS or rules.options.synchronized.yes != 0",
        "round_number == ROUNDS or (rules.options.synchronized.yes != 0 and round_number > 1)",
        "11.1",
        "in round 1 the seats brew one after the other although all rounds are synchronized",
    ),
    Mutant(
        "always_synchronized",
        _GAME,
        "round_number == ROUNDS or rules.options.synchronized.yes != 0",
        "round_number >= 1",
        "11.1",
        "all rounds are brewed together, whatever was agreed",
    ),
    Mutant(
        "eleven_tubes",
        _RULESET,
        "rules.last_tube = LAST_TUBE\n",
        "rules.last_tube = LAST_TUBE - 1\n",
        "11.2",
        "the last tube cannot be entered",
        tests="tests/kernel/test_tubes.py",
    ),
    Mutant(
        "the_tube_before_pays",
        _TUBES,
        "gain_points(table, seat, TUBE_POINTS[tube], POINTS_TUBE",
        "gain_points(table, seat, TUBE_POINTS[tube - 1], POINTS_TUBE",
        "11.2",
        "the points are those of the tube that was left",
    ),
    Mutant(
        "one_choice_for_two_steps",
        _TUBES,
        "    for _ in range(steps):",
        "    for _ in range(min(steps, 1)):",
        "11.2",
        "of two droplet steps only one is taken",
        tests="tests/kernel/test_tubes.py",
    ),
    Mutant(
        "tubes_only_while_the_pot_has_room",
        _TUBES,
        "        in_tubes = mine[TUBE] < rules.last_tube",
        "        in_tubes = in_pot and mine[TUBE] < rules.last_tube",
        "11.2",
        "a droplet at its cap takes no step into a tube",
        tests="tests/kernel/test_tubes.py",
    ),
    Mutant(
        "tubes_move_the_start",
        _GAME,
        "start = min(mine[DROPLET] + rats, LAST_OF_POT)",
        "start = min(mine[DROPLET] + mine[DROPLET + 1] + rats, LAST_OF_POT)",
        "11.2",
        "the droplet of the tubes moves the start space as well",
    ),
    Mutant(
        "tubes_are_sold_in_round_9",
        _RULESET,
        'rules.sells_tubes = options.tube_purchase_round_9 == "yes"',
        "rules.sells_tubes = 1",
        "11.2",
        "two rubies buy a tube in round 9 without the option",
    ),
    Mutant(
        "a_bought_tube_moves_the_pot",
        _MARKET,
        "call_book(table.test_tubes, BOUGHT_TUBE, rules",
        "call_book(table.test_tubes, 1, rules",
        "11.2",
        "who has bought a tube in round 9 is asked whether to move the droplet of the pot",
    ),
    Mutant(
        "tubes_do_not_count_for_rubies",
        _GAINS,
        "mine[DROPLET] < rules.options.droplet_cap or mine[TUBE] < rules.last_tube",
        "mine[DROPLET] < rules.options.droplet_cap",
        "11.2",
        "a droplet at its cap cannot be bought a step, though a tube is free",
        tests="tests/kernel/test_tubes.py",
    ),
)
