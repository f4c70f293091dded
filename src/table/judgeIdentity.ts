/**
 * What becomes of a column that says who a person is, unless its type is declared: names, numbers and
 * e-mail addresses are replaced by invented ones, addresses are left out. Postcodes are categories where
 * most rows have one that five rows share, and are left out otherwise; as numbers they mean nothing.
 */

import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import type { Identity } from './identity.ts';
import { levelsOf } from './levelNames.ts';
import type { ColumnType } from './schema.ts';
import type { Column } from './table.ts';
import type { Verdict } from './verdict.ts';

export function judgeIdentity(column: Column, verdict: Verdict, identity: Identity): Verdict {
  const { kind, direct, why } = identity;
  const warnings = [identityWarning(identity, 'identifier')];
  if (kind === 'address') {
    const text = [identityWarning(identity, 'text')];
    return { type: 'text', reason: `addresses, ${why}`, warnings: text };
  }
  if (direct) return { type: 'identifier', reason: `${plural(kind)}, ${why}`, warnings };
  if (kind === 'postcode' && verdict.type !== 'text' && verdict.type !== 'identifier') {
    return postcodes(column, verdict, identity);
  }
  const own = identityWarning(identity, verdict.type);
  return { ...verdict, warnings: [...(verdict.warnings ?? []), own] };
}

function postcodes(column: Column, verdict: Verdict, identity: Identity): Verdict {
  const reason = `postcodes, ${identity.why}`;
  if (sharedRows(column) < 0.5) {
    const warnings = [
      `fewer than half of the rows share their postcode with four others; ${identityWarning(identity, 'text')}`,
    ];
    return { type: 'text', reason, warnings };
  }
  return {
    type: 'nominal',
    reason,
    levels: verdict.levels ?? levelsOf(column),
    warnings: [identityWarning(identity, 'nominal')],
  };
}

/** The share of rows whose value five rows have. */
function sharedRows(column: Column): number {
  const counts = new Map<number, number>();
  let rows = 0;
  for (const value of column.kind === 'text' ? column.codes : column.values) {
    if (Number.isNaN(value) || (column.kind === 'text' && value < 0)) continue;
    rows++;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  let shared = 0;
  for (const count of counts.values()) if (count >= FEWEST_PEOPLE) shared += count;
  return rows === 0 ? 0 : shared / rows;
}

export function plural(kind: Identity['kind']): string {
  if (kind === 'date of birth') return 'dates of birth';
  return kind.endsWith('s') ? `${kind}es` : `${kind}s`;
}

/** What is done about it, and what else could be. */
export function identityWarning({ kind, direct }: Identity, type: ColumnType): string {
  const what = plural(kind);
  if (type === 'text') {
    return `likely ${what}: the column is left out of the synthetic table. To keep it, declare another type in the schema`;
  }
  if (direct && type === 'identifier') {
    return `likely ${what}: they are replaced by invented ones. To leave the column out, declare it text; to model it, declare its type`;
  }
  if (direct) {
    return `likely ${what}, which the declared type ${type} carries over: people can be known by them. Declare it identifier or text`;
  }
  return `${what} tell people apart together with other columns: ${ADVICE[kind] ?? 'make them coarser'}, or see with sample --check and --key which rows are unique`;
}

const ADVICE: Partial<Record<Identity['kind'], string>> = {
  'date of birth': 'keep the year or the age in place of the day',
  postcode: 'keep the first two or three digits, or the region',
  place: 'keep one decimal or the region',
};
