import { describe, expect, test } from 'vitest';
import { attackCategories } from '../../src/measures/attribute/attackCategories.ts';
import { attackNumbers } from '../../src/measures/attribute/attackNumbers.ts';
import type { AttackRows } from '../../src/measures/attribute/attackRows.ts';
import type { CategoryRows } from '../../src/measures/attribute/guessCategory.ts';
import { shareNearer } from '../../src/measures/fidelity/shareNearer.ts';
import { bestDistance } from '../../src/measures/membership/tableMembership.ts';
import { InputError } from '../../src/numerics/inputError.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { Draw } from '../support/draw.ts';

function features(columns: Readonly<Record<string, ArrayLike<number>>>): AttackRows {
  const names = Object.keys(columns);
  return {
    features: {
      rows: columns[names[0]].length,
      names,
      columns: names.map((name) => Float64Array.from(columns[name])),
      sources: names,
      isNumber: names.map(() => true),
      unknownLevels: 0,
    },
    classes: undefined,
  };
}

const rng = rngFromSeed(1);

describe('guessing numbers', () => {
  const x = [1, 2, 3, 4, 5, 6];

  test('one regressor by hand', () => {
    // the synthetic table has means 3.5 and 4.5 and equal variances
    const synthetic = features({ secret: [3, 2, 4, 6, 5, 7], x });
    const real = features({ secret: [2, 3, 4, 5, 6, 17], x });
    const found = attackNumbers({
      name: 'secret',
      tolerance: 0.1,
      real,
      synthetic,
      heldOut: undefined,
      rng,
    });
    // the sum of products around the means is 15.5, those of squares are 17.5
    const r = 15.5 / 17.5;
    expect(found.regression.r2).toBeCloseTo(r * r, 12);
    expect(found.regression.mab).toBeCloseTo(r, 12);
    expect(found.coefficients).toEqual([{ feature: 'x', coefficient: expect.closeTo(r, 12) }]);
    // guesses 4.5 + r (x - 3.5); real variance of 2, 3, 4, 5, 6, 17 with mean 37/6
    const secret = [2, 3, 4, 5, 6, 17];
    const variance = secret.reduce((sum, y) => sum + (y - 37 / 6) ** 2, 0) / 6;
    const errors = secret.map((y, i) => 4.5 + r * (x[i] - 3.5) - y);
    const mean = errors.reduce((sum, e) => sum + e * e, 0) / 6 / variance;
    expect(found.real.meanSquaredError.estimate).toBeCloseTo(mean, 12);
    const right = errors.filter((e) => Math.abs(e) / Math.sqrt(variance) < 0.1).length;
    expect(right).toBe(5);
    expect(found.real.right.estimate).toBeCloseTo(5 / 6, 12);
    const plain = secret.reduce((sum, y) => sum + (y - 4.5) ** 2, 0) / 6 / variance;
    expect(found.real.meanSquaredErrorByBaseline).toBeCloseTo(plain, 12);
    expect(found.control).toBeNull();
    // the share of the real variance that is explained, and who did not try
    expect(found.people.pooled?.real).toEqual(found.real);
    expect(found.people.byClass).toBeNull();
    expect(found.mr2).toBeCloseTo(1 - ((1 - r * r) * 5) / 4, 12);
    expect(found.mr2ByClass).toBeNull();
    expect(found.inTable.estimate).toBeGreaterThanOrEqual(1 - mean - 1e-12);
    expect(found.heldOut).toBeNull();
  });

  test('slopes that cancel out over classes are found within them, bends by the forest', () => {
    const draw = new Draw(12);
    const n = 600;
    const table = (): AttackRows => {
      const codes = Int32Array.from({ length: n }, (_, i) => i % 2);
      const [a, b] = [0, 1].map(() => draw.column(n, () => draw.uniform() - 0.5));
      const secret = a.map((x, i) => (codes[i] ? x : -x) + 0.1 * draw.uniform());
      const bent = b.map((x) => Math.abs(x) + 0.02 * draw.uniform());
      const rows = features({ secret, bent, a, b, y: codes });
      return { ...rows, classes: { codes, count: 3 } };
    };
    const [synthetic, real, heldOut] = [table(), table(), table()];
    const attack = (name: string) =>
      attackNumbers({ name, tolerance: 0.126, synthetic, real, heldOut, rng });
    const secret = attack('secret');
    expect(secret.mr2).toBeLessThan(0.05);
    // the noise has a variance of .01/12 beside one of 1/12
    expect(secret.mr2ByClass).toBeCloseTo(1 / 1.01, 2);
    expect(secret.strongest.attacker).toBe('byClass');
    expect(secret.inTable.low).toBeGreaterThan(0.97);
    expect(secret.heldOut?.low).toBeGreaterThan(0.97);
    const bent = attack('bent');
    expect(Math.max(bent.mr2, bent.mr2ByClass ?? 1)).toBeLessThan(0.05);
    expect(bent.strongest).toEqual({ attacker: 'forest', mr2: bent.mr2Forest });
    expect(bent.mr2Forest).toBeGreaterThan(0.85);
    for (const floor of Object.values(bent.mr2Floors)) expect(floor).toBeLessThan(0.05);
  });

  test('a forest knows the people whose rows were copied from others', () => {
    const draw = new Draw(3);
    const table = () => {
      const [secret, a, b] = [0, 1, 2].map(() => draw.column(300, () => draw.uniform()));
      return features({ secret, a, b });
    };
    const real = table();
    const heldOut = table();
    const found = attackNumbers({
      ...{ name: 'secret', tolerance: 0.126, rng },
      ...{ real, synthetic: real, heldOut },
    });
    // nothing depends on anything, so that only who was copied is known
    expect(found.strongest.mr2).toBeLessThan(0.1);
    expect(found.people.forest?.real.meanSquaredError.high).toBeLessThan(0.5);
    expect(found.people.forest?.control?.meanSquaredError.low).toBeGreaterThan(0.9);
    expect(found.people.forest?.beyondControl?.difference.low).toBeGreaterThan(0);
    expect(found.people.pooled?.beyondControl?.difference.low).toBeLessThan(0);
  });

  test('a rule that holds for people in the real table alone is a leak', () => {
    const draw = new Draw(2);
    const table = (follows: boolean) => {
      const a = Array.from({ length: 400 }, () => draw.uniform());
      const b = Array.from({ length: 400 }, () => draw.uniform());
      const secret = a.map((value, i) => (follows ? 2 * value - b[i] + 3 : 2 + 2 * draw.uniform()));
      return features({ secret, a, b });
    };
    const found = attackNumbers({
      name: 'secret',
      tolerance: 0.126,
      synthetic: table(true),
      real: table(true),
      heldOut: table(false),
      rng,
    });
    expect(found.real.right.estimate).toBe(1);
    expect(found.real.unusual).toMatchObject({ rows: 10, right: { estimate: 1 } });
    expect(found.control?.right.estimate).toBeLessThan(0.2);
    expect(found.beyondControl?.difference.low).toBeGreaterThan(0.7);
    expect(found.beyondControl?.residualRisk?.low).toBeGreaterThan(0.9);
  });

  test('too few rows, or nothing to guess from, is said', () => {
    const few = features({ secret: [1, 2, 4], x: [1, 2, 3], y: [3, 1, 2] });
    const tables = { real: few, synthetic: few, heldOut: undefined };
    const task = { name: 'secret', tolerance: 0.1, ...tables, rng };
    expect(() => attackNumbers(task)).toThrow(/3 rows with a value of 'secret', too few/);
    const alone = features({ secret: [1, 2, 4] });
    expect(() => attackNumbers({ ...task, real: alone, synthetic: alone })).toThrow(InputError);
  });
});

describe('guessing levels', () => {
  const people = (x: readonly number[], codes: readonly number[]): CategoryRows => ({
    features: { names: ['x'], columns: [Float64Array.from(x)] },
    target: { kind: 'classes', codes: Int32Array.from(codes), levels: ['a', 'b', 'c'] },
  });
  const x = Array.from({ length: 60 }, (_, i) => i % 20);
  const separated = x.map((value) => (value < 12 ? 0 : 1));

  test('levels that a column separates are all guessed, and the rarest ones counted apart', () => {
    const found = attackCategories(
      {
        name: 'secret',
        synthetic: people(x, separated),
        real: people(x, separated),
        heldOut: people(
          x,
          x.map(() => 1),
        ),
      },
      rngFromSeed(1),
    );
    expect(found.real.right.estimate).toBe(1);
    expect(found.real.rightByBaseline.estimate).toBe(0.6);
    // level b has 24 of 60 rows and is the rarest that occurs
    expect(found.real.unusual?.rows).toBe(24);
    expect(found.control?.right.estimate).toBeCloseTo(0.4, 12);
    expect(found.beyondControl?.residualRisk?.estimate).toBe(1);
  });

  test('one level in the synthetic table is guessed for everybody', () => {
    const one = people(
      x,
      x.map(() => 0),
    );
    const found = attackCategories(
      { name: 'secret', synthetic: one, real: people(x, separated), heldOut: undefined },
      rngFromSeed(1),
    );
    expect(found.real.right.estimate).toBe(0.6);
    const none = people([], []);
    expect(() =>
      attackCategories(
        { name: 's', synthetic: none, real: one, heldOut: undefined },
        rngFromSeed(1),
      ),
    ).toThrow('At least 2');
  });
});

describe('membership', () => {
  test('the best distance is the best of all', () => {
    const draw = new Draw(8);
    for (let round = 0; round < 50; round++) {
      const distances = draw.column(30, (d) => d.integer(8));
      const isMember = Uint8Array.from({ length: 30 }, (_, i) => (i < 12 ? 1 : 0));
      const all = Uint32Array.from(distances.keys());
      const gain = (limit: number) => {
        const within = (kind: number) =>
          all.filter((i) => isMember[i] === kind && distances[i] <= limit).length;
        return within(1) / 12 - within(0) / 18;
      };
      const best = Math.max(...Array.from(distances, gain));
      expect(gain(bestDistance(all, distances, isMember))).toBeCloseTo(best, 12);
    }
  });

  const nearest = (row: readonly number[], distance: readonly number[]) => ({
    row: Uint32Array.from(row),
    distance: Float64Array.from(distance),
  });

  test('ties count half, and many rows near one person count once', () => {
    const share = shareNearer(
      nearest([0, 1, 2, 3], [1, 1, 1, 1]),
      nearest([0, 1, 2, 3], [2, 0, 1, 3]),
    );
    expect(share.estimate).toBe(0.625);
    // counts 1, 0.5, 1 in the table and 1, 0.5 outside: 16 / 3.5
    const crowd = shareNearer(
      nearest(Array(100).fill(7), Array(100).fill(1)),
      nearest(Array(100).fill(3), Array(100).fill(2)),
    );
    expect([crowd.estimate, crowd.low < 0.3]).toEqual([1, true]);
  });

  test('few people and many synthetic rows: the interval covers one half in 93 % of trials', () => {
    const draw = new Draw(4);
    let covered = 0;
    for (let trial = 0; trial < 600; trial++) {
      const people = [0, 1].map(() => draw.column(30, (d) => d.uniform()));
      const made = draw.column(400, (d) => d.uniform());
      const [a, b] = people.map((side) => {
        const found = Array.from(made, (x) => {
          const distances = side.map((person) => Math.abs(person - x));
          const distance = Math.min(...distances);
          return [distances.indexOf(distance), distance];
        });
        return nearest(
          found.map(([row]) => row),
          found.map(([, distance]) => distance),
        );
      });
      const { low, high } = shareNearer(a, b);
      if (low <= 0.5 && high >= 0.5) covered++;
    }
    expect(covered / 600).toBeGreaterThan(0.93);
  });
});
