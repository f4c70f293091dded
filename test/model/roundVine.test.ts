import { expect, test } from 'vitest';
import { families } from '../../src/copula/families/index.ts';
import { arrange } from '../../src/model/arrange.ts';
import { fit as fitTable } from '../../src/model/fit.ts';
import { modelFromText, modelToText } from '../../src/model/modelFile.ts';
import { roundVine } from '../../src/model/roundVine.ts';
import { sample } from '../../src/model/sample.ts';
import { resolveFit } from '../../src/model/settings.ts';
import { applySchema } from '../../src/table/applySchema.ts';
import { readTable } from '../../src/table/readTable.ts';
import type { Table } from '../../src/table/table.ts';
import { fitVine } from '../../src/vine/fitVine.ts';
import { vineFromJSON, vineToJSON } from '../../src/vine/json.ts';
import { type EdgeCopula, makeVine } from '../../src/vine/vine.ts';
import { vineLogLik } from '../../src/vine/vineLogLik.ts';
import { readShared } from '../support/shared.ts';
import { hospital, textOf } from './tables.ts';

/** The columns as they are: what a rule leaves of them makes other vines, in which rounding moves more. */
async function fitted(table: Table, response: string) {
  const resolved = resolveFit(table, { response, rules: 'none' });
  const { variables } = await arrange(applySchema(table, resolved.schema), resolved);
  const columns = variables.map(({ encoded }) => encoded.u);
  const left = variables.map(({ encoded }) => encoded.left);
  return { vine: await fitVine(columns, { structure: 'cvine', left }), columns, left };
}

test('rounding costs less than half a unit of log-likelihood on SUPPORT2', async (context) => {
  const text = readShared('data/real_support2_small.csv', context);
  const table = await readTable(new TextEncoder().encode(text));
  const { vine, columns, left } = await fitted(table, 'Y');
  const loss = vine.logLik - vineLogLik(roundVine(vine, 5), columns, { left });
  expect(Math.abs(loss)).toBeLessThan(0.5);
});

test('few digits, inside the bounds, and twice is once', async () => {
  const { vine } = await fitted(await hospital(400), 'died');
  const rounded = roundVine(vine, 5);
  for (const edge of rounded.edges) {
    const { family, parameters, logLik } = edge as EdgeCopula;
    expect(String(logLik)).toMatch(/^-?\d+(\.\d)?$/);
    parameters.forEach((value, j) => {
      expect(value).toBeGreaterThanOrEqual(families[family].lower[j]);
      expect(value).toBeLessThanOrEqual(families[family].upper[j]);
      expect(String(value).replace(/^-?0?\.?0*/, '').length, `${family} ${value}`).toBeLessThan(7);
    });
  }
  expect(roundVine(rounded, 5)).toEqual(rounded);
  expect(vineFromJSON(JSON.parse(JSON.stringify(vineToJSON(rounded)))).logLik).toBe(rounded.logLik);
});

test('parameters near a bound stay inside it, and those at it stay there', async () => {
  const { vine } = await fitted(await hospital(100), 'died');
  const near = { gaussian: [0.9999999], clayton: [2e-10], bb8: [7.9999, 0.99999], joe: [30] };
  for (const [family, parameters] of Object.entries(near)) {
    const copulas = vine.copulas.map((tree) =>
      tree.map((copula) => copula && { family, rotation: 0, parameters, logLik: 1.23 }),
    ) as unknown as typeof vine.copulas;
    const rounded = roundVine(makeVine({ ...vine, copulas }), 5);
    const edge = rounded.edges[0] as EdgeCopula;
    edge.parameters.forEach((value, j) => {
      if (family === 'joe') expect(value).toBe(30);
      else {
        expect(value).toBeGreaterThan(families[edge.family].lower[j]);
        expect(value).toBeLessThan(families[edge.family].upper[j]);
      }
    });
  }
});

test('the model in memory, its file and their samples agree to the byte', async () => {
  const model = await fitTable(await hospital(300), { response: 'died', families: 'onepar' });
  const read = modelFromText(modelToText(model));
  expect(modelToText(read)).toBe(modelToText(model));
  expect(await textOf(sample(read, 200))).toBe(await textOf(sample(model, 200)));
});

test('levels, states and atoms have counts rounded to five', async () => {
  const model = await fitTable(await hospital(303), { response: 'died', families: 'gaussian' });
  let looked = 0;
  const isRound = (mass: number, total: number) => {
    looked++;
    const fives = (mass * total) / 5;
    expect(fives).toBeCloseTo(Math.round(fives), 8);
  };
  for (const { content } of model.columns) {
    if (content.kind !== 'modelled') continue;
    for (const margin of [content.margin, content.missing?.margin]) {
      if (!margin || margin.kind === 'empirical') continue;
      // 303 rows are 305
      if ('upper' in margin) for (const upper of margin.upper) isRound(upper, 306);
      else for (const { from, to } of margin.atoms) [from, to].map((p) => isRound(p, 305));
    }
  }
  expect(looked).toBeGreaterThan(10);
});
