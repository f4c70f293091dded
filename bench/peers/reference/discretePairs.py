"""Where the peer's values for discrete pairs are wrong, with the exact ones; and bivariate normal and
Student t distribution functions, which the peer's 400-digit file leaves out.

Usage: python3 bench/peers/reference/discretePairs.py bench/peers/reference > bench/peers/reference/discretePairs.json
       npx biome format --write bench/peers/reference/discretePairs.json
(a few minutes, most of them for the Student t distribution function)

Everything is computed from definitions: Archimedean copulas by their generators with 120 digits,
C(u, v) = phi^-1(phi(u) + phi(v)) and h(u|v) = phi'(v) / phi'(C); the normal and Student copulas with
22 digits by integrating the conditional distribution function over the first variable's density.
Of the peer's values in pairsDiscrete.json those are listed that are off by more than 1e-8
(relative where a density is above 1), each with what the peer does there:
  middle        it takes the density at the middle of a cell of 5e-5 or less
  interpolated  its Student cdf is interpolated between whole degrees of freedom
  clamped       it moves a left limit of 0 to 1e-10
  cancelled     its formula loses its digits at strong parameters
"""

import json
import sys
from functools import lru_cache

from mpmath import betainc, erfinv, exp, expm1, gamma, inf, log, log1p, mp, mpf, ncdf, npdf
from mpmath import pi, quad, sqrt, workdps

mp.dps = 120
FINE = 22


# --- Archimedean families: generator, derivative, inverse -------------------------------------------


def clayton(t):
    return (
        lambda u: (u**-t - 1) / t,
        lambda u: -(u ** (-t - 1)),
        lambda s: (1 + t * s) ** (-1 / t),
    )


def gumbel(t):
    return lambda u: (-log(u)) ** t, lambda u: -t * (-log(u)) ** (t - 1) / u, lambda s: exp(-(s ** (1 / t)))


def frank(t):
    return (
        lambda u: -log(expm1(-t * u) / expm1(-t)),
        lambda u: t * exp(-t * u) / expm1(-t * u),
        lambda s: -log1p(exp(-s) * expm1(-t)) / t,
    )


def joe(t):
    return bb8(t, mpf(1))


def bb1(t, d):
    return (
        lambda u: (u**-t - 1) ** d,
        lambda u: -d * t * (u**-t - 1) ** (d - 1) * u ** (-t - 1),
        lambda s: (1 + s ** (1 / d)) ** (-1 / t),
    )


def bb6(t, d):
    inner, slope, inverse = joe(t)
    return (
        lambda u: inner(u) ** d,
        lambda u: d * inner(u) ** (d - 1) * slope(u),
        lambda s: inverse(s ** (1 / d)),
    )


def bb7(t, d):
    return (
        lambda u: (1 - (1 - u) ** t) ** -d - 1,
        lambda u: -d * t * (1 - (1 - u) ** t) ** (-d - 1) * (1 - u) ** (t - 1),
        lambda s: 1 - (1 - (1 + s) ** (-1 / d)) ** (1 / t),
    )


def bb8(t, d):
    eta = 1 - (1 - d) ** t
    return (
        lambda u: -log((1 - (1 - d * u) ** t) / eta),
        lambda u: -d * t * (1 - d * u) ** (t - 1) / (1 - (1 - d * u) ** t),
        lambda s: (1 - (1 - eta * exp(-s)) ** (1 / t)) / d,
    )


GENERATORS = dict(clayton=clayton, gumbel=gumbel, frank=frank, joe=joe, bb1=bb1, bb6=bb6, bb7=bb7, bb8=bb8)


# --- elliptical families ----------------------------------------------------------------------------


@lru_cache(maxsize=None)
def t_cdf(x, nu):
    tail = betainc(nu / 2, mpf(1) / 2, 0, nu / (nu + x * x), regularized=True) / 2
    return tail if x < 0 else 1 - tail


def t_pdf(x, nu):
    constant = gamma((nu + 1) / 2) / (gamma(nu / 2) * sqrt(nu * pi))
    return constant * (1 + x * x / nu) ** (-(nu + 1) / 2)


@lru_cache(maxsize=None)
@workdps(FINE)
def score(u, nu):
    if nu == inf:
        return sqrt(2) * erfinv(2 * u - 1)
    if u > 0.5:
        return -score(1 - u, nu)
    low, high = mpf(-1), mpf(0)
    while t_cdf(low, nu) > u:
        low, high = 2 * low, low
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if t_cdf(middle, nu) < u else (low, middle)
    x = (low + high) / 2
    for _ in range(7):
        x -= (t_cdf(x, nu) - u) / t_pdf(x, nu)
    assert abs(t_cdf(x, nu) / u - 1) < 1e-16
    return x


def conditional(y, x, rho, nu):
    """P(Y <= y | X = x)."""
    if nu == inf:
        return ncdf((y - rho * x) / sqrt(1 - rho * rho))
    return t_cdf((y - rho * x) * sqrt((nu + 1) / ((nu + x * x) * (1 - rho * rho))), nu + 1)


@lru_cache(maxsize=None)
@workdps(FINE)
def elliptical_cdf(u, v, rho, nu):
    x, y = score(u, nu), score(v, nu)
    density = npdf if nu == inf else lambda s: t_pdf(s, nu)
    # the conditional distribution function turns near s = y / rho, on the scale of its spread
    turn = y / rho
    wide = sqrt(1 - rho * rho) / abs(rho) * (1 if nu == inf else sqrt((nu + turn * turn) / (nu + 1)))
    cuts = [-300, -40, -12, -5, -2, 0, 2, 5, 12, 40, turn - 6 * wide, turn - 2 * wide, turn, turn + 2 * wide, turn + 6 * wide]
    cuts = sorted(c for c in cuts if c < x)
    return quad(lambda s: density(s) * conditional(y, s, rho, nu), [-inf, *cuts, x])


# --- any family, with rotation ----------------------------------------------------------------------


class Copula:
    def __init__(self, family, rotation, parameters):
        self.family, self.rotation = family, rotation
        self.parameters = [mpf(p) for p in parameters]
        if family in GENERATORS:
            self.phi, self.slope, self.inverse = GENERATORS[family](*self.parameters)

    def _cdf(self, u, v):
        if u == 0 or v == 0:
            return mpf(0)
        if u == 1 or v == 1:
            return min(u, v)
        if self.family == "indep":
            return u * v
        if self.family in GENERATORS:
            return self.inverse(self.phi(u) + self.phi(v))
        rho, nu = (self.parameters + [inf])[:2]
        return elliptical_cdf(max(u, v), min(u, v), rho, nu)

    def _h(self, u, v):
        """P(U <= u | V = v)."""
        if u in (0, 1):
            return mpf(u)
        if self.family == "indep":
            return u
        if self.family in GENERATORS:
            return self.slope(v) / self.slope(self._cdf(u, v))
        rho, nu = (self.parameters + [inf])[:2]
        with workdps(FINE):
            return conditional(score(u, nu), score(v, nu), rho, nu)

    def cdf(self, u, v):
        if self.rotation == 0:
            return self._cdf(u, v)
        if self.rotation == 90:
            return v - self._cdf(1 - u, v)
        if self.rotation == 180:
            return u + v - 1 + self._cdf(1 - u, 1 - v)
        return u - self._cdf(u, 1 - v)

    def given_second(self, u, v):
        a, b = (1 - u if self.rotation in (90, 180) else u), (1 - v if self.rotation in (180, 270) else v)
        h = self._h(a, b)
        return 1 - h if self.rotation in (90, 180) else h

    def given_first(self, u, v):
        a, b = (1 - u if self.rotation in (90, 180) else u), (1 - v if self.rotation in (180, 270) else v)
        h = self._h(b, a)
        return 1 - h if self.rotation in (180, 270) else h


def exact(copula, types, row):
    """pdf, hfunc1, hfunc2 of a pair in which at least one variable is discrete."""
    u, v, um, vm = map(mpf, row)
    d1, d2 = types[0] == "d", types[1] == "d"
    w1, w2 = u - um, v - vm
    cdf = copula.cdf
    hfunc1 = (cdf(u, v) - cdf(um, v)) / w1 if d1 else copula.given_first(u, v)
    hfunc2 = (cdf(u, v) - cdf(u, vm)) / w2 if d2 else copula.given_second(u, v)
    if d1 and d2:
        pdf = (cdf(u, v) - cdf(um, v) - cdf(u, vm) + cdf(um, vm)) / (w1 * w2)
    elif d2:
        pdf = (copula.given_first(u, v) - copula.given_first(u, vm)) / w2
    else:
        pdf = (copula.given_second(u, v) - copula.given_second(um, v)) / w1
    return {"pdf": pdf, "hfunc1": hfunc1, "hfunc2": hfunc2}


def cause(case, row, what):
    widths = [row[k] - row[k + 2] for k in (0, 1) if case["var_types"][k] == "d"]
    if min(widths) <= 5.0000001e-5:
        return "middle"
    if case["family"] == "student" and (what != "pdf" or case["var_types"] == ["d", "d"]):
        return "interpolated"
    strong = {"frank": 30, "bb7": 5, "bb8": 7, "bb1": 6, "bb6": 5, "joe": 25}
    if case["parameters"] and abs(case["parameters"][0]) >= strong.get(case["family"], 100):
        return "cancelled"
    return "clamped" if 0 in row[2:] else "cancelled"


def errors(folder):
    found, count = [], 0
    with open(f"{folder}/pairsDiscrete.json") as file:
        reference = json.load(file)
    for raw in reference["cases"]:
        case = {**raw, "var_types": list(raw["types"]), "u": reference["points"][raw["types"]]}
        copula = Copula(case["family"], case["rotation"], case["parameters"])
        for i, row in enumerate(case["u"]):
            for what, truth in exact(copula, case["var_types"], row).items():
                count += 1
                peer = case[what][i]
                off = abs(mpf(peer) - truth) if not isinstance(peer, str) else inf
                if off <= 1e-8 * max(1, truth if what == "pdf" else 1):
                    continue
                name = "independence" if case["family"] == "indep" else case["family"]
                found.append(
                    {
                        "types": "".join(case["var_types"]),
                        "family": name,
                        "rotation": case["rotation"],
                        "parameters": case["parameters"],
                        "u": row,
                        "what": what,
                        "peer": peer,
                        "exact": float(truth),
                        "cause": cause(case, row, what),
                    }
                )
        print(case["family"], case["rotation"], case["parameters"], case["var_types"], file=sys.stderr)
    return {"values": count, "wrong": found}


def elliptical(folder):
    with open(f"{folder}/pairsExact.json") as file:
        reference = json.load(file)
    return [
        {
            "family": case["family"],
            "parameters": case["parameters"],
            "cdf": [float(Copula(case["family"], 0, case["parameters"]).cdf(mpf(u), mpf(v))) for u, v in reference["points"]],
        }
        for case in reference["cases"]
        if case["family"] in ("gaussian", "student")
    ]


if __name__ == "__main__":
    folder = sys.argv[1]
    print(json.dumps({"discrete": errors(folder), "elliptical": elliptical(folder)}))
