import { describe, expect, test } from 'vitest';
import { checkFits, planFits } from '../../../src/measures/membership/fits.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';

const targets = [
  { row: 3, kind: 'outlying' as const },
  { row: 40, kind: 'random' as const },
  { row: 11, kind: 'random' as const },
];
const isTarget = new Set(targets.map(({ row }) => row));
const pool = Array.from({ length: 60 }, (_, row) => row).filter((row) => !isTarget.has(row));
const sizes = {
  shadows: 4,
  iterations: 5,
  referenceSize: 30,
  trainSize: 20,
  setsPerShadow: 2,
  sets: 3,
  setSize: 20,
  trees: 10,
};
const fits = planFits(pool, targets, sizes, true, rngFromSeed(1));
const at = (stage: string, turn: number, added: unknown) =>
  fits.filter((fit) => fit.stage === stage && fit.turn === turn && fit.added === added);

describe('the fits of a game', () => {
  test('are as few as can be: shadows and iterations (1 + T) each, and one placebo an iteration', () => {
    expect(fits.length).toBe(4 * (1 + 3) + 5 * (1 + 3) + 5);
    expect(planFits(pool, targets, sizes, false, rngFromSeed(1)).length).toBe(4 * 4 + 5 * 4);
  });

  test('with and without a target are to the same rows, and shadows to rows of the reference', () => {
    const reference = new Set<number>();
    for (const stage of ['shadow', 'iteration']) {
      for (let turn = 0; turn < (stage === 'shadow' ? 4 : 5); turn++) {
        const [without] = at(stage, turn, 'none');
        expect(without.rows.length).toBe(20);
        if (stage === 'shadow') for (const row of without.rows) reference.add(row);
        targets.forEach(({ row }, place) => {
          const [withTarget, ...more] = at(stage, turn, place);
          expect(more).toEqual([]);
          expect([...withTarget.rows]).toEqual([...without.rows, row]);
        });
      }
    }
    expect(reference.size).toBeLessThanOrEqual(30);
    expect(reference.size).toBeGreaterThan(20);
  });

  test('of the placebo hold one more row of the pool that was not there', () => {
    const added = Array.from({ length: 5 }, (_, turn) => {
      const [without] = at('iteration', turn, 'none');
      const [placebo] = at('iteration', turn, 'placebo');
      expect([...placebo.rows.subarray(0, 20)]).toEqual([...without.rows]);
      const row = placebo.rows[20];
      expect(without.rows.includes(row)).toBe(false);
      expect(pool).toContain(row);
      return row;
    });
    expect(new Set(added).size).toBeGreaterThan(1);
  });

  test('have streams of their own', () => {
    expect(new Set(fits.map(({ key }) => key.join())).size).toBe(fits.length);
  });

  test('do not change for a target when others come before it', () => {
    const turned = planFits(pool, [...targets].reverse(), sizes, true, rngFromSeed(1));
    const of = (all: typeof fits, place: number) =>
      all.filter((fit) => fit.added === place).map(({ rows, key }) => ({ rows, key }));
    expect(of(turned, 0)).toEqual(of(fits, 2));
  });

  test('are refused with a row twice, a target too many or one too few', () => {
    const [without] = at('iteration', 0, 'none');
    const [withTarget] = at('iteration', 0, 1);
    expect(() => checkFits([{ ...without, rows: Uint32Array.of(1, 2, 1) }], targets)).toThrow(
      'iteration 0, added none: a row is there twice',
    );
    for (const wrong of [
      { ...without, rows: Uint32Array.of(1, 3) },
      { ...without, added: 'placebo' as const, rows: Uint32Array.of(1, 11) },
      { ...withTarget, rows: Uint32Array.of(1, 2) },
      { ...withTarget, rows: Uint32Array.of(1, 3) },
      { ...withTarget, rows: Uint32Array.of(40, 3) },
    ]) {
      expect(() => checkFits([wrong], targets)).toThrow('a target is where it must not be');
    }
    checkFits([{ ...withTarget, rows: Uint32Array.of(1, 40) }], targets);
  });
});
