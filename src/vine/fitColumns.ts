/** The fit of a vine: structure, pair copulas, totals. Arguments are valid; `fitVine` checks them. */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { exchanged } from '../copula/evaluate.ts';
import type { PairFit, SelectSettings } from '../copula/selectPair.ts';
import { inline } from '../work/runner.ts';
import { fitTrees, type TellProgress } from './fitTrees.ts';
import { selectTrees } from './selectTrees.ts';
import { arrange } from './structure/structureFromTrees.ts';
import type { VineStructure } from './structure/vineStructure.ts';
import { type VineRunner, vineUnits } from './units.ts';
import { type Atoms, type EdgeCopula, makeVine, type Vine } from './vine.ts';

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

export async function fitColumns(
  columns: readonly CopulaColumn[],
  choice: StructureChoice,
  settings: SelectSettings,
  runner: VineRunner = inline(vineUnits),
  progress?: TellProgress,
): Promise<Vine> {
  const rows = columns[0].u.length;
  const atoms = columns.map(atomsOf);
  if ('given' in choice) {
    const { given } = choice;
    const byPosition = given.order.map((variable) => columns[variable]);
    const fits = await fitTrees(byPosition, given, settings, runner, progress);
    return makeVine(
      given,
      fits.map((row) => row.map(kept)),
      atoms,
      rows,
    );
  }
  const { truncation, star, first = star } = choice;
  const { vine, fits } = await selectTrees(columns, truncation, star, settings, runner, progress);
  const { structure, edge, swapped } = arrange(vine, first === undefined ? {} : { first });
  const copulas = edge.map((row, k) =>
    Array.from(row, (e, i) => {
      if (e < 0) return undefined;
      const copula = kept(fits[k][e]) as EdgeCopula;
      return swapped[k][i] ? { ...exchanged(copula), logLik: copula.logLik } : copula;
    }),
  );
  return makeVine(structure, copulas, atoms, rows);
}

/** What of a pair's fit the vine keeps. */
function kept(fit: PairFit | undefined): EdgeCopula | undefined {
  if (!fit) return undefined;
  const { family, rotation, parameters, logLik } = fit;
  return { family, rotation, parameters, logLik };
}

/** The distinct levels of a discrete variable, ascending. */
function atomsOf({ u, left }: CopulaColumn): Atoms | undefined {
  if (!left) return undefined;
  const rows = new Map<number, number>();
  for (let i = 0; i < u.length; i++) rows.set(u[i], i);
  const upper = Float64Array.from(rows.keys()).sort();
  return { u: upper, left: upper.map((value) => left[rows.get(value) as number]) };
}
