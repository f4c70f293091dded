/** A vine as JSON, with a version, and back. */

import { families } from '../copula/families/index.ts';
import type { FamilyName } from '../copula/family.ts';
import {
  also,
  ascending,
  type Fault,
  fault,
  finite,
  list,
  oneOf,
  orNull,
  record,
  text,
  tuple,
  whole,
  within,
} from '../documents/check.ts';
import { headed, refuseFaults } from '../documents/sealedDocument.ts';
import { keyOfPath, keyOfSeed } from '../random/keyPath.ts';
import { MOST_CLASSES } from './split.ts';
import { structureFault } from './structure/validateStructure.ts';
import type { VineStructure } from './structure/vineStructure.ts';
import {
  type AnyEdge,
  type Atoms,
  type EdgeCopula,
  type GroupEdge,
  makeVine,
  type Vine,
} from './vine.ts';

const FORMAT = 'tvinesynth-vine';
/** Version 2 has edges by class; a vine without any is written as version 1. */
const HEAD = { what: 'Vine file', format: FORMAT, version: 2, earlier: [1] } as const;

/** A pair copula in JSON: family, rotation, parameters, log-likelihood. */
type CopulaJSON = readonly [FamilyName, number, readonly number[], number];
/** Shares in JSON: upper ends of the cells, shares below them, log-likelihood. */
type SharesJSON = readonly ['shares', readonly number[], readonly number[], number];
/** An edge by class: what it is for each group, and the log-likelihood of one copula for all. */
interface SplitJSON {
  readonly classes: readonly (CopulaJSON | SharesJSON)[];
  readonly shared: number;
}
type EdgeJSON = CopulaJSON | SplitJSON;

export interface VineJSON {
  readonly format: typeof FORMAT;
  readonly version: 1 | 2;
  /** Of all that follows: a damaged file is told from a sound one. */
  readonly checksum: string;
  readonly rows: number;
  readonly order: readonly number[];
  /** Per tree, the partner of each position from the first that has one. */
  readonly partners: readonly (readonly number[])[];
  /** Per tree, the pair copulas of the same positions. */
  readonly copulas: readonly (readonly EdgeJSON[])[];
  /** By level of the root its group of classes; left out if no edge is by class. */
  readonly groups?: readonly number[];
  /** By variable: left and upper limits of a discrete one's levels, null for a continuous one. */
  readonly atoms: readonly (readonly [readonly number[], readonly number[]] | null)[];
}

type Content = Omit<VineJSON, 'format' | 'version' | 'checksum'>;

export function vineToJSON(vine: Vine): VineJSON {
  const { order, partners } = vine.structure;
  const content: Content = {
    rows: vine.rows,
    order: [...order],
    partners: partners.map((row, k) => [...row.subarray(k + 1)]),
    copulas: vine.copulas.map((row, k) =>
      row.slice(k + 1).map((edge) => edgeJSON(edge as AnyEdge)),
    ),
    atoms: vine.atoms.map((levels) => (levels ? [[...levels.left], [...levels.u]] : null)),
    ...(vine.groups && { groups: [...vine.groups] }),
  };
  const version = vine.groups ? 2 : 1;
  return { format: FORMAT, version, checksum: checksumOf(version, content), ...content };
}

function edgeJSON(edge: AnyEdge): EdgeJSON {
  if (!('classes' in edge)) return copulaJSON(edge);
  return { classes: edge.classes.map(groupJSON), shared: edge.sharedLogLik };
}

function groupJSON(edge: GroupEdge): CopulaJSON | SharesJSON {
  if ('family' in edge) return copulaJSON(edge);
  return ['shares', [...edge.cuts], [...edge.below], edge.logLik];
}

function copulaJSON({ family, rotation, parameters, logLik }: EdgeCopula): CopulaJSON {
  return [family, rotation, [...parameters], logLik];
}

/** Whether an edge joins nothing. */
export function isCutJSON(edge: VineJSON['copulas'][number][number]): boolean {
  return !('classes' in edge) && edge[0] === 'independence';
}

/** 128 bits of the content's text, which sees every accident; it is no signature. */
function checksumOf(version: number, content: Content): string {
  const { rows, order, partners, copulas, atoms, groups } = content;
  const text = JSON.stringify([rows, order, partners, copulas, atoms, ...(groups ? [groups] : [])]);
  const words = keyOfPath(keyOfSeed(0), [FORMAT, version, text]);
  return words.map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** The vine that `vineToJSON` wrote. Anything else is refused with the reason. */
export function vineFromJSON(json: unknown): Vine {
  const content = headed(HEAD, json) as unknown as VineJSON;
  refuseFaults(HEAD.what, content, vineCheck);
  return vineOfChecked(content);
}

/** Rows of a fit: more than any table has. */
export const MOST_ROWS = 0x7fffffff;

const place = whole(0, MOST_ROWS);

const copula = also<CopulaJSON>(
  tuple(oneOf(...Object.keys(families)), oneOf(0, 90, 180, 270), list(finite()), finite()),
  ([name, rotation, parameters]) => {
    const { rotates, lower, upper } = families[name];
    if (rotation !== 0 && !rotates) return within(1, fault(`must be 0: ${name} does not rotate`));
    if (parameters.length !== lower.length) {
      return within(2, fault(`has ${parameters.length} entries; ${name} has ${lower.length}`));
    }
    const outside = parameters.findIndex((value, k) => !(value >= lower[k] && value <= upper[k]));
    if (outside < 0) return undefined;
    const bounds = `${lower[outside]} to ${upper[outside]}`;
    return within(2, within(outside, fault(`is outside the bounds of ${name}, ${bounds}`)));
  },
);

/** With more cells than levels a column can have, shares were not fitted. */
const MOST_CELLS = 4096;

const ends = list(finite(0, 1), 1, MOST_CELLS);

const shares = also<SharesJSON>(tuple(oneOf('shares'), ends, ends, finite()), ([, cuts, below]) => {
  if (cuts.length !== below.length) return fault('must have a share for each cell');
  for (const [part, values] of [cuts, below].entries()) {
    const wrong = ascending(values, true) ?? lastFault(values);
    if (wrong) return within(part + 1, wrong);
    if (!(values[0] > 0)) return within(part + 1, fault('must begin above 0'));
  }
  return undefined;
});

function lastFault(values: readonly number[]): Fault | undefined {
  return values[values.length - 1] === 1 ? undefined : fault('must end with 1');
}

const ofGroup = (value: unknown) =>
  Array.isArray(value) && value[0] === 'shares' ? shares(value) : copula(value);

const edge = (value: unknown) =>
  Array.isArray(value)
    ? copula(value)
    : record({ classes: list(ofGroup, 2), shared: finite() })(value);

const levels = list(finite(0, 1), 1);

const atomsCheck = also<readonly [readonly number[], readonly number[]]>(
  tuple(levels, levels),
  ([left, u]) => {
    if (left.length !== u.length) return fault('must have as many left as upper limits');
    const wrong = u.findIndex(
      (value, l) => !(left[l] >= (l > 0 ? u[l - 1] : 0) && left[l] < value),
    );
    return wrong < 0 ? undefined : fault(`must be ascending intervals, but ${wrong} is not`);
  },
);

/** Whether a document is a sound vine; its checksum comes last, as it can be read then. */
export const vineCheck = also<VineJSON>(
  record(
    {
      format: oneOf(FORMAT),
      version: oneOf(1, 2),
      checksum: text(),
      rows: place,
      order: list(place, 1),
      partners: list(list(place)),
      copulas: list(list(edge)),
      atoms: list(orNull(atomsCheck)),
    },
    { groups: list(place, 2, MOST_CLASSES) },
  ),
  (content) => {
    const { order, partners, copulas, atoms, version, checksum } = content;
    const d = order.length;
    const wrong =
      within('partners', treesFault(partners, d)) ?? within('copulas', treesFault(copulas, d));
    if (wrong) return wrong;
    if (copulas.length !== partners.length) {
      const counts = `${copulas.length} trees, but there are ${partners.length} of partners`;
      return within('copulas', fault(`has ${counts}`));
    }
    if (atoms.length !== d) {
      return within('atoms', fault(`has ${atoms.length} entries, but there are ${d} variables`));
    }
    const reason = structureFault(structureOf(content));
    if (reason !== undefined) return within('partners', fault(reason));
    const unclassed = groupsFault(content);
    if (unclassed) return unclassed;
    if (checksum === checksumOf(version, content)) return undefined;
    return within('checksum', fault('does not fit the content'));
  },
);

/** Tree k, counted from 0, has d - k - 1 edges, and a vine at most d - 1 trees. */
function treesFault(trees: readonly (readonly unknown[])[], d: number): Fault | undefined {
  if (trees.length >= d) return fault(`has ${trees.length} trees, but there are ${d} variables`);
  const wrong = trees.findIndex((row, k) => row.length !== d - k - 1);
  if (wrong < 0) return undefined;
  const found = `has ${trees[wrong].length} entries instead of ${d - wrong - 1}`;
  return within(wrong, fault(found));
}

function structureOf({ order, partners }: VineJSON): VineStructure {
  const trees = partners.map((row, k) => {
    const full = new Int32Array(order.length).fill(-1);
    full.set(row, k + 1);
    return full;
  });
  return { order, truncation: trees.length, partners: trees };
}

/** Edges by class have one part for each group, and shares stand in the first tree alone. */
function groupsFault({
  version,
  groups,
  copulas,
  atoms,
  order,
  partners,
}: VineJSON): Fault | undefined {
  const isSplit = copulas.flat().some((each) => !Array.isArray(each));
  if ((version === 2) !== isSplit || (groups !== undefined) !== isSplit) {
    return fault('has edges by class, groups of classes and version 2 not all or none');
  }
  if (!groups) return undefined;
  const count = Math.max(...groups) + 1;
  const root = atoms[order[0]];
  const isStar = partners[0]?.every((partner) => partner === 0);
  if (!isStar || root?.[0].length !== groups.length) {
    return within(
      'groups',
      fault('are not those of the levels of a root that all are joined with'),
    );
  }
  if (new Set(groups).size !== count) return within('groups', fault('leave a group out'));
  for (const [k, row] of copulas.entries()) {
    for (const [i, each] of row.entries()) {
      const classes = 'classes' in each ? each.classes : undefined;
      if (!classes) continue;
      const hasShares = k > 0 && classes.some(([kind]) => kind === 'shares');
      if (classes.length === count && !hasShares) continue;
      return within('copulas', within(k, within(i, fault('does not fit the groups of classes'))));
    }
  }
  return undefined;
}

/** The vine of a document that passed `vineCheck`. */
export function vineOfChecked(json: VineJSON): Vine {
  const copulas = json.copulas.map((row, k) => [
    ...new Array<undefined>(k + 1).fill(undefined),
    ...row.map(edgeOf),
  ]);
  const atoms = json.atoms.map((each): Atoms | undefined =>
    each ? { left: Float64Array.from(each[0]), u: Float64Array.from(each[1]) } : undefined,
  );
  const { rows, groups } = json;
  return makeVine({
    structure: structureOf(json),
    copulas,
    atoms,
    rows,
    ...(groups && { groups }),
  });
}

function edgeOf(json: EdgeJSON): AnyEdge {
  if (!('classes' in json)) return copulaOf(json);
  const classes = json.classes.map(groupEdgeOf);
  const logLik = classes.reduce((sum, each) => sum + each.logLik, 0);
  return { classes, logLik, sharedLogLik: json.shared };
}

function groupEdgeOf(json: CopulaJSON | SharesJSON): GroupEdge {
  if (json[0] !== 'shares') return copulaOf(json as CopulaJSON);
  const [, cuts, below, logLik] = json as SharesJSON;
  return { cuts, below, logLik };
}

function copulaOf([family, rotation, parameters, logLik]: CopulaJSON): EdgeCopula {
  return { family, rotation: rotation as EdgeCopula['rotation'], parameters, logLik };
}
