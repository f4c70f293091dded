/**
 * Synthetic tables at every level beside the real one, counted and compared once, so that the page only
 * redraws. What leaves the engine are counts of at least five real rows, Kendall's tau, and synthetic rows.
 */

import type { PlannedColumn } from '../../features/plan.ts';
import { type Comparable, comparable } from '../../measures/fidelity/comparable.ts';
import { cellsOf } from '../../measures/fidelity/tableFidelity.ts';
import { guardTable } from '../../model/guardTable.ts';
import { sampleTruncations } from '../../model/sample.ts';
import { binsOf } from '../../report/bins.ts';
import { conformTo } from '../../report/conformTo.ts';
import { kendallInOrder, kendallOfColumns } from '../../report/kendallInOrder.ts';
import type { FittedPrivate } from '../../study/fitPrivate.ts';
import type { FittedStudy } from '../../study/fitStudy.ts';
import type { ResolvedStudy } from '../../study/studySettings.ts';
import type { Table } from '../../table/table.ts';
import { openNearness } from './nearness.ts';
import { type PairColumn, pairGrid } from './pairGrid.ts';
import type { LevelLook, LookedMargin, PairGrid } from './protocol.ts';
import { evenly, SCREEN_ROWS } from './screenRows.ts';
import { firstRows } from './tableInfo.ts';

/** Levels that are drawn. */
const MOST_LEVELS = 40;
const SHOWN_ROWS = 20;

export interface Looks {
  readonly levels: readonly number[];
  readonly columns: readonly string[];
  readonly rows: number;
  readonly realTau: readonly (readonly number[])[];
  /** Draws the table at a level, unless it is there, and says what is to be seen of it. */
  at(truncation: number): LevelLook;
  pair(x: string, y: string): PairGrid;
}

/** What a fit must give to be looked at. */
interface Looked {
  readonly tMax: number;
  readonly truncations: readonly number[];
  draw(truncation: number, rows: number): Table;
  tau(columns: readonly PlannedColumn[], table: Table): number[][];
}

/** Of the vine. */
export function lookedModel(
  { seed, responseSampling }: ResolvedStudy,
  { model, tMax, truncations }: FittedStudy,
): Looked {
  return {
    tMax,
    truncations,
    draw: (truncation, rows) =>
      sampleTruncations(model, rows, [truncation], { seed, responseSampling })[0],
    tau: (columns, table) => kendallInOrder(model, columns, table),
  };
}

/** Of the private vine: what would be released, behind the gate that the real table is behind. */
export function lookedPrivate(
  { guard }: ResolvedStudy,
  { vine, tMax, truncations, draw }: FittedPrivate,
): Looked {
  return {
    tMax,
    truncations,
    draw: (truncation, rows) => guardTable(draw(truncation, rows), guard),
    tau: (columns, table) => kendallOfColumns(vine.order.order, columns, table),
  };
}

export function openLooks(study: ResolvedStudy, fitted: Looked): Looks {
  const levels = lookedLevels(fitted.tMax, fitted.truncations);
  const real = guardTable(evenly(study.raw.train, SCREEN_ROWS), study.guard);
  const draw = (truncation: number) => fitted.draw(truncation, real.rows);
  const first = draw(levels[0]);
  const sides = comparable(real, first, { schema: study.schema });
  const columns = sides.plan.columns;
  const own = columns.map((planned) => cellsOf(planned, sides.real));
  const realTau = fitted.tau(columns, sides.real);
  const heldOut = guardTable(evenly(study.raw.test, SCREEN_ROWS), study.guard);
  const nearness = openNearness(sides, conformTo(sides, heldOut));
  const looked = new Map<number, { readonly look: LevelLook; readonly cells: Float32Array[] }>();
  const see = (truncation: number) => {
    const known = looked.get(truncation);
    if (known) return known;
    const table = truncation === levels[0] ? first : draw(truncation);
    const made = conformTo(sides, table);
    const cells = columns.map((planned) => cellsOf(planned, made));
    const tau = fitted.tau(columns, made);
    const look: LevelLook = {
      truncation,
      margins: marginsOf(sides, own, cells),
      tau,
      difference: differenceOf(realTau, tau),
      nearness: nearness(made),
      rows: firstRows(table, SHOWN_ROWS),
    };
    const seen = { look, cells: cells.map((values) => Float32Array.from(values)) };
    looked.set(truncation, seen);
    return seen;
  };
  return {
    levels,
    columns: columns.map(({ name }) => name),
    rows: real.rows,
    realTau,
    at: (truncation) => see(truncation).look,
    pair: (x, y) => {
      const column = (name: string): PairColumn => {
        const place = columns.findIndex((planned) => planned.name === name);
        const planned = columns[place];
        return {
          planned,
          real: own[place],
          synthetic: levels.map((level) => see(level).cells[place]),
        };
      };
      return pairGrid(column(x), column(y));
    },
  };
}

/** All levels from 0 to t_max; of many those that a study compares, and some between them. */
function lookedLevels(tMax: number, truncations: readonly number[]): number[] {
  const all = Array.from({ length: tMax + 1 }, (_, t) => t);
  if (all.length <= MOST_LEVELS) return all;
  const step = Math.ceil(all.length / (MOST_LEVELS / 2));
  return all.filter((t) => t < 6 || t % step === 0 || truncations.includes(t));
}

function marginsOf(
  { plan }: Comparable,
  own: readonly Float64Array[],
  made: readonly Float64Array[],
): LookedMargin[] {
  return plan.columns.flatMap((planned, i) => {
    const bins = binsOf(planned, own[i], made[i]);
    if (bins.length === 0) return [];
    const [realRows, syntheticRows] = [own[i].length, made[i].length];
    const sum = (of: 'real' | 'synthetic') => bins.reduce((all, bin) => all + bin[of], 0) || 1;
    const [allReal, allMade] = [sum('real'), sum('synthetic')];
    const overlap = bins.reduce(
      (shared, { real, synthetic }) => shared + Math.min(real / allReal, synthetic / allMade),
      0,
    );
    return [{ name: planned.name, bins, realRows, syntheticRows, overlap }];
  });
}

function differenceOf(
  real: readonly (readonly number[])[],
  made: readonly (readonly number[])[],
): LevelLook['difference'] {
  let [sum, count, largest] = [0, 0, 0];
  for (let i = 1; i < real.length; i++) {
    for (let j = 0; j < i; j++) {
      const difference = Math.abs(real[i][j] - made[i][j]);
      if (Number.isNaN(difference)) continue;
      sum += difference;
      count++;
      largest = Math.max(largest, difference);
    }
  }
  return { mean: count > 0 ? sum / count : 0, largest };
}
