/** How near synthetic rows come to real ones: copies, other people, noise. */

import { describe, expect, test } from 'vitest';
import { comparable } from '../../src/measures/fidelity/comparable.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { openNearness } from '../../src/studio/engine/nearness.ts';
import { tableFromColumns } from '../../src/table/tableFromColumns.ts';
import { takeRows } from '../../src/table/takeRows.ts';

const ROWS = 1200;
const rng = rngFromSeed(7);
const table = tableFromColumns(
  Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e'].map((name) => [name, rng.split(name).uniforms(ROWS)]),
  ),
);
const rows = (from: number, to: number) =>
  takeRows(
    table,
    Uint32Array.from({ length: to - from }, (_, i) => from + i),
  );
const [real, heldOut, others] = [rows(0, 400), rows(400, 800), rows(800, 1200)];
const nearness = openNearness(comparable(real, others), heldOut);

describe('nearness', () => {
  test('copies of real rows are as near as can be', () => {
    const found = nearness(real);
    expect(found?.nearer.estimate).toBe(1);
    expect(found?.far).toBe(0);
  });

  test('other people are nearer to the rows of a fit half of the time, and as far as others', () => {
    const found = nearness(others);
    expect(found?.nearer.low).toBeLessThan(0.5);
    expect(found?.nearer.high).toBeGreaterThan(0.5);
    expect(found?.far).toBeGreaterThan(0.9);
    expect(found?.far).toBeLessThan(1.1);
  });

  test('copies of held-out rows are not taken for copies of the fit’s', () => {
    expect(nearness(heldOut)?.nearer.estimate).toBe(0);
  });

  test('with too few rows held out nothing is said', () => {
    expect(openNearness(comparable(real, others), rows(400, 410))(others)).toBeNull();
  });
});
