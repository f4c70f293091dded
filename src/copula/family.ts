/** The pair-copula families: names, parameters with their bounds, rotations. */

export type FamilyName =
  | 'independence'
  | 'gaussian'
  | 'student'
  | 'clayton'
  | 'gumbel'
  | 'frank'
  | 'joe'
  | 'bb1'
  | 'bb6'
  | 'bb7'
  | 'bb8';

/** Counter-clockwise, in degrees. */
export type Rotation = 0 | 90 | 180 | 270;

export interface Family {
  readonly name: FamilyName;
  /** Its number in the kernel. */
  readonly code: number;
  /** Names of the parameters, in order. */
  readonly parameters: readonly string[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  /** Whether 90, 180 and 270 degrees are other copulas; else only 0 is allowed. */
  readonly rotates: boolean;
  /** The prepared columns that its formulas read of an argument that is not turned around. */
  readonly columns: number;
  /** The same for the probability that an inverse h-function is given. */
  readonly probabilityColumns: number;
}

/** Columns that the kernel prepares of a variable u: bits to be added. */
export const Columns = {
  /** log u */
  log: 1,
  /** log(-log u) */
  logLog: 2,
  /** log(1 - u) */
  complementLog: 4,
  /** log(-log(1 - u)) */
  complementLogLog: 8,
  /** the normal quantile of u */
  score: 16,
  all: 31,
} as const;

const list: readonly Family[] = [
  family('independence', 0, [], [], [], false, 0, 0),
  family('gaussian', 1, ['rho'], [-1], [1], false, Columns.score, Columns.score),
  family('student', 2, ['rho', 'nu'], [-1, 2], [1, 50], false, Columns.score, Columns.score),
  family('clayton', 3, ['theta'], [1e-10], [28], true, Columns.log, Columns.log),
  family('gumbel', 4, ['theta'], [1], [50], true, Columns.log + Columns.logLog, Columns.log),
  family('frank', 5, ['theta'], [-35], [35], false, 0, 0),
  family('joe', 6, ['theta'], [1], [30], true, Columns.complementLog, Columns.log),
  family('bb1', 7, ['theta', 'delta'], [0, 1], [7, 7], true, Columns.log, Columns.log),
  family('bb6', 8, ['theta', 'delta'], [1, 1], [6, 8], true, Columns.complementLog, Columns.log),
  family(
    'bb7',
    9,
    ['theta', 'delta'],
    [1, 0.01],
    [6, 25],
    true,
    Columns.complementLog,
    Columns.log,
  ),
  family('bb8', 10, ['theta', 'delta'], [1, 1e-4], [8, 1], true, 0, Columns.log),
];

/** Every family, in the order in which ties of a selection are decided. */
export const families: Readonly<Record<FamilyName, Family>> = Object.fromEntries(
  list.map((each) => [each.name, each]),
) as Record<FamilyName, Family>;

export const familyNames: readonly FamilyName[] = list.map((each) => each.name);

function family(
  name: FamilyName,
  code: number,
  parameters: string[],
  lower: number[],
  upper: number[],
  rotates: boolean,
  columns: number,
  probabilityColumns: number,
): Family {
  return { name, code, parameters, lower, upper, rotates, columns, probabilityColumns };
}

/** The columns to prepare for an argument, which a rotation may turn around. */
export function turnedColumns(columns: number, turned: boolean): number {
  if (!turned) return columns;
  const sides = columns & 15;
  return (columns & Columns.score) | ((sides << 2) & 15) | (sides >> 2);
}

/**
 * What the kernel is told of a rotation: bit 0 turns the first argument around, bit 1 the second.
 * All families here are exchangeable, so 90 degrees is c(1 - u1, u2) and 270 is c(u1, 1 - u2).
 */
export function flipsOf(rotation: Rotation): number {
  return { 0: 0, 90: 1, 180: 3, 270: 2 }[rotation];
}

/** The rotation of the same copula with its arguments exchanged. */
export function mirrored(rotation: Rotation): Rotation {
  return rotation === 90 ? 270 : rotation === 270 ? 90 : rotation;
}
