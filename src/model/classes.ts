/** Whether the response has classes that pair copulas can differ between. */

import { InputError } from '../numerics/inputError.ts';
import { LEAST_CLASS, MOST_CLASSES } from '../vine/split.ts';
import type { Arranged } from './arrange.ts';
import type { ResolvedFit } from './settings.ts';

export interface ClassChoice {
  readonly byClass: 'auto' | 'always' | 'never';
  /** What a reader should know of it. */
  readonly note?: string;
}

export function classesOf(
  { variables }: Pick<Arranged, 'variables'>,
  { byClass, structure, response }: Pick<ResolvedFit, 'byClass' | 'structure' | 'response'>,
): ClassChoice {
  if (byClass === 'never') return { byClass };
  const why = reasonAgainst(variables, structure, response);
  if (why !== undefined) {
    if (byClass === 'always') {
      throw new InputError(
        `By class: ${why}. Give --by-class auto (in the library, byClass: 'auto').`,
      );
    }
    return { byClass: 'never', note: `Pair copulas are the same for all rows: ${why}.` };
  }
  const rare = smallClasses(variables);
  if (rare === 0) return { byClass };
  const note = `${rare === 1 ? 'One class' : `${rare} classes`} of the response with fewer than ${LEAST_CLASS} rows ${rare === 1 ? 'has' : 'have'} the pair copulas of the whole table.`;
  return { byClass, note };
}

function reasonAgainst(
  variables: Arranged['variables'],
  structure: ResolvedFit['structure'],
  response: string,
): string | undefined {
  if (structure !== 'cvine' && structure !== 'star') {
    return `in a '${structure}' they are not given the response`;
  }
  const counts = classCounts(variables);
  if (counts === undefined) return `the response '${response}' is numeric`;
  if (counts.length > MOST_CLASSES) {
    return `the response '${response}' has ${counts.length} classes, more than ${MOST_CLASSES}`;
  }
  const large = counts.filter((rows) => rows >= LEAST_CLASS).length;
  if (large === 0) return `no class of the response '${response}' has ${LEAST_CLASS} rows`;
  return undefined;
}

function smallClasses(variables: Arranged['variables']): number {
  return (classCounts(variables) ?? []).filter((rows) => rows < LEAST_CLASS).length;
}

/** Rows of each class; nothing if the response is continuous. */
function classCounts(variables: Arranged['variables']): number[] | undefined {
  const { u, left } = variables[variables.length - 1].encoded;
  if (!left) return undefined;
  const rows = new Map<number, number>();
  for (const value of u) rows.set(value, (rows.get(value) ?? 0) + 1);
  return [...rows.values()];
}
