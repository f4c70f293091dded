import { InputError } from '../numerics/inputError.ts';
import { pearson } from '../numerics/pearson.ts';
import { indexOfName } from './checkOrderInput.ts';
import { classMoments, meanAndVariance } from './classMoments.ts';
import { hermiteLoadings, type Loadings, linearLoadings, NORMAL } from './hermiteLoadings.ts';
import { type Preview, preview } from './preview.ts';
import { previewByClass } from './previewByClass.ts';
import type { ResponseClass } from './responseClasses.ts';
import { normalScores, scoreCorrelations } from './scoreCorrelations.ts';

export interface PreviewColumnsSettings {
  readonly names: readonly string[];
  /** Numbers whatever they stand for (see `associationMatrix`); a missing value is NaN. */
  readonly columns: readonly Float64Array[];
  /** The names in the order of the vine, the response last; columns not named are left out. */
  readonly order: readonly string[];
  readonly sensitive: readonly string[];
  /** The rows that the attacker's regression has. Default: as many as the table. */
  readonly rows?: number;
  /**
   * values: the attacker regresses the columns' own values, as attacks do. scores: normal scores;
   * fast for hundreds of columns, and right for columns that are nearly normal. Default: values.
   */
  readonly scale?: 'values' | 'scores';
  /**
   * For the scale of values, the columns that the vine models as discrete: it conditions on their
   * values, so their scores stand for these. All others are sampled as continuous and turned back
   * by quantiles, ties or not. Default: those with two values.
   */
  readonly discrete?: readonly string[];
  /** Whether the response enters as it is and not standardised. Default: if it has two values. */
  readonly rawResponse?: boolean;
  /** Variables of the vine that the attacker's table has no column for. Default: none. */
  readonly hidden?: readonly string[];
  /** The columns that truncation cuts, first in the order; all others keep their trees. Default: all columns are cut. */
  readonly protected?: readonly string[];
  /** Classes of the response with a dependence of their own. Default: none, it is shared. */
  readonly classes?: readonly ResponseClass[];
  /** Whether dependence has classes of its own even where they hardly differ. Default: false. */
  readonly apart?: boolean;
  /** The truncation levels to look at. Default: all. */
  readonly levels?: readonly number[];
}

/**
 * The preview of a table: `preview` with the correlations of its normal scores and its margins. A
 * binary response counts by its 0 and 1, as in a vine that conditions on the value drawn. With a
 * latent response, of which 0 and 1 are a threshold, figures differ in the third digit.
 */
export function previewColumns(settings: PreviewColumnsSettings): Preview {
  const { names, columns, order, sensitive, scale = 'values', levels } = settings;
  const { classes = [], apart = false } = settings;
  if (order.length < 2) {
    throw new InputError(
      `Order: found ${order.length} columns. Give a response and at least one other.`,
    );
  }
  const ordered = order.map((name) => columns[indexOfName(name, names, 'Order')]);
  const response = ordered[ordered.length - 1];
  if (countValues(response) < 2) {
    throw new InputError(
      `Response: '${order[order.length - 1]}' is constant. Choose another column.`,
    );
  }
  const raw = settings.rawResponse ?? countValues(response) === 2;
  const common = {
    names: order,
    sensitive,
    rows: settings.rows ?? response.length,
    responseDeviation: raw ? Math.sqrt(meanAndVariance(response).variance) : 1,
    ...(levels ? { levels } : {}),
    ...(settings.hidden ? { hidden: settings.hidden } : {}),
    ...(settings.protected ? { protected: settings.protected } : {}),
  };
  if (scale === 'scores' && classes.length > 0) {
    const scores = [...ordered.slice(0, -1).map(normalScores), response];
    return previewByClass({
      ...common,
      scale,
      classes: classMoments(scores, classes, () => NORMAL, apart),
    });
  }
  if (scale === 'scores') return preview({ ...common, correlations: scoreCorrelations(ordered) });
  refuseInfinite(ordered, order);
  const discrete = settings.discrete?.map((name) => indexOfName(name, order, 'Discrete columns'));
  const isDiscrete = ordered.map((column, j) =>
    discrete ? discrete.includes(j) : countValues(column) === 2,
  );
  const marginOf = (column: Float64Array, j: number) =>
    isDiscrete[j] ? scoreLoadings(column) : hermiteLoadings(column);
  if (classes.length > 0) {
    return previewByClass({
      ...common,
      scale,
      classes: classMoments(ordered, classes, marginOf, apart),
    });
  }
  const margins = ordered.map(marginOf);
  return preview({ ...common, correlations: scoreCorrelations(ordered), margins });
}

/** A discrete column by its scores: with two values they are the same up to scale. */
function scoreLoadings(column: Float64Array): Loadings {
  const r = pearson(normalScores(column), column);
  return linearLoadings(r === 0 ? 1 : r);
}

function refuseInfinite(columns: readonly Float64Array[], names: readonly string[]): void {
  const j = columns.findIndex((column) => column.includes(Infinity) || column.includes(-Infinity));
  if (j < 0) return;
  throw new InputError(
    `Column '${names[j]}' has an infinite value, which no regression can use. Mark it as missing, or preview scores.`,
  );
}

/** How many values a column has, missing ones left out: 0, 1, 2, or 3 for more. */
function countValues(column: Float64Array): number {
  const seen = new Set<number>();
  for (const value of column) {
    if (!Number.isNaN(value)) seen.add(value);
    if (seen.size === 3) break;
  }
  return seen.size;
}
