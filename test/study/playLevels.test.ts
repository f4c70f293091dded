/** Fewer trees for the columns that are not protected, where no level keeps the limits on membership. */

import { expect, test } from 'vitest';
import type { StudyResults } from '../../src/index.ts';
import { study } from '../../src/index.ts';
import { Draw } from '../support/draw.ts';
import { numericTable } from '../support/numericTable.ts';

/** Two factors behind twelve nearly collinear columns, whose later trees bring synthetic rows near to real ones. */
function clinic(rows: number) {
  const draw = new Draw(11);
  const some = () =>
    draw.column(rows, () => draw.uniform() + draw.uniform() + draw.uniform() - 1.5);
  const [one, two] = [some(), some()];
  const columns: Record<string, Float64Array> = { cost: some() };
  for (let j = 0; j < 12; j++) {
    const [first, second] = [Math.cos(1 + 1.7 * j), Math.cos(1 + 3.4 * j)];
    columns[`x${j}`] = some().map((noise, i) => first * one[i] + second * two[i] + 0.1 * noise);
  }
  const noise = some();
  return numericTable({ ...columns, died: one.map((x, i) => (x + noise[i] > 0 ? 1 : 0)) }, 4);
}

const table = clinic(150);

async function run(maxMembership: number, truncateRest?: number): Promise<StudyResults> {
  const { results } = await study(table, {
    response: 'died',
    sensitive: ['cost'],
    families: 'gaussian',
    byClass: 'never',
    levels: [1],
    holdout: 0.2,
    ...(truncateRest !== undefined && { truncateRest }),
    constraints: { maxMembership, maxBeyondMargins: 'none', maxPeople: 'none' },
    sizes: {
      targets: { quantiles: [0.99], random: 1 },
      attribute: { iterations: 1, sets: 2 },
      audit: { fits: 16, controls: true },
      utility: { sets: 2, trees: 20 },
    },
  });
  return results;
}

/** Upper ends of what the two attackers that are judged have. */
function highest({ levels }: StudyResults): number {
  const { refit, near } = levels[0].membershipAudit?.scores ?? {};
  return Math.max(refit?.atRelease.high ?? 1, near?.atRelease.high ?? 1);
}

const aboutTrees = ({ notes }: StudyResults) =>
  notes.filter((note) => note.includes('columns that are not protected'));

test('a limit that a level keeps leaves the trees of the other columns alone', async () => {
  const results = await run(0.7);
  expect(highest(results)).toBeLessThan(0.7);
  expect(aboutTrees(results)).toEqual([]);
});

test('a limit that columns without dependence miss too costs no trees', async () => {
  const results = await run(0.55);
  const margins = results.controls.find(({ name }) => name === 'independent')?.scores.refit;
  expect(margins?.atRelease.low).toBeGreaterThan(0.55);
  expect(results.levels[0].judged.judged).toBe('unsafe');
  expect(aboutTrees(results)).toEqual([]);
});

test('a limit that fewer trees keep cuts them, says so, and is what --truncate-rest gives', async () => {
  const results = await run(0.62);
  const [note, ...others] = aboutTrees(results);
  expect(others).toEqual([]);
  const rest = Number(/--truncate-rest (\d+)/.exec(note)?.[1]);
  expect(rest).toBeGreaterThanOrEqual(1);
  expect(highest(results)).toBeLessThanOrEqual(0.62);
  const asked = await run(0.62, rest);
  expect(asked.levels[0].membershipAudit?.scores).toEqual(
    results.levels[0].membershipAudit?.scores,
  );
});
