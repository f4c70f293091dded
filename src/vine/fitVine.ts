/** The public fit of a vine, on as many threads as asked for. */

import { resolveSelection } from '../copula/selectSettings.ts';
import { InputError } from '../numerics/inputError.ts';
import { withRunner } from '../work/withRunner.ts';
import { checkColumns, checkFittable } from './checkColumns.ts';
import { fitColumns } from './fitColumns.ts';
import { checkTrees } from './truncateColumns.ts';
import { vineUnits } from './units.ts';
import type { Vine } from './vine.ts';
import { resolveByClass, resolveStructure, type VineSettings } from './vineSettings.ts';

export interface FitVineSettings extends VineSettings {
  /** Number of threads. Default: 1, the calling thread. The result does not depend on it. */
  readonly threads?: number;
  /** Cancels the fit. */
  readonly signal?: AbortSignal;
  /** Told after each pair copula how many are done, and of how many. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Fits a vine copula to columns on the copula scale, each inside (0, 1).
 *
 * const vine = await fitVine(columns, { structure: 'cvine', truncation: 5 });
 * vine.logLik; vine.edges[0].family;
 */
export async function fitVine(
  columns: readonly Float64Array[],
  settings: FitVineSettings,
): Promise<Vine> {
  const checked = checkColumns(columns, settings.left);
  checkFittable(checked);
  const choice = resolveStructure(settings, columns.length);
  const selection = resolveSelection(settings);
  const byClass = resolveByClass(settings, choice, checked);
  const { threads, signal, onProgress, trees } = settings;
  checkTrees(trees, columns.length);
  if (trees && !('given' in choice)) {
    throw new InputError(
      `Trees by column: the trees of a '${settings.structure}' are selected together. Leave them out, or use a C- or D-vine.`,
    );
  }
  return withRunner(vineUnits, { threads, signal }, (runner) =>
    fitColumns(checked, choice, selection, runner, onProgress, { byClass, trees }),
  );
}
