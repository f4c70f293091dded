/** The audit as a whole: what it gives, on what tables, and what it refuses. */

import { describe, expect, test } from 'vitest';
import { copy } from '../../../src/generators/controls.ts';
import type { Generator } from '../../../src/generators/generator.ts';
import {
  type MembershipAudit,
  membershipAudit,
} from '../../../src/measures/membershipAudit/membershipAudit.ts';
import type { MembershipAuditSettings } from '../../../src/measures/membershipAudit/settings.ts';
import { publish } from '../../../src/numerics/publish.ts';
import type { Table } from '../../../src/table/table.ts';
import { takeRows } from '../../../src/table/takeRows.ts';
import { mixedRecords, records } from './tables.ts';

const common: MembershipAuditSettings = {
  fit: { response: 'y', sensitive: ['x0'] },
  generator: 'bootstrap-independent',
  fits: 8,
};
const table = records(120);

describe('the result', async () => {
  const found = await membershipAudit(table, {
    ...common,
    holdout: records(60, 5),
    levels: [1, 3],
  });

  test('says what was done', () => {
    expect(found).toMatchObject({
      generator: 'bootstrap-independent',
      seed: 1,
      trained: 60,
      drawn: 60,
      release: { trained: 120, rows: 120 },
      failures: [],
      controls: [],
    });
    const [level] = found.levels;
    expect(level).toMatchObject({ truncation: 1, fits: 8, people: 120, judge: 'refit' });
    expect(Object.keys(level.scores)).toEqual([
      'refit',
      'near',
      'near5',
      'nearRanks',
      'near5Ranks',
      'kernel',
    ]);
    expect(level.oneShot?.rows).toBe(60);
    expect(level.groups.map(({ kind }) => kind)).toEqual([
      'isolated',
      'leverage',
      'outlying',
      'class',
      'class',
    ]);
  });

  test('the judge is not adjusted, the others are', () => {
    for (const { scores } of found.levels) {
      const { refit, ...others } = scores;
      expect(refit?.pairs.adjusted).toBe(refit?.pairs.p);
      for (const { pairs } of Object.values(others)) {
        expect(pairs.adjusted).toBeGreaterThanOrEqual(pairs.p);
      }
    }
  });

  test('scales log-densities to the release, and leaves distances', () => {
    const { refit, near } = found.levels[0].scores;
    expect(Math.abs((refit?.atRelease.estimate ?? 0) - 0.5)).toBeLessThan(
      Math.abs((refit?.auc.estimate ?? 0) - 0.5),
    );
    expect(near?.atRelease).toEqual(near?.auc);
  });

  test('holds figures of groups alone: no row, no person', () => {
    expect(largestArray(found)).toBeLessThan(10);
  });
});

/** Anything by person would be a long list. */
function largestArray(value: unknown): number {
  if (ArrayBuffer.isView(value)) return (value as Float64Array).length;
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value);
  return Math.max(Array.isArray(value) ? value.length : 0, ...parts.map(largestArray), 0);
}

describe('tables', () => {
  test('with missing values, nominal columns and dates: copies are seen, on vines it runs', async () => {
    const mixed = mixedRecords(150);
    const settings = { ...common, fit: { response: 'y', sensitive: ['income', 'place'] } };
    const copied = await membershipAudit(mixed, { ...settings, generator: 'copy' });
    expect(copied.levels[0].scores.near?.auc.estimate).toBeGreaterThan(0.97);
    const vine = await membershipAudit(mixed, {
      ...settings,
      generator: 'cvine',
      levels: [1, 'full'],
    });
    expect(vine.failures).toEqual([]);
    for (const { scores, groups } of vine.levels) {
      expect(Object.values(scores).every(({ auc }) => Number.isFinite(auc.estimate))).toBe(true);
      expect(groups.every(({ people }) => people >= 5)).toBe(true);
    }
  });

  test('with repeated people: they are in together, or out', async () => {
    const rows = Array.from({ length: 120 }, (_, i) => (i < 40 ? i >> 1 : i));
    const doubled = takeRows(table, Uint32Array.from(rows));
    const found = await membershipAudit(doubled, { ...common, generator: 'copy' });
    expect(found.notes).toContain(
      'Equal rows are taken for one person, who is in with all of them or out.',
    );
    expect(found.levels[0].scores.near?.auc.estimate).toBeGreaterThan(0.99);
    // without it a person who is out would have a double that is in
    expect(found.trained).toBe(60);
    expect(found.levels[0].people).toBe(100);
  });

  test('with a person in several rows, by a column', async () => {
    const who = Float64Array.from({ length: 120 }, (_, i) => Math.floor(i / 3));
    const grouped: Table = {
      ...table,
      columns: [
        ...table.columns,
        { kind: 'numeric', name: 'who', values: who, missing: undefined, decimals: 0 },
      ],
    };
    const fit = { ...common.fit, schema: { columns: { who: { type: 'identifier' as const } } } };
    const found = await membershipAudit(grouped, {
      ...common,
      fit,
      generator: 'copy',
      group: 'who',
    });
    expect(found.levels[0].people).toBe(40);
    expect(found.trained).toBe(60);
    expect(found.levels[0].scores.near?.auc.estimate).toBeGreaterThan(0.99);
    await expect(membershipAudit(table, { ...common, group: 'whom' })).rejects.toThrow("'whom'");
  });

  test('with very many people: some are scored, and a note says so', async () => {
    const found = await membershipAudit(records(400), { ...common, mostRows: 200, mostPeople: 60 });
    expect(found.levels[0].people).toBe(60);
    expect(found.trained).toBe(100);
    expect(found.drawn).toBe(100);
    expect(found.release).toEqual({ trained: 400, rows: 400 });
    expect(found.notes).toEqual([
      'Of 400 rows 200 were drawn, and each fit has half of these. What a release of all rows gives away follows by the law of scaling.',
      '60 of 200 people were scored.',
    ]);
  });

  test('with rows that have no response: they are in no fit', async () => {
    const [first, ...others] = table.columns;
    const y = others[others.length - 1];
    if (y.kind !== 'text') throw new Error('a text was expected');
    const codes = y.codes.map((code, i) => (i < 20 ? -1 : code));
    const gaps = { ...table, columns: [first, ...others.slice(0, -1), { ...y, codes }] };
    const found = await membershipAudit(gaps, common);
    expect(found.trained).toBe(50);
    expect(found.release).toEqual({ trained: 100, rows: 100 });
  });
});

describe('rows that are released', () => {
  test('are as many for each training row in the audit', async () => {
    const found = await membershipAudit(table, { ...common, release: { rows: 360 } });
    expect(found.drawn).toBe(180);
    expect(found.release).toEqual({ trained: 120, rows: 360 });
  });

  test('give the more away, the more they are', async () => {
    const at = async (rows: number) => {
      const big = records(400);
      const found = await membershipAudit(big, { ...common, fits: 16, rows, scores: ['refit'] });
      return found.levels[0].scores.refit?.auc.estimate ?? 0;
    };
    expect(await at(1000)).toBeGreaterThan((await at(100)) + 0.02);
  });
});

describe('fits that fail', () => {
  /** Fails by chance. */
  const failing = (share: number): Generator => ({
    fit(rows, settings, rng) {
      if (rng.split('fail').uniforms(1)[0] < share) throw new Error('no luck');
      return copy.fit(rows, settings, rng);
    },
  });

  test('are left out with their coins, and noted', async () => {
    const found = await membershipAudit(table, { ...common, generator: failing(0.3), fits: 14 });
    const { length } = found.failures;
    expect(length).toBeGreaterThan(0);
    expect(found.levels[0].fits).toBe(14 - length);
    expect(found.levels[0].scores.near?.auc.estimate).toBeGreaterThan(0.99);
    expect(found.notes[0]).toContain(`${length} of 14 fits failed and are left out`);
    for (const { fit, reason } of found.failures) {
      expect(fit).toBeGreaterThan(0);
      expect(reason).toContain('no luck');
    }
  });

  test('that leave fewer than eight leave no interval', async () => {
    const found = await membershipAudit(table, { ...common, fits: 6 });
    const { refit } = found.levels[0].scores;
    expect(refit?.auc.estimate).toBeGreaterThan(0.3);
    expect(refit?.auc.low).toBeNaN();
    expect(refit?.word).toBe('unknown');
    expect(found.notes[0]).toContain('Fewer than 8 fits');
    expect(publish(found).levels[0].scores.refit?.auc.low).toBeNull();
  });

  test('all of them: the first reason is told', async () => {
    const run = membershipAudit(table, { ...common, generator: failing(1) });
    await expect(run).rejects.toThrow(/8 fits failed and 0 did not.*no luck/);
  });
});

describe('a released model', () => {
  /** Independent normal columns, whose model tells the density of a row. */
  const gaussian: Generator = {
    fit(rows) {
      const numbers = rows.columns.flatMap((column) => (column.kind === 'numeric' ? [column] : []));
      const moments = numbers.map(({ values }) => {
        const mean = values.reduce((a, b) => a + b, 0) / values.length;
        const squares = values.reduce((sum, x) => sum + (x - mean) ** 2, 0);
        return { mean, variance: squares / values.length };
      });
      return {
        sample: (size, rng) => takeRows(rows, rng.integers(size, rows.rows)),
        logDensity: (people: Table) =>
          Float64Array.from({ length: people.rows }, (_, i) =>
            numbers.reduce((sum, { name }, j) => {
              const column = people.columns.find((each) => each.name === name);
              const x = column?.kind === 'numeric' ? column.values[i] : 0;
              const { mean, variance } = moments[j];
              return sum - 0.5 * Math.log(variance) - (0.5 * (x - mean) ** 2) / variance;
            }, 0),
          ),
      };
    },
  };

  test('is judged by its own density, apart from its tables', async () => {
    const found = await membershipAudit(records(300), {
      ...common,
      generator: gaussian,
      fits: 20,
      scores: ['model', 'near'],
    });
    const { model } = found.levels[0].scores;
    expect(found.levels[0].judge).toBe('model');
    // 20 numbers fitted to 150 of 300: .64; means and variances of columns that depend on each other
    expect(model?.auc.low).toBeGreaterThan(0.56);
    expect(model?.auc.high).toBeLessThan(0.69);
    // no blur by synthetic rows: half of the people known twice the numbers' share
    const p = model?.effectiveNumbers ?? 0;
    expect(p).toBeGreaterThan(6);
    expect(p).toBeLessThan(25);
    expect(found.notes).toEqual([]);
  });

  test('of a generator without a density is not known, and a note says so', async () => {
    const found = await membershipAudit(table, { ...common, scores: ['refit', 'model'] });
    expect(Object.keys(found.levels[0].scores)).toEqual(['refit']);
    expect(found.notes[0]).toContain('offers no density');
  });
});

describe('settings', () => {
  test.each<[string, Partial<MembershipAuditSettings>, string]>([
    ['too few fits', { fits: 4 }, 'fits: found 4'],
    ['half a fit', { fits: 8.5 }, 'fits: found 8.5'],
    ['no rows', { rows: 0 }, 'rows: found 0'],
    ['no release', { release: { rows: 0 } }, 'release.rows: found 0'],
    ['a level', { levels: [-1] }, 'Levels: found -1'],
    ['no level', { levels: [] }, 'Levels: found none'],
    ['a score', { scores: ['refits' as 'refit'] }, "Did you mean 'refit'?"],
    ['no score', { scores: [] }, 'Scores: found none'],
    ['a control', { controls: ['copi' as 'copy'] }, "Did you mean 'copy'?"],
    ['delta', { delta: 1 }, 'delta: found 1'],
    ['a generator', { generator: 'cvines' as 'cvine' }, "Did you mean 'cvine'?"],
  ])('refuses %s', async (_, settings, message) => {
    await expect(membershipAudit(table, { ...common, ...settings })).rejects.toThrow(message);
  });

  test('refuses a table that is too short', async () => {
    const run = membershipAudit(
      takeRows(
        table,
        Uint32Array.from({ length: 18 }, (_, i) => i),
      ),
      common,
    );
    await expect(run).rejects.toThrow('At least 20 people are needed');
  });

  test('another seed throws other coins, the same gives the same', async () => {
    const run = (seed: number): Promise<MembershipAudit> =>
      membershipAudit(table, { ...common, scores: ['refit'], seed });
    const first = JSON.stringify(await run(1));
    expect(JSON.stringify(await run(1))).toBe(first);
    expect(JSON.stringify(await run(2))).not.toBe(first);
  });
});
