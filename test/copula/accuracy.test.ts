import { expect, test } from 'vitest';
import { familyNames } from '../../src/copula/families/index.ts';
import { pairCopula } from '../../src/copula/pairCopula.ts';
import { type PeerCase, peerNumber, peerPoints, readPeerCases } from '../support/peerCases.ts';
import { readReference } from '../support/reference.ts';

const CASES = 148;
const POINTS = 16;
/** Below it a density is only asked to be as small. */
const LEAST_DENSITY = 1e-280;
const LIMITS = { pdf: 1e-9, cdf: 1e-10, hfunc1: 1e-10, hfunc2: 1e-10 };
type Compared = keyof typeof LIMITS;

/** Relative for a density, absolute for probabilities; 0 for densities that are both negligible. */
function errorOf(what: Compared, value: number, exact: number): number {
  if (what !== 'pdf') return Math.abs(value - exact);
  if (exact > LEAST_DENSITY) return Math.abs(value / exact - 1);
  return value <= 2 * LEAST_DENSITY ? 0 : Number.POSITIVE_INFINITY;
}

/** Each value of the file that is not missing, with what `values` has for it. */
function compare(
  exact: PeerCase,
  values: (what: Compared) => ArrayLike<unknown>,
  judge: (what: Compared, error: number, i: number) => void,
): number {
  let count = 0;
  for (const what of Object.keys(LIMITS) as Compared[]) {
    const column = exact[what] as unknown[];
    for (let i = 0; i < POINTS; i++) {
      if (column[i] === null) continue;
      judge(what, errorOf(what, peerNumber(values(what)[i]), peerNumber(column[i])), i);
      count++;
    }
  }
  return count;
}

test('pdf, cdf and h on every point of the 400-digit values', () => {
  const cases = readPeerCases('pairsExact.json');
  const peers = readPeerCases('pairs.json');
  const [u1, u2] = peerPoints('pairsExact.json');
  expect(cases).toHaveLength(CASES);
  expect(u1).toHaveLength(POINTS);
  const worst = new Map<string, Record<Compared, number>>();
  const missed: string[] = [];
  const peersMissed = new Map<string, number>();
  let count = 0;
  cases.forEach((exact, k) => {
    const { family, rotation, parameters } = exact.copula;
    const copula = pairCopula(exact.copula);
    const errors = worst.get(family) ?? { pdf: 0, cdf: 0, hfunc1: 0, hfunc2: 0 };
    worst.set(family, errors);
    count += compare(
      exact,
      (what) => copula[what](u1, u2),
      (what, error, i) => {
        // not `error > ...`, which NaN would pass
        if (!(error <= errors[what])) errors[what] = error;
        if (error <= LIMITS[what]) return;
        missed.push(
          `${family} ${rotation} ${parameters.join()} ${what} at (${u1[i]}, ${u2[i]}): ${error}`,
        );
      },
    );
    expect(peers[k].copula).toEqual(exact.copula);
    compare(
      exact,
      (what) => peers[k][what] as unknown[],
      (what, error) => {
        if (error <= LIMITS[what]) return;
        peersMissed.set(family, (peersMissed.get(family) ?? 0) + 1);
      },
    );
  });
  expect([...worst.keys()].sort()).toEqual([...familyNames].sort());
  // all but the cdf of the 13 elliptical cases, which the file does not have
  expect(count).toBe((4 * CASES - 13) * POINTS);
  expect(missed).toEqual([]);
  const total = [...peersMissed.values()].reduce((a, b) => a + b, 0);
  expect(total).toBeGreaterThanOrEqual(83);
  console.info(accuracyTable(worst, peersMissed, total, count));
});

function accuracyTable(
  worst: ReadonlyMap<string, Record<Compared, number>>,
  peersMissed: ReadonlyMap<string, number>,
  total: number,
  count: number,
): string {
  const head = ['family', ...Object.keys(LIMITS), 'peer misses'];
  const rows = [...worst].map(([family, errors]) => [
    family,
    ...Object.values(errors).map((error) => error.toExponential(1)),
    `${peersMissed.get(family) ?? 0}`,
  ]);
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell) => cell.padEnd(14))
      .join('')
      .trimEnd(),
  );
  return [
    `Largest errors against 400-digit values, ${count} comparisons (pdf relative, others absolute):`,
    ...lines,
    `The peer misses the same limits ${total} times.`,
  ].join('\n');
}

test('the normal and Student distribution functions, which the file leaves out', () => {
  const { elliptical } = readReference('discretePairs.json') as {
    elliptical: { family: 'gaussian' | 'student'; parameters: number[]; cdf: number[] }[];
  };
  const [u1, u2] = peerPoints('pairsExact.json');
  expect(elliptical).toHaveLength(13);
  for (const { family, parameters, cdf } of elliptical) {
    const values = pairCopula({ family, parameters }).cdf(u1, u2);
    expect(cdf).toHaveLength(POINTS);
    cdf.forEach((exact, i) => {
      const what = `${family} ${parameters.join()} at (${u1[i]}, ${u2[i]}): ${exact}, got ${values[i]}`;
      expect(Math.abs(values[i] - exact), what).toBeLessThanOrEqual(1e-13);
    });
  }
});

test('inverse h-functions give back the probability, as exactly as u can hold it', () => {
  const cases = readPeerCases('pairsExact.json');
  const [u1, u2] = peerPoints('pairsExact.json');
  const missed: string[] = [];
  let count = 0;
  for (const { copula: data } of cases) {
    const copula = pairCopula(data);
    const second = copula.hinv1(u1, u2);
    const first = copula.hinv2(u1, u2);
    const back1 = copula.hfunc1(u1, second);
    const back2 = copula.hfunc2(first, u2);
    const pdf1 = copula.pdf(u1, second);
    const pdf2 = copula.pdf(first, u2);
    for (let i = 0; i < POINTS; i++) {
      for (const [got, p, u, density] of [
        [back1[i], u2[i], second[i], pdf1[i]],
        [back2[i], u1[i], first[i], pdf2[i]],
      ]) {
        count++;
        // one unit in the last place of u, times the slope of h
        const worth = density * u * Number.EPSILON;
        if (Math.abs(got - p) <= Math.max(1e-10, worth)) continue;
        missed.push(`${JSON.stringify(data)} p = ${p}, u = ${u}: back at ${got}`);
      }
    }
  }
  expect(count).toBe(CASES * POINTS * 2);
  expect(missed).toEqual([]);
});
