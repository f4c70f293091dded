/** What is counted and what is told of it: pairs, areas, rates at few false alarms, groups, single people. */

import { describe, expect, test } from 'vitest';
import { planFeatures } from '../../../src/features/plan.ts';
import { aucOverFits } from '../../../src/measures/membershipAudit/fitAuc.ts';
import { planGroups } from '../../../src/measures/membershipAudit/groups.ts';
import type { JudgedFit } from '../../../src/measures/membershipAudit/judgedFit.ts';
import { epsilonLower, pairFigures } from '../../../src/measures/membershipAudit/pairGuesses.ts';
import { planPeople } from '../../../src/measures/membershipAudit/people.ts';
import { ratesAt } from '../../../src/measures/membershipAudit/ratesAt.ts';
import { wordOf } from '../../../src/measures/membershipAudit/scoreAudit.ts';
import { screenPeople } from '../../../src/measures/membershipAudit/screenPeople.ts';
import { meanInterval } from '../../../src/numerics/intervals.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { applySchema } from '../../../src/table/applySchema.ts';
import { tableFromColumns } from '../../../src/table/tableFromColumns.ts';
import { flipped, normals } from './games.ts';

const rng = rngFromSeed(31);

/** Ratios of unit normals, with a shift for those in; of the people of a group another one. */
function fitsOf(people: number, fits: number, shift: (person: number) => number): JudgedFit[] {
  return Array.from({ length: fits }, (_, fit) => {
    const coins = flipped(people, rng.split('coins', people, fit));
    const noise = normals(people, rng.split('noise', people, fit));
    const ratios = noise.map((x, i) => x + (coins.isIn[i] ? shift(i) : 0));
    return { fit, ratios, coins };
  });
}

describe('pairs', () => {
  const judged = fitsOf(41, 6, () => 0.7);

  test('are guessed by the higher ratio, and counted one by one', () => {
    let [guesses, right] = [0, 0];
    for (const { ratios, coins } of judged) {
      coins.first.forEach((a, pair) => {
        const b = coins.second[pair];
        guesses++;
        if (coins.isIn[ratios[a] > ratios[b] ? a : b]) right++;
      });
    }
    const found = pairFigures(judged);
    expect(found.guesses).toBe(120);
    expect(found.accuracy.estimate).toBe(right / guesses);
    expect(found.advantage).toBeCloseTo((2 * right) / guesses - 1, 12);
    expect(found.accuracy.low).toBeLessThan(found.accuracy.estimate);
  });

  test('of a group are those with one of it', () => {
    const group = new Uint8Array(41);
    group[3] = 1;
    group[5] = 1;
    const pairs = judged.reduce((sum, { coins }) => {
      const own = Array.from(coins.first).filter(
        (a, pair) => group[a] || group[coins.second[pair]],
      );
      return sum + own.length;
    }, 0);
    expect(pairFigures(judged, group).guesses).toBe(pairs);
  });

  test('that tie are right half of the time', () => {
    const flat = fitsOf(400, 40, () => 0).map((fit) => ({ ...fit, ratios: new Float64Array(400) }));
    const { accuracy } = pairFigures(flat);
    // five errors of 8,000 coins
    expect(Math.abs(accuracy.estimate - 0.5)).toBeLessThan(5 * Math.sqrt(0.25 / 8000));
  });

  test('that are all right refute an epsilon by the surest share of all', () => {
    const sure = fitsOf(884, 1, () => 100);
    expect(epsilonLower(sure, 0)).toBeCloseTo(-Math.log(0.0125 ** (-1 / 442) - 1), 6);
  });

  test('of which only the surest are right refute more by these', () => {
    const judgedFew = fitsOf(800, 20, (i) => (i < 16 ? 50 : 0));
    const all = pairFigures(judgedFew).accuracy.estimate;
    expect(all).toBeLessThan(0.55);
    // by all guesses no more than log(.55 / .45) = .2 could be refuted
    expect(epsilonLower(judgedFew, 0)).toBeGreaterThan(2);
  });
});

describe('areas', () => {
  test('are those of each fit, with the interval of their mean', () => {
    const judged = fitsOf(60, 9, () => 0.5);
    const areas = judged.map(({ ratios, coins: { isIn } }) => {
      let [wins, pairs] = [0, 0];
      ratios.forEach((a, i) => {
        ratios.forEach((b, k) => {
          if (!isIn[i] || isIn[k]) return;
          pairs++;
          wins += a > b ? 1 : a === b ? 0.5 : 0;
        });
      });
      return wins / pairs;
    });
    const expected = meanInterval(areas);
    const found = aucOverFits(judged, true);
    expect(found.estimate).toBeCloseTo(expected.estimate, 12);
    expect(found.low).toBeCloseTo(expected.low, 12);
    expect(found.high).toBeCloseTo(expected.high, 12);
    expect(aucOverFits(judged, false)).toEqual({ ...found, low: Number.NaN, high: Number.NaN });
  });

  test('of a group leave out fits with all of it on one side', () => {
    const judged = fitsOf(20, 9, () => 3);
    const group = new Uint8Array(20).fill(1, 0, 2);
    const both = judged.filter(({ coins: { isIn } }) => isIn[0] !== isIn[1]);
    const found = aucOverFits(judged, true, group);
    expect(both.length).toBeGreaterThan(0);
    expect(both.length).toBeLessThan(9);
    const wins = both.filter(
      ({ ratios, coins: { isIn } }) => ratios[0] > ratios[1] === (isIn[0] === 1),
    );
    expect(found.estimate).toBeCloseTo(wins.length / both.length, 12);
    expect(aucOverFits(judged, true, new Uint8Array(20)).estimate).toBeNaN();
  });
});

describe('rates at few false alarms', () => {
  test('keep to what was aimed at, and recognise as many as theory says', () => {
    const found = ratesAt(fitsOf(2000, 12, () => 2));
    expect(Object.keys(found)).toEqual(['0.01', '0.001']);
    // Phi(2 - 2.326) and Phi(2 - 3.09); thresholds are themselves estimated
    expect(Math.abs((found['0.01']?.estimate ?? 0) - 0.372)).toBeLessThan(0.04);
    expect(Math.abs((found['0.001']?.estimate ?? 0) - 0.138)).toBeLessThan(0.05);
    expect(Math.abs((found['0.01']?.falseAlarms ?? 0) - 0.01)).toBeLessThan(0.003);
  });

  test('of a thousandth need 5,000 people who were out', () => {
    expect(Object.keys(ratesAt(fitsOf(100, 20, () => 1)))).toEqual(['0.01']);
    expect(ratesAt(fitsOf(100, 5, () => 1))).toEqual({});
  });

  test('are not told of one to four people', () => {
    const at = (shift: (person: number) => number) => ratesAt(fitsOf(300, 12, shift))['0.01'];
    const three = at((person) => (person < 3 ? 1000 : -1000));
    expect(three?.estimate).toBeNaN();
    expect(three?.low).toBe(0);
    expect(three?.high).toBeGreaterThan(0.01);
    // nobody is nobody, and five are told of
    expect(at(() => -1000)?.estimate).toBe(0);
    expect(at((person) => (person < 5 ? 1000 : -1000))?.estimate).toBeCloseTo(5 / 300, 2);
  });
});

describe('groups', () => {
  const rows = 200;
  const amount = normals(rows, rng.split('amount'));
  const table = (levels: readonly string[]) =>
    tableFromColumns({ amount: Array.from(amount), kind: levels, y: levels });
  const named = (levels: readonly string[]) => {
    const made = table(levels);
    const plan = planFeatures(applySchema(made));
    const people = planPeople(made, plan, { most: 1e6 }, rng);
    const flat = new Float64Array(rows).map((_, i) => i);
    return planGroups(made, plan, people, {
      sensitive: ['amount', 'kind'],
      response: 'y',
      isolation: flat,
      leverage: flat.map((x) => -x),
    });
  };

  test('are the ends of what is measured, and each class', () => {
    const groups = named(Array.from({ length: rows }, (_, i) => (i % 20 === 0 ? 'rare' : 'usual')));
    expect(groups.map(({ kind, column, people }) => [kind, column, people])).toEqual([
      ['isolated', undefined, 10],
      ['leverage', undefined, 10],
      ['outlying', 'amount', 10],
      ['outlying', 'kind', 10],
      ['class', 'y', 10],
      ['class', 'y', 190],
    ]);
    expect(Array.from(groups[0].members.keys()).filter((i) => groups[0].members[i])).toEqual(
      Array.from({ length: 10 }, (_, i) => 190 + i),
    );
    const outlying = Array.from(amount.keys()).filter((i) => groups[2].members[i]);
    const sorted = Array.from(amount).sort((a, b) => a - b);
    for (const i of outlying) expect(amount[i] <= sorted[4] || amount[i] >= sorted[195]).toBe(true);
  });

  test('of people with several rows may not be nearly everybody', () => {
    const made = tableFromColumns({
      who: Array.from({ length: rows }, (_, i) => `p${i % 10}`),
      amount: Array.from(amount),
      y: Array.from(amount, (x) => (x > 0 ? 'a' : 'b')),
    });
    const plan = planFeatures(applySchema(made));
    const people = planPeople(made, plan, { group: 'who', most: 1e6 }, rng);
    // the ten rows that are largest are of eight people, or of five
    const largest = (of: number) =>
      Float64Array.from(people.rows, (row) =>
        row < 100 ? 0 : (row % 10) % of === row % 10 ? row : 0,
      );
    const settings = { sensitive: [], response: undefined, leverage: largest(5) };
    const found = planGroups(made, plan, people, { ...settings, isolation: largest(8) });
    expect(found.map(({ kind, people: size }) => [kind, size])).toEqual([['leverage', 5]]);
  });

  test('have five people at least, and leave five at least to the others', () => {
    const few = Array.from({ length: rows }, (_, i) =>
      i < 3 ? 'a' : i < 20 ? 'b' : i % 2 ? 'c' : 'd',
    );
    const classes = named(few).filter(({ kind }) => kind === 'class');
    // three people may not be had by taking the other classes from all
    expect(classes.map(({ people }) => people)).toEqual([90, 90]);
    const nearlyAll = Array.from({ length: rows }, (_, i) => (i < 3 ? 'a' : 'b'));
    expect(named(nearlyAll).filter(({ kind }) => kind === 'class')).toEqual([]);
    expect(named(nearlyAll).filter(({ column }) => column === 'kind')).toEqual([]);
  });
});

describe('single people', () => {
  const screened = (
    people: number,
    fits: number,
    shift: (person: number) => number,
    key: string,
  ) => {
    const own = rng.split(key);
    const done = Array.from({ length: fits }, (_, fit) => {
      const coins = flipped(people, own.split('coins', fit));
      const noise = normals(people, own.split('noise', fit));
      return { coins, scores: noise.map((x, i) => 10 * i + x + (coins.isIn[i] ? shift(i) : 0)) };
    });
    const judged = done.map(({ coins, scores }, fit) => ({
      fit,
      coins,
      ratios: scores.map((x, i) => x - 10 * i - shift(i) / 2),
    }));
    return screenPeople(done, judged, 1, own);
  };

  test('are accused in 5 % of audits that leak nothing, and confirmed in no more', () => {
    const runs = 100;
    let [accused, confirmed] = [0, 0];
    for (let run = 0; run < runs; run++) {
      const { p, confirmed: is } = screened(40, 12, () => 0, `null ${run}`);
      if (p <= 0.05) accused++;
      if (is) confirmed++;
    }
    // four errors of 5 % in 100 runs
    expect(accused / runs).toBeLessThan(0.05 + 4 * 0.0218);
    expect(confirmed).toBeLessThanOrEqual(accused);
  });

  test('are told of only as somebody where they are fewer than five', () => {
    const one = screened(100, 32, (i) => (i === 7 ? 6 : 0), 'one');
    expect(one.confirmed).toBe(true);
    expect(one.p).toBeLessThan(0.01);
    expect(one.people).toBeUndefined();
    expect(JSON.stringify(one)).not.toContain('7,');
  });

  test('are counted from five on', () => {
    const many = screened(100, 32, (i) => (i < 20 ? 6 : 0), 'many');
    expect(many.confirmed).toBe(true);
    expect(many.people).toBeGreaterThanOrEqual(15);
    expect(many.people).toBeLessThanOrEqual(25);
    // chosen by other fits than those they are guessed in
    expect(many.mostExposed?.low).toBeGreaterThan(0.8);
    expect(screened(100, 32, () => 0, 'nobody').people).toBe(0);
  });

  test('the five most exposed of nobody have no advantage', () => {
    const advantages = Array.from({ length: 20 }, (_, run) => {
      return screened(100, 16, () => 0, `exposed ${run}`).mostExposed?.estimate ?? Number.NaN;
    });
    const mean = advantages.reduce((a, b) => a + b) / 20;
    // 40 guesses each, 20 times: five errors
    expect(Math.abs(mean)).toBeLessThan(5 / Math.sqrt(800));
  });
});

test('words follow the upper end', () => {
  const at = (high: number) => wordOf({ estimate: 0.5, low: 0.4, high, level: 0.95 });
  expect([0.55, 0.551, 0.65, 0.7, 1].map(at)).toEqual([
    'hardly',
    'somewhat',
    'somewhat',
    'clearly',
    'clearly',
  ]);
  expect(at(Number.NaN)).toBe('unknown');
});
