/** A constraint of schema.json in words. */

import type { Constraint } from '../table/schema.ts';

export function constraintText(constraint: Constraint): string {
  if ('rule' in constraint) return constraint.rule;
  if ('combinations' in constraint) {
    return `combinations of ${constraint.combinations.join(', ')}`;
  }
  return `${constraint.together.join(', ')} missing together`;
}
