/**
 * Statistical fidelity of a synthetic table to the real one it stands for: on single columns, on pairs
 * and on whole rows, and how near rows come to real ones. Columns of numbers without gaps.
 */

import { InputError } from '../../numerics/inputError.ts';
import type { Interval } from '../../numerics/intervals.ts';
import type { Rng } from '../../random/rng.ts';
import { rowsAtMost } from '../drawAtMost.ts';
import { type ExactCopies, exactCopies } from '../exactCopies.ts';
import { alphaPrecision } from './alphaPrecision.ts';
import { authenticity, legacyAuthenticity } from './authenticity.ts';
import { betaRecall } from './betaRecall.ts';
import { alignColumns, type NumericTable } from './columns.ts';
import { LEVELS, type Normalisation } from './curve.ts';
import { type DistanceToClosest, distanceToClosest } from './distanceToClosest.ts';
import { type KendallDifference, kendallDifference } from './kendallDifference.ts';
import { type MarginsFidelity, marginsFidelity } from './margins.ts';
import { minMax } from './minMax.ts';
import { neighbourSearch } from './nearest.ts';
import { CENTRE, type OneClassSettings, oneClass } from './oneClass.ts';
import { meanPoint, type Points } from './points.ts';

export interface FidelitySettings {
  /** Draws rows where a table is too long, and the first weights of a learned embedding. */
  readonly rng: Rng;
  /** Real rows that the generator did not see. Default: none. */
  readonly holdout?: NumericTable;
  /**
   * Where rows are compared for precision, recall and authenticity: 'minmax' scales every column to
   * 0 .. 1 by the real rows, with their mean as the centre; 'oneclass' trains a net on these.
   * Default: 'minmax'. Distances to closest rows are always on 'minmax'.
   */
  readonly embedding?: 'minmax' | 'oneclass';
  readonly oneClass?: OneClassSettings;
  /** How curves become scores. Default: 'integral', the paper's. */
  readonly normalisation?: Normalisation;
  /**
   * 'intended' as the measure is defined, or 'legacy' as public code computes it (needs as many
   * synthetic rows as real ones). Default: 'intended'.
   */
  readonly authenticity?: 'intended' | 'legacy';
  /** Measures that compare all pairs of rows draw this many of each longer table. Default: 5000. */
  readonly maxRows?: number;
}

/** Plain data, ready for JSON. */
export interface Fidelity {
  /** What was compared for precision, recall, authenticity and distances. */
  readonly rows: { readonly real: number; readonly synthetic: number };
  /** 1 is best. */
  readonly alphaPrecision: number;
  /** About 0.5 is best with equal numbers of rows, see betaRecall.ts. */
  readonly betaRecall: number;
  /** The share of real rows with a synthetic row as near as another real one; about 0.5 is best. */
  readonly covered: Interval;
  readonly authenticity: Interval;
  /** Precision and recall at each of 30 levels; of a good generator near the level and half of it. */
  readonly curves: {
    readonly levels: readonly number[];
    readonly precision: readonly number[];
    readonly recall: readonly number[];
  };
  readonly margins: MarginsFidelity;
  readonly kendall: KendallDifference;
  readonly closest: DistanceToClosest;
  readonly copies: ExactCopies;
  /** What was drawn, left out or deserves doubt. */
  readonly notes: readonly string[];
}

/** Rows of a table that distances are computed between, at most, unless told otherwise. */
export const MAX_ROWS = 5000;

export function fidelity(
  real: NumericTable,
  synthetic: NumericTable,
  settings: FidelitySettings,
): Fidelity {
  const { rng, normalisation = 'integral', maxRows = MAX_ROWS } = settings;
  if (!Number.isInteger(maxRows) || maxRows < 2) {
    throw new InputError(`maxRows: found ${maxRows}. Give a whole number of at least 2.`);
  }
  const { names } = real;
  const columns = alignColumns('real', real, names);
  const made = alignColumns('synthetic', synthetic, names);
  const held = settings.holdout && alignColumns('holdout', settings.holdout, names);

  const notes: string[] = [];
  const shorten = (what: string, table: readonly Float64Array[]) => {
    const rows = rowsAtMost(what, table[0].length, maxRows, rng.split('rows', what), (drawn) =>
      notes.push(`distances between rows: ${drawn}`),
    );
    return rows ? table.map((column) => Float64Array.from(rows, (i) => column[i])) : table;
  };
  const fewReal = shorten('real', columns);
  const fewMade = shorten('synthetic', made);
  const fewHeld = held && shorten('holdout', held);

  const scaling = minMax(names, fewReal);
  notes.push(...scaling.notes);
  const scaledReal = scaling.embed(fewReal);
  const scaledMade = scaling.embed(fewMade);
  const closest = distanceToClosest(scaledMade, scaledReal, fewHeld && scaling.embed(fewHeld), rng);
  notes.push(...closest.notes);
  if (scaledReal.rows !== scaledMade.rows) {
    notes.push(
      `beta-recall and authenticity depend on the numbers of rows (${scaledReal.rows} real, ${scaledMade.rows} synthetic): compare generators by equal numbers only`,
    );
  }
  return {
    rows: { real: scaledReal.rows, synthetic: scaledMade.rows },
    ...ofRows(scaledReal, scaledMade, normalisation, settings),
    margins: marginsFidelity(
      names.map((name, j) => ({ name, real: columns[j], synthetic: made[j] })),
    ),
    kendall: kendallDifference(names, columns, made),
    closest,
    copies: exactCopies(columns, made, held),
    notes,
  };
}

/** Precision, recall and authenticity of scaled rows. */
function ofRows(
  scaledReal: Points,
  scaledMade: Points,
  normalisation: Normalisation,
  settings: FidelitySettings,
) {
  const isLearned = settings.embedding === 'oneclass';
  const embed = isLearned
    ? oneClass(scaledReal, settings.rng, settings.oneClass)
    : (points: Points) => points;
  const [real, synthetic] = [embed(scaledReal), embed(scaledMade)];
  const centre = isLearned ? new Float64Array(real.width).fill(CENTRE) : meanPoint(real);
  const searchReal = neighbourSearch(real);
  const realToReal = searchReal.amongThemselves();
  const realToSynthetic = neighbourSearch(synthetic).of(real);
  const precision = alphaPrecision(real, synthetic, centre, normalisation);
  const recall = betaRecall(synthetic, realToReal, realToSynthetic, normalisation);
  return {
    alphaPrecision: precision.score,
    betaRecall: recall.score,
    covered: recall.covered,
    authenticity:
      settings.authenticity === 'legacy'
        ? legacyAuthenticity(realToReal, realToSynthetic, synthetic.rows)
        : authenticity(realToReal, searchReal.of(synthetic)),
    curves: { levels: LEVELS, precision: precision.curve, recall: recall.curve },
  };
}
