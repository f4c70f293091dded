/** What workers tell of themselves beside the queue: no data. */

import type { Depot } from './depot.ts';
import { names } from './messages.ts';

export interface WorkerMark {
  readonly host: string;
  readonly pid: number;
  readonly threads: number;
  readonly engine: string;
  readonly units: number;
  readonly seconds: number;
  readonly failures: number;
}

/** Seconds that a mark lasts. */
export const MARK_LASTS = 15;

export async function workersAt(depot: Depot): Promise<WorkerMark[]> {
  const found = await depot.list(names.worker(''));
  const marks = await Promise.all(found.map((name) => depot.get(name)));
  return marks.flatMap((bytes) => {
    try {
      return bytes ? [JSON.parse(Buffer.from(bytes).toString()) as WorkerMark] : [];
    } catch {
      return [];
    }
  });
}
