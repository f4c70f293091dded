"""asin x and sin(pi t / 2) to the last digit, for test/numerics/trigonometry.test.ts.

Usage: python3 bench/peers/reference/trigonometry.py > bench/peers/reference/trigonometry.json
       npx biome format --write bench/peers/reference/trigonometry.json
"""

import json
import random

from mpmath import asin, mp, mpf, pi, sin

mp.dps = 40
draw = random.Random(1)
ends = [0.0, 1.0, 0.5, 0.5000000000000001, 0.49999999999999994]
near = [10.0**-k for k in (20, 12, 8, 5, 3)]
points = ends + near + [1 - d for d in near] + [draw.random() for _ in range(180)]

print(
    json.dumps(
        {
            "asin": [[x, float(asin(mpf(x)))] for x in points],
            "sinQuarterTurns": [[t, float(sin(pi / 2 * mpf(t)))] for t in points],
        }
    )
)
