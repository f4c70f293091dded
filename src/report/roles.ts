/** Why variables of a vine stand where they do. */

import { variablesOf } from '../model/model.ts';
import type { AnyStudyResult } from '../study/study.ts';

const LABELS = {
  sensitive: 'sensitive',
  related: 'related to sensitive columns (K)',
  other: 'other columns',
  response: 'response',
} as const;

type Role = keyof typeof LABELS;

/** By variable of the vine; that a column is missing goes with the column. */
export function rolesOf({ model, order }: AnyStudyResult): Role[] {
  const byName = new Map(order.order.columns.map(({ name, role }) => [name, role]));
  if (model === null) return order.order.order.map((name) => byName.get(name) ?? 'other');
  const roles = model.order.map((): Role => 'other');
  for (const { name, content } of model.columns) {
    for (const variable of variablesOf(content)) roles[variable] = byName.get(name) ?? 'other';
  }
  return roles;
}

/** Runs of variables with the same role, without the response. */
export function blocksOf(
  study: AnyStudyResult,
): { readonly from: number; readonly to: number; readonly label: string }[] {
  const blocks: { from: number; to: number; label: string }[] = [];
  rolesOf(study).forEach((role, place) => {
    if (role === 'response') return;
    const last = blocks.at(-1);
    if (last?.label === LABELS[role] && last.to === place - 1) last.to = place;
    else blocks.push({ from: place, to: place, label: LABELS[role] });
  });
  return blocks;
}
