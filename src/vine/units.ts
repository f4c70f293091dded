/** The units of work of a vine's fit. */

import type { Runner } from '../work/runner.ts';
import { type EdgeResult, type EdgeTask, fitEdge } from './fitEdge.ts';
import { type WeighTask, weighPairs } from './weighPairs.ts';

/** The units by name, with what goes in and what comes out. */
export interface VineUnits {
  readonly fitEdge: (task: EdgeTask) => EdgeResult;
  readonly weighPairs: (task: WeighTask) => Float64Array;
}

export const vineUnits: VineUnits = { fitEdge, weighPairs };

export type VineRunner = Runner<VineUnits>;
