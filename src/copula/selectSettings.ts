/** Which families a selection tries and by what it chooses, as a caller gives it. */

import { InputError } from '../numerics/inputError.ts';
import { nearestName } from '../numerics/nearestName.ts';
import { familyNames, families as familyTable } from './families/index.ts';
import type { FamilyName } from './family.ts';
import type { Criterion, SelectSettings } from './selectPair.ts';

/** A named set of families: all, those with at most one parameter, the Gaussian alone; each with independence. */
export type FamilySet = 'parametric' | 'onepar' | 'gaussian';

export interface SelectionOptions {
  /** Pair-copula families to choose from. Default: 'parametric', which is all of them. */
  readonly families?: FamilySet | readonly FamilyName[] | undefined;
  /** What the choice minimises. Default: 'aic'. */
  readonly criterion?: Criterion | undefined;
}

const familySets: Readonly<Record<FamilySet, readonly FamilyName[]>> = {
  parametric: familyNames,
  onepar: familyNames.filter((name) => familyTable[name].parameters.length < 2),
  gaussian: ['independence', 'gaussian'],
};

const criteria: readonly Criterion[] = ['aic', 'bic', 'loglik'];

export const selectionDefaults = { families: 'parametric', criterion: 'aic' } as const;

/** Checked settings with the defaults filled in. */
export function resolveSelection(options: SelectionOptions): SelectSettings {
  const { families = selectionDefaults.families, criterion = selectionDefaults.criterion } =
    options;
  if (!criteria.includes(criterion)) {
    throw new InputError(`Criterion: found '${criterion}'. Give aic, bic or loglik.`);
  }
  const names = Array.isArray(families) ? families : namedSet(families as FamilySet);
  for (const name of names) checkFamilyName(name, 'Families');
  if (names.length === 0) throw new InputError('Families: the list is empty. Give at least one.');
  return { families: names, criterion, giveUp: true };
}

function namedSet(name: FamilySet): readonly FamilyName[] {
  if (Object.hasOwn(familySets, name)) return familySets[name];
  const sets = Object.keys(familySets).join(', ');
  throw new InputError(`Families: found '${name}'. Give ${sets} or a list of families.`);
}

/** Refuses a name that is no family's, with the known ones and the one that was probably meant. */
export function checkFamilyName(name: string, what: string): void {
  if (familyNames.includes(name as FamilyName)) return;
  const nearest = nearestName(String(name), familyNames);
  const meant = nearest ? ` Did you mean '${nearest}'?` : '';
  throw new InputError(
    `${what}: there is none called '${name}'.${meant} Known are ${familyNames.join(', ')}.`,
  );
}
