import { test } from 'vitest';
import { fit } from '../../src/model/fit.ts';
import { modelFromText, modelToText } from '../../src/model/modelFile.ts';
import { sample } from '../../src/model/sample.ts';
import { Draw } from '../support/draw.ts';
import { normal, numbers, tableFrom, texts } from '../model/tables.ts';

test('smoke', async () => {
  const draw = new Draw(3);
  const lines = Array.from({ length: 1000 }, () => {
    const z = normal(draw);
    const age = Math.max(16, Math.min(90, Math.round(45 + 15 * z)));
    const group = age < 30 ? 'young' : age < 60 ? 'middle' : 'old';
    const status = age > 35 && draw.uniform() < 0.3 ? 'widowed' : draw.uniform() < 0.5 ? 'single' : 'married';
    const a = Math.round(Math.exp(3 + 0.5 * normal(draw) + 0.3 * z));
    const b = Math.round(Math.exp(2 + 0.7 * normal(draw)));
    const low = (10 + 3 * normal(draw)).toFixed(1);
    const high = (Number(low) + Math.exp(normal(draw))).toFixed(1);
    const gap = draw.uniform() < 0.2;
    return [age, group, age >= 65 ? 1 : 0, status, a, b, a + b, low, high, gap ? '' : a * 2, gap ? '' : Math.round(10 * normal(draw)), z + normal(draw) > 0.5 ? 'yes' : 'no'];
  });
  const table = await tableFrom([['age', 'group', 'senior', 'status', 'a', 'b', 'total', 'low', 'high', 'g1', 'g2', 'y'], ...lines]);
  const model = await fit(table, { response: 'y' });
  console.log(model.notes.join('\n'), model.order);
  const s = sample(modelFromText(modelToText(model)), 2000);
  const n = (c: string) => numbers(s, c);
  let bad = [0, 0, 0, 0, 0, 0];
  const [age, sen, a, b, t, lo, hi, g1, g2] = ['age', 'senior', 'a', 'b', 'total', 'low', 'high', 'g1', 'g2'].map(n);
  const st = texts(s, 'status'); const gr = texts(s, 'group');
  for (let i = 0; i < 2000; i++) {
    if ((age[i] < 30 ? 'young' : age[i] < 60 ? 'middle' : 'old') !== gr[i]) bad[0]++;
    if ((age[i] >= 65 ? 1 : 0) !== sen[i]) bad[1]++;
    if (a[i] + b[i] !== t[i]) bad[2]++;
    if (lo[i] > hi[i]) bad[3]++;
    if (Number.isNaN(g1[i]) !== Number.isNaN(g2[i])) bad[4]++;
    if (st[i] === 'widowed' && age[i] <= 34) bad[5]++;
  }
  console.log(bad, st.filter((x) => x === 'widowed').length);
  const w = sample(model, 300, { where: 'age>=65,status=single' });
  console.log(Math.min(...numbers(w, 'age')), new Set(texts(w, 'status')));
});
