/** Checks what is given for a preview, and says where its variables stand. */

import { InputError } from '../numerics/inputError.ts';
import { indexOfName } from './checkOrderInput.ts';

/** What every preview is told. */
export interface PreviewInput {
  /** The columns in the order of the vine, the response (centre of tree 1) last. */
  readonly names: readonly string[];
  readonly sensitive: readonly string[];
  /** The rows that the attacker's regression has. */
  readonly rows: number;
  /**
   * The standard deviation of the response, if it enters the regression as it is (the paper's
   * attack leaves 0 and 1). Default: 1, it is standardised as all other columns are.
   */
  readonly responseDeviation?: number;
  /** Variables of the vine that the attacker's table has no column for. Default: none. */
  readonly hidden?: readonly string[];
  /** The columns that truncation cuts, first in the order; all others keep their trees. Default: all columns are cut. */
  readonly protected?: readonly string[];
  /** The truncation levels to look at. Default: all, 1 to d. */
  readonly levels?: readonly number[];
}

/** Variables by the order in which they become centres, the response first. */
export interface PreviewPlan {
  /** The columns that the attacker has, in their order. */
  readonly shown: readonly string[];
  /** The same as variables. */
  readonly seen: readonly number[];
  /** The sensitive columns' places in `seen`. */
  readonly targets: readonly number[];
  /** So many variables are never cut. */
  readonly free: number;
  readonly wanted: ReadonlySet<number>;
}

export function checkPreviewInput(input: PreviewInput): PreviewPlan {
  const { names, sensitive, hidden = [] } = input;
  const cut = input.protected ?? [];
  const response = names[names.length - 1];
  checkNumbers(input);
  const shown = names.filter((name) => !hidden.includes(name));
  if (hidden.includes(response) || sensitive.some((name) => hidden.includes(name))) {
    throw new InputError(
      'Hidden variables: found the response or a sensitive column among them. Hide other columns only.',
    );
  }
  for (const name of cut) indexOfName(name, names, 'Protected columns');
  const leading = names.slice(0, cut.length);
  if (!cut.every((name) => leading.includes(name)) || cut.includes(response)) {
    throw new InputError(
      `Protected columns: they do not stand first in the order, which begins with ${leading.join(', ')}. Put them first.`,
    );
  }
  return {
    shown,
    seen: shown.map((name) => names.length - 1 - names.indexOf(name)).reverse(),
    targets: sensitive.map((name) => shown.length - 1 - shown.indexOf(name)),
    free: cut.length === 0 ? 0 : names.length - cut.length,
    wanted: new Set(input.levels ?? names.slice(1).map((_, i) => i + 1)),
  };
}

function checkNumbers({ names, rows, responseDeviation = 1, levels }: PreviewInput): void {
  const d = names.length - 1;
  if (!(Number.isInteger(rows) && rows > 0)) {
    throw new InputError(`Rows of the attacker: found ${rows}. Give a whole number from 1.`);
  }
  if (!(responseDeviation > 0 && responseDeviation < Infinity)) {
    throw new InputError(
      `Standard deviation of the response: found ${responseDeviation}. Give a positive number.`,
    );
  }
  const level = levels?.find((t) => !(Number.isInteger(t) && t >= 1 && t <= d));
  if (level === undefined) return;
  throw new InputError(`Levels: found ${level}. Give truncation levels from 1 to ${d}.`);
}
