import type { CopulaColumn } from '../../src/copula/copulaColumn.ts';
import type { PairFit } from '../../src/copula/selectPair.ts';
import { firstGivenSecond, secondGivenFirst } from '../../src/vine/conditional.ts';
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
      // columns of their own, also where an edge is independence
      const direct = { ...firstGivenSecond(edge, first, second) };
      const indirect = { ...secondGivenFirst(edge, first, second) };
      variable.set(direct, a).set(indirect, b);
      return { edge, ...(needsDirect ? { direct } : {}), ...(needsIndirect ? { indirect } : {}) };
    },
  };
  return inline(units);
}
