/**
 * The verdict on generators whose leakage is known, through the measures and judging of a study at the sizes
 * of `standard`: what leaks nothing is released, copies are not. TVINESYNTH_SEEDS changes the number of tables.
 *
 * Fresh rows of a known population leak nothing about anybody. The sensitive column hardly depends on others,
 * since what the population tells of it is learned from any good table.
 */

import { expect, test } from 'vitest';
import type { GeneratorChoice } from '../../src/generators/choice.ts';
import { chosenGenerator } from '../../src/generators/choice.ts';
import type { Generator } from '../../src/generators/generator.ts';
import { checkRelease } from '../../src/measures/release/releaseChecks.ts';
import { kernel } from '../../src/numerics/kernel.ts';
import { type Rng, rngFromSeed } from '../../src/random/rng.ts';
import { decide } from '../../src/study/decide.ts';
import { measure, type Subject } from '../../src/study/measure.ts';
import { resolveStudy } from '../../src/study/resolveStudy.ts';
import { chooseLevel } from '../../src/study/subject.ts';
import type { Table } from '../../src/table/table.ts';
import { tableFromColumns } from '../../src/table/tableFromColumns.ts';
import { takeRows } from '../../src/table/takeRows.ts';

const SEEDS = Number(process.env.TVINESYNTH_SEEDS ?? 40);

/** One factor behind three columns and the response; `cost` has a four-hundredth of its variance from it. */
function population(rows: number, rng: Rng): Table {
  const { normalQuantile, exp } = kernel();
  const normal = (name: string) =>
    rng
      .split(name)
      .uniforms(rows)
      .map((u) => normalQuantile(u));
  const factor = normal('factor');
  const digits = (x: number) => Math.round(1e4 * x) / 1e4;
  const mixed = (name: string, weight: number) =>
    normal(name).map((e, i) => digits(weight * factor[i] + Math.sqrt(1 - weight * weight) * e));
  const chance = rng.split('died').uniforms(rows);
  return tableFromColumns({
    age: mixed('age', 0.9),
    weight: mixed('weight', 0.8),
    pulse: mixed('pulse', 0.85),
    cost: mixed('cost', 0.05),
    died: Array.from(chance, (u, i) => (u < 1 / (1 + exp(-4 * factor[i])) ? 'yes' : 'no')),
  });
}

const fresh: Generator = {
  fit: () => ({ independentRows: true, sample: (rows, rng) => population(rows, rng) }),
};

/** Fresh rows, and among them the first person it was fitted to. */
const onePerson: Generator = {
  fit: (table) => ({
    sample(rows, rng) {
      const made = population(rows - 1, rng);
      return {
        ...made,
        rows,
        columns: made.columns.map((column, j) => {
          const own = takeRows(table, Uint32Array.of(0)).columns[j];
          if (column.kind === 'numeric' && own.kind === 'numeric') {
            return { ...column, values: Float64Array.of(...column.values, ...own.values) };
          }
          if (column.kind === 'text' && own.kind === 'text') {
            const level = column.dictionary.indexOf(own.dictionary[own.codes[0]]);
            return { ...column, codes: Int32Array.of(...column.codes, level) };
          }
          throw new Error('the tables differ');
        }),
      } as Table;
    },
  }),
};

async function judged(choice: GeneratorChoice, rows: number, seed: number) {
  const rng = rngFromSeed(seed).split('decision');
  const table = population(rows, rng.split('table'));
  const study = resolveStudy(table, {
    response: 'died',
    sensitive: ['cost'],
    seed,
    // so many that the score of use is not the noise of a few test rows
    test: population(2000, rng.split('test')),
    // the shares of copies are what is asked, not how long a forest takes
    sizes: { utility: { trees: 100 } },
  });
  const fitted = await chosenGenerator(choice).fit(study.train, study.fit, rng.split('fit'));
  const subject: Subject = {
    generator: choice,
    fitted,
    settings: study.fit,
    levels: ['full'],
    draw: () => fitted.sample(study.train.rows, rng.split('fidelity')),
    repeatsCells: true,
  };
  const controls = { threads: 1, signal: undefined, store: undefined, tell: () => undefined };
  const measures = await measure(study, subject, controls);
  const released = fitted.sample(study.rows, rng.split('release'));
  const { train, test: holdout, schema } = study.raw;
  const checks = checkRelease(train, released, schema, { holdout });
  const found = chooseLevel(study, measures, [1]);
  const verdict = decide(study, { measures, choice: found, byColumn: null, promise: null }, checks);
  const [level] = found.levels;
  const caught = [
    ...level.judged.figures.filter((each) => each.judged === 'unsafe').map(({ risk }) => risk),
    ...checks.filter(({ passed }) => !passed).map(({ name }) => name),
  ];
  return {
    word: verdict.word,
    score: level.score,
    caught: [...new Set(caught)],
    against: verdict.against,
  };
}

async function shares(name: string, choice: GeneratorChoice, rows: number) {
  const found: Awaited<ReturnType<typeof judged>>[] = [];
  for (let seed = 1; seed <= SEEDS; seed++) {
    found.push(await judged(choice, rows, seed));
    const { word, score, caught } = found[seed - 1];
    process.stderr.write(`${name} ${seed}: ${word}, score ${score.toFixed(3)} ${caught}\n`);
  }
  const share = (word: string) => found.filter((each) => each.word === word).length / SEEDS;
  const by = (risk: string) => found.filter(({ caught }) => caught.includes(risk)).length / SEEDS;
  const least = Math.min(...found.map(({ score }) => score));
  console.table([
    {
      name,
      seeds: SEEDS,
      release: share('release'),
      withCare: share('release-with-care'),
      doNotRelease: share('do-not-release'),
      membership: by('membership'),
      people: by('people'),
      copies: by('copies'),
      check: by('exact-copies'),
      leastScore: Number(least.toFixed(3)),
    },
  ]);
  for (const { word, against } of found) if (word !== found[0].word) console.log(word, against[0]);
  return { share, found };
}

test('fresh rows: released, with a score of nearly 1', async () => {
  const { share, found } = await shares('fresh', fresh, 320);
  expect(share('release')).toBeGreaterThanOrEqual(0.95);
  const good = found.filter(({ score }) => score >= 0.98).length;
  expect(good / SEEDS).toBeGreaterThanOrEqual(0.95);
});

test.each([
  ['copy', 'copy', 320],
  ['partial-copy', 'partial-copy', 320],
  ['one person in 800', onePerson, 800],
] as const)('%s: not released', async (name, choice, rows) => {
  const { share } = await shares(name, choice, rows);
  expect(share('do-not-release')).toBeGreaterThanOrEqual(0.95);
});
