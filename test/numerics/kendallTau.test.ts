import { expect, test } from 'vitest';
import { kendallMatrix, kendallTau } from '../../src/numerics/kendallTau.ts';
import { kernel, scoped } from '../../src/numerics/kernel.ts';
import { Draw } from '../support/draw.ts';
import { datasets, peerVines, referenceMargins } from '../support/peer.ts';

/** The definition: look at all pairs of complete rows. */
function tauOfAllPairs(x: Float64Array, y: Float64Array): number {
  let difference = 0;
  let untiedX = 0;
  let untiedY = 0;
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < i; j++) {
      if ([x[i], x[j], y[i], y[j]].some(Number.isNaN)) continue;
      const dx = Number(x[i] > x[j]) - Number(x[i] < x[j]);
      const dy = Number(y[i] > y[j]) - Number(y[i] < y[j]);
      difference += dx * dy;
      untiedX += dx * dx;
      untiedY += dy * dy;
    }
  }
  return untiedX * untiedY === 0 ? 0 : difference / Math.sqrt(untiedX * untiedY);
}

/** The definition for long columns of integers in 0 .. levels - 1, with a tree of counts over y. */
function tauByTree(x: Float64Array, y: Float64Array, levels: number): number {
  const n = x.length;
  const counts = new Float64Array(levels + 1);
  const passed = (level: number) => {
    let sum = 0;
    for (let i = level; i > 0; i -= i & -i) sum += counts[i];
    return sum;
  };
  const rows = Array.from({ length: n }, (_, i) => i).sort((a, b) => x[a] - x[b]);
  const pairs = (n * (n - 1)) / 2;
  let difference = 0;
  let untiedX = pairs;
  for (let from = 0; from < n; ) {
    let to = from;
    while (to < n && x[rows[to]] === x[rows[from]]) {
      const level = y[rows[to++]];
      difference += passed(level) - (from - passed(level + 1));
    }
    for (let k = from; k < to; k++) {
      for (let i = y[rows[k]] + 1; i <= levels; i += i & -i) counts[i]++;
    }
    untiedX -= ((to - from) * (to - from - 1)) / 2;
    from = to;
  }
  const sizes = new Float64Array(levels);
  for (const level of y) sizes[level]++;
  const untiedY = sizes.reduce((left, size) => left - (size * (size - 1)) / 2, pairs);
  return difference / Math.sqrt(untiedX * untiedY);
}

test('small cases by hand', () => {
  expect(kendallTau(Float64Array.of(1, 2, 3, 4), Float64Array.of(1, 3, 2, 4))).toBe(2 / 3);
  expect(kendallTau(Float64Array.of(1, 2, 3), Float64Array.of(-1, -2, -3))).toBe(-1);
  // one tie in each column, in different pairs: 4 concordant, 0 discordant, 5 untied in each
  expect(kendallTau(Float64Array.of(1, 1, 2, 3), Float64Array.of(1, 2, 3, 3))).toBe(4 / 5);
});

test('0 where the definition divides by zero', () => {
  const rising = Float64Array.of(1, 2, 3);
  expect(kendallTau(rising, Float64Array.of(5, 5, 5))).toBe(0);
  expect(kendallTau(Float64Array.of(0, -0, 0), rising)).toBe(0);
  expect(kendallTau(rising, Float64Array.of(NaN, 1, NaN))).toBe(0);
  expect(kendallTau(rising, Float64Array.of(NaN, NaN, NaN))).toBe(0);
  expect(kendallTau(Float64Array.of(1), Float64Array.of(1))).toBe(0);
  expect(kendallTau(new Float64Array(0), new Float64Array(0))).toBe(0);
});

test('exactly the definition on 10,000 random small tables with ties and NaN', () => {
  const draw = new Draw(4);
  for (let repeat = 0; repeat < 10_000; repeat++) {
    const n = draw.integer(60);
    const [x, y] = [1, 2].map(() => {
      const missing = draw.integer(3) === 0 ? 0.2 : 0;
      const levels = 1 + draw.integer(20);
      const continuous = draw.integer(2) === 0;
      return draw.column(n, () => {
        if (draw.uniform() < missing) return [NaN, Infinity, -Infinity, -0][draw.integer(4)];
        return continuous ? draw.uniform() : draw.integer(levels) - 5;
      });
    });
    const tau = kendallTau(x, y);
    if (tau !== tauOfAllPairs(x, y)) {
      expect.fail(`x = [${x}], y = [${y}]: expected ${tauOfAllPairs(x, y)}, got ${tau}`);
    }
  }
});

test('exactly the definition on either side of every switch of the counting', () => {
  const draw = new Draw(5);
  for (const n of [64, 65, 511, 512, 513, 2000, 4096, 4097]) {
    const x = draw.column(n, () => draw.uniform());
    const y = x.map((v) => (draw.integer(2) === 0 ? v : draw.uniform()));
    expect(kendallTau(x, y), `n = ${n}`).toBe(tauOfAllPairs(x, y));
    const rough = y.map((v) => Math.floor(v * 50));
    expect(kendallTau(rough, x), `ties, n = ${n}`).toBe(tauOfAllPairs(rough, x));
    expect(kendallTau(x, rough), `ties, n = ${n}`).toBe(tauOfAllPairs(x, rough));
  }
});

test('exactly the definition on long columns', () => {
  const draw = new Draw(6);
  for (const [n, levels] of [
    [10_000, 300],
    [100_000, 100_000],
    [262_145, 1_000_000],
    [300_000, 7],
  ]) {
    const x = draw.column(n, () => draw.integer(levels));
    const y = x.map((v) => (draw.integer(3) === 0 ? v : draw.integer(levels)));
    expect(kendallTau(x, y), `n = ${n}`).toBe(tauByTree(x, y, levels));
  }
});

test('1 with itself, -1 with its negative, also with ties', () => {
  const draw = new Draw(7);
  for (const n of [2, 3, 884, 5000, 1_000_000]) {
    const x = draw.column(n, () => draw.integer(n) / 7);
    x[0] = n;
    expect(kendallTau(x, x)).toBe(1);
    expect(
      kendallTau(
        x,
        x.map((v) => -v),
      ),
    ).toBe(-1);
  }
});

test('the matrix holds the tau of each pair, missing values left out pair by pair', () => {
  const draw = new Draw(8);
  const columns = [
    draw.column(300, () => draw.uniform()),
    draw.column(300, () => draw.integer(4)),
    draw.column(300, () => (draw.integer(5) === 0 ? NaN : draw.uniform())),
    draw.column(300, () => (draw.integer(5) === 0 ? NaN : draw.integer(9))),
    draw.column(300, () => 3),
  ];
  const matrix = kendallMatrix(columns);
  for (let i = 0; i < columns.length; i++) {
    for (let j = 0; j < columns.length; j++) {
      expect(matrix[i][j], `[${i}][${j}]`).toBe(tauOfAllPairs(columns[i], columns[j]));
    }
  }
  expect(kendallMatrix([])).toEqual([]);
});

test('scratch of the stated size is enough', () => {
  const draw = new Draw(9);
  for (const n of [1, 7, 884, 20_000]) {
    const x = draw.column(n, () => (draw.integer(9) === 0 ? NaN : draw.uniform()));
    scoped((scope) => {
      const [px, py] = [scope.put(x), scope.put(draw.shuffled(x))];
      const scratch = scope.column(kernel().kendallScratch(n) / 8);
      const behind = scope.put(new Float64Array(100).fill(12345));
      kernel().kendallTau(px, py, n, scratch);
      expect(scope.get(px, n)).toEqual(x);
      expect(scope.get(behind, 100)).toEqual(new Float64Array(100).fill(12345));
    });
  }
});

for (const name of datasets) {
  test(`the matrix of wdm (vinecopulib) on ${name}, to 1e-14`, (context) => {
    const reference = peerVines(name).tau;
    const matrix = kendallMatrix(referenceMargins(name, context).map(({ u }) => u));
    let worst = 0;
    for (let i = 0; i < reference.length; i++) {
      for (let j = 0; j < reference.length; j++) {
        worst = Math.max(worst, Math.abs(matrix[i][j] - reference[i][j]));
      }
    }
    expect(reference.length).toBeGreaterThan(name === 'drawn' ? 12 : 20);
    expect(worst).toBeLessThanOrEqual(1e-14);
  });
}
