import { describe, expect, test } from 'vitest';
import type { Generator } from '../../../src/generators/generator.ts';
import type * as Library from '../../../src/index.ts';
import {
  type AttributeSettings,
  attributeAttack,
} from '../../../src/measures/attribute/attributeAttack.ts';
import type { Table } from '../../../src/table/table.ts';
import { takeRows } from '../../../src/table/takeRows.ts';
import { Draw } from '../../support/draw.ts';
import { numericTable } from '../../support/numericTable.ts';

const library = (await import(
  new URL('../../../dist/index.js', import.meta.url).href
)) as typeof Library;

const rows = 120;
const draw = new Draw(7);
const a = draw.column(rows, () => draw.uniform());
const table = numericTable({
  a,
  s: a.map((x) => x + 0.3 * draw.uniform()),
  b: draw.column(rows, () => draw.uniform()),
  y: a.map((x) => (x + draw.uniform() > 1 ? 1 : 0)),
});
const small: AttributeSettings = {
  generator: 'cvine',
  fit: { response: 'y', sensitive: ['s'], families: 'gaussian' },
  levels: [1, 'full'],
  iterations: 2,
  sets: 4,
};

describe('the attribute game', () => {
  test('fits with each target in the training rows, once without any, never with another', async () => {
    const seen: number[][] = [];
    const s = table.columns[1];
    const sensitiveOf = (row: number) => (s.kind === 'numeric' ? s.values[row] : 0);
    const spy: Generator = {
      fit(training: Table) {
        const column = training.columns[1];
        seen.push(column.kind === 'numeric' ? [...column.values] : []);
        return { sample: (n, rng) => takeRows(training, rng.integers(n, training.rows)) };
      },
    };
    const { targets, parameters } = await attributeAttack(table, { ...small, generator: spy });
    expect(targets.length).toBe(8);
    expect(parameters.referenceSize).toBe(67);
    expect(seen.length).toBe(2 * (1 + 8));
    const values = targets.map(({ row }) => sensitiveOf(row));
    for (const iteration of [seen.slice(0, 9), seen.slice(9)]) {
      expect(iteration[0].length).toBe(67);
      expect(iteration[0].some((value) => values.includes(value))).toBe(false);
      iteration.slice(1).forEach((training, target) => {
        expect(training).toEqual([...iteration[0], values[target]]);
      });
      expect(new Set(iteration[0]).size).toBe(67);
    }
    expect(seen[0]).not.toEqual(seen[9]);
  });

  test('measures by hand: sets in which s = a exactly give one coefficient and exact guesses', async () => {
    const exact = numericTable({
      a,
      s: a.map((x) => 2 * x),
      y: table.columns[3].kind === 'numeric' ? table.columns[3].values : a,
    });
    const { levels, real } = await attributeAttack(exact, {
      ...small,
      generator: 'copy',
      levels: ['full'],
      fit: { response: 'y', sensitive: ['s'] },
    });
    const { s } = levels[0].sensitive;
    // the coefficients are 1 for a and 0 for y
    expect(s.mab.median).toBeCloseTo(0.5, 10);
    expect(s.wcab).toBeCloseTo(1, 10);
    expect(s.r2).toBeCloseTo(1, 12);
    expect(s.mr2).toBeCloseTo(1, 12);
    expect(s.coefficients.names).toEqual(['a', 'y']);
    expect(s.coefficients.mean[0]).toBeCloseTo(1, 10);
    for (const error of [...s.mse.all, ...s.mseOut.all]) expect(error).toBeLessThan(1e-20);
    // by iteration over all eight people: four of a kind are too few to be told of
    expect(s.mse.all.length).toBe(2);
    expect(s.right).toEqual({ outlying: [], random: [], all: [1, 1] });
    expect(s.mab.values.length).toBe(2);
    expect(s.regressions).toBe(2 * 8 * 4);
    expect(real?.sensitive.s.r2).toBeCloseTo(1, 12);
    // the regressions explain real rows as well, whether the generator saw them or not
    expect(s.mr2ByClass).toBeCloseTo(1, 12);
    for (const people of [s.r2OnReal.inTable, s.r2OnReal.heldOut]) {
      expect(people.pooled).toBeCloseTo(1, 12);
      expect(people.byClass).toBeCloseTo(1, 12);
      expect(people.forest).toBeGreaterThan(0.8);
    }
    expect(s.strongest.mr2).toBeCloseTo(1, 12);
    expect([s.inTable.estimate, s.heldOut.estimate]).toEqual([
      expect.closeTo(1, 12),
      expect.closeTo(1, 12),
    ]);
    expect(real?.sensitive.s.strongest.mr2).toBeCloseTo(1, 12);
  });

  test('three attackers: slopes that differ between classes, and bends', async () => {
    const n = 400;
    const some = new Draw(17);
    const [u, v] = [0, 1].map(() => some.column(n, () => some.uniform() - 0.5));
    const y = some.column(n, (_, i) => i % 2);
    const classes = numericTable({
      u,
      v,
      // uniform noise of a tenth of the width: R2 1/1.01 within classes, 0 over all rows
      crossed: u.map((x, i) => (y[i] ? x : -x) + 0.1 * some.uniform()),
      bent: v.map((x) => Math.abs(x) + 0.02 * some.uniform()),
      y,
    });
    const settings: AttributeSettings = {
      generator: 'bootstrap',
      fit: { response: 'y', sensitive: ['crossed', 'bent'] },
      iterations: 2,
      sets: 2,
      targets: { random: 5, quantiles: [0.99] },
    };
    const { levels, real, notes } = await attributeAttack(classes, settings);
    for (const { crossed, bent } of [levels[0].sensitive, real?.sensitive ?? {}]) {
      expect(Math.abs(crossed.mr2)).toBeLessThan(0.1);
      expect(crossed.mr2ByClass).toBeCloseTo(1 / 1.01, 2);
      expect(crossed.strongest.attacker).toBe('byClass');
      expect(crossed.r2OnReal.heldOut.byClass).toBeCloseTo(1 / 1.01, 2);
      expect(crossed.r2OnReal.heldOut.pooled).toBeLessThan(0.05);
      expect(crossed.heldOut.estimate).toBeCloseTo(crossed.r2OnReal.heldOut.byClass ?? 0, 12);
      expect(crossed.mr2Floors.byClass).toBeLessThan(0.1);
      expect(bent.strongest.attacker).toBe('forest');
      expect(bent.mr2Forest).toBeGreaterThan(0.85);
      expect(bent.r2OnReal.heldOut.forest).toBeGreaterThan(0.85);
      expect(bent.mr2Floors.forest).toBeLessThan(bent.mr2Forest - 0.4);
      expect(bent.mr2ForestValues.length).toBe(2);
    }
    expect(notes.join()).not.toMatch(/classes|class of/);
    const numeric = await attributeAttack(classes, {
      ...settings,
      fit: { response: 'u', sensitive: ['crossed', 'bent'] },
    });
    const { crossed } = numeric.levels[0].sensitive;
    expect([crossed.mr2ByClass, crossed.mr2ByClassValues]).toEqual([null, []]);
    expect(crossed.r2OnReal.inTable.byClass).toBeNull();
    expect(numeric.notes).toContain(
      "Nobody attacked within classes of the response, because the response 'u' is numeric.",
    );
  });

  test('a forest knows those whose rows were copied, and learns nothing about others', async () => {
    const some = new Draw(23);
    const noise = () => some.column(300, () => some.uniform());
    const nothing = numericTable({ u: noise(), s: noise(), y: some.column(300, (_, i) => i % 2) });
    const { levels } = await attributeAttack(nothing, {
      ...small,
      generator: 'copy',
      levels: ['full'],
    });
    const { r2OnReal, inTable, heldOut, strongest } = levels[0].sensitive.s;
    expect(r2OnReal.inTable.forest).toBeGreaterThan(0.4);
    expect(r2OnReal.heldOut.forest).toBeLessThan(0.1);
    expect(inTable.estimate).toBeCloseTo(r2OnReal.inTable.forest, 12);
    expect(heldOut.estimate).toBeLessThan(0.1);
    expect(strongest.mr2).toBeLessThan(0.1);
  });

  test('a class with few rows is said to use the pooled regression', async () => {
    const rare = numericTable({
      a,
      s: a.map((x) => 2 * x),
      y: a.map((_, i) => (i % 20 === 0 ? 2 : i % 2)),
    });
    const { notes } = await attributeAttack(rare, {
      ...small,
      generator: 'bootstrap',
      levels: ['full'],
      fit: {
        response: 'y',
        sensitive: ['s'],
        schema: { columns: { y: { type: 'nominal' } } },
      },
    });
    expect(notes.join()).toContain("a class of 'y' had too few rows for a regression of its own");
  });

  test('an independent generator gives the floor of MAB, and no adjusted R2', async () => {
    const { levels } = await attributeAttack(table, {
      ...small,
      generator: 'bootstrap-independent',
      levels: ['full'],
      iterations: 5,
      sets: 20,
      setSize: 100,
    });
    const { s } = levels[0].sensitive;
    expect(s.mab.median / s.mabFloor).toBeCloseTo(1, 1);
    expect(s.mabPermuted / s.mabFloor).toBeCloseTo(1, 0);
    expect(Math.abs(s.mr2)).toBeLessThan(0.01);
    // nobody finds more than what each finds by chance
    expect(Math.abs(s.mr2ByClass ?? 1)).toBeLessThan(0.02);
    expect(s.mr2Forest).toBeLessThan(0.05);
    expect(s.strongest.mr2).toBeLessThan(0.05);
    expect(s.inTable.estimate).toBeLessThan(0.05);
    expect(s.heldOut.estimate).toBeLessThan(0.05);
    expect(Math.abs(s.mr2Floors.pooled)).toBeLessThan(0.1);
  });

  test('gives the same with two threads, and with one', async () => {
    const one = await library.attributeAttack(table, small);
    const two = await library.attributeAttack(table, { ...small, threads: 2 });
    expect(two).toEqual(one);
    expect(one.levels.map(({ truncation }) => truncation)).toEqual([1, 'full']);
    const other = await library.attributeAttack(table, { ...small, seed: 2 });
    expect(other.levels).not.toEqual(one.levels);
  });

  test('one fit serves all levels: a level alone gives what it gives among others', async () => {
    const both = await attributeAttack(table, small);
    const alone = await attributeAttack(table, { ...small, levels: [1] });
    expect(alone.levels[0]).toEqual(both.levels[0]);
  });

  test('tells its progress, and can be cancelled', async () => {
    const seen: number[] = [];
    const controller = new AbortController();
    const run = attributeAttack(table, {
      ...small,
      signal: controller.signal,
      onProgress: ({ done, total }) => {
        expect(total).toBe(2 * (8 + 2));
        seen.push(done);
        if (done === 3) controller.abort(new Error('enough'));
      },
    });
    await expect(run).rejects.toThrow('enough');
    expect(seen).toEqual([1, 2, 3]);
  });

  test('a fit that fails is named, and the others are kept', async () => {
    let fits = 0;
    const flaky: Generator = {
      fit(training) {
        fits++;
        if (fits === 5) throw new Error('no luck');
        return { sample: (n, rng) => takeRows(training, rng.integers(n, training.rows)) };
      },
    };
    const { failures, levels, notes } = await attributeAttack(table, {
      ...small,
      generator: flaky,
    });
    expect(failures.length).toBe(1);
    expect(failures[0].reason).toMatch(
      /^Unit of work 'guessFromSets' failed: no luck\. Its input: /,
    );
    expect(levels[0].sensitive.s.regressions).toBe((2 * 8 - 1) * 4);
    expect(notes.at(-1)).toBe('1 of 20 fits failed; figures rest on the others.');
  });

  test('stops where no fit succeeds, with the reason of the first', async () => {
    const hopeless: Generator = {
      fit() {
        throw new Error('never');
      },
    };
    await expect(attributeAttack(table, { ...small, generator: hopeless })).rejects.toThrow(
      /^Attribute attack on 's': all fits failed. The first: Unit of work 'guessFromSets' failed: never/,
    );
  });

  test('a sensitive column with gaps is attacked on the rows that have it', async () => {
    const gaps = numericTable({
      a,
      s: a.map((x, i) => (i % 3 === 0 ? Number.NaN : 2 * x)),
      y: a.map((_, i) => i % 2),
    });
    const { levels } = await attributeAttack(gaps, {
      ...small,
      generator: 'copy',
      levels: ['full'],
      fit: { response: 'y', sensitive: ['s'] },
    });
    expect(levels[0].sensitive.s.r2).toBeCloseTo(1, 12);
  });
});

describe('a sensitive category', () => {
  const withCategory = {
    ...table,
    columns: [
      ...table.columns.filter(({ name }) => name !== 's'),
      {
        kind: 'text' as const,
        name: 'c',
        dictionary: ['low', 'high'],
        codes: Int32Array.from(a, (x) => (x > 0.4 ? 1 : 0)),
      },
    ],
  };
  const attack = (generator: NonNullable<AttributeSettings['generator']>) =>
    attributeAttack(withCategory, {
      ...small,
      generator,
      fit: { response: 'y', sensitive: ['c'] },
      levels: ['full'],
    });

  test('that follows from the other columns is guessed from copies', async () => {
    const { levels } = await attack('copy');
    const { c } = levels[0].categories;
    expect(c.rate.estimate).toBeGreaterThan(0.9);
    expect(c.rateOut.estimate).toBeGreaterThan(0.9);
    expect(c.baseline.estimate).toBeLessThan(0.8);
    expect(c.right).toEqual({
      outlying: [],
      random: [],
      all: [expect.any(Number), expect.any(Number)],
    });
    expect(c.regressions).toBe(2 * 8 * 4);
    expect(levels[0].sensitive).toEqual({});
    expect(c.rateForest.estimate).toBeGreaterThan(0.9);
    expect(c.rightForest.all.length).toBe(2);
    const { inTable, heldOut } = c.rightOnReal;
    for (const share of [inTable, heldOut].flatMap(Object.values)) {
      expect(share).toBeGreaterThan(0.9);
    }
    const best = inTable.forest > inTable.logistic ? 'forest' : 'logistic';
    const rates = { logistic: c.rate.estimate, forest: c.rateForest.estimate };
    expect(c.strongest).toEqual({ attacker: best, rate: rates[best] });
  });

  test('that bends is guessed by the forest alone', async () => {
    const middle = a.map((x) => (Math.abs(x - 0.5) < 0.25 ? 1 : 0));
    const column = { ...withCategory.columns[3], codes: Int32Array.from(middle) };
    const bent = { ...withCategory, columns: [...withCategory.columns.slice(0, 3), column] };
    const { levels } = await attributeAttack(bent as Table, {
      ...small,
      generator: 'copy',
      fit: { response: 'y', sensitive: ['c'] },
      levels: ['full'],
    });
    const { c } = levels[0].categories;
    expect(c.strongest.attacker).toBe('forest');
    expect(c.rightOnReal.heldOut.forest).toBeGreaterThan(0.85);
    expect(c.rightOnReal.heldOut.logistic).toBeLessThan(0.7);
  });

  test('is guessed from independent cells no better than by its most frequent level', async () => {
    const { levels } = await attack('bootstrap-independent');
    const { c } = levels[0].categories;
    expect(c.rate.estimate).toBeLessThan(c.baseline.estimate + 0.2);
  });

  test('with a single level is refused', async () => {
    const single = { ...withCategory.columns[3], codes: new Int32Array(rows) };
    const given = { ...withCategory, columns: [...withCategory.columns.slice(0, 3), single] };
    await expect(
      attributeAttack(given as Table, {
        ...small,
        fit: { response: 'y', sensitive: ['c'] },
      }),
    ).rejects.toThrow("'c' has the same value in all rows");
  });
});

describe('bad input to the attribute game', () => {
  const cases: [string, Partial<AttributeSettings>, string][] = [
    [
      'no sensitive column',
      { fit: { response: 'y' } },
      'no column is sensitive. Name at least one',
    ],
    [
      'a column that is not there',
      { fit: { response: 'y', sensitive: ['z'] } },
      "Sensitive columns: there is no column 'z'",
    ],
    [
      'too many rows',
      { referenceSize: 200 },
      '200 rows are to be drawn of 112 that are no targets',
    ],
    [
      'sets too small',
      { setSize: 5 },
      'sets of 5 rows are too small for a regression on 3 features',
    ],
    ['no iterations', { iterations: 0 }, 'Attribute attack, iterations: found 0'],
    ['a target that is no row', { targets: [{ row: 500, kind: 'random' }] }, 'there is no row 500'],
    ['a generator unknown', { generator: 'vine' as 'cvine' }, "Did you mean 'cvine'?"],
  ];
  test.each(cases)('%s', async (_, given, message) => {
    await expect(attributeAttack(table, { ...small, ...given })).rejects.toThrow(message);
  });

  test('a column that is constant, or holds no numbers', async () => {
    const constant = { ...table, columns: table.columns.slice() };
    constant.columns[1] = { ...numericTable({ s: new Float64Array(rows).fill(3) }).columns[0] };
    await expect(attributeAttack(constant, small)).rejects.toThrow(
      "'s' has the same value in all rows",
    );
  });

  test('a generator of one’s own on threads', async () => {
    const own: Generator = { fit: (training) => ({ sample: () => training }) };
    await expect(attributeAttack(table, { ...small, generator: own, threads: 2 })).rejects.toThrow(
      'one of your own can only work on the calling thread',
    );
  });
});
