/**
 * The parts of an experiment: each is computed once and kept on disk, so that an experiment of an hour
 * can be stopped and taken up again, and a new generator costs its own parts only. A part is plain
 * data; numbers are kept in seven digits, so that a checksum of all parts is the same everywhere.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Parts {
  /** The part of that name: as it is kept, or computed and kept. */
  readonly play: <Value>(name: string, compute: () => Value | Promise<Value>) => Promise<Value>;
  /** By name, of all parts that were asked for. */
  readonly values: () => Readonly<Record<string, unknown>>;
  /** Seconds by name, of all parts that were asked for. */
  readonly seconds: () => Readonly<Record<string, number>>;
  /** Of the values of all parts that were asked for, in the order of their names. */
  readonly checksum: () => string;
}

export interface Kept {
  readonly value: unknown;
  readonly seconds: number;
}

/**
 * `folder`: where parts are kept; none are if it is not given. `earlier`: parts of a run that was written
 * before, by name; those that are not in the folder are taken from there.
 */
export function openParts(
  folder: string | undefined,
  say: (what: string) => void,
  earlier: Readonly<Record<string, Kept>> = {},
): Parts {
  const parts = new Map<string, Kept>();
  return {
    async play<Value>(name: string, compute: () => Value | Promise<Value>): Promise<Value> {
      const path = folder === undefined ? undefined : join(folder, `${name}.json`);
      const kept = (path === undefined ? undefined : read(path)) ?? earlier[name];
      if (kept) {
        say(`${name}: kept from before`);
        parts.set(name, kept);
        return kept.value as Value;
      }
      const begun = performance.now();
      const value = plain(await compute());
      const seconds = (performance.now() - begun) / 1000;
      say(`${name}: ${seconds.toFixed(1)} s`);
      parts.set(name, { value, seconds });
      if (folder !== undefined && path !== undefined) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(`${path}.part`, JSON.stringify({ value, seconds }));
        renameSync(`${path}.part`, path);
      }
      return value;
    },
    values: () => Object.fromEntries([...parts].map(([name, { value }]) => [name, value])),
    seconds: () => Object.fromEntries([...parts].map(([name, { seconds }]) => [name, seconds])),
    checksum() {
      const values = [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { value }]) => value);
      return createHash('sha256').update(JSON.stringify(values)).digest('hex');
    },
  };
}

function plain<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_, part) =>
      typeof part === 'number' && Number.isFinite(part) ? Number(part.toPrecision(7)) : part,
    ),
  );
}

/**
 * The parts of the experiment that a folder of results holds, where it was run at the same scale and with
 * the same seed; none otherwise.
 */
export function partsWritten(
  folder: string,
  name: string,
  { scale, seed }: { readonly scale: string; readonly seed: number },
): Readonly<Record<string, Kept>> {
  const result = readJson<{ scale: string; seed: number; parts: Record<string, number> }>(
    join(folder, `${name}.json`),
  );
  const findings = readJson<Record<string, unknown>>(join(folder, `${name}.findings.json`));
  if (!result || !findings || result.scale !== scale || result.seed !== seed) return {};
  return Object.fromEntries(
    Object.entries(findings).map(([part, value]) => [
      part,
      { value, seconds: result.parts[part] ?? 0 },
    ]),
  );
}

/** Nothing where there is no whole part: a part takes its name when it is whole. */
function read(path: string): Kept | undefined {
  return readJson(path);
}

function readJson<Value>(path: string): Value | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
