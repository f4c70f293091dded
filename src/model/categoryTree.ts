/**
 * Which categories are drawn given which: a forest over the pairs whose tables say most beyond what one correlation
 * along the orders of their levels says, within the classes of the response (Chow and Liu 1968, for that part of the
 * information). One order of a nominal column's levels cannot follow its dependence on several others; a
 * distribution of its own for each level of one of them can, and the vine keeps the rest. Where such a distribution
 * differs between the classes of the response there is one for each class too, as in the tree-augmented naive Bayes
 * classifier (Friedman, Geiger and Goldszmidt 1997): what the category tells of the response is kept with it.
 */

import { fifthsOf } from '../numerics/fifths.ts';
import { kernel } from '../numerics/kernel.ts';
import { pearson } from '../numerics/pearson.ts';
import { ranks } from '../numerics/ranks.ts';
import type { PreparedColumn } from './prepareColumns.ts';

export interface Branch {
  readonly name: string;
  readonly parent: string;
  /** Whether the distributions are by class of the response as well. */
  readonly byClass: boolean;
}

const MOST_LEVELS = 40;
const MOST_STRATA = 12;
/**
 * By how much a table must be likelier than its parameters would make it by chance. To be by class it need be
 * likelier at all: what is lost of the response is lost to whoever learns from the table.
 */
const LEAD = 5;

interface Codes {
  readonly codes: ArrayLike<number>;
  readonly size: number;
}

/** Parents before their children. */
export function categoryTree(
  columns: readonly PreparedColumn[],
  response: PreparedColumn,
  dependsOn: (name: string, on: string) => boolean,
): Branch[] {
  const strata = strataOf(response);
  const nodes = columns.flatMap((column) => {
    const { levels, values: codes, typed } = column;
    if (!levels || levels.length < 2 || levels.length > MOST_LEVELS) return [];
    const isNominal = typed.type === 'nominal' && levels.length > 2;
    return [{ name: column.name, codes, size: levels.length, isNominal }];
  });
  const edges = nodes.flatMap((parent) =>
    nodes.flatMap((child) => {
      if (parent === child || (!parent.isNominal && !child.isNominal)) return [];
      const gain = gainOf(parent, child, strata) - alongOrder(parent.codes, child.codes, strata);
      return gain > LEAD ? [{ parent: parent.name, name: child.name, gain }] : [];
    }),
  );
  edges.sort((a, b) => b.gain - a.gain);
  const parentOf = new Map<string, string>();
  const leadsTo = (from: string | undefined, to: string): boolean =>
    from !== undefined && (from === to || leadsTo(parentOf.get(from), to));
  for (const { parent, name } of edges) {
    if (parentOf.has(name) || leadsTo(parent, name) || dependsOn(parent, name)) continue;
    parentOf.set(name, parent);
  }
  const depth = (name: string): number => {
    const parent = parentOf.get(name);
    return parent === undefined ? 0 : 1 + depth(parent);
  };
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const differs = (name: string, parent: string) => {
    const [own, within] = [name, parent].map((each) => byName.get(each) as Codes);
    return response.levels !== undefined && gainOf(own, strata, within) > 0;
  };
  return [...parentOf]
    .map(([name, parent]) => ({ name, parent, byClass: differs(name, parent) }))
    .sort((a, b) => depth(a.name) - depth(b.name));
}

function strataOf({ levels, values }: PreparedColumn): Codes {
  if (!levels) return { codes: fifthsOf(values), size: 6 };
  if (levels.length <= MOST_STRATA) return { codes: values, size: levels.length };
  return { codes: new Uint8Array(values.length), size: 1 };
}

/** The log-likelihood that the table of two adds within the strata, less its parameters. */
function gainOf(a: Codes, b: Codes, strata: Codes): number {
  const { log } = kernel();
  const cells = new Float64Array(strata.size * a.size * b.size);
  for (let i = 0; i < a.codes.length; i++) {
    const place = (strata.codes[i] * a.size + a.codes[i]) * b.size + b.codes[i];
    if (place >= 0) cells[place]++;
  }
  let gain = 0;
  for (let s = 0; s < strata.size; s++) {
    const own = cells.subarray(s * a.size * b.size, (s + 1) * a.size * b.size);
    const [rows, columns] = [new Float64Array(a.size), new Float64Array(b.size)];
    own.forEach((count, place) => {
      rows[Math.floor(place / b.size)] += count;
      columns[place % b.size] += count;
    });
    const all = rows.reduce((sum, count) => sum + count, 0);
    own.forEach((count, place) => {
      const expected = (rows[Math.floor(place / b.size)] * columns[place % b.size]) / all;
      if (count > 0) gain += count * log(count / expected);
    });
    const free = (counts: Float64Array) => Math.max(0, counts.filter((c) => c > 0).length - 1);
    gain -= free(rows) * free(columns);
  }
  return gain;
}

/** The log-likelihood that one correlation along the orders adds, within the strata. */
function alongOrder(a: ArrayLike<number>, b: ArrayLike<number>, strata: Codes): number {
  const { log } = kernel();
  let gain = 0;
  for (let s = 0; s < strata.size; s++) {
    const rows = Array.from({ length: a.length }, (_, i) => i).filter(
      (i) => strata.codes[i] === s && a[i] >= 0 && b[i] >= 0,
    );
    if (rows.length < 3) continue;
    const rankOf = (codes: ArrayLike<number>) =>
      ranks(
        Float64Array.from(rows, (i) => codes[i]),
        'average',
      );
    const r = pearson(rankOf(a), rankOf(b));
    if (r * r < 1) gain -= (rows.length / 2) * log(1 - r * r);
  }
  return gain;
}
