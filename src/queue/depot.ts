/** Bytes by name, beside a queue: inputs, results and marks. What is in them is sealed by who puts them. */

export interface Depot {
  put(name: string, bytes: Uint8Array, seconds?: number): Promise<void>;
  /** Nothing if there is none, or not all of it. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Those of the names that are there. */
  has(names: readonly string[]): Promise<Set<string>>;
  /** All names that begin so. */
  list(start: string): Promise<string[]>;
  remove(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Seconds after which what nobody removed is gone. */
export const KEPT_FOR = 7 * 24 * 3600;

/** Larger values go in pieces of this many bytes. */
export const PIECE = 4 << 20;

export function piecesOf(bytes: Uint8Array): Uint8Array[] {
  const count = Math.max(1, Math.ceil(bytes.length / PIECE));
  return Array.from({ length: count }, (_, k) => bytes.subarray(k * PIECE, (k + 1) * PIECE));
}
