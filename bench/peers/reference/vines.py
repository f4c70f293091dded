"""Vines that pyvinecopulib fits to a table drawn from a known vine, for the tests of src/vine.

Usage: python3 bench/peers/reference/vines.py > bench/peers/reference/vines-drawn.json

The table has 12 continuous variables and a binary response, the last one, which is the model's
first variable to be drawn. It is written as ranks: u = rank / (rows + 1); the response as 0 and 1,
whose u is the share of rows at most as large. Variables are counted from 1.
"""

import json

import numpy as np
import pyvinecopulib as pv

ROWS = 600
D = 13
LEVELS = [1, 5, 10]
SHOWN = 40
FAMILIES = [
    getattr(pv.BicopFamily, name)
    for name in "indep gaussian student clayton gumbel frank joe bb1 bb6 bb7 bb8".split()
]
# what is drawn from, tree by tree: strong below, weak above, every family and rotation
KINDS = [
    ("gaussian", 0, [0.6]), ("clayton", 0, [1.2]), ("gumbel", 0, [1.8]), ("frank", 0, [-5.0]),
    ("student", 0, [0.4, 4.0]), ("joe", 0, [1.9]), ("bb1", 0, [0.5, 1.4]), ("clayton", 90, [0.9]),
    ("gumbel", 180, [1.6]), ("bb7", 0, [1.5, 0.8]), ("joe", 270, [1.6]), ("bb8", 0, [3.0, 0.7]),
    ("bb6", 0, [1.3, 1.3]), ("clayton", 180, [0.8]), ("gumbel", 90, [1.4]), ("frank", 0, [3.0]),
]  # fmt: skip
WEAK = [
    ("gaussian", 0, [-0.2]), ("indep", 0, []), ("frank", 0, [1.5]), ("clayton", 0, [0.3]),
    ("indep", 0, []), ("student", 0, [0.1, 6.0]), ("gumbel", 270, [1.15]), ("indep", 0, []),
]  # fmt: skip


def copula(family, rotation, parameters):
    values = np.array(parameters, dtype=float).reshape(-1, 1)
    return pv.Bicop(getattr(pv.BicopFamily, family), rotation, values)


def draw():
    structure = pv.RVineStructure.sample(D, seeds=[21])
    pairs, k = [], 0
    for tree in range(D - 1):
        kinds = KINDS if tree < 2 else WEAK
        pairs.append([copula(*kinds[(k + e) % len(kinds)]) for e in range(D - 1 - tree)])
        k += D - 1 - tree
    vine = pv.Vinecop.from_structure(structure=structure, pair_copulas=pairs)
    return vine.sample(ROWS, seeds=[21])


def margins(u):
    """Ranks of the covariates, the response cut at 0.6, and all of it on the copula scale."""
    ranks = (np.argsort(np.argsort(u[:, :-1], axis=0), axis=0) + 1).astype(int)
    response = (u[:, -1] > 0.6).astype(int)
    zeros = float(np.mean(response == 0))
    right = np.where(response == 1, 1.0, zeros)
    left = np.where(response == 1, zeros, 0.0)
    data = np.column_stack([ranks / (ROWS + 1), right, left])
    return ranks, response, np.asfortranarray(data)


def controls(preselect):
    return pv.FitControlsVinecop(
        family_set=FAMILIES, selection_criterion="aic", preselect_families=preselect
    )


TYPES = ["c"] * (D - 1) + ["d"]


def fit(u, structure, preselect=True):
    return pv.Vinecop.from_data(u, structure=structure, var_types=TYPES, controls=controls(preselect))


def star(u):
    """A vine whose first tree joins everything to the response, selected above it."""
    first = pv.Vinecop.from_data(
        u, structure=pv.CVineStructure([*range(1, D + 1)], 1), var_types=TYPES, controls=controls(True)
    )
    first.select(u, controls(True))
    return first


def numbers(values):
    return [float(f"{value:.12g}") for value in np.asarray(values).ravel()]


def describe(kind, vine, u):
    edges = []
    for tree, level in enumerate(vine.structure.get_trees()):
        for e, (a, b, given) in enumerate(level):
            pair = vine.get_pair_copula(tree, e)
            edges.append([
                tree + 1, [int(a), int(b)], [int(g) for g in given], pair.family.name,
                int(pair.rotation), pair.parameters.ravel().tolist(), pair.loglik(), pair.aic(),
            ])  # fmt: skip
    return {
        "kind": kind,
        "d": D,
        "n": ROWS,
        "loglik": vine.loglik(u),
        "aic": vine.aic(u),
        "matrix": vine.structure.matrix.astype(int).tolist(),
        "truncated": {str(t): truncated(vine, t).loglik(u) for t in LEVELS},
        "edges": edges,
    }


def truncated(vine, level):
    copy = pv.Vinecop.from_json(vine.to_json())
    copy.truncate(level)
    return copy


def main():
    ranks, response, u = margins(draw())
    cvine = pv.CVineStructure([*range(1, D + 1)])
    central = fit(u, cvine)
    vines = [
        describe("cvine", central, u),
        describe("dvine", fit(u, pv.DVineStructure([*range(1, D + 1)])), u),
        describe("rvine", pv.Vinecop.from_data(u, var_types=TYPES, controls=controls(True)), u),
        describe("star1", star(u), u),
    ]
    uniforms = np.random.default_rng(3).uniform(size=(SHOWN, D)).round(6)
    deterministic = {"uniforms": uniforms.tolist()}
    for name, vine in [("1", truncated(central, 1)), ("10", truncated(central, 10)), ("none", central)]:
        inverse = vine.inverse_rosenblatt(np.asfortranarray(uniforms))
        deterministic[name] = {
            "inverse": [numbers(row) for row in inverse],
            "density": numbers(vine.pdf(np.asfortranarray(u[:SHOWN]))),
        }
    tau = [[float(pv.utils.wdm(u[:, i], u[:, j], "kendall")) if i != j else 1.0 for j in range(D)] for i in range(D)]
    parts = {
        "peer": f"pyvinecopulib {pv.__version__}",
        "ranks": ranks.T.tolist(),
        "response": "".join(map(str, response)),
        "tau": tau,
        "withoutPreselection": fit(u, cvine, preselect=False).aic(u),
        "vines": vines,
        "deterministic": deterministic,
    }
    lines = [f"{json.dumps(name)}:{json.dumps(value, separators=(',', ':'))}" for name, value in parts.items()]
    print("{" + ",\n".join(lines) + "}")


main()
