/** Whether the response has classes that pair copulas can differ between. */

import { countLevels } from '../margins/levels.ts';
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
  { prepared: { response: column } }: Pick<Arranged, 'prepared'>,
  { byClass, structure, response }: Pick<ResolvedFit, 'byClass' | 'structure' | 'response'>,
): ClassChoice {
  if (byClass === 'never') return { byClass };
  const counts = column.levels && countLevels(column.values, column.levels.length);
  const why = reasonAgainst(counts, structure, response);
  if (why !== undefined) {
    if (byClass === 'always') {
      throw new InputError(
        `By class: ${why}. Give --by-class auto (in the library, byClass: 'auto').`,
      );
    }
    return { byClass: 'never', note: `Pair copulas are the same for all rows: ${why}.` };
  }
  const rare = counts?.filter((rows) => rows < LEAST_CLASS).length ?? 0;
  if (rare === 0) return { byClass };
  const note = `${rare === 1 ? 'One class' : `${rare} classes`} of the response with fewer than ${LEAST_CLASS} rows ${rare === 1 ? 'has' : 'have'} the pair copulas of the whole table.`;
  return { byClass, note };
}

function reasonAgainst(
  counts: Float64Array | undefined,
  structure: ResolvedFit['structure'],
  response: string,
): string | undefined {
  if (structure !== 'cvine' && structure !== 'star') {
    return `in a '${structure}' they are not given the response`;
  }
  if (counts === undefined) {
    return `the response '${response}' is numeric (if its values are classes, declare it ordered or nominal in the schema)`;
  }
  if (counts.length > MOST_CLASSES) {
    return `the response '${response}' has ${counts.length} classes, more than ${MOST_CLASSES}`;
  }
  const large = counts.filter((rows) => rows >= LEAST_CLASS).length;
  if (large === 0) return `no class of the response '${response}' has ${LEAST_CLASS} rows`;
  return undefined;
}
