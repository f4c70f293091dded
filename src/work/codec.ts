/**
 * Plain data as bytes, the same on every machine and readable in a browser: objects in the order of their
 * fields, arrays (also with places that hold nothing), strings, numbers to the last bit (NaN, infinities and -0 included), bigint, undefined,
 * maps, sets and typed arrays. Equal data gives equal bytes, so that a digest of them is an address.
 *
 * Layout: "TV", a byte for the version, a zero; the length of the head (32 bits, low byte first); the head
 * as JSON in UTF-8; zeros up to a multiple of 8; then the typed arrays one after the other, each on a
 * multiple of 8, low byte first. In the head `{ "$": kind, ... }` stands for what JSON does not have.
 */

const VERSION = 1;
const HEAD_AT = 8;

const ARRAYS = {
  f64: Float64Array,
  f32: Float32Array,
  i32: Int32Array,
  u32: Uint32Array,
  i16: Int16Array,
  u16: Uint16Array,
  i8: Int8Array,
  u8: Uint8Array,
  u8c: Uint8ClampedArray,
  i64: BigInt64Array,
  u64: BigUint64Array,
} as const;

type ArrayKind = keyof typeof ARRAYS;
type AnyArray = InstanceType<(typeof ARRAYS)[ArrayKind]>;

const KINDS = new Map<unknown, ArrayKind>(
  Object.entries(ARRAYS).map(([kind, type]) => [type, kind as ArrayKind]),
);

/** Anything else than plain data, such as a function, is refused with a TypeError that names its place. */
export function encode(value: unknown): Uint8Array {
  const tail: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  let length = 0;
  const add = (array: AnyArray): number => {
    const at = length;
    tail.push({ at, bytes: new Uint8Array(array.buffer, array.byteOffset, array.byteLength) });
    length = aligned(at + array.byteLength);
    return at;
  };
  const head = new TextEncoder().encode(JSON.stringify(toJson(value, add, 'value')));
  const from = aligned(HEAD_AT + head.length);
  const bytes = new Uint8Array(from + length);
  bytes.set([0x54, 0x56, VERSION, 0]);
  new DataView(bytes.buffer).setUint32(4, head.length, true);
  bytes.set(head, HEAD_AT);
  for (const { at, bytes: part } of tail) bytes.set(part, from + at);
  return bytes;
}

/**
 * Throws if the bytes are not what `encode` gave. Typed arrays have memory of their own, unless the bytes are
 * handed over: then they are parts of them where they can be, and nobody else may change the bytes.
 */
export function decode(given: Uint8Array, isHandedOver = false): unknown {
  // what Node calls a Buffer has a slice that does not copy
  const bytes = new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  const isOurs = bytes.length >= HEAD_AT && bytes[0] === 0x54 && bytes[1] === 0x56;
  if (!isOurs || bytes[2] !== VERSION) throw new Error('these bytes are no encoded data');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(4, true);
  const from = aligned(HEAD_AT + length);
  if (from > bytes.length) throw new Error('encoded data is cut off');
  const head = new TextDecoder().decode(bytes.subarray(HEAD_AT, HEAD_AT + length));
  const tail = bytes.subarray(from);
  const isAligned = tail.byteOffset % 8 === 0;
  return fromJson(JSON.parse(head), { bytes: tail, isCopied: !(isHandedOver && isAligned) });
}

function toJson(value: unknown, add: (array: AnyArray) => number, place: string): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return isPlainNumber(value) ? value : marked('number', value);
  if (value === undefined) return { $: 'undefined' };
  if (typeof value === 'bigint') return { $: 'bigint', v: String(value) };
  if (typeof value !== 'object') throw notPlain(place, typeof value);
  if (Array.isArray(value)) {
    const parts = value.map((part, at) => toJson(part, add, `${place}[${at}]`));
    const there = Object.keys(parts);
    if (there.length === value.length) return parts;
    // places that hold nothing, not even undefined
    return {
      $: 'sparse',
      n: value.length,
      v: there.flatMap((at) => [Number(at), parts[Number(at)]]),
    };
  }
  const type = value.constructor;
  const kind = KINDS.get(type);
  if (kind !== undefined) {
    const array = value as AnyArray;
    return { $: kind, at: add(array), n: array.length };
  }
  const parts = (list: Iterable<unknown>) =>
    Array.from(list, (part, at) => toJson(part, add, `${place}(${at})`));
  if (value instanceof Map) return { $: 'map', v: parts([...value].flat(1)) };
  if (value instanceof Set) return { $: 'set', v: parts(value) };
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw notPlain(place, type?.name ?? 'an object with a prototype');
  }
  const entries = Object.entries(value).map(
    ([name, part]) => [name, toJson(part, add, `${place}.${name}`)] as const,
  );
  // JSON would put names such as "10" first, as objects do, and take "__proto__" for something else
  const isSafe = entries.every(([name]) => name !== '$' && name !== '__proto__');
  return isSafe ? Object.fromEntries(entries) : { $: 'object', v: entries.flat(1) };
}

interface Tail {
  readonly bytes: Uint8Array;
  readonly isCopied: boolean;
}

function fromJson(value: unknown, tail: Tail): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => fromJson(part, tail));
  const { $: kind, v, at, n } = value as { $?: string; v?: unknown; at?: number; n?: number };
  if (kind === undefined) {
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, fromJson(part, tail)]),
    );
  }
  const parts = () => (v as unknown[]).map((part) => fromJson(part, tail));
  switch (kind) {
    case 'number':
      return Number(v);
    case 'undefined':
      return undefined;
    case 'bigint':
      return BigInt(v as string);
    case 'map':
      return new Map(pairs(parts()));
    case 'set':
      return new Set(parts());
    case 'sparse':
      return sparse(n as number, pairs(parts()) as [number, unknown][]);
    case 'object':
      return Object.fromEntries(pairs(parts()) as [string, unknown][]);
    default:
      return arrayOf(kind as ArrayKind, tail, at as number, n as number);
  }
}

function arrayOf(kind: ArrayKind, { bytes, isCopied }: Tail, at: number, length: number): AnyArray {
  const type = ARRAYS[kind];
  if (!type) throw new Error(`encoded data holds an unknown kind, '${kind}'`);
  const end = at + length * type.BYTES_PER_ELEMENT;
  if (!(at >= 0 && end <= bytes.length)) throw new Error('encoded data is cut off');
  if (isCopied) return new type(bytes.slice(at, end).buffer as ArrayBuffer);
  return new type(bytes.buffer as ArrayBuffer, bytes.byteOffset + at, length);
}

function sparse(length: number, there: readonly (readonly [number, unknown])[]): unknown[] {
  const list = new Array<unknown>(length);
  for (const [at, part] of there) list[at] = part;
  return list;
}

function pairs(list: readonly unknown[]): [unknown, unknown][] {
  return Array.from({ length: list.length / 2 }, (_, k) => [list[2 * k], list[2 * k + 1]]);
}

function isPlainNumber(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}

function marked(kind: string, value: number) {
  return { $: kind, v: Object.is(value, -0) ? '-0' : String(value) };
}

function aligned(length: number): number {
  return Math.ceil(length / 8) * 8;
}

function notPlain(place: string, what: string): TypeError {
  return new TypeError(`${place}: ${what} is no plain data and cannot be encoded`);
}
