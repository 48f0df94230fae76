"""Rule options as the kernel reads them by name: ``rules.options.flask_target.any_chip``.

All follows from the declarations in :mod:`quacks_sim.rules.options`. An option whose values are
words has a flag for each of them, of which one is set; any other is a number, 0 where it is a word.
"""

from typing import Any

import numpy as np

from quacks_sim.rules.options import RuleOptions, option_range, option_values


def _layout_of(name: str) -> Any:
    words = [value for value in option_values(name) if isinstance(value, str)]
    if not words or len(words) < len(option_values(name)):
        return np.int64
    return np.dtype([(word, np.int64) for word in words], align=True)


#: All options but lists, which the kernel knows as tables of their own.
OPTIONS = np.dtype(
    [
        (name, _layout_of(name))
        for name in RuleOptions.model_fields
        if option_values(name) or option_range(name)
    ],
    align=True,
)


def write_options(record: Any, options: RuleOptions) -> None:
    """Write one reading of the rules into a record of the layout :data:`OPTIONS`."""
    for name in OPTIONS.names or ():
        value = getattr(options, name)
        if OPTIONS[name].names:
            record[name][value] = 1
        else:
            record[name] = 0 if isinstance(value, str) else value
