/**
 * A private vine: one round of noisy whole numbers (measure.ts), and all truncation levels from it
 * (shape.ts). Given a public domain, a fit is (epsilon, delta)-private for the replacement of one row; the
 * number of rows is public. Levels, samples and the saved fit are functions of the noisy numbers.
 */

import { InputError } from '../../numerics/inputError.ts';
import type { FittedGenerator, Generator } from '../generator.ts';
import { attackBoundOf } from '../private/attackBound.ts';
import { tableOfCells } from '../private/cells.ts';
import { checkSampleRows } from '../private/check.ts';
import { isRead } from '../private/domain.ts';
import { noiseOf } from '../private/noise.ts';
import { prepareCells } from '../private/prepare.ts';
import { type PrivacyPromise, promiseOf } from '../private/promise.ts';
import { drawCells } from './draw.ts';
import { fileRatios } from './fileRatios.ts';
import { fitShape } from './fitShape.ts';
import { measure, noiseScales, responseNoise } from './measure.ts';
import { type Plan, planOf } from './plan.ts';
import { checkSaved, DPVINE_FORMAT, type SavedDpvine, savedDpvine } from './savedFit.ts';
import { budgetOf, type ResolvedDpvine, resolveDpvine } from './settings.ts';
import type { Shape } from './shape.ts';

/** The private vine; a budget given here overrules that of the settings, so that names can be compared. */
export function dpvine(epsilon?: number): Generator {
  return {
    fit(table, settings, rng) {
      const resolved = resolveDpvine(settings.dpvine ?? {}, epsilon);
      const prepared = prepareCells(table, settings, resolved, 'left');
      const { columns, codes, format, notes, voids } = prepared;
      const plan = planOf(columns, settings.response);
      const budget = budgetOf(resolved);
      const warnings = checkNoise(plan, resolved, table.rows);
      const { noise, known } = noiseOf(settings, DPVINE_FORMAT, resolved, rng);
      const measured = measure(plan, codes, budget, resolved.byClass, noise);
      const { epsilon: e, delta } = resolved;
      const promised = promiseOf(voids, `epsilon ${e}, delta ${delta}`, known);
      const isPromised = voids.length === 0 && known !== 'everybody';
      const { ranges, gaps: _, bins: __, mostNoise: ___, ...kept } = resolved;
      const saved: SavedDpvine = {
        columns,
        table: format,
        notes: [
          ...promised,
          ...(isPromised ? [attackBound(budget.mu)] : []),
          ...warnings,
          ...notes,
        ],
        isPromised,
        response: settings.response,
        settings: kept,
        order: {
          sensitive: settings.sensitive ?? [],
          association: settings.association ?? 'kendall',
          ...(settings.threshold !== undefined && { threshold: settings.threshold }),
        },
        measured,
      };
      const { save, ...rest } = fitted(saved);
      // ranges that end at single people are not written
      const shown = ranges === 'extremes' || !save ? rest : { ...rest, save };
      if (isRead(ranges)) return shown;
      return {
        ...shown,
        fileRatios: (people) => {
          const cells = prepareCells(people, settings, resolved, 'left');
          return fileRatios(plan, measured, noiseScales(plan, budget), cells.codes);
        },
      };
    },
    restore: (given) => fitted(checkSaved(given)),
  };
}

function attackBound(mu: number): string {
  return `From this follows: no attack can tell whether one person's row is in the table, however much it knows of all others, with an AUC above ${attackBoundOf(mu).auc.toFixed(3)} (Phi(mu / sqrt 2), mu = ${mu.toFixed(4)}).`;
}

const FEW_ROWS = 300;
const MANY_COLUMNS = 60;
const LARGE_NOISE = 0.3;

/** What noise leaves of the table, by public numbers alone. */
function checkNoise(plan: Plan, resolved: ResolvedDpvine, rows: number): string[] {
  const { epsilon, mostNoise } = resolved;
  if (rows < 2) throw new InputError(`dpvine: found ${rows} rows. Give at least 2.`);
  const scales = noiseScales(plan, budgetOf(resolved));
  const noise = responseNoise(plan, scales, rows);
  const d = plan.variables.length;
  const size = `${rows} rows and ${d} variables besides the response`;
  if (noise > mostNoise) {
    throw new InputError(
      `dpvine: at epsilon ${epsilon} with ${size}, the noise of a correlation with '${plan.columns[plan.response].name}' has a standard deviation of ${noise.toFixed(2)}; ${mostNoise} is allowed. Little but noise would come out: give a larger epsilon (--epsilon), more rows or fewer columns.`,
    );
  }
  if (rows >= FEW_ROWS && d <= MANY_COLUMNS && noise <= LARGE_NOISE) return [];
  return [
    `WARNING: with ${size} the noise of a correlation with the response has a standard deviation of ${noise.toFixed(3)}. With fewer than ${FEW_ROWS} rows or more than ${MANY_COLUMNS} variables a private vine may keep little of a table.`,
  ];
}

/** All that follows from the noisy numbers. */
function shapeFrom(saved: SavedDpvine): { readonly plan: Plan; readonly shape: Shape } {
  const { columns, response, settings, order, measured } = saved;
  const plan = planOf(columns, response);
  const scales = noiseScales(plan, budgetOf(settings));
  const { shrink, clipCorrection } = settings;
  const request = { order: settings.order, ...order };
  return {
    plan,
    shape: fitShape(plan, measured, scales, { shrink, clipCorrection, order: request }),
  };
}

function fitted(saved: SavedDpvine): FittedGenerator {
  const { plan, shape } = shapeFrom(saved);
  const { largest } = saved.settings;
  const highest = Math.min(largest ?? Infinity, plan.variables.length);
  return {
    ...fittedAt(saved, plan, shape, highest),
    promise: promisedBy(saved),
    vine: {
      order: shape.described.columns,
      isByClass: saved.measured.moments.length > 1,
    },
    save: () => savedDpvine(saved),
  };
}

/** What a fit promises, also when it is read from a file. */
function promisedBy({ settings, isPromised, notes }: SavedDpvine): PrivacyPromise {
  const { epsilon, delta } = settings;
  const { mu } = budgetOf(settings);
  return { epsilon, delta, mu, holds: isPromised, statement: notes[0] ?? '' };
}

function fittedAt(saved: SavedDpvine, plan: Plan, shape: Shape, highest: number): FittedGenerator {
  const { columns, table, notes } = saved;
  const sampleEach: NonNullable<NonNullable<FittedGenerator['levels']>['sampleEach']> = (
    truncations,
    rows,
    rng,
    first = 0,
  ) => {
    checkSampleRows(rows);
    return drawCells(plan, shape, truncations, first, rows, rng.split('cells')).map((codes) =>
      tableOfCells(columns, codes, table, 'uniform', rng, first),
    );
  };
  return {
    independentRows: true,
    notes,
    sample: (rows, rng) => sampleEach([highest], rows, rng)[0],
    levels: {
      highest,
      at: (truncation) => {
        if (!Number.isInteger(truncation) || truncation < 0 || truncation > highest) {
          throw new InputError(
            `Truncation: found ${truncation}, but the vine has ${highest} trees. Give a whole number from 0 to ${highest}.`,
          );
        }
        return fittedAt(saved, plan, shape, truncation);
      },
      sampleEach,
    },
  };
}
