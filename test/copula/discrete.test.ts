import { describe, expect, test } from 'vitest';
import type { CopulaColumn } from '../../src/copula/copulaColumn.ts';
import { hfunc1, hfunc2, hinv2, logPdf, type PairCopula } from '../../src/copula/evaluate.ts';
import { readPeerCases } from '../support/peerCases.ts';
import { readReference } from '../support/reference.ts';

const VALUES = ['pdf', 'hfunc1', 'hfunc2'] as const;
type Value = (typeof VALUES)[number];

/** A value of the peer that is off by more than 1e-8, with the exact one. */
interface Wrong extends PairCopula {
  readonly types: string;
  readonly u: readonly number[];
  readonly what: Value;
  readonly peer: number;
  readonly exact: number;
  readonly cause: 'middle' | 'interpolated' | 'clamped' | 'cancelled';
}

const reference = readReference('discretePairs.json') as {
  discrete: { values: number; wrong: Wrong[] };
};
const wrong = new Map(reference.discrete.wrong.map((each) => [keyOf(each, each.what), each]));

function keyOf(each: PairCopula & { types: string; u: readonly number[] }, what: Value): string {
  const { family, rotation, parameters, types, u } = each;
  return [types, family, rotation, parameters.join(), u.join(), what].join(' ');
}

/** Rows of u1, u2 and their left limits as two columns. */
function marginsOf(
  types: string,
  rows: readonly (readonly number[])[],
): [CopulaColumn, CopulaColumn] {
  const column = (k: number) => Float64Array.from(rows, (row) => row[k]);
  const side = (k: number): CopulaColumn =>
    types[k] === 'd' ? { u: column(k), left: column(k + 2) } : { u: column(k) };
  return [side(0), side(1)];
}

function evaluated(copula: PairCopula, types: string, rows: readonly (readonly number[])[]) {
  const [first, second] = marginsOf(types, rows);
  return {
    pdf: logPdf(copula, first, second).map(Math.exp),
    hfunc1: hfunc1(copula, first, second.u),
    hfunc2: hfunc2(copula, first.u, second),
  };
}

test("densities and h-functions of discrete pairs are the peer's, or exact where it is wrong", () => {
  const cases = readPeerCases('pairsDiscrete.json');
  const { points } = readReference('pairsDiscrete.json') as {
    points: Record<string, number[][]>;
  };
  expect(cases).toHaveLength(444);
  const missed: string[] = [];
  const used = new Set<string>();
  let count = 0;
  for (const each of cases) {
    const types = each.types as string;
    const rows = points[types];
    const values = evaluated(each.copula, types, rows);
    for (const what of VALUES) {
      rows.forEach((u, i) => {
        count++;
        const key = keyOf({ ...each.copula, types, u }, what);
        const listed = wrong.get(key);
        if (listed) used.add(key);
        const expected = listed ? listed.exact : (each[what] as number[])[i];
        const scale = what === 'pdf' ? Math.max(1, expected) : 1;
        const got = values[what][i];
        if (Math.abs(got - expected) <= (listed ? 1e-10 : 1e-8) * scale) return;
        missed.push(`${key}: expected ${expected}${listed ? ' (exact)' : ''}, got ${got}`);
      });
    }
  }
  expect(count).toBe(reference.discrete.values);
  expect(missed).toEqual([]);
  expect(used.size).toBe(wrong.size);
  console.info(peersErrors());
});

/** How often the peer is off, why, and by how much at most. */
function peersErrors(): string {
  const lines = ['middle', 'interpolated', 'clamped', 'cancelled'].map((cause) => {
    const those = reference.discrete.wrong.filter((each) => each.cause === cause);
    const worst = those.reduce((most, each) => Math.max(most, Math.abs(each.peer - each.exact)), 0);
    const names = [...new Set(those.map((each) => each.family))].join(', ');
    return `${cause.padEnd(14)}${those.length} values, up to ${worst.toExponential(1)}: ${names}`;
  });
  const total = `The peer is off by more than 1e-8 in ${wrong.size} of ${reference.discrete.values} values for discrete pairs:`;
  return [total, ...lines].join('\n');
}

describe('cells of any width', () => {
  const copula: PairCopula = { family: 'gumbel', rotation: 0, parameters: [2.5] };
  const widths = [1e-2, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-10, 1e-13, 0];

  test.each([
    ['cd', (w: number) => [0.3, 0.4 + w, 0.3, 0.4]],
    ['dc', (w: number) => [0.4 + w, 0.3, 0.4, 0.3]],
    ['dd', (w: number) => [0.3 + w, 0.4 + w, 0.3, 0.4]],
  ] as const)('%s: tend to the continuous pair', (types, row) => {
    const density = Math.exp(
      logPdf(copula, { u: Float64Array.of(0.3) }, { u: Float64Array.of(0.4) })[0],
    );
    const slope = 30;
    for (const w of widths) {
      const { pdf } = evaluated(copula, types, [row(w)]);
      const limit = slope * w + (types === 'dd' ? 1e-6 : 1e-8);
      expect(
        Math.abs(
          pdf[0] -
            (types === 'dc'
              ? Math.exp(
                  logPdf(copula, { u: Float64Array.of(0.4) }, { u: Float64Array.of(0.3) })[0],
                )
              : density),
        ),
        `width ${w}`,
      ).toBeLessThanOrEqual(limit);
    }
  });

  test('h given a cell tends to h given a value', () => {
    const exact = hfunc2(copula, Float64Array.of(0.3), { u: Float64Array.of(0.4) })[0];
    for (const w of widths) {
      const cell = { u: Float64Array.of(0.4 + w), left: Float64Array.of(0.4) };
      expect(Math.abs(hfunc2(copula, Float64Array.of(0.3), cell)[0] - exact)).toBeLessThanOrEqual(
        2 * w + 1e-9,
      );
    }
  });
});

describe('hinv given a cell', () => {
  const p = Float64Array.from({ length: 41 }, (_, i) => (i + 0.5) / 41);
  const cells = [
    [0, 0.62],
    [0.62, 1],
    [0.3, 0.3001],
    [0.5, 0.5 + 1e-8],
    [0, 1],
  ];

  test.each<PairCopula>([
    { family: 'gaussian', rotation: 0, parameters: [-0.7] },
    { family: 'student', rotation: 0, parameters: [0.5, 3.3] },
    { family: 'clayton', rotation: 270, parameters: [4] },
    { family: 'gumbel', rotation: 180, parameters: [6] },
    { family: 'frank', rotation: 0, parameters: [-12] },
    { family: 'joe', rotation: 90, parameters: [3] },
    { family: 'bb1', rotation: 0, parameters: [2, 2] },
    { family: 'bb6', rotation: 270, parameters: [2, 2] },
    { family: 'bb7', rotation: 180, parameters: [3, 5] },
    { family: 'bb8', rotation: 0, parameters: [5, 0.8] },
    { family: 'independence', rotation: 0, parameters: [] },
  ])('$family $rotation undoes hfunc given the cell', (copula) => {
    for (const [low, high] of cells) {
      const second = { u: new Float64Array(41).fill(high), left: new Float64Array(41).fill(low) };
      const u = hinv2(copula, p, second);
      const back = hfunc2(copula, u, second);
      back.forEach((value, i) => {
        expect(Math.abs(value - p[i]), `p = ${p[i]} given (${low}, ${high}]`).toBeLessThanOrEqual(
          1e-10,
        );
      });
      expect(u.every((value, i) => i === 0 || value > u[i - 1])).toBe(true);
    }
  });

  test('takes probabilities of 0 and 1', () => {
    const second = { u: Float64Array.of(0.6, 0.6), left: Float64Array.of(0.1, 0.1) };
    for (const value of hinv2(
      { family: 'joe', rotation: 0, parameters: [3] },
      Float64Array.of(0, 1),
      second,
    )) {
      expect(value > 0 && value < 1).toBe(true);
    }
  });
});
