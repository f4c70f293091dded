/**
 * Tables for private generators, each with its public domain: the paper's two, and three mixed ones, with nominal,
 * ordered and counted columns and missing values. `clinic` and `wages` are made on the spot, with three classes of
 * the response and with a numeric one; `hospital` is 14 columns of SUPPORT2 as it was collected, its categories
 * included: whether a patient dies in hospital.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SIMULATED_RANGES, SUPPORT2_RANGES } from '../experiments/ranges.ts';
import { kernel } from '../src/numerics/kernel.ts';
import { rngFromSeed } from '../src/random/rng.ts';
import { readTable } from '../src/table/readTable.ts';
import { checkSchema, type TableSchema } from '../src/table/schema.ts';
import type { Table } from '../src/table/table.ts';
import { takeRows } from '../src/table/takeRows.ts';

export interface PrivateTable {
  readonly name: string;
  readonly response: string;
  readonly train: Table;
  readonly test: Table;
  /** With every type, range and level declared. */
  readonly schema: TableSchema;
  readonly gaps: readonly string[];
}

export const PRIVATE_TABLES = ['support2', 'simulated', 'clinic', 'wages', 'hospital'] as const;

const shared = process.env.TVINESYNTH_SHARED ?? '../shared';

export async function privateTable(name: (typeof PRIVATE_TABLES)[number]): Promise<PrivateTable> {
  if (name === 'clinic') return clinic();
  if (name === 'wages') return wages();
  if (name === 'hospital') return hospital();
  const files =
    name === 'support2'
      ? ['real_support2_small.csv', 'test_support2_small.csv']
      : ['real_data_I_d20.csv', 'real_data_I_d20_test.csv'];
  const [train, test] = await Promise.all(
    files.map(async (file) =>
      readTable(new Uint8Array(await readFile(join(shared, 'data', file)))),
    ),
  );
  return { name, response: 'Y', train, test, schema: paperSchema(name), gaps: [] };
}

/** The experiments' ranges, without the two faults of the paper's software that they keep. */
function paperSchema(name: 'support2' | 'simulated'): TableSchema {
  const ranges =
    name === 'support2'
      ? { ...SUPPORT2_RANGES, charges: [0, 500_000], scoma: [0, 100] }
      : SIMULATED_RANGES;
  return checkSchema({
    columns: {
      ...Object.fromEntries(
        Object.entries(ranges).map(([column]) => [column, { type: 'continuous' }]),
      ),
      Y: { type: 'boolean', levels: ['0', '1'] },
    },
  });
}

/** Values outside declared bounds are refused, but moved to the ends of ranges in the settings. */
export function paperRanges(name: string): Record<string, [number, number]> | 'declared' {
  if (name !== 'support2' && name !== 'simulated') return 'declared';
  const ranges =
    name === 'support2'
      ? { ...SUPPORT2_RANGES, charges: [0, 500_000] as const, scoma: [0, 100] as const }
      : SIMULATED_RANGES;
  return Object.fromEntries(Object.entries(ranges).map(([c, [low, high]]) => [c, [low, high]]));
}

const normals = (n: number, stream: string) =>
  rngFromSeed(77)
    .split(stream)
    .uniforms(n)
    .map((u) => kernel().normalQuantile(u));

async function read(lines: string[]): Promise<Table> {
  return readTable(new TextEncoder().encode(`${lines.join('\n')}\n`));
}

async function clinic(): Promise<PrivateTable> {
  const make = (rows: number, part: string) => {
    const z = (name: string) => normals(rows, `clinic ${part} ${name}`);
    const [a, b, c, e, f, g, h] = ['a', 'b', 'c', 'e', 'f', 'g', 'h'].map(z);
    const lines = ['age,pressure,visits,ward,stage,smoker,marker,outcome'];
    for (let i = 0; i < rows; i++) {
      const age = Math.min(95, Math.max(18, Math.round(55 + 15 * a[i])));
      const pressure = Math.min(220, Math.max(70, 125 + 15 * (0.5 * a[i] + 0.87 * b[i])));
      const visits = Math.min(20, Math.max(0, Math.floor(2 + 1.5 * a[i] + 2 * c[i])));
      const risk = 0.8 * a[i] + 0.6 * e[i];
      const ward = ['north', 'east', 'south', 'west'][
        f[i] + risk < -0.7 ? 2 : f[i] + risk < 0.2 ? 0 : f[i] + risk < 1 ? 3 : 1
      ];
      const stage = ['I', 'II', 'III'][risk < -0.3 ? 0 : risk < 0.8 ? 1 : 2];
      const smoker = g[i] + 0.5 * c[i] > 0.7 ? 'yes' : 'no';
      const marker = g[i] < -1 ? '' : Math.min(10, Math.max(0, 4 + 1.2 * risk + h[i])).toFixed(2);
      const score = risk + 0.5 * c[i] + 0.8 * h[i] + (smoker === 'yes' ? 0.6 : 0);
      const outcome = score < -0.3 ? 'well' : score < 1.1 ? 'ill' : 'dead';
      lines.push(
        [age, pressure.toFixed(1), visits, ward, stage, smoker, marker, outcome].join(','),
      );
    }
    return read(lines);
  };
  const schema = checkSchema({
    columns: {
      age: { type: 'count', min: 18, max: 95 },
      pressure: { type: 'continuous', min: 70, max: 220, decimals: 1 },
      visits: { type: 'count', min: 0, max: 20 },
      ward: { type: 'nominal', levels: ['north', 'east', 'south', 'west'] },
      stage: { type: 'ordered', levels: ['I', 'II', 'III'] },
      smoker: { type: 'boolean', levels: ['no', 'yes'] },
      marker: { type: 'continuous', min: 0, max: 10, decimals: 2 },
      outcome: { type: 'nominal', levels: ['well', 'ill', 'dead'] },
    },
  });
  const [train, test] = [await make(2000, 'train'), await make(1000, 'test')];
  return { name: 'clinic', response: 'outcome', train, test, schema, gaps: ['marker'] };
}

async function wages(): Promise<PrivateTable> {
  const make = (rows: number, part: string) => {
    const z = (name: string) => normals(rows, `wages ${part} ${name}`);
    const [a, b, c, e, f, g] = ['a', 'b', 'c', 'e', 'f', 'g'].map(z);
    const lines = ['years,school,sector,hours,union,distance,wage'];
    for (let i = 0; i < rows; i++) {
      const school = Math.min(5, Math.max(1, Math.round(3 + a[i])));
      const years = Math.min(45, Math.max(0, Math.round(18 + 10 * b[i] - 3 * a[i])));
      const lot = 0.7 * a[i] + c[i];
      const sector = ['trade', 'state', 'farm', 'bank'][
        lot < -0.9 ? 2 : lot < 0 ? 0 : lot < 1 ? 1 : 3
      ];
      const hours = e[i] > 1.3 ? '' : Math.min(70, Math.max(5, 38 + 8 * f[i])).toFixed(1);
      const union = e[i] + 0.6 * c[i] > 0.5 ? 'yes' : 'no';
      const distance = Math.min(60, Math.max(0, 15 + 10 * g[i])).toFixed(1);
      const log = 0.45 * a[i] + 0.35 * b[i] + 0.25 * f[i] + 0.2 * c[i] + 0.5 * g[i];
      const wage = Math.min(100, Math.max(5, 30 + 14 * log)).toFixed(2);
      lines.push([years, school, sector, hours, union, distance, wage].join(','));
    }
    return read(lines);
  };
  const schema = checkSchema({
    columns: {
      years: { type: 'count', min: 0, max: 45 },
      school: { type: 'ordered', levels: ['1', '2', '3', '4', '5'] },
      sector: { type: 'nominal', levels: ['trade', 'state', 'farm', 'bank'] },
      hours: { type: 'continuous', min: 5, max: 70, decimals: 1 },
      union: { type: 'boolean', levels: ['no', 'yes'] },
      distance: { type: 'continuous', min: 0, max: 60, decimals: 1 },
      wage: { type: 'continuous', min: 5, max: 100, decimals: 2 },
    },
  });
  const [train, test] = [await make(1500, 'train'), await make(1000, 'test')];
  return { name: 'wages', response: 'wage', train, test, schema, gaps: ['hours'] };
}

/** Of three patients one is in the table and one among the test rows; ranges as a clinician would give them. */
async function hospital(): Promise<PrivateTable> {
  const raw = await readTable(
    new Uint8Array(await readFile(join(shared, 'data', 'raw_support2.csv'))),
  );
  const schema = checkSchema({
    columns: {
      age: { type: 'continuous', min: 18, max: 105 },
      sex: { type: 'nominal', levels: ['female', 'male'] },
      dzgroup: { type: 'nominal', levels: DISEASES },
      'num.co': { type: 'count', min: 0, max: 9 },
      income: { type: 'ordered', levels: ['under $11k', '$11-$25k', '$25-$50k', '>$50k'] },
      race: { type: 'nominal', levels: ['asian', 'black', 'hispanic', 'other', 'white'] },
      scoma: { type: 'continuous', min: 0, max: 100, decimals: 0 },
      aps: { type: 'continuous', min: 0, max: 150, decimals: 0 },
      meanbp: { type: 'continuous', min: 0, max: 200, decimals: 0 },
      temp: { type: 'continuous', min: 30, max: 43, decimals: 1 },
      crea: { type: 'continuous', min: 0, max: 25, decimals: 1 },
      ca: { type: 'ordered', levels: ['no', 'yes', 'metastatic'] },
      diabetes: { type: 'boolean', levels: ['0', '1'] },
      hospdead: { type: 'boolean', levels: ['0', '1'] },
    },
  });
  const gaps = ['income', 'race', 'scoma', 'aps', 'meanbp', 'temp', 'crea'];
  const names = [...schema.columns.keys()];
  const chosen = { ...raw, columns: raw.columns.filter(({ name }) => names.includes(name)) };
  const third = (first: number) =>
    takeRows(
      chosen,
      Uint32Array.from({ length: Math.floor(raw.rows / 3) }, (_, i) => 3 * i + first),
    );
  return { name: 'hospital', response: 'hospdead', train: third(0), test: third(1), schema, gaps };
}

const DISEASES = [
  'ARF/MOSF w/Sepsis',
  'CHF',
  'COPD',
  'Cirrhosis',
  'Colon Cancer',
  'Coma',
  'Lung Cancer',
  'MOSF w/Malig',
];
