/**
 * The model file: readable JSON with a version and a checksum. A file that is cut off, altered or of
 * another version is refused.
 *
 * The checksum is SHA-256 over the document without it, as `JSON.stringify` writes it. It finds
 * accidents and careless edits; it is no signature.
 */

import { InputError } from '../numerics/inputError.ts';
import { type VineJSON, vineFromJSON, vineToJSON } from '../vine/json.ts';
import type { Model, ModelColumn } from './model.ts';
import { sha256 } from './sha256.ts';

const FORMAT = 'tvinesynth-model';
const VERSION = 1;

export interface ModelJSON extends Omit<Model, 'vine'> {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly vine: VineJSON;
  readonly checksum: string;
}

/** The document of a model file. */
export function modelToJSON(model: Model): ModelJSON {
  const { engine, seed, rows, response, sensitive, margins, k, structure, notes } = model;
  const content = {
    format: FORMAT,
    version: VERSION,
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
    vine: vineToJSON(model.vine),
  } as const;
  return { ...content, checksum: checksumOf(content) };
}

/** The text of a model file. The same model gives the same bytes. */
export function modelToText(model: Model): string {
  return `${written(modelToJSON(model), 0)}\n`;
}

/** The model of a document that `modelToJSON` made; anything else is refused with the reason. */
export function modelFromJSON(json: unknown): Model {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw damaged('it is no JSON object');
  }
  const file = json as Record<string, unknown>;
  if (file.format !== FORMAT) throw damaged(`its format is not '${FORMAT}'`);
  if (file.version !== VERSION) {
    throw new InputError(
      `Model file: its version is ${JSON.stringify(file.version)}, this engine reads version ${VERSION}. Use the engine that wrote it.`,
    );
  }
  const { checksum, ...content } = file;
  if (checksum !== checksumOf(content)) throw damaged('its checksum does not match');
  const { format: _, version: __, vine, ...rest } = content as unknown as ModelJSON;
  checkParts(rest);
  const model: Model = { ...rest, vine: vineFromJSON(vine) };
  if (model.order.length !== model.vine.structure.order.length) {
    throw damaged('its order and its vine do not have the same variables');
  }
  return model;
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

/** What the rest of the code relies on, if somebody made a checksum of their own. */
function checkParts({ columns, order, notes, rows, seed }: Partial<Omit<Model, 'vine'>>): void {
  const lists = Array.isArray(columns) && Array.isArray(order) && Array.isArray(notes);
  const numbers = Number.isSafeInteger(rows) && Number.isSafeInteger(seed);
  if (!lists || !numbers) throw damaged('a part of it is missing');
  const d = order.length;
  const isPlace = (place: number | null | undefined) =>
    place === null || (Number.isInteger(place) && (place as number) >= 0 && (place as number) < d);
  const isWhole = (columns as ModelColumn[]).every(
    ({ name, layout, content }) =>
      typeof name === 'string' &&
      typeof layout === 'object' &&
      (content?.kind !== 'modelled' ||
        (typeof content.margin?.kind === 'string' &&
          isPlace(content.variable) &&
          (content.missing === null || isPlace(content.missing?.variable)))),
  );
  if (!isWhole) throw damaged('a column of it is not complete');
}

function checksumOf(content: object): string {
  return sha256(new TextEncoder().encode(JSON.stringify(content)));
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
  return new InputError(`Model file: it is damaged or was not written by this engine: ${reason}.`);
}
