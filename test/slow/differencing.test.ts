/**
 * What two releases tell together, of a table with and without one person. Not much less than before, and
 * LIMITS.md says so; the test prints the figures that stand there, and holds what has been gained.
 */

import { expect, test } from 'vitest';
import { type ColumnMargin, decode } from '../../src/margins/margin.ts';
import { fit as fitTable } from '../../src/model/fit.ts';
import type { Model } from '../../src/model/model.ts';
import { modelToText } from '../../src/model/modelFile.ts';
import { hospital, tableFrom, textOf } from '../model/tables.ts';
import { Draw } from '../support/draw.ts';
import { correlation } from '../support/statistics.ts';

const ROWS = 500;
const PEOPLE = 100;

test('with and without one person', { timeout: 1_800_000 }, async () => {
  const [header, ...lines] = (await textOf(await hospital(ROWS)))
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const modelOf = async (rows: readonly string[][]) =>
    fitTable(await tableFrom([header, ...rows]), { response: 'died', families: 'onepar' });
  const whole = await modelOf(lines);
  const draw = new Draw(1);
  const shares: number[] = [];
  let named = 0;
  let right = 0;
  const [ages, told] = [new Float64Array(PEOPLE), new Float64Array(PEOPLE)];
  for (let person = 0; person < PEOPLE; person++) {
    const out = draw.integer(ROWS);
    const without = await modelOf(lines.filter((_, i) => i !== out));
    const [a, b] = [numbersIn(whole), numbersIn(without)];
    const same = [...a].filter(([path, value]) => b.get(path) === value).length;
    shares.push(1 - same / a.size);
    const levels = dropped(whole, without, 'ward');
    if (levels.length === 1) named++;
    if (levels.length === 1 && levels[0] === lines[out][header.indexOf('ward')]) right++;
    ages[person] = Number(lines[out][header.indexOf('age')]);
    told[person] = ROWS * meanOf(whole, 'age') - (ROWS - 1) * meanOf(without, 'age');
  }
  const mean = (x: readonly number[]) => x.reduce((sum, value) => sum + value, 0) / x.length;
  console.log(
    `${PEOPLE} people left out of ${ROWS} rows, one at a time: ${(100 * mean(shares)).toFixed(0)} % of the numbers of the model file change; ` +
      `the ward is told by counts for ${named} of them (rightly for ${right}); ` +
      `age by the difference of the means correlates with the real one by ${correlation(ages, told).toFixed(2)}`,
  );
  // exact counts name the level of everybody
  expect(right).toBeLessThan(PEOPLE / 2);
});

/** All numbers of a model file by where they stand. */
function numbersIn(model: Model): Map<string, number> {
  const found = new Map<string, number>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === 'number') found.set(path, value);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) walk(each, `${path}/${key}`);
    }
  };
  const { columns, vine } = JSON.parse(modelToText(model));
  walk({ columns, copulas: vine.copulas }, '');
  return found;
}

function marginOf(model: Model, name: string): ColumnMargin {
  const content = model.columns.find((each) => each.name === name)?.content;
  if (content?.kind !== 'modelled') throw new Error(`${name} is not modelled`);
  return content.margin;
}

/** Levels whose rows became fewer, by the published distribution functions. */
function dropped(whole: Model, without: Model, name: string): string[] {
  const counts = (model: Model) => {
    const margin = marginOf(model, name);
    if (margin.kind !== 'levels') throw new Error('no levels');
    const { upper, levels } = margin;
    // the last is n / (n + 1)
    const last = upper[upper.length - 1];
    const rows = last / (1 - last);
    return new Map(
      levels.map((level, l) => [
        level,
        Math.round((upper[l] - (l > 0 ? upper[l - 1] : 0)) * (rows + 1)),
      ]),
    );
  };
  const [before, after] = [counts(whole), counts(without)];
  return [...before]
    .filter(([level, rows]) => (after.get(level) ?? 0) < rows)
    .map(([level]) => level);
}

function meanOf(model: Model, name: string): number {
  const u = Float64Array.from({ length: 20_000 }, (_, i) => (i + 0.5) / 20_000);
  const drawn = decode(marginOf(model, name), u, () => u);
  return drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
}
