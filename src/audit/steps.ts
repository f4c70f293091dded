/** The steps of a long job in the calling thread: told, and with a chance to cancel between them. */

import { openPace } from '../work/progress.ts';
import { yieldToEvents } from '../work/yieldToEvents.ts';
import type { AuditProgress } from './auditSettings.ts';

export interface Steps {
  /** Does a piece of work of the given weight, after events that wait have had a turn. */
  run<Result>(stage: string, weight: number, work: () => Result): Promise<Result>;
  /** Work that was done elsewhere. */
  advance(stage: string, weight: number): void;
}

export function openSteps(
  total: number,
  signal: AbortSignal | undefined,
  onProgress: ((progress: AuditProgress) => void) | undefined,
): Steps {
  let done = 0;
  let current = '';
  const tell = openPace((progress) => onProgress?.({ ...progress, stage: current }));
  const advance = (stage: string, weight: number) => {
    done = Math.min(done + weight, total);
    current = stage;
    tell(done, total);
  };
  return {
    async run(stage, weight, work) {
      advance(stage, 0);
      await yieldToEvents();
      signal?.throwIfAborted();
      const result = work();
      advance(stage, weight);
      return result;
    },
    advance,
  };
}
