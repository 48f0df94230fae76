"""What lies in a pot."""

from quacks_sim.kernel.annotations import Record
from quacks_sim.kernel.jit import inlined
from quacks_sim.kernel.state import POT_SIZE


@inlined
def count_in_pot(table: Record, seat: int, kind: int) -> int:
    """Return how many chips of a kind lie in a pot."""
    count = 0
    if table.owned[seat, kind] == 0:
        return count
    for place in range(table.seats[seat, POT_SIZE]):
        if table.pot_kinds[seat, place] == kind:
            count += 1
    return count
