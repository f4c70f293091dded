/**
 * Whether one record, or a few that lie far out together, move what a model publishes of a column. Its
 * margin is fitted to the real column, and again with the k - 1 outermost records on either side far
 * further out: no number may differ, to the last bit. And the margin that the model does publish must not
 * reach beyond the k-th outermost real record, if the schema declares no bound.
 */

import { snap } from '../margins/grid.ts';
import { hiddenRecords } from '../margins/limits.ts';
import type { ColumnMargin } from '../margins/margin.ts';
import { numericMargin } from '../margins/numericMargin.ts';
import type { TypedColumn, TypedNumbers } from '../table/applySchema.ts';
import { gridOf } from './fitMargins.ts';
import type { ColumnContent, Model } from './model.ts';

/** Names of the columns whose published numbers depend on where their outermost records are. */
export function dominatedColumns(typed: readonly TypedColumn[], model: Model): string[] {
  const contents = new Map(model.columns.map(({ name, content }) => [name, content]));
  return typed.flatMap((column) => {
    const content = contents.get(column.name);
    if (!('values' in column) || content?.kind !== 'modelled') return [];
    // of a column that is drawn given others, the margin is that of another number
    const range = rangeOfContent(content);
    const { given } = content;
    const isFine = given?.kind === 'tree' || (given?.kind === 'bounded' && given.scale === 'place');
    const isDominated = isMoved(column, model, isFine) || reachesBeyond(range, column, model.k);
    return isDominated ? [column.name] : [];
  });
}

/** Whether a margin of the column changes when its outermost records move out. */
function isMoved(column: TypedNumbers, { k, margins }: Model, isFine: boolean): boolean {
  const { min, max } = column;
  const grid = gridOf(column);
  const values = column.values.filter((value) => !Number.isNaN(value)).sort();
  if (values.length < k) return false;
  const moved = values.slice();
  const last = values.length - 1;
  const hidden = hiddenRecords(values.length, k);
  const step = 1000 * Math.max(1, values[last] - values[0]);
  for (let i = 0; i < hidden; i++) {
    // a record among k that share a value shows no more than they do: it stays
    if (values[i] < values[hidden]) moved[i] = snap(values[i] - step * (hidden - i), grid);
    if (values[last - i] > values[last - hidden]) {
      moved[last - i] = snap(values[last - i] + step * (hidden - i), grid);
    }
  }
  const settings = { k, margins, grid, min, max, isFine };
  const published = (own: Float64Array) => JSON.stringify(numericMargin(own, settings).margin);
  return published(values) !== published(moved);
}

/** Whether a margin gives values that fewer than k real records reach. */
function reachesBeyond(
  [least, largest]: readonly [number, number],
  { values, min, max }: TypedNumbers,
  k: number,
): boolean {
  const present = values.filter((value) => !Number.isNaN(value)).sort();
  if (present.length < k) return false;
  const hidden = hiddenRecords(present.length, k);
  const below = min === undefined && least < present[hidden];
  const above = max === undefined && largest > present[present.length - 1 - hidden];
  return below || above;
}

function rangeOfContent({
  margin,
  given,
}: Extract<ColumnContent, { kind: 'modelled' }>): readonly [number, number] {
  if (given?.kind === 'bounded') return [given.least, given.largest];
  // 0 is where numbers end that are never below it, and no record's
  if (given?.kind === 'near')
    return [given.least === 0 ? Number.POSITIVE_INFINITY : given.least, given.largest];
  if (given?.kind === 'tree') return rangeOf(given.margin);
  if (!given || !('margins' in given)) return rangeOf(margin);
  const ranges = given.margins.map(rangeOf);
  return [
    Math.min(...ranges.map(([least]) => least)),
    Math.max(...ranges.map(([, largest]) => largest)),
  ];
}

function rangeOf(margin: ColumnMargin): readonly [number, number] {
  switch (margin.kind) {
    case 'smooth':
      return [margin.least, margin.largest];
    case 'empirical':
      return [margin.values[0], margin.values[margin.values.length - 1]];
    case 'discrete':
      return [margin.values[0][0], margin.values[margin.values.length - 1][1]];
    case 'levels':
      return [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  }
}
