/** A vine as JSON, with a version, and back. */

import { families } from '../copula/families/index.ts';
import type { FamilyName } from '../copula/family.ts';
import { InputError } from '../numerics/inputError.ts';
import { keyOfPath, keyOfSeed } from '../random/keyPath.ts';
import { validateStructure } from './structure/validateStructure.ts';
import type { VineStructure } from './structure/vineStructure.ts';
import { type Atoms, type EdgeCopula, makeVine, type Vine } from './vine.ts';

const FORMAT = 'tvinesynth-vine';
const VERSION = 1;

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
  const file = record(json, 'the document');
  if (file.format !== FORMAT) throw damaged(`its format is not '${FORMAT}'`);
  if (file.version !== VERSION) {
    throw new InputError(
      `Vine file: its version is ${JSON.stringify(file.version)}, this engine reads version ${VERSION}. Use the engine that wrote it.`,
    );
  }
  const rows = wholeNumber(file.rows, 'rows');
  const order = list(file.order, 'order').map((each) => wholeNumber(each, 'an entry of order'));
  const d = order.length;
  const trees = list(file.partners, 'partners').map((row, k) => {
    const entries = list(row, `partners of tree ${k + 1}`);
    if (entries.length !== d - k - 1) throw damaged(`tree ${k + 1} has ${entries.length} partners`);
    const full = new Int32Array(d).fill(-1);
    entries.forEach((each, index) => {
      full[k + 1 + index] = wholeNumber(each, `a partner in tree ${k + 1}`);
    });
    return full;
  });
  const structure: VineStructure = { order, truncation: trees.length, partners: trees };
  validateStructure(structure);
  const copulas = list(file.copulas, 'copulas').map((row, k) => {
    const entries = list(row, `copulas of tree ${k + 1}`);
    if (entries.length !== d - k - 1) throw damaged(`tree ${k + 1} has ${entries.length} copulas`);
    return [...new Array<undefined>(k + 1).fill(undefined), ...entries.map(copulaFrom)];
  });
  if (copulas.length !== trees.length) {
    throw damaged(`it has ${trees.length} trees of partners and ${copulas.length} of copulas`);
  }
  const atoms = list(file.atoms, 'atoms').map(atomsFrom);
  if (atoms.length !== d) throw damaged(`it has atoms for ${atoms.length} of ${d} variables`);
  if (file.checksum !== checksumOf(file as unknown as Content)) {
    throw damaged('its checksum does not fit its content');
  }
  return makeVine(structure, copulas, atoms, rows);
}

function copulaFrom(json: unknown): EdgeCopula {
  const [name, rotation, parameters, logLik] = list(json, 'a pair copula');
  if (typeof name !== 'string' || !Object.hasOwn(families, name)) {
    throw damaged(`there is no family ${JSON.stringify(name)}`);
  }
  const family = families[name as FamilyName];
  const turns = family.rotates ? [0, 90, 180, 270] : [0];
  if (!turns.includes(rotation as number)) {
    throw damaged(`${name} has no rotation ${JSON.stringify(rotation)}`);
  }
  const values = list(parameters, `the parameters of ${name}`).map((each) => number(each, name));
  const fits =
    values.length === family.parameters.length &&
    values.every((value, k) => value >= family.lower[k] && value <= family.upper[k]);
  if (!fits) throw damaged(`the parameters of a ${name} copula are not within its bounds`);
  return {
    family: family.name,
    rotation: rotation as EdgeCopula['rotation'],
    parameters: values,
    logLik: number(logLik, `the log-likelihood of a ${name} copula`),
  };
}

function atomsFrom(json: unknown): Atoms | undefined {
  if (json === null) return undefined;
  const [left, u] = list(json, 'atoms').map((side) =>
    Float64Array.from(list(side, 'atoms'), (each) => number(each, 'an atom')),
  );
  const ordered =
    left &&
    u &&
    left.length === u.length &&
    u.length > 0 &&
    u.every((value, l) => left[l] >= (l > 0 ? u[l - 1] : 0) && left[l] < value && value <= 1);
  if (!ordered)
    throw damaged('the levels of a discrete variable are not ascending intervals of [0, 1]');
  return { left, u };
}

function record(json: unknown, what: string): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw damaged(`${what} is no object`);
  }
  return json as Record<string, unknown>;
}

function list(json: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(json)) throw damaged(`${what}: no list`);
  return json;
}

function number(json: unknown, what: string): number {
  if (typeof json !== 'number' || !Number.isFinite(json)) throw damaged(`${what}: no number`);
  return json;
}

function wholeNumber(json: unknown, what: string): number {
  const value = number(json, what);
  if (!Number.isSafeInteger(value) || value < 0)
    throw damaged(`${what}: no whole number from 0 on`);
  return value;
}

function damaged(reason: string): InputError {
  return new InputError(`Vine file: it is damaged or was not written by this engine: ${reason}.`);
}
