/**
 * What a synthetic table tells about a sensitive column: an attacker who has nothing else learns to
 * guess it from all other columns. The guesses are judged on the people in the real table, and beside
 * them on people whom the generator did not see.
 */

import type { FeaturePlan, PlannedColumn } from '../../features/plan.ts';
import type { Rng } from '../../random/rng.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/takeRows.ts';
import { drawAtMost } from '../drawAtMost.ts';
import { namedFeatures } from '../fidelity/featureTable.ts';
import { cellsOf } from '../fidelity/tableFidelity.ts';
import { labelledRows } from '../utility/labelledRows.ts';
import { attackCategories, type CategoryAttack } from './attackCategories.ts';
import { attackNumbers, type NumberAttack } from './attackNumbers.ts';
import type { AttackRows } from './attackRows.ts';
import type { CategoryRows } from './guessCategory.ts';
import { MOST_FOREST_ROWS } from './learnForest.ts';
import { rowClasses, whyNotByClass } from './responseClasses.ts';

export type TableAttribute = NumberAttack | CategoryAttack;

export interface AttributeTask {
  readonly plan: FeaturePlan;
  readonly real: Table;
  readonly synthetic: Table;
  /** Real rows that the generator did not see. */
  readonly heldOut: Table | undefined;
  /** The sensitive column. */
  readonly name: string;
  /** Within whose classes attackers learn too. */
  readonly response: string | undefined;
  /** A guess of a number is right within this many standard deviations. */
  readonly tolerance: number;
  readonly rng: Rng;
  /** Takes what was drawn. */
  readonly note: (text: string) => void;
}

/** Cells that a regression is computed from, at most: 160 MB. */
const MOST_CELLS = 2e7;
/** Rows that logistic regressions learn from, at most. */
const CATEGORY_ROWS = 10_000;

export function tableAttribute(task: AttributeTask): TableAttribute {
  const { plan, name } = task;
  const planned = plan.columns.find((each) => each.name === name);
  if (!planned) throw new Error(`'${name}' is not in the plan`);
  return planned.levels.length === 0 ? ofNumbers(task, planned) : ofCategories(task);
}

function ofNumbers(task: AttributeTask, planned: PlannedColumn): NumberAttack {
  const { plan, name, response, tolerance, real, synthetic, heldOut, rng, note } = task;
  const width = namedFeatures(plan, takeRows(real, [])).names.length;
  const most = Math.floor(MOST_CELLS / width);
  const rows = (what: string, table: Table): AttackRows => {
    const drawn = draw(task, what, withValue(table, planned), most);
    return { features: namedFeatures(plan, drawn), classes: rowClasses(plan, drawn, response) };
  };
  const found = attackNumbers({
    name,
    tolerance,
    heldOut: heldOut && rows('test', heldOut),
    real: rows('real', real),
    synthetic: rows('synthetic', synthetic),
    rng: rng.split('forest'),
  });
  const why = whyNotByClass(plan, response);
  if (why)
    note(`Attack on '${name}': nobody attacked within classes of the response, because ${why}.`);
  if (found.classesSharing > 0) {
    note(
      `Attack on '${name}': a class of '${response}' has too few synthetic rows for a regression of its own. The attacker within classes used the pooled regression for it.`,
    );
  }
  noteForest(task, found.regression.rows);
  return found;
}

function noteForest({ name, note }: AttributeTask, rows: number): void {
  if (rows <= MOST_FOREST_ROWS) return;
  note(`Attack on '${name}': the forest learned from ${MOST_FOREST_ROWS} of ${rows} rows.`);
}

function ofCategories(task: AttributeTask): CategoryAttack {
  const { plan, name, real, synthetic, heldOut, rng } = task;
  const rows = (what: string, table: Table): CategoryRows => {
    const { features, target } = labelledRows(plan, draw(task, what, table, CATEGORY_ROWS), name);
    if (target.kind !== 'classes') throw new Error('categories were expected');
    return { features, target };
  };
  const known = { real: rows('real', real), heldOut: heldOut && rows('test', heldOut) };
  const found = attackCategories(
    { name, ...known, synthetic: rows('synthetic', synthetic) },
    rng.split('learn'),
  );
  noteForest(task, found.rows);
  return found;
}

function draw({ name, rng, note }: AttributeTask, what: string, table: Table, most: number) {
  return drawAtMost(what, table, most, rng.split(what), (drawn) =>
    note(`Attack on '${name}': ${drawn}.`),
  );
}

/** The rows in which a column is not missing. */
function withValue(table: Table, planned: PlannedColumn): Table {
  const cells = cellsOf(planned, table);
  const rows = Uint32Array.from(cells.keys()).filter((row) => !Number.isNaN(cells[row]));
  return rows.length === table.rows ? table : takeRows(table, rows);
}
