"""Random regular vines from pyvinecopulib, as a fixture for the tests of src/vine/structure.

Usage: python3 bench/peers/reference/randomVines.py > test/vine/fixtures/randomVines.json
       npx biome format --write test/vine/fixtures/randomVines.json

Per vine: the peer's matrix, its trees as [a, b, [given]] (variables counted from 1), and for every
tree and column whether the peer says that the h-functions of this edge are needed in the next tree.
"""

import json

import pyvinecopulib as pv


def describe(structure):
    levels = [
        [(k, e) for e in range(structure.dim - 1 - k)] for k in range(structure.trunc_lvl)
    ]
    return {
        "matrix": structure.matrix.astype(int).tolist(),
        "trees": [
            [[int(a), int(b), [int(g) for g in given]] for a, b, given in tree]
            for tree in structure.get_trees()
        ],
        "neededHfunc1": [[int(structure.needed_hfunc1(k, e)) for k, e in level] for level in levels],
        "neededHfunc2": [[int(structure.needed_hfunc2(k, e)) for k, e in level] for level in levels],
    }


def cut(structure, level):
    structure.truncate(level)
    return structure


random = [
    (f"random {d}.{seed}", pv.RVineStructure.sample(d, seeds=[d, seed]))
    for d in range(3, 9)
    for seed in range(1, 5)
]
truncated = [
    (f"random {d}, first {t} trees", cut(pv.RVineStructure.sample(d, seeds=[d, 9]), t))
    for d, t in [(4, 1), (5, 2), (6, 3), (7, 2), (8, 4), (8, 6)]
]
named = [
    ("C-vine 1..5", pv.CVineStructure([1, 2, 3, 4, 5])),
    ("C-vine 3 1 5 2 4, first 2 trees", pv.CVineStructure([3, 1, 5, 2, 4], 2)),
    ("D-vine 1..5", pv.DVineStructure([1, 2, 3, 4, 5])),
    ("D-vine 3 1 5 2 4, first 2 trees", pv.DVineStructure([3, 1, 5, 2, 4], 2)),
]

vines = [json.dumps({"name": name, **describe(s)}) for name, s in random + truncated + named]
print('{ "peer": "pyvinecopulib %s", "vines": [\n%s\n] }' % (pv.__version__, ",\n".join(vines)))
