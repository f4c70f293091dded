"""MST (McKenna, Miklau and Sheldon, "Winning the NIST contest", 2021, algorithm 1) on cells, estimated by mbi.

A third of the budget rho goes into all columns, a third into the choice of a spanning tree of pairs, a third into
its pairs. Cells whose noisy count is below three standard deviations are taken together, and spread evenly when
rows are drawn. Neighbours are as published: one row added or removed, the number of rows known; for one row
replaced by another, as the other generators have it, its noise would have to be sqrt 2 times as large.

Before pairs are measured columns are independent, so that a pair of the model is the product of two columns. The
code of smartnoise-synth asks mbi for it, which compiles a program for each shape of a pair.
"""

import itertools
import math

import numpy as np
from mbi import Domain, LinearMeasurement, estimation, marginal_oracles

ITERATIONS = 2000


def rho_of(epsilon, delta):
    """The largest rho of which rho-zCDP implies (epsilon, delta) (Canonne, Kamath and Steinke 2020)."""
    low, high = 0.0, epsilon + 1.0
    for _ in range(100):
        middle = (low + high) / 2
        if delta_of(middle, epsilon) <= delta:
            low = middle
        else:
            high = middle
    return low


def delta_of(rho, epsilon):
    if rho == 0:
        return 0.0
    low, high = 1.01, (epsilon + 1) / (2 * rho) + 2
    for _ in range(200):
        alpha = (low + high) / 2
        slope = (2 * alpha - 1) * rho - epsilon + math.log1p(-1.0 / alpha)
        if slope < 0:
            low = alpha
        else:
            high = alpha
    alpha = (low + high) / 2
    loss = (alpha - 1) * (alpha * rho - epsilon) + alpha * math.log1p(-1 / alpha)
    return math.exp(loss) / (alpha - 1.0)


def mst(cells, codes, epsilon, delta, seed):
    rng = np.random.default_rng(seed)
    codes = [np.asarray(own) for own in codes]
    d, rows = len(cells), len(codes[0])
    rho = rho_of(epsilon, delta)
    sigma = math.sqrt(3 / (2 * rho))
    noise = sigma * math.sqrt(d)
    merged = [merge(cells[j], codes[j], noise, rng) for j in range(d)]
    sizes = [m["size"] for m in merged]
    own = [m["place"][codes[j]] for j, m in enumerate(merged)]
    tree = choose(sizes, own, [m["counts"] for m in merged], rho / 3, rng)
    names = [f"c{j}" for j in range(d)]
    measured = [
        LinearMeasurement(m["counts"] / m["scale"], (names[j],), noise, scaled(m["scale"]))
        for j, m in enumerate(merged)
    ]
    pair_noise = sigma * math.sqrt(len(tree))
    for a, b in tree:
        counts = np.bincount(own[a] * sizes[b] + own[b], minlength=sizes[a] * sizes[b])
        noisy = counts + rng.normal(0, pair_noise, counts.size)
        measured.append(LinearMeasurement(noisy, (names[a], names[b]), pair_noise))
    model = estimation.mirror_descent(
        Domain(names, sizes),
        measured,
        known_total=float(rows),
        iters=ITERATIONS,
        marginal_oracle=marginal_oracles.message_passing_stable,
    )
    np.random.seed(seed)
    drawn = draw(model, names, sizes, tree, rows, rng)
    return [spread(merged[j], drawn[j], rng).tolist() for j in range(d)]


def scaled(scale):
    return lambda factor: factor.datavector() / scale


def merge(cells, codes, noise, rng):
    """Noisy counts, cells below three standard deviations as one; its sum has more noise, and so less weight."""
    noisy = np.bincount(codes, minlength=cells) + rng.normal(0, noise, cells)
    kept = noisy >= 3 * noise
    if kept.sum() < 2 or kept.all():
        kept = np.ones(cells, dtype=bool)
    rest = np.where(~kept)[0]
    places = np.where(kept)[0]
    place = np.full(cells, len(places))
    place[places] = np.arange(len(places))
    counts, scale = noisy[places], np.ones(len(places))
    if rest.size > 0:
        counts = np.append(counts, noisy[rest].sum())
        scale = np.append(scale, math.sqrt(rest.size))
    return {"place": place, "places": places, "rest": rest, "counts": counts, "scale": scale, "size": counts.size}


def choose(sizes, own, counts, rho, rng):
    """A spanning tree of pairs far from independence, edge by edge by the exponential mechanism."""
    d, rows = len(sizes), len(own[0])
    shares = [np.maximum(c, 1e-9) / np.maximum(c, 1e-9).sum() for c in counts]
    apart = {}
    for a, b in itertools.combinations(range(d), 2):
        real = np.bincount(own[a] * sizes[b] + own[b], minlength=sizes[a] * sizes[b])
        apart[a, b] = np.abs(real - rows * np.outer(shares[a], shares[b]).ravel()).sum()
    epsilon = math.sqrt(8 * rho / (d - 1))
    group, tree = list(range(d)), []
    while len(tree) < d - 1:
        open_pairs = [(a, b) for a, b in apart if group[a] != group[b]]
        scores = np.array([0.5 * epsilon * apart[pair] for pair in open_pairs])
        chances = np.exp(scores - scores.max())
        a, b = open_pairs[rng.choice(len(open_pairs), p=chances / chances.sum())]
        tree.append((a, b))
        old, new = group[b], group[a]
        group = [new if g == old else g for g in group]
    return tree


def draw(model, names, sizes, tree, rows, rng):
    """Along the tree, each column given its neighbour."""
    first = np.asarray(model.project((names[0],)).datavector())
    drawn = {0: rng.choice(sizes[0], rows, p=first / first.sum())}
    left = list(tree)
    while left:
        edge = next(e for e in left if (e[0] in drawn) != (e[1] in drawn))
        left.remove(edge)
        known, new = edge if edge[0] in drawn else edge[::-1]
        pair = np.asarray(model.marginals.project((names[edge[0]], names[edge[1]])).values)
        table = pair if known == edge[0] else pair.T
        column = np.empty(rows, dtype=int)
        for value in range(sizes[known]):
            at = drawn[known] == value
            chances = np.maximum(table[value].astype(float), 0) + 1e-12
            column[at] = rng.choice(sizes[new], at.sum(), p=chances / chances.sum())
        drawn[new] = column
    return [drawn[j] for j in range(len(sizes))]


def spread(merged, codes, rng):
    places, rest = merged["places"], merged["rest"]
    found = np.empty(len(codes), dtype=int)
    is_rest = codes >= len(places)
    found[~is_rest] = places[codes[~is_rest]]
    if is_rest.any():
        found[is_rest] = rng.choice(rest, is_rest.sum())
    return found
