"""Kendall's tau of the pair-copula families in 40-digit arithmetic, for test/copula/tau.test.ts.

Usage: python3 bench/peers/reference/pairCopulaTau.py > bench/peers/reference/pairCopulaTau.json
       npx biome format --write bench/peers/reference/pairCopulaTau.json

Interior values on a grid, and edge sweeps of their own: at the bounds of the parameters and at
distances of 1e-2 ... 1e-10 from them. Formulas: Joe by the digamma function, Frank by Debye's
integral, BB7 and BB8 by 1 + 4 int phi/phi' of the generators as they are defined.
"""

import itertools
import json

from mpmath import asin, digamma, expm1, log, mp, mpf, pi, quad, workdps, zeta

mp.dps = 40


def archimedean(ratio):
    """1 + 4 int_0^1 phi/phi', cut where strong parameters bend the integrand. The generators are
    evaluated with 160 digits, since the rule goes close to the ends of the interval."""
    return 1 + 4 * quad(workdps(160)(ratio), [0, 1e-3, 0.02, 0.1, 0.3, 0.6, 0.9, 0.99, 1])


def joe(theta):
    if theta == 2:
        return 2 - zeta(2)
    return 1 + 2 / (2 - theta) * (digamma(2) - digamma(2 / theta + 1))


def frank(theta):
    debye = quad(lambda t: t / expm1(t) if t else mpf(1), [0, theta / 4, theta]) / theta
    return 1 - 4 / theta * (1 - debye)


def bb7(theta, delta):
    def ratio(u):
        if u in (0, 1):
            return mpf(0)
        a = 1 - (1 - u) ** theta
        return -(a ** -delta - 1) * a ** (delta + 1) / (delta * theta * (1 - u) ** (theta - 1))

    return archimedean(ratio)


def bb8(theta, delta):
    def ratio(u):
        if u in (0, 1):
            return mpf(0)
        eta = 1 - (1 - delta) ** theta
        b = 1 - delta * u
        a = 1 - b**theta
        return log(a / eta) * a / (theta * delta * b ** (theta - 1))

    return archimedean(ratio)


TAU = {
    "gaussian": lambda rho: 2 / pi * asin(rho),
    "student": lambda rho, nu: 2 / pi * asin(rho),
    "clayton": lambda theta: theta / (theta + 2),
    "gumbel": lambda theta: 1 - 1 / theta,
    "frank": frank,
    "joe": joe,
    "bb1": lambda theta, delta: 1 - 2 / (delta * (theta + 2)),
    "bb6": lambda theta, delta: 1 - (1 - joe(theta)) / delta,
    "bb7": bb7,
    "bb8": bb8,
}

INTERIOR = {
    "gaussian": [[-0.9, -0.5, -0.01, 0.2, 0.45, 0.55, 0.8]],
    "student": [[-0.7, 0.3], [2.5, 30]],
    "clayton": [[0.1, 0.7, 2, 9, 20]],
    "gumbel": [[1.1, 1.8, 3, 12, 40]],
    "frank": [[-20, -4, -1, 0.5, 1.9, 2.1, 6, 18, 30]],
    "joe": [[1.1, 1.5, 1.99, 2, 2.0001, 3.5, 9, 20]],
    "bb1": [[0.2, 1, 3, 6], [1.2, 2, 5]],
    "bb6": [[1.2, 2, 4, 5.5], [1.1, 2, 6]],
    "bb7": [[1.2, 2, 3, 5.5], [0.1, 0.8, 3, 20]],
    "bb8": [[1.3, 2, 4, 7.5], [0.05, 0.3, 0.7, 0.95]],
}

NEAR = [0, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2]
EDGE = {
    "gaussian": [[s * (1 - d) for s in (-1, 1) for d in NEAR] + [1e-10, 1e-6]],
    "student": [[-1, -1 + 1e-9, 1 - 1e-9, 1], [2, 50]],
    "clayton": [[1e-10, 1e-8, 1e-6, 1e-4, 1e-2, 28 - 1e-6, 28]],
    "gumbel": [[1 + d for d in NEAR] + [50 - 1e-6, 50]],
    "frank": [[-35, -1e-8, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2, 35 - 1e-6, 35]],
    "joe": [[1 + d for d in NEAR] + [30 - 1e-6, 30]],
    "bb1": [[0, 1e-10, 1e-6, 1e-2, 7], [1, 1 + 1e-10, 1 + 1e-6, 1.01, 7]],
    "bb6": [[1, 1 + 1e-10, 1 + 1e-6, 1.01, 6], [1, 1 + 1e-10, 1.01, 8]],
    "bb7": [[1, 1 + 1e-10, 1 + 1e-6, 1.01, 6], [0.01, 0.0100001, 0.011, 25]],
    "bb8": [[1, 1 + 1e-10, 1 + 1e-6, 1.01, 8], [1e-4, 1.001e-4, 1e-2, 0.99, 1 - 1e-6, 1 - 1e-10, 1]],
}


def cases(grid):
    return [
        {"family": family, "parameters": list(point), "tau": float(TAU[family](*map(mpf, point)))}
        for family, axes in grid.items()
        for point in itertools.product(*axes)
    ]


# the integral and Joe's closed form must agree where both apply
assert abs(bb8(mpf(3), mpf(1)) - joe(mpf(3))) < mpf(10) ** -25
print(json.dumps({"interior": cases(INTERIOR), "edge": cases(EDGE)}))
