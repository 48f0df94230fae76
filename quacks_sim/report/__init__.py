"""One self-contained HTML page from a dataset: question, answer, charts, tables, how to repeat it.

>>> from quacks_sim import load
>>> from quacks_sim.report import save_report
>>> save_report(load("out/demo"), "demo.html")  # doctest: +SKIP
"""

from quacks_sim.report.answers import answer_of
from quacks_sim.report.claims import JudgedClaim, claims_of
from quacks_sim.report.page import page_of, save_report
from quacks_sim.report.words import Answer

__all__ = ["Answer", "JudgedClaim", "answer_of", "claims_of", "page_of", "save_report"]
