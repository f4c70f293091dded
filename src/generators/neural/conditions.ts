/**
 * CTGAN's conditions (Xu and others 2019, section 4.3): a category of one discrete column, told to both
 * networks as ones and zeros for all categories of all discrete columns. Training draws a column, all
 * equally likely, then a category by the logarithm of its count, so that rare ones are learnt too.
 */

import { kernel } from '../../numerics/kernel.ts';
import type { RowLayout } from './encoding.ts';

export interface ConditionColumn {
  /** Where its span begins in an encoded row, and in the condition. */
  readonly begin: number;
  readonly place: number;
  readonly length: number;
  /** How often each category occurs; these and no rows are kept of a fit. */
  readonly counts: readonly number[];
}

/** One condition: a column and a category. */
export interface Choice {
  readonly column: number;
  readonly category: number;
}

export interface Conditions {
  readonly columns: readonly ConditionColumn[];
  /** Numbers of a condition. */
  readonly width: number;
}

export function conditionsOf(
  { categories }: RowLayout,
  counts: readonly (readonly number[])[],
): Conditions {
  let width = 0;
  const columns = categories.map(({ begin, length }, j) => {
    const column = { begin, place: width, length, counts: counts[j] };
    width += length;
    return column;
  });
  return { columns, width };
}

/** Counts of each category of each discrete column. */
export function countCategories({ categories, width }: RowLayout, data: Float32Array): number[][] {
  return categories.map(({ begin, length }) =>
    Array.from({ length }, (_, category) => {
      let count = 0;
      for (let at = begin + category; at < data.length; at += width) count += data[at];
      return count;
    }),
  );
}

/**
 * The counts by which ctgan 0.8.0 draws conditions of a sample. That release meant to read a random row's
 * category, but reads from the beginning of the row whatever the column is: the place of the largest of
 * its first numbers, as many as the column has categories.
 */
export function countLegacy({ categories, width }: RowLayout, data: Float32Array): number[][] {
  return categories.map(({ length }) => {
    const counts = new Array<number>(length).fill(0);
    for (let row = 0; row < data.length; row += width) {
      let best = 0;
      for (let j = 1; j < Math.min(length, width); j++)
        if (data[row + j] > data[row + best]) best = j;
      counts[best]++;
    }
    return counts;
  });
}

/** The rows with each category of each discrete column. */
export function rowsByCategory(
  { columns }: Conditions,
  width: number,
  data: Float32Array,
): Uint32Array[][] {
  const rows = data.length / width;
  return columns.map(({ begin, length, counts }) => {
    const lists = counts.map((count) => new Uint32Array(count));
    const filled = new Uint32Array(length);
    for (let row = 0; row < rows; row++) {
      let category = 0;
      while (data[row * width + begin + category] !== 1) category++;
      lists[category][filled[category]++] = row;
    }
    return lists;
  });
}

/** Draws conditions from two uniform numbers each; counts as they are, or by log(1 + count). */
export function choiceDrawer(
  { columns }: Conditions,
  logarithmic: boolean,
): (u: number, v: number) => Choice {
  const { log1p } = kernel();
  const cumulative = columns.map(({ counts }) => {
    let sum = 0;
    return counts.map((count) => {
      sum += logarithmic ? log1p(count) : count;
      return sum;
    });
  });
  return (u, v) => {
    const column = Math.floor(u * columns.length);
    const steps = cumulative[column];
    const at = v * steps[steps.length - 1];
    let category = 0;
    while (steps[category] <= at) category++;
    return { column, category };
  };
}
