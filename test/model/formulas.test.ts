/** A column that a formula gives is computed by it in every synthetic row. */
import { expect, test } from 'vitest';
import { fit as fitTable } from '../../src/model/fit.ts';
import { schemaOfModel } from '../../src/model/model.ts';
import { modelFromText, modelToText } from '../../src/model/modelFile.ts';
import { sample } from '../../src/model/sample.ts';
import { Draw } from '../support/draw.ts';
import { normal, numbers, tableFrom } from './tables.ts';

const ROWS = 600;

function people() {
  const draw = new Draw(31);
  const lines = Array.from({ length: ROWS }, () => {
    const z = normal(draw);
    const [height, town] = [Math.round(170 + 9 * z), Math.floor(Math.exp(3 + 2 * normal(draw)))];
    const weight = (height - 100 + 10 * normal(draw)).toFixed(1);
    const bmi = (Number(weight) / (height / 100) ** 2).toFixed(1);
    const log = Math.log(town + 0.1).toFixed(6);
    return [height, weight, bmi, town, log, z + normal(draw) > 0 ? 1 : 0];
  });
  return tableFrom(['height,weight,bmi,town,logTown,y'.split(','), ...lines]);
}

test('at any truncation, from a file, and in a fit to what the model declares', async () => {
  const table = await people();
  const model = await fitTable(table, { response: 'y', truncation: 2 });
  const rules = ['bmi = 10000 * weight / (height * height)', 'logTown = log(town + 0.1)'];
  expect(model.notes.join('\n')).toContain(rules[0]);
  const { constraints = [] } = schemaOfModel(model);
  expect(constraints).toEqual(expect.arrayContaining(rules.map((rule) => ({ rule }))));
  const again = await fitTable(table, {
    response: 'y',
    truncation: 1,
    rules: 'schema',
    schema: schemaOfModel(model),
  });
  for (const each of [modelFromText(modelToText(model)), again]) {
    expect(each.vine.structure.order.length).toBe(4);
    const made = sample(each, ROWS);
    const of = (name: string) => numbers(made, name);
    of('bmi').forEach((bmi, row) => {
      const exact = of('weight')[row] / (of('height')[row] / 100) ** 2;
      expect(Math.abs(bmi - exact)).toBeLessThanOrEqual(0.05 + 1e-9);
      expect(of('logTown')[row]).toBeCloseTo(Math.log(of('town')[row] + 0.1), 5);
    });
  }
});
