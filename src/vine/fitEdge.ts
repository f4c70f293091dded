/** The unit of work of a vine's fit: one edge and what the next tree needs of it. */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { type SelectSettings, selectPair } from '../copula/selectPair.ts';
import { chooseByClass } from './chooseByClass.ts';
import { chooseShares } from './chooseShares.ts';
import { firstGivenSecond, secondGivenFirst } from './conditional.ts';
import { joinParts, partsOf, type Split } from './split.ts';
import { type AnyEdge, edgeCopula, type GroupEdge } from './vine.ts';

/** A pure function's input: it can be sent to another thread or machine. */
export interface EdgeTask {
  readonly first: CopulaColumn;
  readonly second: CopulaColumn;
  readonly settings: SelectSettings;
  /** How rows are split by class; nothing if one copula is to serve all. */
  readonly split?: Split | undefined;
  /** Whether the second variable is the root itself, whose classes are split. */
  readonly withRoot: boolean;
  /** Whether F(first | second) is needed by the next tree. */
  readonly needsDirect: boolean;
  /** Whether F(second | first) is needed by the next tree. */
  readonly needsIndirect: boolean;
}

export interface EdgeResult {
  readonly edge: AnyEdge;
  readonly direct?: CopulaColumn;
  readonly indirect?: CopulaColumn;
}

export function fitEdge(task: EdgeTask): EdgeResult {
  const { first, second, split, needsDirect, needsIndirect } = task;
  const edge = choose(task);
  const each = (given: Given): CopulaColumn => {
    if (!('classes' in edge) || !split) return given(edge as GroupEdge, first, second);
    const [firsts, seconds] = [partsOf(first, split), partsOf(second, split)];
    return joinParts(edge.classes.map((own, group) => given(own, firsts[group], seconds[group])));
  };
  return {
    edge,
    ...(needsDirect ? { direct: each(firstGivenSecond) } : {}),
    ...(needsIndirect ? { indirect: each(secondGivenFirst) } : {}),
  };
}

type Given = (edge: GroupEdge, first: CopulaColumn, second: CopulaColumn) => CopulaColumn;

function choose({ first, second, settings, split, withRoot }: EdgeTask): AnyEdge {
  if (split && !withRoot) return chooseByClass(first, second, settings, split);
  const shared = selectPair(first, second, settings);
  return split ? chooseShares(shared, first, second, split) : edgeCopula(shared);
}
