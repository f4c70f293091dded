/**
 * A table of made-up patients with one canary of every kind in it. Everything but the canaries is a
 * function of the seed, so that two tables with other canaries differ in those cells alone.
 */

import { rngFromSeed } from '../../../src/random/rng.ts';

/** What is planted. Every value belongs to fewer than five rows. */
export interface Canaries {
  /** A name among names that are all different. */
  readonly person: string;
  readonly identifier: string;
  /** Free text: unique words, what a spreadsheet would run, what a browser would run, a header. */
  readonly remark: string;
  readonly formula: string;
  readonly html: string;
  readonly header: string;
  /** A doctor's name as a category: one row. */
  readonly doctor: string;
  /** Levels of one and of four rows. */
  readonly wardOfOne: string;
  readonly wardOfFour: string;
  /** An ordered column's level of one row. */
  readonly grade: string;
  /** All others say no. */
  readonly lone: string;
  /** A level of the nominal response, four rows. */
  readonly outcome: string;
  /** A level of a sensitive column, one row. */
  readonly diagnosis: string;
  /** One among single digits. */
  readonly visits: string;
  readonly income: string;
  /** Below all others. */
  readonly balance: string;
  /** Above zero, and below all others by many powers of ten. */
  readonly tiny: string;
  readonly huge: string;
  /** Within the range of the others, with digits that no other has. */
  readonly dose: string;
  readonly born: string;
  readonly seen: string;
}

export const PLANTED: Canaries = {
  person: 'Zebedee Quillfeather',
  identifier: 'MRN-7719-0042',
  remark: 'prefers xylophonic marmalade',
  formula: "=HYPERLINK(wobblegate)&'x'",
  html: '<img src=x onerror=gnurfle(1)>',
  header: 'income_of_snorkelby',
  doctor: 'Dr Oxblood-Farthing',
  wardOfOne: 'Quarantine Zulu',
  wardOfFour: 'Hospice Yankee',
  grade: 'Grade 7741',
  lone: 'indubitably',
  outcome: 'Withdrawn Xray',
  diagnosis: 'Kuru variant',
  visits: '42427',
  income: '9876543.21',
  balance: '-7654.321',
  tiny: '3.2178e-17',
  huge: '6.5479e+21',
  dose: '2.345678',
  born: '1901-02-03',
  seen: '1987-06-05 04:03:21',
};

/** Other values that stand in the same place among those of their column. */
export const MOVED: Canaries = {
  person: 'Ambrosia Thistlewick',
  identifier: 'MRN-3306-9951',
  remark: 'collects ultramarine bassoons',
  formula: "=HYPERLINK(snickerdoor)&'x'",
  html: '<img src=x onerror=blorpty(1)>',
  header: 'income_of_wimbleton',
  doctor: 'Dr Aubergine-Pell',
  wardOfOne: 'Annexe Alpha',
  wardOfFour: 'Bunker Bravo',
  grade: 'Grade 49136',
  lone: 'absolutely',
  outcome: 'Absconded Quebec',
  diagnosis: 'Ambrosian fever',
  visits: '987654',
  income: '55512345.67',
  balance: '-98765.432',
  tiny: '1.0493e-29',
  huge: '1.7316e+33',
  dose: '2.345671',
  born: '1893-11-27',
  seen: '1979-01-13 14:35:46',
};

/** The column of each canary. */
export const COLUMN_OF: Readonly<Record<keyof Canaries, string>> = {
  person: 'person',
  identifier: 'file_no',
  remark: 'remark',
  formula: 'remark',
  html: 'remark',
  header: 'remark',
  doctor: 'doctor',
  wardOfOne: 'ward',
  wardOfFour: 'ward',
  grade: 'grade',
  lone: 'transplant',
  outcome: 'outcome',
  diagnosis: 'diagnosis',
  visits: 'visits',
  income: 'income',
  balance: 'balance',
  tiny: 'trace',
  huge: 'load',
  dose: 'dose',
  born: 'born',
  seen: 'seen',
};

/** In the order of the file. */
export const HEADER = [
  ...['file_no', 'person', 'doctor', 'ward', 'grade', 'transplant', 'outcome', 'diagnosis'],
  ...['visits', 'income', 'balance', 'trace', 'load', 'dose', 'born', 'seen', 'marker', 'dead'],
  'remark',
] as const;

const GIVEN = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida', 'Jo', 'Kit', 'Lou'];
const FAMILY = ['Ash', 'Birch', 'Cedar', 'Elm', 'Fir', 'Hazel', 'Larch', 'Oak', 'Pine', 'Rowan'];

/** Rows of the canaries; different people, none of them first or last. */
const ROW = { one: 17, grade: 31, lone: 44, numbers: 23, exponents: 38, dates: 52, text: 11 };
const FOUR = [5, 20, 35, 50];
const FOUR_OUTCOMES = [8, 27, 46, 55];
/** The only person whose marker is missing; dose and date of birth are missing too. */
export const GAP_ROW = 41;

export interface PlantedTable {
  readonly rows: number;
  readonly cells: readonly (readonly string[])[];
  readonly text: string;
}

/** At least 60 rows. */
export function plantedTable(canaries: Canaries, rows = 80, seed = 5): PlantedTable {
  const rng = rngFromSeed(seed);
  const common = rng.split('common').uniforms(rows);
  const own = (name: string) => {
    const u = rng.split(name).uniforms(rows);
    return (i: number) => (common[i] + u[i]) / 2;
  };
  const draw = Object.fromEntries(HEADER.map((name) => [name, own(name)]));
  const pick = (name: string, i: number, values: readonly string[]) =>
    values[Math.floor(draw[name](i) * values.length)];
  const cells = Array.from({ length: rows }, (_, i) => {
    const cell: Record<(typeof HEADER)[number], string> = {
      file_no: `MRN-${5000 + ((i * 37) % 1999)}-${1000 + ((i * 7919) % 8999)}`,
      person: `${GIVEN[i % 12]} ${FAMILY[Math.floor(i / 12) % 10]}`,
      doctor: pick('doctor', i, ['Dr Able', 'Dr Baker', 'Dr Cook']),
      ward: pick('ward', i, ['north', 'south', 'east']),
      grade: pick('grade', i, ['Grade 1', 'Grade 2', 'Grade 3']),
      transplant: 'no',
      outcome: pick('outcome', i, ['home', 'clinic']),
      diagnosis: pick('diagnosis', i, ['flu', 'gout']),
      visits: String(1 + Math.floor(8 * draw.visits(i))),
      income: (20_000 + 40_000 * draw.income(i)).toFixed(2),
      balance: (100 + 800 * draw.balance(i)).toFixed(3),
      trace: (0.1 + 0.8 * draw.trace(i)).toFixed(4),
      load: (1 + 9 * draw.load(i)).toFixed(4),
      dose: (1 + 3 * draw.dose(i)).toFixed(3),
      born: dayText(-14_000 + Math.floor(20_000 * draw.born(i))),
      seen: `${dayText(18_000 + Math.floor(900 * draw.seen(i)))} ${clock(i)}`,
      marker: (5 + 5 * draw.marker(i)).toFixed(2),
      dead: draw.dead(i) > 0.5 ? '1' : '0',
      remark: `${GIVEN[(i * 5) % 12]} saw ${FAMILY[(i * 3) % 10]} on visit ${i} and was content`,
    };
    return cell;
  });
  const { one, numbers, exponents, dates, text } = ROW;
  Object.assign(cells[one], { ward: canaries.wardOfOne, diagnosis: canaries.diagnosis });
  Object.assign(cells[one + 1], { doctor: canaries.doctor });
  Object.assign(cells[ROW.grade], { grade: canaries.grade });
  Object.assign(cells[ROW.lone], { transplant: canaries.lone });
  for (const row of FOUR) cells[row].ward = canaries.wardOfFour;
  for (const row of FOUR_OUTCOMES) cells[row].outcome = canaries.outcome;
  Object.assign(cells[numbers], { visits: canaries.visits, income: canaries.income });
  Object.assign(cells[numbers + 1], { balance: canaries.balance, dose: canaries.dose });
  Object.assign(cells[exponents], { trace: canaries.tiny });
  Object.assign(cells[exponents + 1], { load: canaries.huge });
  Object.assign(cells[dates], { born: canaries.born });
  Object.assign(cells[dates + 1], { seen: canaries.seen });
  Object.assign(cells[text], { person: canaries.person, remark: canaries.remark });
  Object.assign(cells[text + 1], { file_no: canaries.identifier, remark: canaries.formula });
  Object.assign(cells[text + 2], { remark: canaries.html });
  Object.assign(cells[text + 3], { remark: canaries.header });
  Object.assign(cells[GAP_ROW], { marker: '', dose: '', born: '' });
  // others lack one of them, so that the three together are one person's
  Object.assign(cells[GAP_ROW + 2], { dose: '' });
  for (const row of [3, 9, 15, 29, 33]) Object.assign(cells[row], { born: '' });
  const lines = cells.map((cell) => HEADER.map((name) => cell[name]));
  return {
    rows,
    cells: lines,
    text: `${[HEADER, ...lines].map((line) => line.join(',')).join('\n')}\n`,
  };
}

/** The numbers of a column, in the order of the rows; gaps left out. */
export function numbersOf({ cells }: PlantedTable, column: string): number[] {
  const at = (HEADER as readonly string[]).indexOf(column);
  return cells.flatMap((line) => (line[at] === '' ? [] : [numberOf(line[at])]));
}

/** A cell as a number: dates as days, times as milliseconds, since 1970. */
export function numberOf(cell: string): number {
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) return Date.parse(cell) / 86_400_000;
  if (/^\d{4}-\d\d-\d\d \d/.test(cell)) return Date.parse(`${cell.replace(' ', 'T')}Z`);
  return Number(cell);
}

function dayText(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

function clock(i: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two((i * 5) % 24)}:${two((i * 7) % 60)}:${two((i * 11) % 60)}`;
}
