/**
 * The model file: readable JSON with a version and a checksum (documents/sealedDocument.ts). A file that
 * is cut off, altered or of another version is refused, and so is one whose parts cannot be those of a
 * model (modelSchema.ts), whatever its checksum.
 */

import {
  damaged as damagedDocument,
  refuseFaults,
  type Seal,
  sealed,
  unsealed,
} from '../documents/sealedDocument.ts';
import type { InputError } from '../numerics/inputError.ts';
import { treeOf } from '../rules/given.ts';
import { vineOfChecked, vineToJSON } from '../vine/json.ts';
import type { Model } from './model.ts';
import { type ModelContent, modelCheck } from './modelSchema.ts';

/**
 * Version 2 has protected columns and edges by class, version 3 what holds between columns, version 4 columns drawn
 * by trees; a model without any is written as the version before.
 */
const HEAD = {
  what: 'Model file',
  format: 'tvinesynth-model',
  version: 4,
  earlier: [1, 2, 3],
} as const;
const FIRST = { ...HEAD, version: 1 } as const;
const SECOND = { ...HEAD, version: 2 } as const;
const THIRD = { ...HEAD, version: 3 } as const;

type Version = 1 | 2 | 3 | 4;

export type ModelJSON = ModelContent & Seal<typeof HEAD.format, Version>;

/** The document of a model file. */
export function modelToJSON(model: Model): ModelJSON {
  const { engine, seed, rows, response, sensitive, margins, k, structure, notes } = model;
  const { vine } = model;
  return sealed<ModelContent, typeof HEAD.format, Version>(headOf(model), {
    engine,
    seed,
    rows,
    response,
    sensitive,
    margins,
    k,
    structure,
    notes,
    order: model.order,
    columns: model.columns,
    table: model.table,
    ...(model.protected && { protected: model.protected }),
    ...(model.constraints && { constraints: model.constraints }),
    vine: vineToJSON(vine),
  });
}

function headOf(model: Model) {
  if (hasTrees(model)) return HEAD;
  if (hasRelations(model)) return THIRD;
  return model.protected || model.vine.groups ? SECOND : FIRST;
}

function hasTrees({ columns }: Model): boolean {
  return columns.some(
    ({ content }) =>
      content.kind === 'modelled' &&
      (treeOf(content.given) || content.given?.kind === 'near' || content.missing?.given),
  );
}

function hasRelations({ columns, constraints }: Model): boolean {
  if (constraints) return true;
  return columns.some(
    ({ content }) =>
      content.kind === 'derived' ||
      (content.kind === 'modelled' &&
        (content.given ?? content.missingAs ?? content.missingIf) !== undefined),
  );
}

/** The text of a model file. The same model gives the same bytes. */
export function modelToText(model: Model): string {
  return `${written(modelToJSON(model), 0)}\n`;
}

/** The model of a document that `modelToJSON` made; anything else is refused with the reason. */
export function modelFromJSON(json: unknown): Model {
  const content = unsealed(HEAD, json);
  refuseFaults(HEAD.what, content, modelCheck);
  const { vine, ...rest } = content as unknown as ModelContent;
  return { ...rest, vine: vineOfChecked(vine) };
}

/** The model of a file's text, which must be just as `modelToText` wrote it. */
export function modelFromText(text: string): Model {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw damaged('it is no JSON, or it is cut off');
  }
  const model = modelFromJSON(json);
  // a changed last digit may be the same double: no change to the model, but one to the file
  if (text.trimEnd().replaceAll('\r\n', '\n') !== modelToText(model).trimEnd()) {
    throw damaged('it is not written as this engine writes it');
  }
  return model;
}

/** How deep the document is broken into lines: each column and each tree gets its own. */
const DEPTH = 2;

/** JSON with the outer levels on lines of their own. */
function written(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null || depth > DEPTH) return JSON.stringify(value);
  const indent = ' '.repeat(depth + 1);
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((each) => indent + written(each, depth + 1))
    : Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([key, each]) => `${indent}${JSON.stringify(key)}: ${written(each, depth + 1)}`);
  const [open, close] = isList ? '[]' : '{}';
  return parts.length === 0
    ? open + close
    : `${open}\n${parts.join(',\n')}\n${' '.repeat(depth)}${close}`;
}

function damaged(reason: string): InputError {
  return damagedDocument(HEAD.what, reason);
}
