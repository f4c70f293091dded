/**
 * Guesses for people in the table beside guesses for others: what a table says about anybody is the same for
 * both, and only what participation costs differs.
 */

import { describe, expect, test } from 'vitest';
import type { Generator } from '../../../src/generators/generator.ts';
import {
  type AttributeSettings,
  attributeAttack,
} from '../../../src/measures/attribute/attributeAttack.ts';
import type { Interval } from '../../../src/numerics/intervals.ts';
import { tableFromColumns } from '../../../src/table/tableFromColumns.ts';
import { takeRows } from '../../../src/table/takeRows.ts';
import { Draw } from '../../support/draw.ts';

/** `secret` follows from a and b in part; the rest is known of nobody. */
function people(rows: number, seed: number) {
  const draw = new Draw(seed);
  const column = () => Array.from(draw.column(rows, () => draw.uniform()));
  const [a, b, c, own, other] = [column(), column(), column(), column(), column()];
  return tableFromColumns({
    a,
    b,
    c,
    secret: a.map((x, i) => x + b[i] + 0.8 * own[i]),
    kind: a.map((x, i) => (x + 0.8 * other[i] > 0.9 ? 'high' : 'low')),
    y: a.map((x, i) => (x + c[i] > 1 ? 'yes' : 'no')),
  });
}

const table = people(400, 3);
const others = people(300, 8);

/** Knows the population, and nobody of the table. */
const population: Generator = {
  fit: () => ({
    independentRows: true,
    sample: (rows, rng) => takeRows(others, rng.integers(rows, others.rows)),
  }),
};

const settings: AttributeSettings = {
  fit: { response: 'y', sensitive: ['secret', 'kind'], families: 'gaussian' },
  targets: { random: 5, quantiles: [] },
  iterations: 5,
  sets: 2,
};

async function attack(generator: NonNullable<AttributeSettings['generator']>) {
  const { levels } = await attributeAttack(table, { ...settings, generator });
  const [{ sensitive, categories }] = levels;
  return { secret: sensitive.secret, kind: categories.kind };
}

const isOrdered = ({ low, estimate, high }: Interval) => low <= estimate && estimate <= high;

describe.each([
  ['copy', 'copies'],
  [population, 'population knowledge'],
  ['cvine', 'the vine'],
  ['bootstrap-independent', 'independent margins'],
] as const)('%s', async (generator, name) => {
  const { secret, kind } = await attack(generator);

  test(`${name}: intervals lie within their range`, () => {
    for (const each of [secret.inTable, secret.heldOut]) {
      expect(isOrdered(each)).toBe(true);
      expect(each.high).toBeLessThanOrEqual(1);
    }
    const { inTable, heldOut } = kind.baselineOnReal;
    for (const each of [kind.inTable, kind.heldOut, inTable, heldOut]) {
      expect(isOrdered(each)).toBe(true);
      expect(each.low).toBeGreaterThanOrEqual(0);
      expect(each.high).toBeLessThanOrEqual(1);
    }
    expect(isOrdered(secret.participation) && isOrdered(kind.participation)).toBe(true);
    expect(kind.participation.low).toBeGreaterThanOrEqual(-1);
    expect(kind.participation.high).toBeLessThanOrEqual(1);
  });

  if (name === 'copies') {
    test('of which a forest remembers people: far more is known of those in the table', () => {
      expect(secret.inTable.low).toBeGreaterThan(secret.heldOut.high);
      expect(secret.participation.low).toBeGreaterThan(0.1);
      expect(kind.participation.low).toBeGreaterThan(0.05);
    });
    return;
  }

  test(`${name}: participation costs nothing that would be seen`, () => {
    expect(secret.participation.low).toBeLessThan(0.02);
    expect(secret.participation.estimate).toBeLessThan(0.05);
    expect(kind.participation.low).toBeLessThan(0.02);
    expect(kind.participation.estimate).toBeLessThan(0.05);
  });

  test(`${name}: says about both what it says about anybody`, () => {
    const isKnown = name === 'population knowledge' || name === 'the vine';
    for (const { estimate } of [secret.inTable, secret.heldOut]) {
      if (isKnown) expect(estimate).toBeGreaterThan(0.5);
      else expect(estimate).toBeLessThan(0.05);
    }
    for (const each of ['inTable', 'heldOut'] as const) {
      const gain = kind[each].estimate - kind.baselineOnReal[each].estimate;
      if (isKnown) expect(gain).toBeGreaterThan(0.1);
      else expect(gain).toBeLessThan(0.05);
    }
  });
});
