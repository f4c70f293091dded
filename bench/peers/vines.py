"""Measures vinecopulib, by its Python package, on prepared data.

Each command prints one JSON document: wall clock and CPU seconds of each run, and what the run found.
"""

import argparse
import json
import time

import numpy as np
import pyvinecopulib as pv

FAMILIES = [
    getattr(pv.BicopFamily, name)
    for name in "indep gaussian student clayton gumbel frank joe bb1 bb6 bb7 bb8".split()
]


def measure(work, repeats, budget):
    """Runs work at least once, at most `repeats` times, and starts no run beyond the budget."""
    seconds, cpu_seconds = [], []
    while True:
        cpu_before, before = time.process_time(), time.perf_counter()
        value = work()
        seconds.append(time.perf_counter() - before)
        cpu_seconds.append(time.process_time() - cpu_before)
        if len(seconds) >= repeats or sum(seconds) >= budget:
            return {"seconds": seconds, "cpuSeconds": cpu_seconds}, value


def fit(options):
    """The C-vine of a CSV: a column for each variable, then the left limits of the discrete ones."""
    u = np.asfortranarray(np.loadtxt(options.data, delimiter=",", skiprows=1))
    # by default the last variable alone is discrete
    types = list(options.types) if options.types else ["c"] * (u.shape[1] - 2) + ["d"]
    d = len(types)
    truncation = options.truncation or d - 1
    controls = pv.FitControlsVinecop(
        family_set=FAMILIES,
        selection_criterion="aic",
        # every family is tried, as the engine does; the peer's default preselects, takes as long, and
        # on SUPPORT2 ends at AIC -15851.8 instead of -15843.6, which is 6.2 below the engine's
        preselect_families=False,
        num_threads=options.threads,
    )
    timing, vine = measure(
        lambda: pv.Vinecop.from_data(
            u,
            structure=pv.CVineStructure(list(range(1, d + 1)), truncation),
            var_types=types,
            controls=controls,
        ),
        options.repeats,
        options.budget,
    )
    if options.model:
        vine.to_file(options.model)
    return {"timing": timing, "logLik": vine.loglik(u), "aic": vine.aic(u)}


def sample(options):
    """Rows from a fitted vine, discrete variables as latent uniforms."""
    vine = pv.Vinecop.from_file(options.model)
    timing, _ = measure(
        lambda: vine.sample(options.rows, num_threads=options.threads, seeds=[options.seed]),
        options.repeats,
        options.budget,
    )
    return {"timing": timing}


def hinv(options):
    """The inverse of the second h-function at the points (p, u2) of a CSV."""
    points = np.asfortranarray(np.loadtxt(options.data, delimiter=",", skiprows=1))
    parameters = np.array([[float(value)] for value in options.parameters.split(",")])
    copula = pv.Bicop(family=getattr(pv.BicopFamily, options.family), parameters=parameters)
    timing, inverse = measure(lambda: copula.hinv2(points), options.repeats, options.budget)
    back = copula.hfunc2(np.asfortranarray(np.column_stack([inverse, points[:, 1]])))
    return {"timing": timing, "residual": float(np.max(np.abs(back - points[:, 0])))}


def version(_):
    return {"name": "vinecopulib (pyvinecopulib)", "version": pv.__version__}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["version", "fit", "sample", "hinv"])
    parser.add_argument("--data", help="CSV with a header")
    parser.add_argument("--model", help="fitted vine: written by fit, read by sample")
    parser.add_argument("--types", help="c or d for each variable")
    parser.add_argument("--truncation", type=int, help="number of trees (default: all)")
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--family")
    parser.add_argument("--parameters", help="numbers with commas between")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--budget", type=float, default=60, help="seconds")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    commands = {"version": version, "fit": fit, "sample": sample, "hinv": hinv}
    print(json.dumps(commands[options.command](options)))


if __name__ == "__main__":
    main()
