/** People in a table: found by the names of columns and the form of values, and not carried over. */

import { describe, expect, test } from 'vitest';
import { checkRelease } from '../../src/measures/release/releaseChecks.ts';
import { fit } from '../../src/model/fit.ts';
import { modelFromText, modelToText } from '../../src/model/modelFile.ts';
import { sample } from '../../src/model/sample.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { detectSchema } from '../../src/table/detectSchema.ts';
import { tableFromColumns } from '../../src/table/tableFromColumns.ts';

const ROWS = 300;
const u = (key: string) => rngFromSeed(3).split(key).uniforms(ROWS);
const whole = (key: string, from: number, to: number) =>
  Array.from(u(key), (each) => from + Math.floor(each * (to - from)));
const GIVEN = ['James', 'Mary', 'Søren', 'Anna-Lena', 'Michael', 'Linda', 'Peter', 'Sofia'];
const FAMILY = ['Smith', "O'Brien", 'Müller', 'Rossi', 'Novak', 'Jones', 'van Dijk'];
const pick = (list: readonly string[], key: string) =>
  Array.from(u(key), (each) => list[Math.floor(each * list.length)]);
const given = pick(GIVEN, 'given').map((name, i) => (i % 3 === 0 ? `${name}a${'bcdefg'[i % 6]}` : name));
const family = pick(FAMILY, 'family');
const pad = (value: number, digits: number) => String(value).padStart(digits, '0');

const columns: Readonly<Record<string, readonly (string | number)[]>> = {
  first_name: given,
  surname: family,
  contact: given.map((name, i) => `${name} ${family[i]}`),
  email: given.map((name, i) => `${name.toLowerCase()}${i}@mail.test`),
  ssn: whole('ssn', 0, 899_999_999).map((n) => pad(n, 9).replace(/(...)(..)/, '$1-$2-')),
  tel: whole('tel', 2_000_000, 9_999_999).map((n) => `(555) ${pad(n, 7).slice(0, 3)}-${pad(n, 7).slice(3)}`),
  dob: whole('dob', 0, 20_000).map((day) => new Date(day * 864e5).toISOString().slice(0, 10)),
  zip: whole('zip', 0, 12).map((n) => 33_101 + 7 * n),
  street_address: family.map((name, i) => `${i} ${name} Road`),
  age: whole('age', 18, 90),
  score: Array.from(u('score')),
  sick: whole('sick', 0, 2),
};
const table = tableFromColumns(columns);
const found = Object.fromEntries(detectSchema(table).columns.map((column) => [column.name, column]));

describe('what is found', () => {
  test.each([
    ['first_name', 'given name', 'identifier'],
    ['surname', 'surname', 'identifier'],
    ['contact', 'full name', 'identifier'],
    ['email', 'e-mail address', 'identifier'],
    ['ssn', 'national number', 'identifier'],
    ['tel', 'phone number', 'identifier'],
    ['dob', 'date of birth', 'date'],
    ['zip', 'postcode', 'nominal'],
    ['street_address', 'address', 'text'],
  ])('%s: %s', (name, kind, type) => {
    expect(found[name]).toMatchObject({ type, identity: { kind } });
    expect(found[name].warnings.join()).toMatch(/likely|tell people apart/);
  });

  test('what says nothing of people is not', () => {
    for (const name of ['age', 'score', 'sick']) expect(found[name].identity).toBeUndefined();
    const others = tableFromColumns({
      birth_weight: Array.from(u('w'), (each) => 2000 + Math.round(each * 2000)),
      country: pick(['France', 'Norway', 'Chad'], 'country'),
      car_name: whole('car', 0, 60).map((n) => `model ${n}`),
      cpr: whole('cpr', 0, 2),
    });
    expect(detectSchema(others).columns.map(({ identity }) => identity)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('what becomes of them', async () => {
  const model = await fit(table, { response: 'sick' });
  const synthetic = sample(model, 500);
  const texts = (name: string, from = synthetic) => {
    const column = from.columns.find((each) => each.name === name);
    return column?.kind === 'text' ? Array.from(column.codes, (code) => column.dictionary[code]) : [];
  };

  test('no real one is there, and the checks say so', () => {
    for (const name of ['first_name', 'surname', 'contact', 'email', 'ssn', 'tel']) {
      const real = new Set(columns[name]);
      expect(texts(name)).toHaveLength(500);
      expect(texts(name).filter((text) => real.has(text))).toEqual([]);
    }
    expect(synthetic.columns.map(({ name }) => name)).not.toContain('street_address');
    const failed = checkRelease(table, synthetic, undefined, { model }).filter(({ passed }) => !passed);
    expect(failed).toEqual([]);
  });

  test('they have the shape of the real ones, and numbers are all different', () => {
    for (const ssn of texts('ssn')) expect(ssn).toMatch(/^\d{3}-\d{2}-\d{4}$/);
    for (const tel of texts('tel')) expect(tel).toMatch(/^\(555\) \d{3}-\d{4}$/);
    for (const email of texts('email')) expect(email).toMatch(/^[a-z.]+\d+@example\.org$/);
    for (const name of texts('contact')) expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
    for (const name of ['ssn', 'tel', 'email']) expect(new Set(texts(name)).size).toBe(500);
  });

  test('the same seed gives the same, from a file too, in pieces too', () => {
    const again = modelFromText(modelToText(model));
    expect(texts('ssn', sample(again, 500))).toEqual(texts('ssn'));
    expect(texts('contact', sample(model, 20))).toEqual(texts('contact').slice(0, 20));
    expect(texts('ssn', sample(model, 500, { seed: 9 }))).not.toEqual(texts('ssn'));
  });

  test('the notes say it', () => {
    const notes = model.notes.join('\n');
    expect(notes).toContain('first_name: likely given names; invented ones stand in their place.');
    expect(notes).toContain('street_address: likely addresses; the column is left out.');
    expect(notes).toMatch(/dob: dates of birth tell people apart/);
    expect(notes).toMatch(/zip: postcodes tell people apart/);
  });

  test('a schema overrules it', async () => {
    const schema = { columns: { surname: { type: 'nominal' }, ssn: { type: 'text' } } };
    const other = await fit(table, { response: 'sick', schema });
    const names = texts('surname', sample(other, 100));
    expect(names.every((name) => FAMILY.includes(name))).toBe(true);
    expect(other.columns.map(({ name }) => name)).not.toContain('ssn');
    expect(other.notes.join()).toContain('the declared type nominal carries over');
  });

  test('a table that holds our own invented names gets others', async () => {
    const own = sample(model, ROWS);
    const again = await fit({ ...own, columns: [...own.columns] }, { response: 'sick' });
    const real = new Set(texts('first_name', own));
    const made = texts('first_name', sample(again, 500));
    expect(made.filter((name) => real.has(name))).toEqual([]);
  });
});
