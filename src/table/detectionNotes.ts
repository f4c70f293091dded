/** What a fit tells of what was seen in a table: columns not carried over, people, suspected codes. */

import type { TypedOther } from './applySchema.ts';
import { codeWarning, type Detection } from './detectSchema.ts';
import { identityWarning, plural } from './judgeIdentity.ts';

/** What becomes of a column that is not modelled. */
export function otherNote({ name, type, identity }: TypedOther): string {
  if (type === 'text') {
    return identity === undefined
      ? `${name}: free text is never modelled or copied; the column is left out.`
      : `${name}: likely ${plural(identity)}; the column is left out.`;
  }
  return identity === undefined
    ? `${name}: identifiers are made anew in the same shape.`
    : `${name}: likely ${plural(identity)}; invented ones stand in their place.`;
}

/** What a user should know before using a synthetic table. */
export function detectionNotes({ columns }: Detection): string[] {
  return columns.flatMap(({ name, type, identity, suspected = [] }) => {
    const isCarriedOver = type !== 'identifier' && type !== 'text';
    return [
      ...(identity && isCarriedOver ? [`${name}: ${identityWarning(identity, type)}.`] : []),
      ...(isCarriedOver ? suspected.map((each) => `${name}: ${codeWarning(name, each)}.`) : []),
    ];
  });
}
