"""``quacks bench``: the speed of this machine."""

from typing import Annotated, Any

import typer

from quacks_sim.cli.options import with_output
from quacks_sim.cli.output import Output, Parts, Report, Table


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("bench", short_help="Measure the speed of this machine.")(bench)


@with_output
def bench(
    output: Output,
    quick: Annotated[
        bool,
        typer.Option("--quick", help="Fewer repeats, and no compiling anew: about ten seconds."),
    ] = False,
) -> None:
    """Measure how fast this machine brews, plays, compiles and starts.

    \b
    Examples:
      quacks bench --quick
      quacks bench --json > bench.json

    Every measurement is repeated, taking turns with the others, and its median is printed; --json
    holds every repeat. Compiling is timed apart, in a cache folder of its own.
    """
    from quacks_sim import benchmark
    from quacks_sim.cli.progress import Watch

    with Watch(
        output, "measurements", kept="nothing was kept", resume="the same command starts again"
    ) as watch:
        document = benchmark.run(quick=quick, progress=watch)
    output.show(lambda: document, lambda: _report(document), lambda: _records(document))


def _report(document: dict[str, Any]) -> Report:
    rows = [
        [
            each["name"],
            str(each["threads"]),
            f"{each['median_rate']:,.0f} {each['unit']}/s",
            _spread(each),
        ]
        for each in document["speeds"]
    ]
    times = [[each["name"], f"{each['median']:.2f} s", _spread(each)] for each in document["times"]]
    machine = document["machine"]
    versions = document["versions"]
    return [
        Table(["speed", "threads", "median", "lowest to highest"], rows),
        "",
        Table(["time", "median", "lowest to highest"], times),
        "",
        Parts(
            [
                machine["processor"],
                f"{machine['cores']} usable cores",
                machine["system"],
                *[f"{name} {versions[name]}" for name in ("python", "numpy", "numba")],
                f"load {machine['load']:.1f}" if machine["load"] is not None else "load unknown",
            ]
        ),
    ]


def _spread(each: dict[str, Any]) -> str:
    if "size" in each:
        rates = [each["size"] / seconds for seconds in each["seconds"]]
        return f"{min(rates):,.0f} – {max(rates):,.0f}"
    return f"{min(each['seconds']):.2f} – {max(each['seconds']):.2f}"


def _records(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "name": each["name"],
            "threads": each.get("threads", ""),
            "repeat": number,
            "seconds": value,
        }
        for each in (*document["speeds"], *document["times"])
        for number, value in enumerate(each["seconds"], 1)
    ]
