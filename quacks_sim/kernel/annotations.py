"""Names for what the kernel's functions take; only people and type checkers read them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

#: A record of one of the layouts TABLE, RULES, TOTALS and BREW_TOTALS; its fields are attributes.
Record = Any

#: A row of a record's field, usually a seat's columns.
Array = NDArray[Any]

#: Rows of events (int32), or None in the plain form of the kernel.
Journal = Any

#: What chance and players shall bring (int64), or None.
Tape = Any

#: The parameters of a policy in one round, read-only.
Parameters = NDArray[np.float64]
