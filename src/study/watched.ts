/** The threads and the signal of a job, as settings that may not be undefined. */

import type { StageControls } from '../work/stages.ts';

export function watched({ threads, signal }: StageControls) {
  return { ...(threads !== undefined && { threads }), ...(signal && { signal }) };
}
