/** Reference values that a script of bench/peers/reference has made and the repository holds. */

import { readText } from './repository.ts';

export function readReference(name: string): unknown {
  return JSON.parse(readText(`bench/peers/reference/${name}`));
}
