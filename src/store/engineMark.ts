/** Which engine computes: its version and a digest of its kernel. Work is shared between equals alone. */

import { createHash } from 'node:crypto';
import kernel from '#kernel';
import { ENGINE_VERSION } from '../model/engine.ts';

/** Such as '0.1.0 (kernel 3f2a90bc)'. */
export function engineMark(): string {
  const digest = createHash('sha256').update(kernel).digest('hex').slice(0, 8);
  return `${ENGINE_VERSION} (kernel ${digest})`;
}
