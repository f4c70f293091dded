/** A vine as JSON, with a version, and back. */

import { families } from '../copula/families/index.ts';
import type { FamilyName } from '../copula/family.ts';
import {
  also,
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
import { structureFault } from './structure/validateStructure.ts';
import type { VineStructure } from './structure/vineStructure.ts';
import { type Atoms, type EdgeCopula, makeVine, type Vine } from './vine.ts';

const FORMAT = 'tvinesynth-vine';
const VERSION = 1;
const HEAD = { what: 'Vine file', format: FORMAT, version: VERSION } as const;

/** A pair copula in JSON: family, rotation, parameters, log-likelihood. */
type CopulaJSON = readonly [FamilyName, number, readonly number[], number];

export interface VineJSON {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** Of all that follows: a damaged file is told from a sound one. */
  readonly checksum: string;
  readonly rows: number;
  readonly order: readonly number[];
  /** Per tree, the partner of each position from the first that has one. */
  readonly partners: readonly (readonly number[])[];
  /** Per tree, the pair copulas of the same positions. */
  readonly copulas: readonly (readonly CopulaJSON[])[];
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
      row.slice(k + 1).map((copula): CopulaJSON => {
        const { family, rotation, parameters, logLik } = copula as EdgeCopula;
        return [family, rotation, [...parameters], logLik];
      }),
    ),
    atoms: vine.atoms.map((levels) => (levels ? [[...levels.left], [...levels.u]] : null)),
  };
  return { format: FORMAT, version: VERSION, checksum: checksumOf(content), ...content };
}

/** 128 bits of the content's text, which sees every accident; it is no signature. */
function checksumOf({ rows, order, partners, copulas, atoms }: Content): string {
  const text = JSON.stringify([rows, order, partners, copulas, atoms]);
  const words = keyOfPath(keyOfSeed(0), [FORMAT, VERSION, text]);
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
  record({
    format: oneOf(FORMAT),
    version: oneOf(VERSION),
    checksum: text(),
    rows: place,
    order: list(place, 1),
    partners: list(list(place)),
    copulas: list(list(copula)),
    atoms: list(orNull(atomsCheck)),
  }),
  (content) => {
    const { order, partners, copulas, atoms, checksum } = content;
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
    if (checksum === checksumOf(content)) return undefined;
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

/** The vine of a document that passed `vineCheck`. */
export function vineOfChecked(json: VineJSON): Vine {
  const copulas = json.copulas.map((row, k) => [
    ...new Array<undefined>(k + 1).fill(undefined),
    ...row.map(
      ([family, rotation, parameters, logLik]): EdgeCopula => ({
        family,
        rotation: rotation as EdgeCopula['rotation'],
        parameters,
        logLik,
      }),
    ),
  ]);
  const atoms = json.atoms.map((each): Atoms | undefined =>
    each ? { left: Float64Array.from(each[0]), u: Float64Array.from(each[1]) } : undefined,
  );
  return makeVine(structureOf(json), copulas, atoms, json.rows);
}
