/** The document of a private vine: the public domain, the settings, and the noisy whole numbers. */

import {
  type Check,
  fault,
  finite,
  flag,
  list,
  oneOf,
  orNull,
  record,
  shown,
  text,
  whole,
} from '../../documents/check.ts';
import { InputError } from '../../numerics/inputError.ts';
import { type AssociationName, associationNames } from '../../order/association.ts';
import { damaged, type Saved, sealed, unsealed } from '../private/document.ts';
import { classShares } from './margins.ts';
import { isByClass, type Measured, noiseScales } from './measure.ts';
import { groupsOf, type Plan, planOf } from './plan.ts';
import { budgetOf, type ResolvedDpvine } from './settings.ts';

export const DPVINE_FORMAT = 'tvinesynth-dpvine';

export interface SavedDpvine extends Saved {
  /** Whether the guarantee holds: whether all that shapes the fit is public, and its noise is not. */
  readonly isPromised: boolean;
  readonly response: string;
  readonly settings: KeptSettings;
  readonly order: {
    readonly sensitive: readonly string[];
    readonly association: AssociationName;
    readonly threshold?: number | Readonly<Record<string, number>>;
  };
  readonly measured: Measured;
}

export type KeptSettings = Omit<ResolvedDpvine, 'ranges' | 'gaps' | 'bins' | 'mostNoise'>;

export function savedDpvine(saved: SavedDpvine): object {
  return sealed(DPVINE_FORMAT, saved);
}

const number = whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const share = finite(0, 1);

/** One number, or one for each column by its name. */
const thresholds: Check = (value) => {
  if (typeof value === 'number') return share(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fault(`must be a number or numbers by column, but is ${shown(value)}`);
  }
  return list(share)(Object.values(value));
};

const orderCheck: Check = (value) =>
  typeof value === 'string' ? oneOf('noisy', 'asis')(value) : list(text())(value);

const PARTS = {
  isPromised: flag,
  response: text(),
  settings: record({
    epsilon: finite(1e-9, 1e9),
    delta: finite(1e-300, 0.1),
    shares: record({
      classes: finite(1e-6, 1),
      margins: finite(1e-6, 1),
      response: finite(1e-6, 1),
      moments: share,
    }),
    byClass: oneOf('auto', true, false),
    largest: orNull(whole(1, 0x7fffffff)),
    order: orderCheck,
    shrink: oneOf('sure', 'soft', 'linear', 'none'),
    clipCorrection: flag,
  }),
  order: record(
    { sensitive: list(text()), association: oneOf(...associationNames) },
    { threshold: thresholds },
  ),
  measured: record({
    rows: whole(2, Number.MAX_SAFE_INTEGER),
    classes: list(number),
    margins: list(list(number, 1), 1),
    response: list(list(number)),
    moments: list(list(number)),
  }),
};

/** A document that `savedDpvine` made; anything else is refused with the reason. */
export function checkSaved(given: unknown): SavedDpvine {
  const saved = unsealed<SavedDpvine>(DPVINE_FORMAT, given, PARTS);
  const { columns, response, measured } = saved;
  if (!columns.some(({ name }) => name === response)) throw damaged('it has no response');
  const plan = planOrDamaged(saved);
  checkLengths(plan, measured, saved.settings);
  return saved;
}

function planOrDamaged({ columns, response }: SavedDpvine): Plan {
  try {
    return planOf(columns, response);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw damaged('its columns do not make a table');
  }
}

/** Whether there are as many numbers as the public domain asks for. */
function checkLengths(plan: Plan, measured: Measured, settings: KeptSettings): void {
  const { classes, margins, response, moments, rows } = measured;
  const d = plan.variables.length;
  const K = plan.classes;
  const isWhole = (lists: readonly (readonly number[])[], count: number, length: number) =>
    lists.length === count && lists.every((each) => each.length === length);
  const areMargins =
    margins.length === plan.histograms.length &&
    plan.histograms.every(({ column, isGrouped }, h) => {
      const groups = isGrouped ? groupsOf(plan) : 1;
      return margins[h].length === groups * plan.columns[column].cells;
    });
  if (classes.length !== (K < 2 ? 0 : K === 2 ? 1 : K)) throw damaged('its classes are not whole');
  if (!areMargins) throw damaged('its margins are not whole');
  if (!isWhole(response, K === 1 ? 0 : K > 2 ? K : 1, d)) throw damaged('its sums are not whole');
  const scales = noiseScales(plan, budgetOf(settings));
  const shares = classShares(plan, classes, rows);
  const isSplit = isByClass(plan, settings.byClass, shares, scales, rows);
  const groups = scales.moments < Infinity ? (isSplit ? K : 1) : 0;
  if (!isWhole(moments, groups, (d * (d - 1)) / 2)) throw damaged('its products are not whole');
}
