/**
 * Thrift's compact protocol, in which Parquet writes its headers. A list is never longer than the
 * bytes that are left, structures are not nested deeper than Parquet nests them, and a structure ends
 * with its own end mark, not with the file's.
 */

import type { BytesAt } from './bytesAt.ts';
import { Damage } from './damage.ts';

/** The fields of a structure by their numbers. */
export type Struct = ReadonlyMap<number, Value>;
export type Value = boolean | bigint | number | Uint8Array | readonly Value[] | Struct;

/** Parquet's own headers need eight. */
const DEEPEST = 24;

const STOP = 0;
const YES = 1;
const NO = 2;
const BYTE = 3;
const I16 = 4;
const I64 = 6;
const DOUBLE = 7;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;

/** How many values may still be read; what a few bytes say takes far more memory once it is read. */
export interface Budget {
  left: number;
}

export function readStruct(from: BytesAt, budget: Budget, depth = 0): Struct {
  if (depth > DEEPEST) throw new Damage('a header is nested too deeply');
  const fields = new Map<number, Value>();
  let field = 0;
  for (;;) {
    const byte = from.byte();
    const type = byte & 15;
    if (type === STOP) return fields;
    field = byte >> 4 ? field + (byte >> 4) : Number(from.zigzag());
    if (fields.has(field)) throw new Damage('a header has a field twice');
    fields.set(field, readValue(from, type, budget, depth));
  }
}

function readValue(from: BytesAt, type: number, budget: Budget, depth: number): Value {
  if (--budget.left < 0) throw new Damage('a header holds too much');
  if (type === YES || type === NO) return type === YES;
  if (type === BYTE) return from.byte();
  if (type >= I16 && type <= I64) return from.zigzag();
  if (type === DOUBLE) {
    const bytes = from.take(8);
    return new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, true);
  }
  if (type === BINARY) return from.take(from.varint());
  if (type === STRUCT) return readStruct(from, budget, depth + 1);
  if (type === LIST) return readList(from, budget, depth);
  throw new Damage('a header holds a type that Parquet does not use');
}

function readList(from: BytesAt, budget: Budget, depth: number): readonly Value[] {
  if (depth > DEEPEST) throw new Damage('a header is nested too deeply');
  const byte = from.byte();
  const type = byte & 15;
  const length = byte >> 4 === 15 ? from.varint() : byte >> 4;
  // every element takes a byte at least
  if (length > from.left) throw new Damage('a list is longer than the file');
  const element = type === YES || type === NO ? BYTE : type;
  return Array.from({ length }, () => readValue(from, element, budget, depth + 1));
}
