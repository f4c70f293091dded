import { beforeAll, describe, expect, test } from 'vitest';
import { auditVerdict } from '../../src/audit/auditVerdict.ts';
import { describeAudit } from '../../src/audit/describeAudit.ts';
import { signsOfLeaks } from '../../src/audit/signs.ts';
import {
  type Audit,
  type AuditSettings,
  audit,
  type Column,
  InputError,
  readTable,
  rngFromSeed,
  type Table,
  takeRows,
} from '../../src/index.ts';
import { limitsOf } from '../../src/study/limits.ts';
import { hospital } from '../model/tables.ts';
import { numericTable } from '../support/numericTable.ts';

const read = (text: string): Promise<Table> => readTable(new TextEncoder().encode(text));

/** Every column by itself in another order: no row, and no dependence, is left. */
function shuffled(table: Table, seed: number, names?: readonly string[]): Table {
  const columns = table.columns.map((column, j): Column => {
    if (names && !names.includes(column.name)) return column;
    const order = rngFromSeed(seed).split(j).permutation(table.rows);
    return takeRows({ ...table, columns: [column] }, order).columns[0];
  });
  return { ...table, columns };
}

const rowsOf = (table: Table, from: number, to: number): Table =>
  takeRows(
    table,
    Uint32Array.from({ length: to - from }, (_, i) => from + i),
  );

/** Rows of two tables of the same columns. */
async function mixed(copies: Table, others: Table, share: number): Promise<Table> {
  const n = others.rows;
  const cut = Math.round(share * n);
  const columns = others.columns.map((other, j): Column => {
    const copy = copies.columns[j];
    if (other.kind === 'numeric' && copy.kind === 'numeric') {
      const values = other.values.map((x, i) => (i < cut ? copy.values[i] : x));
      return { ...other, values, missing: undefined };
    }
    if (other.kind === 'text' && copy.kind === 'text') {
      const codes = other.codes.map((code, i) =>
        i < cut ? copy.codes[i] : code < 0 ? -1 : code + copy.dictionary.length,
      );
      return { ...other, codes, dictionary: [...copy.dictionary, ...other.dictionary] };
    }
    throw new Error('columns of one kind were expected');
  });
  return { ...others, columns };
}

let people: Table;
let real: Table;
let holdout: Table;
beforeAll(async () => {
  people = await hospital(600, 5);
  real = rowsOf(people, 0, 300);
  holdout = rowsOf(people, 300, 600);
});

describe('a copy of the real table', () => {
  let found: Audit;
  beforeAll(async () => {
    found = await audit(real, real, { sensitive: ['cost', 'ward'], holdout });
  });

  test('is recognised by every measure', () => {
    const { membership, oneShot, fidelity, checks } = found;
    expect(oneShot?.auc.low).toBeGreaterThan(0.52);
    expect(membership?.auc.estimate).toBe(1);
    expect(membership?.auc.low).toBeGreaterThan(0.95);
    expect(membership?.nearerToReal.estimate).toBe(1);
    expect(membership?.advantage.estimate).toBe(1);
    expect(fidelity.copies.synthetic.copies).toBe(300);
    expect(fidelity.copies.holdout?.copies).toBe(0);
    expect(fidelity.authenticity.estimate).toBe(0);
    expect(fidelity.margins.meanOverlap).toBe(1);
    const failed = checks.filter(({ passed }) => !passed).map(({ name }) => name);
    expect(failed).toEqual(['exact-copies', 'real-extremes', 'carried-identifiers']);
  });

  test('tells what a copy tells', () => {
    for (const attack of found.attribute) {
      expect(attack.real.right.estimate).toBe(attack.rightFromReal.estimate);
      if (attack.kind === 'numbers') expect(attack.regression).toEqual(attack.regressionOnReal);
    }
    expect(found.attribute.map(({ kind }) => kind)).toEqual(['numbers', 'levels']);
  });

  test('is called so in words, and no sentence says the opposite', () => {
    const text = describeAudit(found);
    const flat = text.replaceAll(/\s+/g, ' ');
    expect(found.verdict.word).toBe('do-not-release');
    expect(text).toContain('Verdict: Do not release');
    expect(text).toContain('300 of 300 synthetic rows equal a real row');
    expect(text).toContain('median 0.000, 5th percentile 0.000 (0 for copies)');
    expect(flat).toContain('BEYOND THE LIMIT: A well-informed attacker who looks for the nearest');
    expect(flat).toMatch(/'ward' is guessed better because people were in the table/);
    expect(flat).toMatch(
      /Check exact-copies: found 300, allowed 0 .* Leave out the synthetic rows/,
    );
    expect(flat).not.toMatch(/no sign|no single person|little or not at all|no clear advantage/i);
    // figures that are judged are those of the sentences
    const copies = found.judged.figures.find(({ risk }) => risk === 'copies');
    expect(copies).toMatchObject({ judged: 'unsafe', limit: 0 });
    expect(found.judged.judged).toBe('unsafe');
  });

  test('what two tables cannot show is said, and not judged', () => {
    const risks = found.judged.figures.map(({ risk }) => risk);
    expect(risks).not.toContain('people');
    expect(risks).not.toContain('membershipBeyondMargins');
    expect(found.verdict.against.join(' ')).toContain('Two tables cannot show');
  });

  test('rows that are nearer to real ones than chance has it are a reason for care', () => {
    const { membership } = found;
    if (!membership) throw new Error('membership was expected');
    const chance = { estimate: 0.5, low: 0.45, high: 0.55, level: 0.95 };
    const nearer = { estimate: 0.6, low: 0.55, high: 0.65, level: 0.95 };
    const harmless = { ...found, attribute: [], checks: [], oneShot: null };
    const judge = (nearerToReal: typeof chance) =>
      auditVerdict(
        { ...harmless, membership: { ...membership, auc: chance, nearerToReal } },
        limitsOf({}),
      ).verdict;
    expect(judge(chance).word).toBe('release');
    expect(judge(nearer).word).toBe('release-with-care');
    expect(judge(nearer).why).toContain('60.0 % (55.0 to 65.0) of synthetic rows are nearer');
  });

  test('the forest knows everybody in a copy, and the verdict says so', () => {
    const [cost, ward] = found.attribute;
    if (cost.kind !== 'numbers' || ward.kind !== 'levels') throw new Error('cost, ward expected');
    expect(cost.inTable.low).toBeGreaterThan(cost.heldOut?.high ?? 1);
    expect(ward.strongest.attacker).toBe('forest');
    expect(ward.strongest.rate).toBeGreaterThan(0.9);
    expect(ward.people.forest.control?.right.high).toBeLessThan(0.6);
    const text = describeAudit(found).replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/'ward' is guessed better .*: by a random forest/);
    expect(text).toMatch(/a random forest [\d.]+ % -?[\d.]+ % [\d.]+ % \([\d.]+ to [\d.]+\)/);
  });

  test('a leak that one of two attackers shows by chance is none', () => {
    const ward = found.attribute[1];
    if (ward.kind !== 'levels') throw new Error('categories were expected');
    const guesses = (estimate: number) => {
      const right = { estimate, low: 0.4, high: 0.6, level: 0.95 };
      return { rows: 1000, right, rightByBaseline: right, unusual: null };
    };
    const signs = (inside: number) => {
      const logistic = { real: guesses(inside), control: guesses(0.5), beyondControl: null };
      const forest = { ...logistic, real: guesses(0.5) };
      const attack = { ...ward, ...logistic, people: { logistic, forest } };
      return signsOfLeaks({ ...found, attribute: [attack], membership: null });
    };
    // the standard error is 0.02236: 1.96 of it for one attacker, 2.24 for one of two
    expect(signs(0.547)).toEqual([]);
    expect(signs(0.553)[0]).toContain('by a logistic regression, 55.3 %');
  });

  test('the same seed gives the same numbers, in JSON too', async () => {
    const again = await audit(real, real, { sensitive: ['cost', 'ward'], holdout });
    expect(again).toEqual(found);
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
  });
});

describe('a table without any dependence', () => {
  test('leaks nothing, whatever the seed', async () => {
    let [sum, variance, sizes] = [0, 0, 0];
    for (let seed = 1; seed <= 6; seed++) {
      const all = await hospital(300, 100 + seed);
      const other = await hospital(150, 200 + seed);
      const found = await audit(rowsOf(all, 0, 150), shuffled(other, seed), {
        holdout: rowsOf(all, 150, 300),
        sensitive: ['cost'],
        seed,
      });
      const { membership, oneShot, attribute } = found;
      // 3.5 errors of an AUC of 150 and 150 people
      expect(Math.abs((oneShot?.auc.estimate ?? 0) - 0.5)).toBeLessThan(3.5 * 0.0335);
      if (!membership) throw new Error('membership was expected');
      const { estimate, low, high } = membership.auc;
      const error = (high - low) / (2 * 1.96);
      expect(Math.abs(estimate - 0.5)).toBeLessThan(3.5 * error);
      sum += estimate - 0.5;
      variance += error * error;
      expect(membership.nearerToReal.low).toBeLessThan(0.5);
      expect(membership.nearerToReal.high).toBeGreaterThan(0.5);
      const [attack] = attribute;
      if (attack.kind !== 'numbers') throw new Error('numbers were expected');
      sizes += attack.regression.mab / attack.regression.floor / 6;
      expect(attack.real.meanSquaredError.high).toBeGreaterThan(0.9);
    }
    expect(Math.abs(sum)).toBeLessThan(3 * Math.sqrt(variance));
    // nothing but noise, of the size that theory says
    expect(sizes).toBeGreaterThan(0.7);
    expect(sizes).toBeLessThan(1.3);
  });

  test('is useless, and models of the real table are not', async () => {
    const { utility, fidelity } = await audit(real, shuffled(real, 1), {
      response: 'died',
      holdout,
      models: ['logistic'],
    });
    expect(utility).toMatchObject({ kind: 'classes', testedOn: 'unseen' });
    expect(utility?.rows).toEqual({ real: 300, synthetic: 300, test: 300 });
    const [{ synthetic: made, real: true_ }] = utility?.models ?? [];
    expect(made?.auc.value).toBeLessThan(0.65);
    expect(true_?.auc.interval?.low).toBeGreaterThan(0.7);
    expect(fidelity.margins.meanOverlap).toBe(1);
    expect(fidelity.kendall.meanAbsolute).toBeGreaterThan(0.05);
  });
});

test('the more copies, the more is recognised', async () => {
  const areas: number[] = [];
  for (const share of [0, 0.1, 0.5, 1]) {
    const synthetic = await mixed(real, shuffled(holdout, 3), share);
    const { membership } = await audit(real, synthetic, { holdout });
    areas.push(membership?.auc.estimate ?? Number.NaN);
  }
  expect(areas).toEqual(areas.slice().sort());
  expect(areas[1]).toBeGreaterThan(areas[0] + 0.02);
  expect(areas[3]).toBe(1);
});

describe('without test rows', () => {
  test('membership is not measured, and it is said why', async () => {
    const found = await audit(real, shuffled(real, 2), { sensitive: ['cost'] });
    expect([found.membership, found.fidelityOfTest, found.data.rows.test]).toEqual([
      null,
      null,
      null,
    ]);
    expect(found.attribute[0].control).toBeNull();
    expect(found.notes.join('\n')).toContain('Membership was not measured');
    expect(describeAudit(found).replaceAll(/\s+/g, ' ')).toContain('that takes test rows');
    expect(found.verdict.word).not.toBe('release');
  });

  test('models are tested on real rows that the real model did not see, and it is said', async () => {
    const { utility } = await audit(real, shuffled(real, 2), {
      response: 'age',
      models: ['linear'],
    });
    expect(utility).toMatchObject({ kind: 'numeric', testedOn: 'real' });
    expect(utility?.rows).toMatchObject({ real: 210, test: 90 });
    expect(utility?.notes.join('\n')).toContain('the generator may have');
    expect(utility?.models[0].real?.r2.value).toBeGreaterThan(0.5);
  });
});

describe('columns and roles', () => {
  test('of a schema count, and a sensitive column that was left out is safe', async () => {
    const schema = {
      columns: {
        died: { role: 'response' },
        cost: { role: 'sensitive' },
        age: { role: 'sensitive' },
      },
    };
    const columns = shuffled(real, 4).columns.filter(({ name }) => name !== 'age');
    const found = await audit(real, { ...real, columns }, { schema, models: ['logistic'] });
    expect(found.data).toMatchObject({ response: 'died', sensitive: ['cost'] });
    expect(found.data.columns.missing).toEqual(['age']);
    expect(found.notes.join('\n')).toContain("does not have the sensitive column 'age'");
  });

  test('people whose sensitive value is missing are nobody to guess about, in any table', async () => {
    const gapsIn = (table: Table, name: string) => {
      const column = table.columns.find((each) => each.name === name);
      if (column?.kind !== 'numeric') throw new Error('numbers were expected');
      return column.values.filter(Number.isNaN).length;
    };
    const made = shuffled(real, 2);
    const [attack] = (await audit(real, made, { sensitive: ['lab'], holdout })).attribute;
    expect(gapsIn(real, 'lab')).toBeGreaterThan(20);
    expect(attack.real.rows).toBe(300 - gapsIn(real, 'lab'));
    expect(attack.control?.rows).toBe(300 - gapsIn(holdout, 'lab'));
    expect(attack.kind === 'numbers' && attack.regression.rows).toBe(300 - gapsIn(made, 'lab'));
    // gaps where the real table has none
    const holes = (table: Table): Table => ({
      ...table,
      columns: table.columns.map((column) =>
        column.name === 'age' && column.kind === 'numeric'
          ? { ...column, values: column.values.map((x, i) => (i < 100 ? Number.NaN : x)) }
          : column,
      ),
    });
    const [age] = (await audit(real, holes(made), { sensitive: ['age'], holdout: holes(holdout) }))
      .attribute;
    expect([age.real.rows, age.control?.rows]).toEqual([300, 200]);
    expect(age.kind === 'numbers' && age.regression.rows).toBe(200);
  });

  test('a level that the synthetic table lacks is measured and never guessed', async () => {
    const ward = real.columns.find(({ name }) => name === 'ward');
    if (ward?.kind !== 'text') throw new Error('text was expected');
    const lost = ward.dictionary.indexOf('children');
    const kept = Uint32Array.from(ward.codes.keys()).filter((row) => ward.codes[row] !== lost);
    const synthetic = takeRows(real, kept);
    const found = await audit(real, synthetic, {
      sensitive: ['ward'],
      response: 'ward',
      models: ['logistic'],
    });
    const overlap = found.fidelity.margins.columns.find(({ name }) => name === 'ward')?.overlap;
    expect(overlap).toBe(Number((kept.length / real.rows).toPrecision(3)));
    expect(found.notes.join('\n')).toMatch(/in \d+ test rows and in no training row/);
    expect(found.notes.join('\n')).not.toContain('children');
  });

  test('without a continuous column as many copies are allowed as unseen rows make likely', async () => {
    const coarse = {
      columns: real.columns.filter(({ name }) => ['ward', 'stage', 'died'].includes(name)),
    };
    const pick = (table: Table): Table => ({
      ...table,
      columns: table.columns.filter(({ name }) =>
        coarse.columns.some((each) => each.name === name),
      ),
    });
    const found = await audit(pick(real), pick(shuffled(real, 9)), { holdout: pick(holdout) });
    const check = found.checks.find(({ name }) => name === 'exact-copies');
    expect(check?.found).toBeGreaterThan(200);
    expect(check?.allowed).toBeGreaterThan(280);
    expect(check?.passed).toBe(true);
    expect(check?.note).toMatch(/of \d+ unseen real rows do too$/);
  });

  test('unseen rows that coincide less than real ones do with each other allow fewer copies', async () => {
    const coarse = (rows: number, level: (row: number, column: number) => number): Table =>
      numericTable(
        Object.fromEntries(
          ['a', 'b', 'c'].map((name, j) => [
            name,
            Float64Array.from({ length: rows }, (_, i) => level(i, j)),
          ]),
        ),
        0,
      );
    const schema = {
      columns: Object.fromEntries(['a', 'b', 'c'].map((name) => [name, { type: 'ordered' }])),
    };
    // every real row is there twice, but no unseen row is among them
    const twice = coarse(100, (i, j) => Math.floor((i >> 1) / [1, 2, 3][j]) % 5);
    const unseen = coarse(100, (i, j) => (j === 0 ? 4 - (i % 5) : (3 * i + j) % 5));
    const { checks } = await audit(twice, twice, { holdout: unseen, schema });
    const check = checks.find(({ name }) => name === 'exact-copies');
    const alone = (await audit(twice, twice, { schema })).checks.find(
      ({ name }) => name === 'exact-copies',
    );
    expect(alone?.passed).toBe(true);
    expect(check?.allowed).toBeLessThan(alone?.allowed as number);
    expect(check?.passed).toBe(false);
  });
});

describe('rare levels and extremes of the real table', () => {
  const place = (far: number, rare: string): Table => ({
    ...real,
    columns: real.columns.map((column): Column => {
      if (column.kind === 'numeric' && column.name === 'age') {
        return { ...column, values: column.values.map((x, i) => (i === 3 ? far : x)) };
      }
      if (column.kind !== 'text' || column.name !== 'ward') return column;
      const codes = column.codes.slice();
      codes[4] = column.dictionary.length;
      return { ...column, codes, dictionary: [...column.dictionary, rare] };
    }),
  });

  test('are in no figure and no text', async () => {
    const own = { sensitive: ['cost'], response: 'died', models: ['logistic'] as const, holdout };
    const found = await audit(place(90, 'lighthouse'), shuffled(real, 9), own);
    expect(JSON.stringify(found)).not.toContain('lighthouse');
    expect(describeAudit(found)).not.toContain('lighthouse');
    const number = /\d+\.\d+/g;
    for (const figure of JSON.stringify(found).match(number) ?? []) {
      expect(Number(figure)).toBe(Number(Number(figure).toPrecision(3)));
    }
  });
});

describe('bad input', () => {
  const cases: [string, AuditSettings, RegExp][] = [
    ['a name that is not there', { response: 'dide' }, /no column 'dide'. Did you mean 'died'\?/],
    ['a sensitive one that is not there', { sensitive: ['costs'] }, /Did you mean 'cost'\?/],
    ['an identifier as sensitive', { sensitive: ['id'] }, /'id' is an identifier/],
    ['free text as response', { response: 'note' }, /'note' is free text/],
    ['a seed below 0', { seed: -1 }, /Seed: found -1/],
    ['a tolerance of 0', { tolerance: 0 }, /Tolerance/],
    [
      'a limit below 0',
      { constraints: { maxMr2: -1 } },
      /maxMr2 is -1. Give a number of at least 0/,
    ],
    ['a schema that does not fit', { schema: { columns: { aeg: { type: 'count' } } } }, /"aeg"/],
  ];
  test.each(cases)('%s', async (_, settings, message) => {
    await expect(audit(real, real, settings)).rejects.toThrow(InputError);
    await expect(audit(real, real, settings)).rejects.toThrow(message);
  });

  const constant = (table: Table, name: string): Table => ({
    ...table,
    columns: table.columns.map((column) =>
      column.name !== name
        ? column
        : column.kind === 'numeric'
          ? { ...column, values: column.values.map(() => 1), missing: undefined }
          : { ...column, codes: column.codes.map(() => 0) },
    ),
  });

  test('a response of one class, in the real table or among the test rows', async () => {
    const one = constant(real, 'died');
    await expect(audit(one, one, { response: 'died' })).rejects.toThrow(/nothing to predict/);
    const test = constant(holdout, 'died');
    await expect(
      audit(real, shuffled(real, 1), { response: 'died', test, models: ['logistic'] }),
    ).rejects.toThrow(/single class of 'died'/);
  });

  test('a response of one class in the synthetic table is predicted for everybody', async () => {
    const found = await audit(real, constant(shuffled(real, 1), 'died'), {
      response: 'died',
      holdout,
      models: ['logistic'],
    });
    expect(found.utility?.models[0].synthetic?.auc.value).toBe(0.5);
    expect(found.notes.join('\n')).toContain('it is predicted for every row');
  });

  test('a sensitive column that is constant', async () => {
    const one = constant(real, 'cost');
    await expect(audit(one, one, { sensitive: ['cost'] })).rejects.toThrow(/nothing to guess/);
    const found = await audit(real, constant(shuffled(real, 1), 'cost'), { sensitive: ['cost'] });
    const [attack] = found.attribute;
    expect(attack.kind === 'numbers' && attack.regression.mab).toBe(0);
    expect(attack.real.right.estimate).toBe(attack.real.rightByBaseline.estimate);
  });

  test('fewer rows than the attack needs', async () => {
    const few = rowsOf(shuffled(real, 1), 0, 8);
    await expect(audit(real, few, { sensitive: ['cost'] })).rejects.toThrow(/8 rows .* too few/);
    expect((await audit(real, few)).data.rows.synthetic).toBe(8);
  });

  test('test rows that are the real rows', async () => {
    await expect(audit(real, shuffled(real, 1), { holdout: real })).rejects.toThrow(
      /every one of them is also in the real table/,
    );
    const some = await mixed(real, holdout, 0.1);
    const { notes } = await audit(real, shuffled(real, 1), { holdout: some });
    expect(notes.join('\n')).toContain('30 of 300 test rows equal a row of the real table');
  });

  test('test rows without a column of the real table', async () => {
    const columns = holdout.columns.filter(({ name }) => name !== 'ward');
    await expect(
      audit(real, shuffled(real, 1), { holdout: { ...holdout, columns } }),
    ).rejects.toThrow(/Test rows: there is no column 'ward'/);
  });
});

test('no cell comes out: not of any column, in words, in JSON or in errors', async () => {
  const lines = (seed: number, canary: boolean) =>
    Array.from({ length: 80 }, (_, i) => {
      const [u, v] = rngFromSeed(seed).split(i).uniforms(2);
      return canary && i === 3
        ? 'CANARY-ID,98765.4321,CANARYLEVEL,2031-07-19,CANARY text of its own,1'
        : `P${seed}${i},${(100 * u).toFixed(2)},${v < 0.5 ? 'SPARROW' : 'FINCH'},2020-01-${String(1 + (i % 28)).padStart(2, '0')},words ${i} and ${seed},${u > v ? 1 : 0}`;
    });
  const csv = (seed: number, canary = false) =>
    read(`id,cost,bird,day,note,died\n${lines(seed, canary).join('\n')}\n`);
  const [a, b, c] = [await csv(1, true), await csv(2, true), await csv(3, true)];
  const texts: string[] = [];
  for (const response of ['died', 'bird', 'cost']) {
    const found = await audit(a, b, {
      response,
      sensitive: ['cost', 'bird', 'day'],
      holdout: c,
      models: response === 'cost' ? ['linear'] : ['logistic'],
    });
    texts.push(JSON.stringify(found), describeAudit(found));
  }
  const bird = { columns: { bird: { type: 'continuous' as const } } };
  texts.push(String(await audit(a, b, { schema: bird }).catch((error: Error) => error.message)));
  const missing = { ...b, columns: b.columns.slice(3) };
  texts.push(
    String(await audit(a, missing, { response: 'cost' }).catch((error: Error) => error.message)),
  );
  expect(texts.join('\n')).not.toMatch(/CANARY|98765|2031|SPARROW|FINCH/);
  expect(texts.at(-1)).toContain('no column');
});

test('it can be cancelled, and tells how far it is', async () => {
  const cancel = new AbortController();
  const seen: number[] = [];
  const running = audit(real, shuffled(real, 1), {
    holdout,
    signal: cancel.signal,
    onProgress: ({ stage, done, total }) => {
      seen.push(done / total);
      if (stage === 'membership') cancel.abort();
    },
  });
  await expect(running).rejects.toThrow(/abort/i);
  expect(seen).toEqual(seen.slice().sort((a, b) => a - b));
  expect(seen.at(-1)).toBeLessThan(1);
});
