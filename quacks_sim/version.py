"""The program's version and the version of its reading of the rules."""

__version__ = "0.1.0"

#: Raised whenever the same seed may give another result; written into every dataset.
RULES_VERSION = 1
