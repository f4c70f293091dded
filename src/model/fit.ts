/** From a table to a model. */

import { identifierShape } from '../margins/identifiers.ts';
import { checkColumnName } from '../numerics/checkName.ts';
import { InputError } from '../numerics/inputError.ts';
import { applySchema, type TypedColumn } from '../table/applySchema.ts';
import { counted } from '../table/counted.ts';
import type { Table } from '../table/table.ts';
import { type FitVineSettings, fitVine } from '../vine/fitVine.ts';
import { type Arranged, arrange, missingKey, valueKey, variablesOfColumn } from './arrange.ts';
import { responseFor } from './chooseResponse.ts';
import { classesOf } from './classes.ts';
import { ENGINE_VERSION } from './engine.ts';
import { type FittedColumn, gridOf } from './fitMargins.ts';
import { identifierGaps } from './identifierGaps.ts';
import type { ColumnContent, Model, ModelColumn } from './model.ts';
import { keepsShares, type Prepared } from './prepareColumns.ts';
import type { ProtectedColumn } from './protection.ts';
import { roundVine } from './roundVine.ts';
import { type FitSettings, type ResolvedFit, resolveFit } from './settings.ts';

/**
 * Fits a model to a table.
 *
 * const model = await fit(table, { response: 'death', sensitive: ['totcst', 'crea'] });
 * const synthetic = sample(model, 1000);
 */
export function fit(table: Table, settings: FitSettings): Promise<Model> {
  return fitTrees(table, settings, (asked) => asked);
}

/**
 * The same with as many trees as there are, where fewer are there than asked for: among some rows of a
 * table a column may have no missing values, and so the vine one variable less.
 */
export function fitUpTo(table: Table, settings: FitSettings): Promise<Model> {
  return fitTrees(table, settings, Math.min);
}

async function fitTrees(
  table: Table,
  settings: FitSettings,
  treesOf: (asked: number, most: number) => number,
): Promise<Model> {
  const chosen = responseFor(table, settings);
  const resolved = resolveFit(table, { ...settings, ...chosen.settings });
  const { onProgress, signal, seed } = resolved;
  const typed = applySchema(table, resolved.schema);
  const arranged = await arrange(typed, resolved);
  const { prepared, related, fitted, variables, sensitive, notes } = arranged;
  const byName = new Map(fitted.map((each) => [each.column.name, each]));
  const classes = classesOf(arranged, resolved);
  const cuts = treesToFit(arranged, resolved, treesOf);
  const remarks = [
    ...chosen.notes,
    ...notes,
    ...(classes.note ? [classes.note] : []),
    ...generalNotes(prepared, variables.length, resolved),
  ];

  const { families, criterion, threads, structure } = resolved;
  const vine = await fitVine(
    variables.map(({ encoded }) => encoded.u),
    {
      structure,
      left: variables.map(({ encoded }) => encoded.left),
      families,
      criterion,
      byClass: classes.byClass,
      ...cuts.vine,
      ...(threads !== undefined && { threads }),
      ...(signal && { signal }),
      ...(onProgress && {
        onProgress: (done: number, total: number) => onProgress({ stage: 'vine', done, total }),
      }),
    },
  );
  const places = new Map(variables.map(({ key }, place) => [key, place]));
  return {
    engine: ENGINE_VERSION,
    seed,
    rows: prepared.rows,
    response: resolved.response,
    sensitive,
    margins: resolved.margins,
    k: resolved.k,
    structure,
    table: typed.format,
    columns: typed.columns.flatMap((column) => {
      const others = typed.columns.filter(({ name }) => !sensitive.includes(name));
      return modelColumn(column, byName, arranged, places, others, resolved.k);
    }),
    order: variables.map(({ name }) => name),
    // for replication the vine stays as the engine fitted it
    vine: resolved.margins === 'smooth' ? roundVine(vine, resolved.k) : vine,
    ...(cuts.columns && { protected: cuts.columns }),
    ...(related.constraints.length > 0 && { constraints: related.constraints }),
    notes: remarks,
  };
}

interface TreesToFit {
  readonly vine: Pick<FitVineSettings, 'truncation' | 'trees'>;
  readonly columns?: readonly ProtectedColumn[];
}

/** Which trees are fitted, of the whole table or column by column. */
function treesToFit(
  { order: { protected: names }, variables }: Arranged,
  { truncation, truncateRest }: ResolvedFit,
  treesOf: (asked: number, most: number) => number,
): TreesToFit {
  const most = variables.length - 1;
  const asked = (trees: number | undefined) => (trees === undefined ? most : treesOf(trees, most));
  if (names.length === 0) {
    if (truncateRest !== undefined || typeof truncation === 'object') throw notByColumn();
    return { vine: truncation === undefined ? {} : { truncation: asked(truncation) } };
  }
  if (typeof truncation === 'object') checkProtected(truncation, names);
  const rest = asked(truncateRest);
  const trees = variables.map(() => rest);
  const columns = names.map((name) => {
    const own = typeof truncation === 'object' ? truncation[name] : truncation;
    return { name, truncation: asked(own) };
  });
  for (const column of columns) {
    for (const variable of variablesOfColumn(variables, column.name)) {
      trees[variable] = column.truncation;
    }
  }
  return { vine: { truncation: Math.max(...trees), trees }, columns };
}

function checkProtected(truncation: object, names: readonly string[]): void {
  for (const name of Object.keys(truncation)) checkColumnName(name, names, 'Truncation');
}

function notByColumn(): InputError {
  return new InputError(
    'Truncation by column, or of the rest: no columns are protected by themselves here. Leave it out, or name sensitive columns.',
  );
}

function modelColumn(
  column: TypedColumn,
  byName: ReadonlyMap<string, FittedColumn>,
  { prepared: { allMissing }, related }: Arranged,
  places: ReadonlyMap<string, number>,
  others: readonly TypedColumn[],
  k: number,
): ModelColumn[] {
  const { name, type, layout } = column;
  if (type === 'text') return [];
  const bounds = {
    ...('min' in column && column.min !== undefined && { min: column.min }),
    ...('max' in column && column.max !== undefined && { max: column.max }),
  };
  const make = (content: ColumnContent) => [{ name, type, layout, ...bounds, content }];
  if (type === 'identifier') {
    const shape = identifierShape(column.column, column.identity);
    const gaps = identifierGaps(column.column, others, k);
    return make({ kind: 'identifier', shape, ...(gaps && { missingAs: gaps }) });
  }
  if (allMissing.has(name)) return make({ kind: 'missing' });
  const fitted = byName.get(name);
  const state = fitted?.missing;
  const missing = state
    ? {
        variable: places.get(missingKey(name)) as number,
        margin: state.margin,
        ...(state.given && { given: state.given }),
      }
    : null;
  const as = related.missingAs.get(name);
  const conditions = related.missingIf.get(name);
  const missingAs = {
    ...(as && { missingAs: as }),
    ...(conditions && { missingIf: conditions }),
  };
  const derived = related.derived.get(name);
  if (derived) {
    const { by, levels } = derived;
    const grid = 'values' in column ? gridOf(column) : { decimals: 0 };
    return make({ kind: 'derived', by, grid, ...(levels && { levels }), missing, ...missingAs });
  }
  const { margin } = fitted as FittedColumn;
  const given = related.given.get(name);
  return make({
    kind: 'modelled',
    margin,
    variable: places.get(valueKey(name)) ?? null,
    missing,
    ...(given && { given }),
    ...missingAs,
  });
}

function generalNotes(
  { rows, columns, response }: Prepared,
  variables: number,
  settings: ResolvedFit,
): string[] {
  const incomplete = columns.filter(({ keepsMissing }) => keepsMissing).length;
  const nominal = columns.filter(
    ({ typed, original }) => (original ?? { typed }).typed.type === 'nominal',
  ).length;
  const { k, margins } = settings;
  return [
    ...(incomplete > 0
      ? [
          `${counted(incomplete, 'column')} with missing values: whether a value is missing is a variable of its own, and gaps are filled with values of resembling rows for the fit alone.`,
        ]
      : []),
    ...(nominal > 0
      ? [
          `${counted(nominal, 'nominal column')}: levels are coded in the order ${keepsShares(response, settings) ? 'in which they differ most in all other columns' : 'of the mean response in each'}.`,
        ]
      : []),
    margins === 'smooth'
      ? `Margins are smooth: at least ${k} rows stand behind each knot, of the outermost rows on either side, fewer than ${k}, the values are not used, and values reach no further than the mean of the next ${k}, or than the bounds that the schema declares. Rows are counted to the nearest ${k}.`
      : 'Margins are empirical: the model holds the values of its continuous columns, and the synthetic table repeats their extremes. Do not share the model.',
    ...(variables > rows / 10
      ? [
          `${variables} variables are many for ${rows} rows; the criterion bic keeps fewer dependences that may be chance.`,
        ]
      : []),
  ];
}
