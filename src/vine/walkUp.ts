/**
 * The walk upwards through a vine: from data to the conditional distributions of each tree, for densities
 * and the Rosenblatt transform. Columns are by position and never written to.
 */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { firstGivenSecond, secondGivenFirst } from './conditional.ts';
import type { PlainVine } from './groups.ts';
import { walkPlan } from './structure/walkPlan.ts';
import type { GroupEdge } from './vine.ts';

/** Told of every edge with its two arguments. */
export type Visitor = (edge: GroupEdge, first: CopulaColumn, second: CopulaColumn) => void;

/**
 * Visits every edge of the vine with the arguments that the data give it, tree by tree, and gives
 * F(variable | all its partners) for each position.
 */
export function walkUp(
  vine: PlainVine,
  columns: readonly CopulaColumn[],
  visit?: Visitor,
): CopulaColumn[] {
  const plan = walkPlan(vine.structure);
  const d = columns.length;
  let direct = [...columns];
  let indirect: (CopulaColumn | undefined)[] = [];
  for (let k = 0; k < vine.truncation; k++) {
    const nextDirect = [...direct];
    const nextIndirect: (CopulaColumn | undefined)[] = [];
    for (let i = k + 1; i < d; i++) {
      const edge = vine.copulas[k][i] as GroupEdge;
      const first = direct[i];
      const m = plan.column[k][i];
      const second = plan.indirect[k][i] ? (indirect[m] as CopulaColumn) : direct[m];
      visit?.(edge, first, second);
      nextDirect[i] = firstGivenSecond(edge, first, second);
      if (plan.needsIndirect[k][i]) nextIndirect[i] = secondGivenFirst(edge, first, second);
    }
    direct = nextDirect;
    indirect = nextIndirect;
  }
  return direct;
}
