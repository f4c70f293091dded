/** Spans in kernel memory: what the activations of a row are. */

import type { Pointer } from '../../numerics/kernel.ts';
import type { KernelMemory } from '../../numerics/kernelMemory.ts';
import type { RowLayout } from './encoding.ts';

export interface PlacedSpans {
  readonly at: Pointer;
  readonly count: number;
}

export function placeSpans(memory: KernelMemory, { spans }: RowLayout): PlacedSpans {
  const at = memory.floats(3 * spans.length);
  const words = spans.flatMap(({ begin, length, kind }) => [
    begin,
    length,
    kind === 'tanh' ? 0 : 1,
  ]);
  memory.words(at, words.length).set(words);
  return { at, count: spans.length };
}
