"""Claims beside the answer: what the numbers say of them, if numbers can say anything."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quacks_sim import checked
from quacks_sim.batches import against
from quacks_sim.cells import Standing
from quacks_sim.charts.words import TABLE, shown
from quacks_sim.results import PlayResult

if TYPE_CHECKING:
    from quacks_sim.experiment import Dataset

AGREES, DISAGREES, OPEN, DEPENDS = "agrees", "disagrees", "not resolved", "it depends"

#: What a verdict is called beside the claim on a page.
_IN_WORDS = {
    AGREES: "the games agree",
    DISAGREES: "the games disagree",
    OPEN: "the games do not tell",
    DEPENDS: "it depends",
    "": "no single number decides",
}


@dataclass(frozen=True)
class JudgedClaim:
    """A claim with what the numbers say of it.

    Attributes
    ----------
    claim, source : str
        As the experiment has them.
    verdict : str
        "agrees", "disagrees", "not resolved", "it depends" (it is right for some values of the
        other axis or some tables, and wrong for others), or empty if no number decides it.
    """

    claim: str
    source: str
    verdict: str

    @property
    def in_words(self) -> str:
        """The verdict as a few words that stand alone."""
        return _IN_WORDS[self.verdict]


def claims_of(dataset: "Dataset", results: Sequence[PlayResult]) -> list[JudgedClaim]:
    """Return the claims of a dataset's experiment, judged by its numbers."""
    from quacks_sim.experiment.dataset import check_dataset

    check_dataset(dataset)
    cure = "give the results() of the dataset"
    for each in checked.items(results, "results", cure):
        checked.instance(each, PlayResult, "a result", cure)
    claims: Sequence[Mapping[str, Any]] = dataset.manifest["experiment"].get("claims", [])
    cells = dataset.cells
    rows = cells[[TABLE, *dataset.axes]].to_dict("records")
    places = [{str(name): shown(value) for name, value in row.items()} for row in rows]
    return [
        JudgedClaim(each["claim"], each["source"], verdict_on(each, places, results))
        for each in claims
    ]


def verdict_on(
    claim: Mapping[str, Any], cells: Sequence[Mapping[str, str]], results: Sequence[PlayResult]
) -> str:
    """Return the verdict on a claim; see :class:`JudgedClaim`.

    A claim ``better`` … ``than`` is looked at in pairs of cells that differ in nothing else, and
    corrected by Holm for their number; a claim ``best`` among the cells that differ in nothing
    but its axis: it agrees if the best one and all that are not resolved from it are among those
    named, and disagrees if none of these is.

    Parameters
    ----------
    claim : mapping
        As the manifest has it.
    cells : sequence of mapping
        For each cell its table and the values of the axes, as text.
    results : sequence of PlayResult
        Those of the cells.
    """
    if "among" in claim:
        label = shown(claim["among"])
        among = _axis([label], cells)
        kept = [place for place, each in enumerate(cells) if each[among] == label]
        cells, results = [cells[each] for each in kept], [results[each] for each in kept]
    if "better" in claim:
        verdicts = _of_pairs(claim, cells, results)
    elif claim.get("best"):
        verdicts = _of_best([shown(each) for each in claim["best"]], cells, results)
    else:
        return ""
    different = set(verdicts) - {OPEN}
    if different == {AGREES, DISAGREES}:
        return DEPENDS
    if len(set(verdicts)) == 1:
        return verdicts[0]
    # Some are resolved, all of these in one direction, and others are not.
    return OPEN


def _measure(claim: Mapping[str, Any], results: Sequence[PlayResult]) -> str:
    alone = results[0].match.players == 1
    return str(claim.get("measure") or ("victory_points" if alone else "win_share"))


def _axis(labels: Sequence[str], cells: Sequence[Mapping[str, str]]) -> str:
    """Return the axis that has values of these names."""
    wanted = set(labels)
    axes = [axis for axis in cells[0] if axis != TABLE]
    return next(axis for axis in axes if wanted <= {cell[axis] for cell in cells})


def _groups(axis: str, cells: Sequence[Mapping[str, str]]) -> list[list[int]]:
    """Return the cells in groups that differ in nothing but the axis."""
    groups: dict[tuple[tuple[str, str], ...], list[int]] = {}
    for place, cell in enumerate(cells):
        key = tuple((name, value) for name, value in cell.items() if name != axis)
        groups.setdefault(key, []).append(place)
    return list(groups.values())


def _of_pairs(
    claim: Mapping[str, Any], cells: Sequence[Mapping[str, str]], results: Sequence[PlayResult]
) -> list[str]:
    better, than = shown(claim["better"]), shown(claim["than"])
    axis = _axis([better, than], cells)
    pairs = [
        (place, reference)
        for group in _groups(axis, cells)
        for place in group
        for reference in group
        if cells[place][axis] == better and cells[reference][axis] == than
    ]
    measure = _measure(claim, results)
    references = list(range(len(results)))
    for place, reference in pairs:
        references[place] = reference
    found = against(results, references, measure)
    return [
        OPEN if not each.resolved else AGREES if each.difference.mean > 0 else DISAGREES
        for each in (found[place] for place, _ in pairs)
    ]


def _of_best(
    labels: Sequence[str], cells: Sequence[Mapping[str, str]], results: Sequence[PlayResult]
) -> list[str]:
    axis = _axis(labels, cells)
    verdicts = []
    for group in _groups(axis, cells):
        standing = Standing.of([results[place] for place in group])
        near = {cells[group[each]][axis] for each in (standing.best, *standing.unresolved)}
        named = near & set(labels)
        verdicts.append(AGREES if named == near else OPEN if named else DISAGREES)
    return verdicts
