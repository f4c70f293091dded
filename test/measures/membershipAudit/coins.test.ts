import { describe, expect, test } from 'vitest';
import { planFeatures } from '../../../src/features/plan.ts';
import { type Flip, flipCoins } from '../../../src/measures/membershipAudit/coins.ts';
import { planPeople } from '../../../src/measures/membershipAudit/people.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { applySchema } from '../../../src/table/applySchema.ts';
import type { Table } from '../../../src/table/table.ts';
import { numericTable } from '../../support/numericTable.ts';
import { people as simulated } from '../membership/tables.ts';

const rng = rngFromSeed(3);

function peopleOf(table: Table, group?: string, most = 1e6) {
  const plan = planFeatures(applySchema(table));
  return planPeople(table, plan, { group, most }, rng.split('people'));
}

/** What must hold of any flip: pairs are people of the same size, one of the two is in. */
function check(people: ReturnType<typeof peopleOf>, { isIn, first, second, rows }: Flip): void {
  const size = (person: number) => people.starts[person + 1] - people.starts[person];
  const seen = new Set<number>();
  for (let pair = 0; pair < first.length; pair++) {
    const [a, b] = [first[pair], second[pair]];
    expect(a).not.toBe(b);
    expect(isIn[a] + isIn[b]).toBe(1);
    expect(size(a)).toBe(size(b));
    expect(Math.max(a, b)).toBeLessThan(people.scored);
    for (const person of [a, b]) {
      expect(seen.has(person)).toBe(false);
      seen.add(person);
    }
  }
  expect(new Set(rows).size).toBe(rows.length);
  expect(Array.from(rows)).toEqual(Array.from(rows).sort((a, b) => a - b));
}

describe('who is a person', () => {
  test('each row, where all differ', () => {
    const people = peopleOf(simulated(50));
    expect(people.scored).toBe(50);
    expect(Array.from(people.starts)).toEqual(Array.from({ length: 51 }, (_, i) => i));
  });

  test('up to four equal rows are one, more are nobody in particular', () => {
    const x = Float64Array.of(...Array.from({ length: 20 }, (_, i) => i), 3, 3, 7, 7, 7, 7, 8, 8);
    const y = x.map((value) => value * value);
    const people = peopleOf(numericTable({ x, y }));
    const sizes = Array.from(people.starts.slice(1), (end, i) => end - people.starts[i]);
    // 17 alone, 3 and 8 three times each, 7 five times
    expect(sizes.filter((size) => size === 1)).toHaveLength(17 + 5);
    expect(sizes.filter((size) => size === 3)).toHaveLength(2);
    expect(people.scored).toBe(24);
  });

  test('rows of one group, and who has no match is not scored', () => {
    const who = Float64Array.of(1, 1, 2, 2, 3, 4, 5, 5, 5);
    const people = peopleOf(numericTable({ who, x: who.map((_, i) => i) }), 'who');
    expect(people.scored).toBe(4);
    const [a, b] = [people.starts[people.scored], people.rows.length];
    expect(Array.from(people.rows.slice(a, b))).toEqual([6, 7, 8]);
    const flip = flipCoins(people, rng);
    check(people, flip);
    expect(flip.rows).toHaveLength(3);
    expect(Array.from(flip.rows).some((row) => row > 5)).toBe(false);
  });

  test('of very many some are scored, and the others throw coins too', () => {
    const people = peopleOf(simulated(101), undefined, 40);
    expect(people.scored).toBe(40);
    for (let fit = 0; fit < 10; fit++) {
      const flip = flipCoins(people, rng.split(fit));
      check(people, flip);
      expect(flip.first).toHaveLength(20);
      expect(flip.rows).toHaveLength(50);
    }
  });
});

describe('coins', () => {
  test('every training table has as many rows, and somebody left over is out', () => {
    const people = peopleOf(simulated(81));
    for (let fit = 0; fit < 20; fit++) {
      const flip = flipCoins(people, rng.split('odd', fit));
      check(people, flip);
      expect(flip.rows).toHaveLength(40);
      expect(flip.isIn.reduce((a, b) => a + b, 0)).toBe(40);
    }
  });

  test('are fair, and do not depend on each other', () => {
    const people = peopleOf(simulated(60));
    const fits = 2000;
    const times = new Float64Array(60);
    let [together, heads, pairs] = [0, 0, 0];
    for (let fit = 0; fit < fits; fit++) {
      const { isIn, first } = flipCoins(people, rng.split('fair', fit));
      isIn.forEach((is, person) => {
        times[person] += is;
      });
      if (isIn[0] === isIn[1]) together++;
      for (const person of first) heads += isIn[person];
      pairs += first.length;
    }
    // five errors of a binomial count, for 62 counts: false alarm 4e-5
    const error = 5 * Math.sqrt(fits / 4);
    for (const count of times) expect(Math.abs(count - fits / 2)).toBeLessThan(error);
    expect(Math.abs(heads - pairs / 2)).toBeLessThan(5 * Math.sqrt(pairs / 4));
    // two people are matched in 1 of 59 fits, and are then never both in or both out
    const expected = (fits * 29) / 59;
    expect(Math.abs(together - expected)).toBeLessThan(error);
  });

  test('follow from the key alone', () => {
    const people = peopleOf(simulated(30));
    expect(flipCoins(people, rngFromSeed(5))).toEqual(flipCoins(people, rngFromSeed(5)));
    expect(flipCoins(people, rngFromSeed(5))).not.toEqual(flipCoins(people, rngFromSeed(6)));
  });
});
