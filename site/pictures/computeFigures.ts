/** Computes what the pictures show, with the engine itself: a fit, a study, attacks. Some minutes. */

import { tauOf } from '../../src/copula/tau.ts';
import {
  fit,
  membershipAttack,
  orderTable,
  rngFromSeed,
  sample,
  simulatedData,
  study,
  type Table,
  tableFromColumns,
  takeRows,
} from '../../src/index.ts';
import { fitLinear, predictLinear } from '../../src/learners/linear.ts';
import { readTableFile } from '../../src/node.ts';
import type { AuditFigure, Bounded, Figures, VineEdge } from './figures.ts';

const ROLES = { response: 'Y', sensitive: ['X1'] };
const SHOWN = 200;

export async function computeFigures(patients: string): Promise<Figures> {
  const table = simulatedTable();
  return {
    vine: await patientsVine(await readTableFile(patients)),
    study: await studied(table),
    preview: await previewed(table),
    guesses: await guesses(table),
    gains: await gains(),
  };
}

function simulatedTable(rowsPerClass = 500): Table {
  const { names, columns } = simulatedData(1, { rowsPerClass });
  return tableFromColumns(Object.fromEntries(names.map((name, j) => [name, [...columns[j]]])));
}

async function patientsVine(table: Table): Promise<Figures['vine']> {
  const model = await fit(table, { response: 'readmitted', sensitive: ['cost'], byClass: 'never' });
  const { order } = await orderTable(table, { response: 'readmitted', sensitive: ['cost'] });
  const nameOf = new Map(
    model.columns.flatMap(({ name, content }): [number, string][] =>
      content.kind === 'modelled' && content.variable !== null ? [[content.variable, name]] : [],
    ),
  );
  const edges = model.vine.edges.map((edge): VineEdge => {
    if (edge.classes) throw new Error('an edge by class, though none was asked for');
    const [a, b] = [nameOf.get(edge.a) ?? '', nameOf.get(edge.b) ?? ''];
    return { tree: edge.tree, a, b, family: edge.family, tau: rounded(tauOf(edge)) };
  });
  return {
    order: order.order,
    protected: model.protected?.map(({ name }) => name) ?? [],
    edges,
  };
}

async function studied(table: Table): Promise<Figures['study']> {
  const settings = {
    ...ROLES,
    preset: 'standard' as const,
    levels: [1, 5, 10, 15, 20],
    threads: 2,
  };
  const { results } = await study(table, settings);
  const { real, levels, controls } = results;
  const bounded = (level: (typeof levels)[number], risk: string): Bounded => {
    const found = level.judged.figures.find((figure) => figure.risk === risk);
    if (!found?.figure || found.limit === null) throw new Error(`${risk} was not measured`);
    const { estimate, low, high } = found.figure;
    return { figure: { estimate, low, high }, limit: Number(found.limit), judged: found.judged };
  };
  const mr2Of = (column: (typeof real.aia)[string]): number => {
    if (!('mab' in column)) throw new Error('X1 is a column of numbers');
    return column.strongest.mr2;
  };
  return {
    realMr2: mr2Of(real.aia.X1),
    levels: levels.map((level) => {
      const attacked = level.aia.X1;
      if (!('mab' in attacked)) throw new Error('X1 is a column of numbers');
      return {
        truncation: level.truncation,
        mab: attacked.mab.values,
        mabFloor: attacked.mabFloor,
        mr2: mr2Of(attacked),
        attribute: bounded(level, 'attribute'),
        membership: bounded(level, 'membership'),
      };
    }),
    controls: controls.flatMap(({ name, scores }): AuditFigure[] => {
      const found = name === 'independent' ? scores.refit : scores.near;
      if (!found) return [];
      const { estimate, low, high } = found.atRelease ?? found.auc;
      return [{ name, figure: { estimate, low, high } }];
    }),
  };
}

async function previewed(table: Table): Promise<Figures['preview']> {
  const { preview } = await orderTable(table, { ...ROLES, preview: 'all' });
  if (!preview) throw new Error('no preview');
  return preview.levels.map(({ truncation, sensitive: [{ r2, within }] }) => ({
    truncation,
    r2: rounded(Math.max(r2, within?.r2 ?? 0)),
  }));
}

async function guesses(table: Table): Promise<Figures['guesses']> {
  const rows = Array.from({ length: table.rows }, (_, row) => row);
  const fitted = takeRows(
    table,
    rows.filter((row) => row % 5 !== 0),
  );
  const others = takeRows(
    table,
    rows.filter((row) => row % 5 === 0),
  );
  const model = await fit(fitted, ROLES);
  return [1, 20].map((truncation) => {
    const drawn = sample(model, fitted.rows, { truncation, seed: 1 });
    const learnt = fitLinear(featuresOf(drawn), numbersOf(drawn, 'X1'), undefined, rngFromSeed(1));
    const guess = predictLinear(learnt, featuresOf(others));
    const real = numbersOf(others, 'X1');
    const points = [...real].map((x, i) => [rounded(x), rounded(guess[i])] as const);
    return { truncation, r2: rounded(r2Of(real, guess)), points: points.slice(0, SHOWN) };
  });
}

/** The paper's game on a small table: people whose row is in the fit against people whose row is not. */
async function gains(): Promise<Figures['gains']> {
  const table = simulatedTable(150);
  const game = { fit: ROLES, iterations: 4, shadows: 4, sets: 10, features: 'nearness' as const };
  const played = [
    { generator: 'C-vine, truncation 1', choice: 'cvine' as const, levels: [1] },
    { generator: 'C-vine, all trees', choice: 'cvine' as const, levels: [20] },
    { generator: 'copy of the real rows', choice: 'copy' as const },
  ];
  const found: { generator: string; values: number[] }[] = [];
  for (const { generator, choice, ...levels } of played) {
    const { outcomes } = await membershipAttack(table, {
      ...game,
      ...levels,
      generator: choice,
      threads: 2,
    });
    const [{ outlying, random }] = outcomes;
    found.push({ generator, values: [...outlying, ...random].map(rounded) });
  }
  return found;
}

function numbersOf(table: Table, name: string): Float64Array {
  const column = table.columns.find((each) => each.name === name);
  if (column?.kind !== 'numeric') throw new Error(`${name} is not a column of numbers`);
  return column.values;
}

function featuresOf(table: Table) {
  const names = table.columns.map(({ name }) => name).filter((name) => name !== 'X1');
  return { names, columns: names.map((name) => numbersOf(table, name)) };
}

function r2Of(real: Float64Array, guess: Float64Array): number {
  const mean = real.reduce((sum, x) => sum + x, 0) / real.length;
  let [left, total] = [0, 0];
  for (let i = 0; i < real.length; i++) {
    left += (real[i] - guess[i]) * (real[i] - guess[i]);
    total += (real[i] - mean) * (real[i] - mean);
  }
  return 1 - left / total;
}

function rounded(x: number): number {
  return Math.round(x * 1000) / 1000;
}
