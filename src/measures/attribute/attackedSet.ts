/** A set that attacks are tried on, standardised once for all sensitive columns. */

import type { AttackRows } from './attackRows.ts';
import { type ClassedSet, classedSet } from './regressByClass.ts';
import { type Standardised, standardise } from './regression.ts';

export interface AttackedSet extends AttackRows {
  readonly all: Standardised;
  /** Nothing where the response has no classes that an attacker may learn apart. */
  readonly byClass: ClassedSet | undefined;
}

export function attackedSet(rows: AttackRows, ddof: 0 | 1): AttackedSet {
  const { features, classes } = rows;
  return {
    ...rows,
    all: standardise(features, ddof),
    byClass: classes && classedSet(features, classes, ddof),
  };
}
