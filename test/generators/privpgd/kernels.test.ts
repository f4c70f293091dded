import { describe, expect, test } from 'vitest';
import { projectShares } from '../../../src/generators/privpgd/project.ts';
import { type SliceBank, sliceBank } from '../../../src/generators/privpgd/slices.ts';
import { kernel, type Pointer, scoped } from '../../../src/numerics/kernel.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { Draw } from '../../support/draw.ts';

test('a bank has the cells in the order of their projections, along unit directions', () => {
  const { angles, cells, wa, wb, orders, z, gaps } = sliceBank(5, 3, 16);
  expect(cells).toBe(15);
  for (let k = 0; k < angles; k++) {
    const angle = (Math.PI * (k + 0.5)) / angles;
    expect(wa[k]).toBeCloseTo(Math.cos(angle), 6);
    expect(wb[k]).toBeCloseTo(Math.sin(angle), 6);
    const order = Array.from(orders.subarray(k * cells, (k + 1) * cells));
    expect(order.slice().sort((i, j) => i - j)).toEqual(Array.from({ length: cells }, (_, i) => i));
    order.forEach((cell, rank) => {
      const at = (place: number) =>
        (Math.cos(angle) * (Math.floor(place / 3) + 0.5)) / 5 +
        (Math.sin(angle) * ((place % 3) + 0.5)) / 3;
      expect(z[k * cells + rank]).toBeCloseTo(at(cell), 6);
      const gap = rank === cells - 1 ? 0 : at(order[rank + 1]) - at(cell);
      expect(gap).toBeGreaterThanOrEqual(-1e-12);
      expect(gaps[k * cells + rank]).toBeCloseTo(gap, 6);
    });
  }
});

/** The mean over directions of the area between the running sums of two vectors. */
function slicedDistance(bank: SliceBank, p: ArrayLike<number>, q: ArrayLike<number>): number {
  const { cells, angles, orders, gaps } = bank;
  let total = 0;
  for (let k = 0; k < angles; k++) {
    let sum = 0;
    for (let rank = 0; rank < cells; rank++) {
      const cell = orders[k * cells + rank];
      sum += p[cell] - q[cell];
      total += Math.abs(sum) * gaps[k * cells + rank];
    }
  }
  return total / angles;
}

describe('projection', () => {
  const bank = sliceBank(4, 4, 8);
  const draw = new Draw(1);
  const tables = Array.from({ length: 11 }, () => draw.column(16, () => draw.uniform() - 0.4));

  test('takes the steps of Adam on the logits', () => {
    // in doubles, with the gradient by differences
    const [steps, slices, rate, reductions] = [7, 3, 0.2, 3];
    const rng = rngFromSeed(5);
    const chosen = rng.split('directions').integers(steps * slices, bank.angles);
    const expected = tables.slice(0, 8).map((shares) => {
      const positive = shares.map((x) => Math.max(0, x));
      const whole = positive.reduce((a, b) => a + b);
      const theta = positive.map((x) => Math.log(x / whole + 1e-9));
      const [m, v] = [new Float64Array(16), new Float64Array(16)];
      let length = rate;
      for (let step = 0; step < steps; step++) {
        const own = chosen.subarray(step * slices, (step + 1) * slices);
        const loss = (logits: Float64Array) => {
          const p = softmax(logits);
          return (
            own.reduce((sum, k) => sum + slicedDistance(direction(bank, k), p, shares), 0) / slices
          );
        };
        const slope = theta.map((_, i) => {
          const moved = (h: number) => theta.map((x, j) => (j === i ? x + h : x));
          return (loss(moved(1e-6)) - loss(moved(-1e-6))) / 2e-6;
        });
        for (let i = 0; i < 16; i++) {
          m[i] = 0.9 * m[i] + 0.1 * slope[i];
          v[i] = 0.999 * v[i] + 0.001 * slope[i] ** 2;
          const first = m[i] / (1 - 0.9 ** (step + 1));
          const second = v[i] / (1 - 0.999 ** (step + 1));
          theta[i] -= (length * first) / (Math.sqrt(second) + 1e-8);
        }
        if ((step + 1) % 2 === 0) length *= 0.8;
      }
      return softmax(theta);
    });
    const settings = { steps, slices, rate, reductions };
    const found = projectShares(tables.slice(0, 8), bank, settings, rng);
    found.forEach((p, t) => {
      // cells that begin at 1e-9 have slopes that differences cannot tell
      p.forEach((share, i) => {
        expect(share).toBeCloseTo(expected[t][i], 3);
      });
    });
  });

  test('fewer than eight tables, and each by itself, give the same', () => {
    const settings = { steps: 30, slices: 4, rate: 0.3, reductions: 5 };
    const together = projectShares(tables.slice(0, 3), bank, settings, rngFromSeed(1));
    tables.slice(0, 3).forEach((shares, t) => {
      expect(projectShares([shares], bank, settings, rngFromSeed(1))[0]).toEqual(together[t]);
    });
  });

  const long = { steps: 400, slices: 8, rate: 0.3, reductions: 17.5 };

  test('gives probabilities, as near as those that a plain search finds', () => {
    const found = projectShares(tables.slice(0, 4), bank, long, rngFromSeed(1));
    found.forEach((p, t) => {
      expect(p.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
      expect(p.every((share) => share >= 0)).toBe(true);
      const own = slicedDistance(bank, p, tables[t]);
      // moving mass between any two cells does not come nearer by more than a thousandth
      for (let i = 0; i < 16; i++) {
        for (let j = 0; j < 16; j++) {
          for (const mass of [0.01, 0.05]) {
            if (i === j || p[i] < mass) continue;
            const moved = Float64Array.from(p);
            moved[i] -= mass;
            moved[j] += mass;
            expect(slicedDistance(bank, moved, tables[t])).toBeGreaterThan(own - 1e-3);
          }
        }
      }
    });
  });

  test('leaves probabilities as they are', () => {
    const p = softmax(draw.column(16, () => draw.uniform()));
    const [found] = projectShares([p], bank, long, rngFromSeed(1));
    found.forEach((share, i) => {
      expect(share).toBeCloseTo(p[i], 2);
    });
  });
});

function direction(bank: SliceBank, k: number): SliceBank {
  const { cells } = bank;
  const cut = <T extends { subarray(from: number, to: number): T }>(values: T) =>
    values.subarray(k * cells, (k + 1) * cells);
  return { ...bank, angles: 1, orders: cut(bank.orders), gaps: cut(bank.gaps) };
}

function softmax(logits: Float64Array): Float64Array {
  const weights = logits.map((x) => Math.exp(x));
  const total = weights.reduce((a, b) => a + b);
  return weights.map((x) => x / total);
}

/** Runs work on arrays in the kernel's memory, and gives them back. */
function inKernel<T extends readonly (Float32Array | Uint32Array)[]>(
  arrays: T,
  work: (...pointers: Pointer[]) => void,
): Float32Array[] {
  return scoped((scope) => {
    const pointers = arrays.map((array) => scope.column(Math.ceil(array.length / 2) + 2));
    const view = (k: number) => {
      const View = arrays[k].constructor as Float32ArrayConstructor;
      return new View(kernel().memory.buffer, pointers[k], arrays[k].length);
    };
    arrays.forEach((array, k) => {
      view(k).set(array);
    });
    work(...pointers);
    return arrays.map((_, k) => view(k).slice());
  });
}

test('the gradient of a slice pairs particles and cells by rank', () => {
  const bank = sliceBank(4, 3, 8);
  const draw = new Draw(3);
  const n = 203;
  const [xa, xb] = [0, 1].map(() => Float32Array.from(draw.column(n, () => draw.uniform())));
  const counts = new Uint32Array(12);
  for (let i = 0; i < n; i++) counts[draw.integer(12)]++;
  for (let k = 0; k < bank.angles; k++) {
    const [wa, wb] = [bank.wa[k], bank.wb[k]];
    const at = Float64Array.from(xa, (x, i) => wa * x + wb * xb[i]);
    const cells = Array.from({ length: 12 }, (_, rank) => rank).flatMap((rank) =>
      new Array(counts[bank.orders[12 * k + rank]]).fill(bank.z[12 * k + rank]),
    );
    const order = Array.from(at.keys()).sort((i, j) => at[i] - at[j]);
    const low = Math.min(0, wa) + Math.min(0, wb);
    const buckets = 0x10000;
    const own = bank.orders.slice(12 * k, 12 * k + 12);
    const z = bank.z.slice(12 * k, 12 * k + 12);
    const scratch = new Float32Array(kernel().slicedScratch(n, buckets) / 4);
    const empty = new Float32Array(n);
    const [, , ga, gb] = inKernel(
      [xa, xb, empty, empty, own, z, counts, scratch],
      (pa, pb, pga, pgb, po, pz, pc, ps) => {
        const scale = buckets / (Math.abs(wa) + Math.abs(wb));
        kernel().slicedGradient(
          pa,
          pb,
          pga,
          pgb,
          n,
          wa,
          wb,
          low,
          scale,
          buckets,
          po,
          pz,
          12,
          pc,
          ps,
        );
      },
    );
    order.forEach((i, rank) => {
      // half the slope of the squared distance
      expect(ga[i]).toBeCloseTo((at[i] - cells[rank]) * wa, 5);
      expect(gb[i]).toBeCloseTo((at[i] - cells[rank]) * wb, 5);
    });
  }
});

describe('masked Adam', () => {
  const n = 5000;
  const draw = new Draw(4);
  const column = (of: () => number) => Float32Array.from({ length: n }, of);
  const x = column(() => draw.uniform());
  const [m, v] = [column(() => draw.uniform() - 0.5), column(() => draw.uniform())];
  const g = column(() => (draw.uniform() < 0.1 ? 0 : draw.uniform() - 0.5));
  const step = (share: number, columnOfTable = 0, seed = 1) =>
    inKernel([x, m, v, g], (px, pm, pv, pg) => {
      const { key } = rngFromSeed(seed);
      kernel().maskedAdam(px, pm, pv, pg, n, share, 20, 0.1, 0.7, columnOfTable, ...key);
    });

  test('moves entries within the interval, and clears the gradient', () => {
    const [moved, first, second, gradient] = step(0x10000);
    expect(gradient.every((slope) => slope === 0)).toBe(true);
    for (let i = 0; i < n; i++) {
      const slope = 20 * g[i];
      const m1 = slope === 0 ? m[i] : 0.9 * m[i] + 0.1 * slope;
      const v1 = slope === 0 ? v[i] : 0.999 * v[i] + 0.001 * slope * slope;
      const aim = slope === 0 ? x[i] : x[i] - (0.1 * m1) / (Math.sqrt(v1) / 0.7 + 1e-8);
      expect(first[i]).toBeCloseTo(m1, 4);
      expect(second[i]).toBeCloseTo(v1, 4);
      expect(moved[i]).toBeCloseTo(Math.max(0, Math.min(1, aim)), 4);
    }
    expect(moved.some((place) => place === 0) && moved.some((place) => place === 1)).toBe(true);
  });

  test('moves a random share, another for each column and key', () => {
    const changed = (after: Float32Array[]) => Array.from(after[1], (value, i) => value !== m[i]);
    const share = (flags: boolean[]) => flags.filter(Boolean).length / n;
    const one = changed(step(0.2 * 0x10000));
    const able = g.filter((slope) => slope !== 0).length / n;
    // once in a million
    const spread = 4.9 * Math.sqrt((0.2 * 0.8) / n);
    expect(Math.abs(share(one) - 0.2 * able)).toBeLessThan(spread);
    for (const other of [changed(step(0.2 * 0x10000, 1)), changed(step(0.2 * 0x10000, 0, 2))]) {
      const both = share(one.map((is, i) => is && other[i]));
      expect(Math.abs(both - 0.04 * able)).toBeLessThan(4.9 * Math.sqrt((0.04 * 0.96) / n));
    }
    expect(changed(step(0.2 * 0x10000))).toEqual(one);
  });
});
