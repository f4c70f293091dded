"""Reference values for the kernel's elementary and special functions, by mpmath with 50 digits.

    python3 specialFunctions.py > specialFunctions.json

Every argument is a double, written in its shortest form; mpmath evaluates that double exactly. A value is
written as its nearest double and what is missing to the 50-digit value (three digits of it), so that errors
below one unit in the last place can be measured. Four regimes of 300 points and the edges per function.
"""
import json
import random
import sys

from mpmath import (beta, diff, digamma, erf, erfc, exp, expm1, gammainc, hyp2f1, log, log1p,
                    loggamma, mp, mpf, pi, power, psi, sqrt, erfinv)

mp.dps = 50
POINTS = 300
rng = random.Random(20260101)
uniform = rng.uniform


def geometric(low, high):
    """Log-uniform between two positive numbers given by their decimal exponents."""
    return 10.0 ** uniform(low, high)


def sign():
    return rng.choice((-1.0, 1.0))


# ---- distributions -------------------------------------------------------------------------------

def normal_cdf(x):
    return erfc(-x / sqrt(mpf(2))) / 2


def normal_quantile(p):
    m = min(p, 1 - p)
    if m == mpf(1) / 2:
        return mpf(0)
    if m > mpf('1e-4'):
        size = sqrt(mpf(2)) * erfinv(1 - 2 * m)
    else:
        size = sqrt(-2 * log(m))
        for _ in range(100):
            tail = normal_cdf(-size)
            step = log(tail / m) * tail * sqrt(2 * pi) / exp(-size * size / 2)
            size += step
            if abs(step) < mpf(10) ** -45 * size:
                break
    return size if p > mpf(1) / 2 else -size


def beta_cdf(x, a, b):
    """The side of the mean decides which of the two series is short."""
    if x in (0, 1):
        return mpf(x)
    if x * (a + b + 2) <= a + 1:
        return power(x, a) * power(1 - x, b) / (a * beta(a, b)) * hyp2f1(a + b, 1, a + 1, x)
    y = 1 - x
    return 1 - power(y, b) * power(x, a) / (b * beta(a, b)) * hyp2f1(a + b, 1, b + 1, y)


def student_parts(t, nu):
    """P(T > t) and P(0 < T < t) for t >= 0."""
    half = mpf(1) / 2
    if t == 0:
        return half, mpf(0)
    a = nu / 2
    x = nu / (nu + t * t)
    y = t * t / (nu + t * t)
    front = power(x, a) * sqrt(y) / beta(a, half)
    if x * (a + mpf(5) / 2) <= a + 1:
        tail = front / a * hyp2f1(a + half, 1, a + 1, x) / 2
        return tail, half - tail
    centre = front * hyp2f1(a + half, 1, mpf(3) / 2, y)
    return half - centre, centre


def student_cdf(t, nu):
    tail, centre = student_parts(abs(t), nu)
    return tail if t < 0 else mpf(1) / 2 + centre


def student_log_pdf(t, nu):
    return loggamma((nu + 1) / 2) - loggamma(nu / 2) - log(nu * pi) / 2 - (nu + 1) / 2 * log1p(t * t / nu)


def student_tail_quantile(m, middle, nu):
    """The t > 0 with tail m, or with P(0 < T < t) = middle = 1/2 - m."""
    if middle == 0:
        return mpf(0)
    w = -normal_quantile(m) if m < mpf('0.499') else middle * sqrt(2 * pi)
    t = sqrt(nu * expm1(w * w / nu))
    for _ in range(200):
        tail, centre = student_parts(t, nu)
        pdf = exp(student_log_pdf(t, nu))
        if middle < mpf('0.2'):
            step = (middle - centre) / pdf / t
        else:
            step = expm1(log(tail / m) * tail / (pdf * t))
        t *= 1 + step
        if abs(step) < mpf(10) ** -44:
            break
    return t


def student_quantile(p, nu):
    m = min(p, 1 - p)
    t = student_tail_quantile(m, mpf(1) / 2 - m, nu)
    return t if p > mpf(1) / 2 else -t


def student_of_score(z, nu):
    m = normal_cdf(-abs(z))
    t = student_tail_quantile(m, erf(abs(z) / sqrt(mpf(2))) / 2, nu)
    return t if z > 0 else -t


def student_cdf_nu(t, nu):
    return diff(lambda n: student_cdf(t, n), nu)


def student_of_score_nu(z, nu):
    t = student_of_score(z, nu)
    return -student_cdf_nu(t, nu) / exp(student_log_pdf(t, nu))


# ---- points --------------------------------------------------------------------------------------

def freedom():
    """Degrees of freedom: integers, any reals, and those close to 2."""
    return rng.choice((float(rng.randint(2, 52)), uniform(2, 52), uniform(2, 52), 2 + geometric(-8, -1)))


def shape():
    return rng.choice((0.5 * rng.randint(1, 40), uniform(0.5, 20), uniform(20, 300)))


def near_mean(spread):
    a, b = shape(), shape()
    mean = a / (a + b)
    sd = (mean * (1 - mean) / (a + b)) ** 0.5
    return min(max(mean + sd * uniform(-spread, spread), 1e-6), 1 - 1e-6), a, b


def near_shape(spread):
    a = shape()
    return max(a + a ** 0.5 * uniform(-spread, spread), 1e-4), a


def bounded_power(log_size):
    """A pair whose power is about exp(+-700)."""
    x = geometric(-log_size, log_size)
    return x, uniform(-700, 700) / float(log(x))


ROOT = 1.4616321449683622

TABLE = {
    'exp': (exp, {
        'tiny': lambda: (sign() * geometric(-18, -3),),
        'centre': lambda: (uniform(-1, 1),),
        'wide': lambda: (uniform(-700, 700),),
        'ends': lambda: (rng.choice((uniform(-744, -708), uniform(700, 709.7))),),
    }, [(0.0,), (1.0,), (-1.0,), (709.782712893384,), (-708.3964185322641,), (0.34657359027997264,)]),
    'expm1': (expm1, {
        'tiny': lambda: (sign() * geometric(-18, -3),),
        'centre': lambda: (uniform(-1, 1),),
        'moderate': lambda: (uniform(-40, 40),),
        'large': lambda: (uniform(40, 709),),
    }, [(1.0,), (-1.0,), (709.782712893384,), (-745.0,), (0.34657359027997264,), (5e-324,)]),
    'log': (log, {
        'near 1': lambda: (1 + sign() * geometric(-15, -2),),
        'centre': lambda: (uniform(0.1, 10),),
        'wide': lambda: (geometric(-300, 300),),
        'subnormal': lambda: (geometric(-322, -308),),
    }, [(1.0,), (2.0,), (0.5,), (1.7976931348623157e308,), (2.2250738585072014e-308,), (5e-324,), (0.7071067811865476,)]),
    'log1p': (log1p, {
        'tiny': lambda: (sign() * geometric(-18, -3),),
        'centre': lambda: (uniform(-0.5, 1),),
        'near -1': lambda: (-1 + geometric(-15, -1),),
        'large': lambda: (geometric(0, 300),),
    }, [(1.0,), (-0.5,), (1.7976931348623157e308,), (5e-324,), (0.4142135623730951,)]),
    'pow': (power, {
        'centre': lambda: (uniform(0.1, 10), uniform(-50, 50)),
        'near 1': lambda: (1 + sign() * geometric(-10, -1), sign() * geometric(0, 3)),
        'wide': lambda: bounded_power(300),
        'simple': lambda: (geometric(-3, 3), rng.choice((0.5, -0.5, 1 / 3, 2.0, 3.0, -1.0, 1.5, 10.0, 0.1))),
    }, [(2.0, 0.5), (10.0, 308.0), (10.0, -307.0), (2.0, 1023.0), (0.5, 1022.0), (1.0000000000000002, 1e17), (0.9999999999999999, 1e18), (5e-324, 0.5), (1.7976931348623157e308, 0.999)]),
    'erf': (erf, {
        'tiny': lambda: (sign() * geometric(-300, -3),),
        'inner': lambda: (uniform(-1, 1),),
        'outer': lambda: (sign() * uniform(1, 6),),
        'middle': lambda: (sign() * uniform(0.3, 2),),
    }, [(1.0,), (-1.0,), (5.9,), (1.0000000000000002,)]),
    'erfc': (erfc, {
        'left': lambda: (uniform(-6, 0),),
        'inner': lambda: (uniform(0, 1),),
        'outer': lambda: (uniform(1, 6),),
        'tail': lambda: (uniform(6, 26.5),),
    }, [(0.0,), (0.5,), (26.5,), (-30.0,), (1e-300,)]),
    'logGamma': (loggamma, {
        'small': lambda: (geometric(-300, 0),),
        'near zeros': lambda: (rng.choice((1.0, 2.0)) + sign() * geometric(-15, -1),),
        'centre': lambda: (uniform(0.1, 12),),
        'large': lambda: (geometric(1, 6),),
    }, [(0.5,), (1.5,), (2.5,), (3.0,), (10.0,), (9.999999999999998,), (1e300,), (1e305,), (170.5,)]),
    'digamma': (digamma, {
        'small': lambda: (geometric(-300, 0),),
        'near zero': lambda: (ROOT + sign() * geometric(-15, -1),),
        'centre': lambda: (uniform(0.1, 12),),
        'large': lambda: (geometric(1, 300),),
    }, [(0.5,), (1.0,), (2.0,), (ROOT,), (10.0,), (9.999999999999998,)]),
    'trigamma': (lambda x: psi(1, x), {
        'small': lambda: (geometric(-150, 0),),
        'centre': lambda: (uniform(0.1, 12),),
        'moderate': lambda: (uniform(5, 100),),
        'large': lambda: (geometric(1, 100),),
    }, [(0.5,), (1.0,), (10.0,), (9.999999999999998,)]),
    'betaCdf': (beta_cdf, {
        'anywhere': lambda: (uniform(0, 1), shape(), shape()),
        'centre': lambda: near_mean(4),
        'left tail': lambda: (geometric(-12, -1), uniform(0.5, 20), shape()),
        'b = 1/2': lambda: (uniform(0, 1), shape(), 0.5),
    }, [(0.0, 2.0, 3.0), (1.0, 2.0, 3.0), (0.5, 0.5, 0.5), (0.5, 1.0, 1.0), (0.5, 300.0, 300.0), (0.9999999999999999, 0.5, 20.0), (1e-300, 0.5, 0.5)]),
    'gammaCdf': (lambda x, a: gammainc(a, 0, x, regularized=True), {
        'anywhere': lambda: (lambda a: (a * uniform(0.01, 2), a))(shape()),
        'centre': lambda: near_shape(4),
        'left tail': lambda: (geometric(-12, 0), uniform(0.5, 20)),
        'exponential': lambda: (uniform(0, 30), 1.0),
    }, [(1.0, 1.0), (0.5, 0.5), (300.0, 300.0), (301.0, 300.0), (1e-300, 0.5)]),
    'normalCdf': (normal_cdf, {
        'far tail': lambda: (uniform(-37.4, -10),),
        'tail': lambda: (uniform(-10, -1),),
        'centre': lambda: (uniform(-1, 1),),
        'right': lambda: (uniform(1, 9),),
    }, [(0.0,), (-37.0,), (-1.0,), (1.0,), (-5e-324,), (40.0,)]),
    'normalQuantile': (normal_quantile, {
        'far tail': lambda: (geometric(-300, -9),),
        'tail': lambda: (geometric(-9, -1),),
        'centre': lambda: (uniform(0.05, 0.95),),
        'right': lambda: (1 - geometric(-15.9, -1),),
    }, [(0.075,), (0.925,), (1.2e-9,), (1e-300,), (0.9999999999999999,), (0.5000000000000001,), (0.49999999999999994,), (0.25,)]),
    'studentCdf': (student_cdf, {
        'centre': lambda: (uniform(-3, 3), freedom()),
        'tail': lambda: (-geometric(0, 3), freedom()),
        'far tail': lambda: (-geometric(3, 140), uniform(2, 2.2)),
        'right, many degrees': lambda: (uniform(0, 30), uniform(52, 400)),
    }, [(-1e-300, 3.0), (-1.0, 2.0), (1.0, 2.0), (-40.0, 52.0), (1e10, 2.5), (-1.7320508075688772, 3.0), (-1e155, 2.0)]),
    'studentLogPdf': (student_log_pdf, {
        'centre': lambda: (uniform(-3, 3), freedom()),
        'tail': lambda: (-geometric(0, 6), freedom()),
        'near 0': lambda: (geometric(-12, -1), freedom()),
        'many degrees': lambda: (uniform(-30, 30), uniform(52, 400)),
    }, [(0.0, 2.0), (0.0, 52.0), (1e100, 3.0), (1e160, 3.0)]),
    'studentQuantile': (student_quantile, {
        'tail': lambda: (geometric(-12, -2), freedom()),
        'centre': lambda: (uniform(0.01, 0.99), freedom()),
        'near 1/2': lambda: (0.5 + sign() * geometric(-15, -2), freedom()),
        'right': lambda: (1 - geometric(-12, -2), freedom()),
    }, [(0.3, 2.0), (0.7, 2.0), (1e-12, 2.0), (1e-12, 52.0), (1e-300, 2.0), (0.49999999999999994, 7.5)]),
}

# fewer points for the derivatives, which are slow to evaluate
DERIVATIVES = {
    'studentOfScore': (student_of_score, [(z, nu) for nu in (2.0, 2.1, 3.7, 8.0, 30.5, 51.0) for z in (0.01, 0.125, 1.0, 2.6, 4.0, 5.9, 6.5)]),
    'studentOfScoreNu': (student_of_score_nu, [(z, nu) for nu in (2.0, 2.1, 3.7, 8.0, 30.5, 51.0) for z in (0.01, 0.125, 1.0, 2.6, 4.0, 5.9, 6.5)]),
    'studentCdfNu': (student_cdf_nu, [(t, nu) for nu in (2.0, 2.1, 3.7, 8.0, 30.5, 51.0) for t in (-20.0, -3.0, -0.4, 0.01, 1.0, 6.0, 90.0)]),
}


def evaluate(function, points):
    arguments = [[float(v) for v in point] for point in points]
    values, rest = [], []
    for point in arguments:
        exact = function(*[mpf(v) for v in point])
        value = float(exact)
        if value in (float('inf'), float('-inf')):
            sys.exit(f'{function} overflows at {point}')
        values.append(value)
        rest.append(float(f'{float(exact - mpf(value)):.3g}'))
    return {'arguments': [list(column) for column in zip(*arguments)], 'value': values, 'rest': rest}


def main():
    result = {}
    for name, (function, regimes, edges) in TABLE.items():
        result[name] = {regime: evaluate(function, [draw() for _ in range(POINTS)]) for regime, draw in regimes.items()}
        result[name]['edges'] = evaluate(function, edges)
        print(name, file=sys.stderr)
    for name, (function, points) in DERIVATIVES.items():
        result[name] = {'grid': evaluate(function, points)}
    json.dump(result, sys.stdout, separators=(',', ':'))
    print()


main()
