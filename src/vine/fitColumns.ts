/** The fit of a vine: structure, pair copulas, totals. Arguments are valid; `fitVine` checks them. */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { exchanged } from '../copula/evaluate.ts';
import type { SelectSettings } from '../copula/selectPair.ts';
import { inline } from '../work/runner.ts';
import { fitTrees, type TellProgress } from './fitTrees.ts';
import { selectTrees } from './selectTrees.ts';
import { groupRows, type SplitChoice, sortedColumns } from './split.ts';
import { arrange } from './structure/structureFromTrees.ts';
import type { VineStructure } from './structure/vineStructure.ts';
import { type VineRunner, vineUnits } from './units.ts';
import { type AnyEdge, type Atoms, type EdgeCopula, makeVine, type Vine } from './vine.ts';

/** A structure that is given, or how to select one by Dissmann's algorithm. */
export type StructureChoice =
  | { readonly given: VineStructure }
  | {
      readonly truncation: number;
      /** The root of a star as first tree. */
      readonly star?: number;
      /** The variable to be sampled first. */
      readonly first?: number;
    };

/** What of the fit is by class and by column. */
export interface FitParts {
  /** Which edges get a copula for each class of the root. Default: none. */
  readonly byClass?: SplitChoice | undefined;
  /** By variable, the last tree in which an edge is fitted for it. Default: all. */
  readonly trees?: readonly (number | undefined)[] | undefined;
}

export async function fitColumns(
  columns: readonly CopulaColumn[],
  choice: StructureChoice,
  settings: SelectSettings,
  runner: VineRunner = inline(vineUnits),
  progress?: TellProgress,
  { byClass, trees }: FitParts = {},
): Promise<Vine> {
  const rows = columns[0].u.length;
  const atoms = columns.map(atomsOf);
  const root = 'given' in choice ? choice.given.order[0] : (choice.star ?? -1);
  const levels = atoms[root];
  const grouping = byClass && levels && groupRows(columns[root].u, levels.u, byClass);
  const sorted = grouping ? sortedColumns(columns, grouping.rows) : columns;
  const split = grouping?.split;
  const parts = { atoms, rows, ...(grouping && { groups: grouping.groups }) };
  if ('given' in choice) {
    const { given: structure } = choice;
    const byPosition = structure.order.map((variable) => sorted[variable]);
    const limits = structure.order.map((variable) => trees?.[variable] ?? structure.truncation);
    const toFit = { structure, trees: limits, split };
    const copulas = await fitTrees(byPosition, toFit, settings, runner, progress);
    return makeVine({ structure, copulas, ...parts });
  }
  const { first = choice.star } = choice;
  const { vine, edges } = await selectTrees(sorted, choice, split, settings, runner, progress);
  const { structure, edge, swapped } = arrange(vine, first === undefined ? {} : { first });
  const copulas = edge.map((row, k) =>
    Array.from(row, (e, i) => {
      if (e < 0) return undefined;
      return swapped[k][i] ? exchangedEdge(edges[k][e]) : edges[k][e];
    }),
  );
  return makeVine({ structure, copulas, ...parts });
}

/** The same edge with its arguments exchanged; shares are of the first tree, where they never are. */
function exchangedEdge(edge: AnyEdge): AnyEdge {
  if ('classes' in edge) {
    return {
      ...edge,
      classes: edge.classes.map((own) => exchangedEdge(own as EdgeCopula) as EdgeCopula),
    };
  }
  return { ...exchanged(edge), logLik: edge.logLik };
}

/** The distinct levels of a discrete variable, ascending. */
function atomsOf({ u, left }: CopulaColumn): Atoms | undefined {
  if (!left) return undefined;
  const rows = new Map<number, number>();
  for (let i = 0; i < u.length; i++) rows.set(u[i], i);
  const upper = Float64Array.from(rows.keys()).sort();
  return { u: upper, left: upper.map((value) => left[rows.get(value) as number]) };
}
