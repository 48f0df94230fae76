"""Two rounds and an end, made up by hand so that every kind of sentence comes up."""

from typing import Any

from tests.golden.lines import event_of

EVENTS = """
1 0 round_start
1 0 rats 0 0
1 1 rats 0 0
1 0 choice stop draw|stop 1
1 0 brew_end stopped 0 0 1
1 1 choice stop draw|stop 0
1 1 draw W3 8
1 1 place W3 3 0 3
1 1 choice flask keep|use 1
1 1 return W3 flask 0 9
1 1 choice stop draw|stop 0
1 1 draw G1 8
1 1 place G1 1 0 0
1 1 choice stop draw|stop 1
1 1 brew_end stopped 0 1 2
1 1 die 5
1 1 reward die droplet 1 - 1
1 1 reward green ruby 1 - 2
1 0 budget 1
1 0 purchase - 0
1 1 budget 2
1 1 purchase B2|R1 16
1 1 choice rubies keep|droplet|flask 2
1 1 ruby_spent flask 0
1 0 round_end 0 1 0 1 9
1 1 round_end 0 0 1 1 11
2 1 round_start
2 1 rats 0 1
2 0 rats 2 2
2 1 choice stop draw|stop 0
2 1 draw O1 10
2 1 place O1 2 0 0
2 1 choice stop draw|stop 0
2 1 draw B2 9
2 1 place B2 4 0 0
2 1 reveal R1
2 1 reveal W2
2 1 choice blue R1|W2|none 0
2 1 choice red plain|bonus 1
2 1 place R1 6 1 0
2 1 choice stop draw|stop 1
2 1 brew_end stopped 0 3 7
2 0 choice stop draw|stop 0
2 0 draw W3 8
2 0 place W3 5 0 3
2 0 choice flask keep|use 0
2 0 choice stop draw|stop 0
2 0 draw W2 7
2 0 place W2 7 0 5
2 0 choice flask keep|use 0
2 0 choice stop draw|stop 0
2 0 draw W2 6
2 0 place W2 9 0 7
2 0 choice flask keep|use 0
2 0 choice stop draw|stop 0
2 0 draw W1 5
2 0 place W1 10 0 8
2 0 brew_end exploded 8 4 11
2 1 die 1
2 1 reward die victory_points 1 - 1
2 0 choice explosion coins|points 1
2 0 reward space victory_points 2 - 2
2 1 budget 7
2 1 purchase G1 4
2 1 round_end 1 0 1 1 12
2 0 round_end 2 1 0 1 9
9 0 game_end 30 20 0
9 1 game_end 30 22 12
"""


def journal() -> dict[str, Any]:
    """Return the journal."""
    return {
        "schema": 1,
        "players": 2,
        "seed": 7,
        "game": 3,
        "start_player": 0,
        "strategies": ["anna", "bert"],
        "rules": {},
        "books": {"green": 1, "blue": 1, "red": 1, "yellow": 1, "purple": 1},
        "cards": False,
        "events": [event_of(line) for line in EVENTS.strip().splitlines()],
    }
