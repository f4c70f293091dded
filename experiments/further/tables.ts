/**
 * Five tables that nothing was tuned on, with what the paper's data do not have: more than two classes, a
 * class of few rows, a numeric response, categories and gaps. Two are drawn by seed, three are rows of the
 * public SUPPORT2 table (raw_support2.csv).
 */

import type * as Library from '../../src/index.ts';
import type { Setting } from '../setting.ts';

export interface FurtherTable {
  readonly name: string;
  readonly title: string;
  readonly table: Library.Table;
  readonly response: string;
  readonly sensitive: string;
}

type Maker = (setting: Setting) => Promise<FurtherTable | undefined>;

/** A table whose file is not there is left out. */
export const TABLES: readonly Maker[] = [
  numericResponse,
  smallClass,
  threeClasses,
  sevenClasses,
  gaps,
];

type Columns = Record<string, Library.ColumnValues>;

/** A score follows bends and an interaction of ten columns with a common factor. */
async function numericResponse({ library, seed }: Setting): Promise<FurtherTable> {
  const rows = 400;
  const draw = normals(library.rngFromSeed(seed).split('further', 'numeric'), rows);
  const factor = draw('factor');
  const columns: Columns = {};
  for (let j = 1; j <= 9; j++) {
    const own = draw(`x${j}`);
    columns[`x${j}`] = factor.map((f, i) => {
      const value = (j % 3) * 0.4 * f + own[i];
      return j % 2 === 0 ? Math.exp(value / 2) : value;
    });
  }
  const [x1, x2, x3] = ['x1', 'x2', 'x3'].map((name) => columns[name] as Float64Array);
  const noise = draw('noise');
  columns.income = factor.map((f, i) => Math.exp(0.6 * f + 0.5 * x1[i] + 0.3 * noise[i]));
  const rest = draw('score');
  columns.score = factor.map((f, i) => f + x1[i] * x3[i] * 0.5 + x2[i] * 0.6 + rest[i]);
  return {
    name: 'numeric',
    title: '400 rows of 11 columns by seed, numeric response',
    table: library.tableFromColumns(columns),
    response: 'score',
    sensitive: 'income',
  };
}

/** Two classes whose columns depend on each other with opposite signs, and a third of 12 rows. */
async function smallClass({ library, seed }: Setting): Promise<FurtherTable> {
  const sizes = [270, 145, 12];
  const labels = sizes.flatMap((size, k) =>
    new Array<string>(size).fill(['benign', 'malignant', 'unclear'][k]),
  );
  const rows = labels.length;
  const draw = normals(library.rngFromSeed(seed).split('further', 'small'), rows);
  const factor = draw('factor');
  const columns: Columns = {};
  for (let j = 1; j <= 9; j++) {
    const own = draw(`m${j}`);
    columns[`m${j}`] = factor.map((f, i) => {
      const sign = labels[i] === 'malignant' && j % 2 === 0 ? -1 : 1;
      const shift = labels[i] === 'benign' ? 0 : j % 4 === 0 ? 1.2 : 0.3;
      return shift + 0.8 * sign * f + 0.6 * own[i];
    });
  }
  const own = draw('cost');
  columns.cost = factor.map((f, i) => Math.exp(0.7 * f + 0.4 * own[i]));
  columns.finding = labels;
  return {
    name: 'small',
    title: '427 rows of 11 columns by seed, a third class of 12 rows',
    table: library.tableFromColumns(columns),
    response: 'finding',
    sensitive: 'cost',
  };
}

/** Independent standard normals by name (Box and Muller 1958). */
function normals(rng: Library.Rng, rows: number): (name: string) => Float64Array {
  return (name) => {
    const [u, v] = ['radius', 'angle'].map((part) => rng.split(name, part).uniforms(rows));
    return u.map((each, i) => Math.sqrt(-2 * Math.log(each)) * Math.cos(2 * Math.PI * v[i]));
  };
}

const COSTS = ['totcst', 'charges', 'slos'];
const VITALS = ['age', 'num.co', 'scoma', 'sps', 'aps', 'meanbp', 'hrt', 'resp', 'temp'];

function threeClasses(setting: Setting): Promise<FurtherTable | undefined> {
  return fromSupport2(setting, {
    name: 'three',
    title: 'SUPPORT2, 1,800 rows of 14 columns, three classes (cancer)',
    columns: [...COSTS, ...VITALS, 'crea', 'ca'],
    response: 'ca',
    rows: 1800,
  });
}

function sevenClasses(setting: Setting): Promise<FurtherTable | undefined> {
  return fromSupport2(setting, {
    name: 'seven',
    title: 'SUPPORT2, 2,625 rows of 12 columns, seven classes (disease)',
    columns: [
      'totcst',
      'charges',
      'slos',
      'age',
      'num.co',
      'scoma',
      'aps',
      'meanbp',
      'hrt',
      'temp',
      'crea',
      'dzgroup',
    ],
    response: 'dzgroup',
    rows: 2625,
    without: 'Cirrhosis',
  });
}

function gaps(setting: Setting): Promise<FurtherTable | undefined> {
  return fromSupport2(setting, {
    name: 'gaps',
    title: 'SUPPORT2, 1,800 rows of 19 columns, categories and gaps, two classes (death)',
    columns: [...COSTS, ...VITALS, 'crea', 'sex', 'race', 'alb', 'bili', 'edu', 'death'],
    response: 'death',
    rows: 1800,
    gaps: true,
  });
}

interface Wanted {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly response: string;
  readonly rows: number;
  /** A class that is left out. */
  readonly without?: string;
  /** Whether rows with gaps are kept. */
  readonly gaps?: boolean;
}

async function fromSupport2(
  { library, seed, read, has }: Setting,
  { name, title, columns, response, rows, without, gaps = false }: Wanted,
): Promise<FurtherTable | undefined> {
  if (!has('raw_support2.csv')) return undefined;
  const whole = await read('raw_support2.csv');
  const chosen = columns.map((column) => {
    const found = whole.columns.find((each) => each.name === column);
    if (!found) throw new Error(`raw_support2.csv has no column '${column}'`);
    return found;
  });
  const isWanted = (row: number) =>
    chosen.every((column) =>
      column.kind === 'text'
        ? (gaps || column.codes[row] >= 0) &&
          !(column.name === response && column.dictionary[column.codes[row]] === without)
        : gaps || !(column.missing?.[row] || Number.isNaN(column.values[row])),
    );
  const order = library.rngFromSeed(seed).split('further', name).permutation(whole.rows);
  const taken = Array.from(order).filter(isWanted).slice(0, rows);
  const table = library.takeRows({ ...whole, columns: chosen }, taken);
  return { name, title, table, response, sensitive: 'totcst' };
}
