import { hfunc1, hfunc2, type Margin } from '../../src/copula/evaluate.ts';
import type { PairFit } from '../../src/copula/selectPair.ts';
import type { Crew, VineUnits } from '../../src/vine/crew.ts';
import { conditional, type EdgeTask } from '../../src/vine/fitEdge.ts';
import { weighPairs } from '../../src/vine/weighPairs.ts';

/** A crew of one whose pair copulas come from `choose`, told the variables of the two arguments. */
export function crewByName(
  margins: readonly Margin[],
  choose: (task: EdgeTask, a: number, b: number) => PairFit,
): Crew {
  const variable = new Map(margins.map((margin, j) => [margin, j]));
  const units: VineUnits = {
    weighPairs,
    fitEdge(task) {
      const { first, second, needsDirect, needsIndirect } = task;
      const a = variable.get(first) as number;
      const b = variable.get(second) as number;
      const fit = choose(task, a, b);
      const direct = conditional((u) => hfunc2(fit, u, second), first);
      const indirect = conditional((u) => hfunc1(fit, first, u), second);
      variable.set(direct, a).set(indirect, b);
      return { fit, ...(needsDirect ? { direct } : {}), ...(needsIndirect ? { indirect } : {}) };
    },
  };
  return {
    size: 1,
    async run(name, task) {
      const unit = units[name] as (input: typeof task) => ReturnType<VineUnits[typeof name]>;
      return unit(task);
    },
  };
}
