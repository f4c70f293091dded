/** Rows that a model gives, as plain data: whoever is handed the task draws them, on any thread. */

import type { Table } from '../table/table.ts';
import type { ResponseSampling } from '../vine/responseSampling.ts';
import type { Model } from './model.ts';
import { sampleRows } from './sample.ts';

/** A model and how it draws. */
export interface Drawable {
  readonly model: Model;
  readonly responseSampling: ResponseSampling;
}

export interface DrawTask extends Drawable {
  readonly truncation: number;
  readonly seed: number;
  /** The first row, counted from 0 in a sample that may be longer, and how many. */
  readonly first: number;
  readonly rows: number;
}

export function drawTask({ model, first, rows, ...settings }: DrawTask): Table {
  return sampleRows(model, first, rows, settings);
}
