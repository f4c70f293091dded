/**
 * TableFeatures of a table under names that hold no cell: a level is called by its place in the plan. What
 * is said about a feature can then be shown to anybody.
 */

import { featuresOf, type TableFeatures } from '../../features/features.ts';
import type { FeaturePlan } from '../../features/plan.ts';
import type { Table } from '../../table/table.ts';

export function namedFeatures(
  plan: FeaturePlan,
  table: Table,
  only?: readonly string[],
): TableFeatures {
  const columns = plan.columns.filter(({ name }) => !only || only.includes(name));
  const names = columns.flatMap(({ name, as, shown, hasGaps }) => [
    ...(as === 'levels' ? shown.map((place) => `${name} (level ${place + 1})`) : [name]),
    ...(hasGaps ? [`${name} is missing`] : []),
  ]);
  const features = featuresOf(plan, table, only);
  if (names.length !== features.names.length) throw new Error('features: names do not fit');
  return { ...features, names };
}
