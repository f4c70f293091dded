/** What a study is of, whichever generator it is: what all that follows the measures needs to know. */

import type { FittedGenerator } from '../generators/generator.ts';
import type { PrivacyPromise } from '../generators/private/promise.ts';
import type { Model } from '../model/model.ts';
import type { TableOrder } from '../model/orderTable.ts';
import type { ModelTruncation } from '../model/truncate.ts';
import type { Table } from '../table/table.ts';
import type { Choice } from './choose.ts';
import type { Measures } from './measure.ts';
import type { PlayedColumnLevels } from './playColumnLevels.ts';
import type { StudyData } from './results.ts';

export interface Studied {
  readonly order: TableOrder;
  readonly tMax: number;
  /** The levels that were measured, ascending. */
  readonly truncations: readonly number[];
  readonly measures: Measures;
  readonly choice: Choice;
  readonly byColumn: PlayedColumnLevels | null;
  /** What became of the trees of columns that are not protected. */
  readonly fewerTrees: string | undefined;
  /** What results tell of the generator. */
  readonly described: Pick<StudyData, 'sensitive' | 'order' | 'protected' | 'byClass'>;
  readonly notes: readonly string[];
  /** Of a private fit; null: nothing is promised. */
  readonly promise: PrivacyPromise | null;
  /** The vine's model, or the private fit. */
  readonly generator:
    | { readonly kind: 'vine'; readonly model: Model }
    | { readonly kind: 'private'; readonly fitted: FittedGenerator };
  /** The table that is released. */
  readonly draw: (truncation: ModelTruncation) => Promise<Table>;
}
