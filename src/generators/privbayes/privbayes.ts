/**
 * PrivBayes: a Bayesian network of columns in cells, chosen and counted with differential privacy (Zhang
 * et al., "PrivBayes: private data release via Bayesian networks", TODS 2017; the budget as in Stadler
 * et al.'s copy of DataSynthesizer). Given public ranges, levels and gaps, a fit is epsilon-private for
 * the replacement of one row; the number of rows is public. Samples are functions of the fit and cost no
 * budget, but every fit to the same table does.
 */

import { finite, list, record, whole } from '../../documents/check.ts';
import { InputError } from '../../numerics/inputError.ts';
import { openPace } from '../../work/progress.ts';
import { runAsync, runSync } from '../../work/runAsync.ts';
import type { FittedGenerator, Generator } from '../generator.ts';
import { tableOfCells } from '../private/cells.ts';
import { checkCells, checkSampleRows } from '../private/check.ts';
import { damaged, type Saved, sealed, unsealed } from '../private/document.ts';
import { isRead } from '../private/domain.ts';
import { noiseOf } from '../private/noise.ts';
import { prepareCells } from '../private/prepare.ts';
import { promiseOf } from '../private/promise.ts';
import type { Coded } from './information.ts';
import { chooseNetwork, type Link, type NetworkTask, type ParentRule } from './network.ts';
import { type ResolvedPrivBayes, resolvePrivBayes } from './settings.ts';
import { countScale, drawRows, type NoisyTable, noisyTable, tableShapes } from './tables.ts';

const FORMAT = 'tvinesynth-privbayes';

interface SavedPrivBayes extends Saved {
  readonly tables: readonly {
    readonly given: readonly number[];
    readonly drawn: readonly number[];
    readonly counts: readonly number[];
  }[];
}

const place = whole(0, 0x7fffffff);

const tablesCheck = list(
  record({
    given: list(place),
    drawn: list(place, 1),
    counts: list(finite(0, Number.MAX_SAFE_INTEGER), 1),
  }),
);

/** PrivBayes; a budget given here overrules that of the settings, so that names can be compared. */
export function privBayes(epsilon?: number): Generator {
  return {
    async fit(table, settings, rng, watch) {
      const resolved = resolvePrivBayes(settings.privbayes ?? {}, epsilon);
      const prepared = prepareCells(table, settings, resolved, 'left');
      const { columns, codes, format, notes, voids } = prepared;
      const { noise, known } = noiseOf(settings, FORMAT, resolved, rng);
      const coded = columns.map(({ cells }, j): Coded => ({ codes: codes[j], cells }));
      const { rows } = table;
      if (rows < 2) throw new InputError(`PrivBayes: found ${rows} rows. Give at least 2.`);
      const rule = ruleOf(coded, rows, resolved);
      const isBinary = coded.map((column) =>
        isRead(resolved.ranges) ? distinct(column.codes) <= 2 : column.cells <= 2,
      );
      const structure = resolved.epsilon * resolved.structureShare;
      const task = { columns: coded, rows, isBinary, rule, epsilon: structure };
      const links = await networkOf(task, noise.split('network'), watch);
      const together = 'degree' in rule ? Math.min(rule.degree + 1, coded.length) : 1;
      const shapes = tableShapes(links, together);
      const scale = countScale(shapes.length, resolved.epsilon - structure);
      const mechanism = { kind: resolved.noise, scale };
      const tables = shapes.map((shape, t) =>
        noisyTable(shape, coded, rows, mechanism, noise.split('noise', t)),
      );
      const promised = promiseOf(voids, `epsilon ${resolved.epsilon}`, known);
      const { save, ...rest } = fitted(
        { columns, table: format, notes: [...promised, ...notes] },
        tables,
      );
      // ranges that end at single people are not written
      return resolved.ranges === 'extremes' || !save ? rest : { ...rest, save };
    },
    restore,
  };
}

function fitted(saved: Saved, tables: readonly NoisyTable[]): FittedGenerator {
  const { columns, table, notes } = saved;
  const cells = columns.map((column) => column.cells);
  return {
    independentRows: true,
    notes,
    sample(rows, rng) {
      checkSampleRows(rows);
      const codes = drawRows(tables, cells, rows, rng.split('cells'));
      return tableOfCells(columns, codes, table, 'uniform', rng);
    },
    save: () =>
      sealed(FORMAT, {
        ...saved,
        tables: tables.map((each) => ({ ...each, counts: Array.from(each.counts) })),
      }),
  };
}

function restore(given: unknown): FittedGenerator {
  const { tables, ...saved } = unsealed<SavedPrivBayes>(FORMAT, given, { tables: tablesCheck });
  const cells = saved.columns.map((column) => column.cells);
  const known = new Set<number>();
  const read = tables.map(({ given, drawn, counts }) => {
    const isThere = given.every((j) => known.has(j)) && new Set(given).size === given.length;
    const isNew =
      new Set(drawn).size === drawn.length &&
      drawn.every((j) => cells[j] !== undefined && !known.has(j));
    if (!isThere || !isNew) throw damaged('a table does not follow those before it');
    for (const j of drawn) known.add(j);
    const size = [...given, ...drawn].reduce((product, j) => product * cells[j], 1);
    if (counts.length !== size) throw damaged('a table is not whole');
    return { given, drawn, counts: Float64Array.from(counts) };
  });
  if (known.size !== cells.length) throw damaged('a column has no table');
  return fitted(saved, read);
}

/** How many parents columns may have; refuses what memory cannot hold. */
function ruleOf(columns: readonly Coded[], rows: number, settings: ResolvedPrivBayes): ParentRule {
  const { degree, theta, mostParents, epsilon, structureShare } = settings;
  const d = columns.length;
  if (degree === 'theta') {
    // a cell holds rows / cells on average, and the noise's scale is that of d tables
    const scale = countScale(d, epsilon * (1 - structureShare));
    return { cells: Math.min(rows / (scale * theta), 0x400000), most: mostParents };
  }
  const largest = columns
    .map(({ cells }) => cells)
    .sort((a, b) => b - a)
    .slice(0, degree + 1)
    .reduce((product, cells) => product * cells, 1);
  const tables = Math.max(1, d - degree);
  checkCells('PrivBayes', largest * tables, 'Give a lower degree or fewer bins.');
  return { degree };
}

async function networkOf(
  task: NetworkTask,
  noise: Parameters<typeof chooseNetwork>[1],
  watch: Parameters<Generator['fit']>[3],
): Promise<Link[]> {
  const tell = openPace(watch?.onProgress);
  const total = task.columns.length - 1;
  let done = 0;
  const steps = chooseNetwork(task, noise);
  if (!watch) return runSync(steps);
  return runAsync(steps, { signal: watch.signal, onProgress: () => tell(++done, total) });
}

function distinct(codes: Int32Array): number {
  return new Set(codes).size;
}
