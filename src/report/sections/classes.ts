/** The pairs that differ between the classes of the response, and what it buys. */

import { tauOf } from '../../copula/tau.ts';
import { classNames, type Model } from '../../model/model.ts';
import { counted } from '../../table/counted.ts';
import { LEAST_CLASS } from '../../vine/split.ts';
import {
  type Atoms,
  type FittedEdge,
  type GroupEdge,
  parametersOf,
  type SplitEdge,
} from '../../vine/vine.ts';
import { levelName, type VineContext } from '../context.ts';
import { scrolling } from '../figure.ts';
import { keptPairs } from '../keptPairs.ts';
import { htmlTable } from '../plots/htmlTable.ts';
import { decimals, shortNumber } from '../plots/text.ts';
import { type Html, html, NOTHING } from '../template.ts';

const MOST_SHOWN = 10;
/** Rows of the table by tree; of more trees several stand together. */
const MOST_ROWS = 12;

/** An edge that differs between classes. */
type OwnEdge = FittedEdge & SplitEdge;

export function pairsByClass(context: VineContext): Html {
  const { model } = context.study;
  const { edges } = model.vine;
  const own = edges.filter(isOwn);
  if (own.length === 0) return NOTHING;
  const shares = own.filter(isShares).length;
  const [apart, shared] = [sum(own.map(({ logLik }) => logLik)), sum(own.map(sharedOf))];
  const inTree1 =
    shares > 0
      ? ` In the first tree ${counted(shares, 'column')} ${shares === 1 ? 'has' : 'have'} a distribution in each class in place of a pair copula with ${model.response}.`
      : '';
  return html`<h4>Pairs that differ between classes</h4>
<p>${own.length} of ${counted(edges.length, 'pair')} differ between the classes of ${model.response}: rows of each class are drawn with a pair copula of their own there. All other pairs have one copula for all classes.${inTree1} Taken one by one, given the trees before them, these pairs reach a log-likelihood of ${shortNumber(apart)} with ${counted(sum(own.map(parametersOf)), 'parameter')}; with one copula for all classes they would reach ${shortNumber(shared)}, so that telling the classes apart gains ${shortNumber(apart - shared)}.</p>
${scrolling(treesTable(edges))}
${scrolling(strongestTable(context, own))}`;
}

function isOwn(edge: FittedEdge): edge is OwnEdge {
  return edge.classes !== undefined;
}

function isShares({ classes }: SplitEdge): boolean {
  return classes.some((each) => 'cuts' in each);
}

function sharedOf({ sharedLogLik }: OwnEdge): number {
  return sharedLogLik;
}

function gainOf({ logLik, sharedLogLik }: OwnEdge): number {
  return logLik - sharedLogLik;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function treesTable(edges: readonly FittedEdge[]): string {
  const trees = Math.max(...edges.map(({ tree }) => tree));
  // the first tree, where distributions stand, by itself
  const step = Math.ceil((trees - 1) / (MOST_ROWS - 1));
  const starts = [1, ...Array.from({ length: trees }, (_, k) => 2 + k * step)];
  const rows = starts.flatMap((from, place) => {
    const to = Math.min(trees, (starts[place + 1] ?? trees + 1) - 1);
    const here = edges.filter(({ tree }) => tree >= from && tree <= to);
    const own = here.filter(isOwn);
    if (here.length === 0) return [];
    const name = from === to ? `${from}` : `${from} to ${to}`;
    return [[name, `${here.length}`, `${own.length}`, decimals(sum(own.map(gainOf)), 1)]];
  });
  return htmlTable({
    caption: 'Pairs that differ between classes, by tree',
    head: ['tree', 'pairs', 'differ between classes', 'gain in log-likelihood'],
    rows,
  });
}

function strongestTable({ study: { model }, chosen }: VineContext, own: readonly OwnEdge[]) {
  const kept = keptPairs(model, chosen.truncation);
  const shown = [...own].sort((a, b) => gainOf(b) - gainOf(a)).slice(0, MOST_SHOWN);
  const named = shown.some(isShares)
    ? ' "Shares" are the distribution of a column in the class, which has no tau.'
    : '';
  return htmlTable({
    caption: `${own.length > MOST_SHOWN ? `The ${MOST_SHOWN} pairs` : 'Pairs'} that gain most from telling the classes apart, with Kendall's tau in each class, given the columns before.${named}`,
    head: [
      ...['pair', 'tree', 'gain in log-likelihood'],
      ...groupNames(model).map((name) => `${model.response} = ${name}`),
      levelName(chosen),
    ],
    rows: shown.map((edge) => [
      [edge.a, edge.b].map((variable) => model.order[variable]).join(', '),
      String(edge.tree),
      decimals(gainOf(edge), 1),
      ...edge.classes.map(tauText),
      kept[model.vine.edges.indexOf(edge)] ? 'kept' : 'cut',
    ]),
  });
}

function tauText(edge: GroupEdge): string {
  if ('cuts' in edge) return 'shares';
  return edge.family === 'independence' ? '0 (independent)' : decimals(tauOf(edge), 2);
}

/** The class of each group by its name; those that are too small for copulas of their own have none here. */
export function groupNames(model: Model): readonly string[] {
  const { groups, atoms, structure, rows } = model.vine;
  if (!groups) return [];
  const { u, left } = atoms[structure.order[0]] as Atoms;
  const names = classNames(model);
  const byGroup: string[] = [];
  for (const [level, group] of groups.entries()) {
    const isSmall = Math.round(rows * (u[level] - left[level])) < LEAST_CLASS;
    byGroup[group] = isSmall ? 'a smaller class' : (names[level] ?? `class ${level + 1}`);
  }
  return byGroup;
}
