import type { CopulaColumn } from '../../src/copula/copulaColumn.ts';
import { hfunc1, hfunc2 } from '../../src/copula/evaluate.ts';
import type { PairFit } from '../../src/copula/selectPair.ts';
import type { EdgeTask } from '../../src/vine/fitEdge.ts';
import type { VineRunner, VineUnits } from '../../src/vine/units.ts';
import { weighPairs } from '../../src/vine/weighPairs.ts';
import { inline } from '../../src/work/runner.ts';

/** A runner of one whose pair copulas come from `choose`, told the variables of the two arguments. */
export function runnerByName(
  columns: readonly CopulaColumn[],
  choose: (task: EdgeTask, a: number, b: number) => PairFit,
): VineRunner {
  const variable = new Map(columns.map((column, j) => [column, j]));
  const units: VineUnits = {
    weighPairs,
    fitEdge(task) {
      const { first, second, needsDirect, needsIndirect } = task;
      const a = variable.get(first) as number;
      const b = variable.get(second) as number;
      const edge = choose(task, a, b);
      const direct = conditional((u) => hfunc2(edge, u, second), first);
      const indirect = conditional((u) => hfunc1(edge, first, u), second);
      variable.set(direct, a).set(indirect, b);
      return { edge, ...(needsDirect ? { direct } : {}), ...(needsIndirect ? { indirect } : {}) };
    },
  };
  return inline(units);
}

/**
 * By the h-function also where an edge is independence, as the peer does it: given a discrete variable its
 * rounding errors break ties, and the trees that follow depend on that.
 */
function conditional(
  h: (u: Float64Array) => Float64Array,
  { u, left }: CopulaColumn,
): CopulaColumn {
  return left ? { u: h(u), left: h(left) } : { u: h(u) };
}
