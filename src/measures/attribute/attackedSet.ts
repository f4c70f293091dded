/** A set that attacks are tried on, standardised at most once for all sensitive columns, and only if it is asked for. */

import type { AttackRows } from './attackRows.ts';
import { type ClassedSet, classedSet } from './regressByClass.ts';
import { type Standardised, standardise } from './regression.ts';

export interface AttackedSet extends AttackRows {
  readonly all: () => Standardised;
  /** Nothing where the response has no classes that an attacker may learn apart. */
  readonly byClass: () => ClassedSet | undefined;
}

export function attackedSet(rows: AttackRows, ddof: 0 | 1): AttackedSet {
  const { features, classes } = rows;
  return {
    ...rows,
    all: once(() => standardise(features, ddof)),
    byClass: once(() => classes && classedSet(features, classes, ddof)),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
