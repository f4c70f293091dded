/** Results in a study's folder: sealed under its key, each bound to its name, with who made it. */

import { readFileSync } from 'node:fs';
import { InputError } from '../numerics/inputError.ts';
import { decode, encode } from '../work/codec.ts';
import type { JointOutcome } from '../work/store.ts';
import type { Sealer } from './sealer.ts';
import type { StudyFolder } from './storeFolder.ts';

export interface Records {
  id(key: string): string;
  /** Nothing if there is none, or none that was written under this key by this name. */
  read(part: 'unit' | 'part', key: string): JointOutcome | undefined;
  /** One that is there already must say the same. */
  write(part: 'unit' | 'part', key: string, outcome: JointOutcome): void;
  /** The same, while this process goes on. */
  writeAside(part: 'unit' | 'part', key: string, outcome: JointOutcome): Promise<void>;
}

interface StoredRecord {
  readonly key: string;
  readonly by: string;
  readonly outcome: JointOutcome;
}

/** `by`: whoever writes here. */
export function openRecords(folder: StudyFolder, sealer: Sealer, by: string): Records {
  const id = (key: string) => sealer.id('record', key);
  const stored = (part: 'unit' | 'part', key: string): StoredRecord | undefined => {
    const name = id(key);
    const sealed = bytesAt(folder.of(part, name));
    const plain = sealed && sealer.unseal(sealed, `${part} ${name}`);
    if (!plain) return undefined;
    const record = decode(plain) as StoredRecord;
    return record.key === key ? record : undefined;
  };
  /** Nothing if the same is there. */
  const sealed = (part: 'unit' | 'part', key: string, outcome: JointOutcome) => {
    const there = stored(part, key);
    if (there && isSame(there.outcome, outcome)) return undefined;
    if (there) {
      throw new InputError(
        `Results differ between machines: '${key}' by ${there.by} and by ${by}. One of them computes wrongly (memory, another build). Find out which, run "tvinesynth clean" on the folder, and start again without it.`,
      );
    }
    const name = id(key);
    const record: StoredRecord = { key, by, outcome };
    return { name, bytes: sealer.seal(encode(record), `${part} ${name}`) };
  };
  return {
    id,
    read: (part, key) => stored(part, key)?.outcome,
    write(part, key, outcome) {
      const record = sealed(part, key, outcome);
      if (record) folder.write(part, record.name, record.bytes);
    },
    async writeAside(part, key, outcome) {
      const record = sealed(part, key, outcome);
      if (record) await folder.writeAside(part, record.name, record.bytes);
    },
  };
}

/** A failure's words may hold what differs, such as a time limit; a failure and a result do differ. */
function isSame(one: JointOutcome, other: JointOutcome): boolean {
  if ('reason' in one || 'reason' in other) return 'reason' in one && 'reason' in other;
  return Buffer.compare(encode(one.result), encode(other.result)) === 0;
}

function bytesAt(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
