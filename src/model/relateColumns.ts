/**
 * What holds between the columns of a fit, and what becomes of it: derived columns leave the vine and are
 * computed from their sources; columns under a rule are drawn given the others (rules/given.ts); columns that are
 * missing together share one state. What is found in the table is kept where it holds in every row but a few that
 * nothing is told of, and where it protects no sensitive column less; what the schema declares is always kept.
 */

import type { Rng } from '../random/rng.ts';
import type { Runner } from '../work/runner.ts';
import { applyRelations, type Related } from './applyRelations.ts';
import { declaredConstraints } from './declaredConstraints.ts';
import { derivedColumns } from './derivedColumns.ts';
import type { TreeUnits } from './encodeTree.ts';
import { foundConstraints } from './foundConstraints.ts';
import { nearColumns } from './nearColumns.ts';
import type { Prepared } from './prepareColumns.ts';
import { preparedRuleColumn } from './ruleColumns.ts';
import type { ResolvedFit } from './settings.ts';
import { tiedColumns } from './tiedColumns.ts';

/**
 * What is found, and what becomes of it where some columns are protected: `closed`, these are drawn given no
 * category, nor is another one given them, as no truncation would cut that. A draft says which columns there are and
 * which of them follow from rules, without trees and the places of rows.
 */
export function relateColumns(
  prepared: Prepared,
  settings: ResolvedFit,
  rng: Rng,
  runner: Runner<TreeUnits>,
): (closed: ReadonlySet<string>, isDraft?: boolean) => Promise<Related> {
  const notes: string[] = [];
  const columns = new Map(prepared.columns.map((each) => [each.name, preparedRuleColumn(each)]));
  const derived = derivedColumns(prepared, columns, settings, notes);
  const declared = declaredConstraints(columns, settings, notes);
  const sensitive = tiedColumns(settings.sensitive, derived, declared, notes);
  const found = foundConstraints(prepared, columns, derived, new Set(sensitive), settings, notes);
  const near = nearColumns(prepared, columns, derived, new Set(sensitive), settings, notes);
  const constraints = [...declared, ...found.constraints];
  return (closed, isDraft = false) =>
    applyRelations(
      {
        prepared,
        columns,
        derived: new Map(derived),
        near,
        nearly: found.nearly,
        sensitive,
        notes: [...notes],
        isDraft,
      },
      constraints,
      new Set([...closed, ...sensitive]),
      settings,
      rng,
      runner,
    );
}
