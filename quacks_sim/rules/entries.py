"""What a book or a card does stands as an entry in each module that has to know; none may lack."""

from collections.abc import Iterable


def check_entries(room: str, missing: Iterable[str]) -> None:
    """Raise if a module of the program has no entry for some books or cards that the box holds.

    Raises
    ------
    NotImplementedError
        With the module, and what it lacks.
    """
    names = ", ".join(missing)
    if names:
        raise NotImplementedError(f"{room} has no entry for {names}")
