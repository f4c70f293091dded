// The kernel's exports: everything that computes over observations. Pointers are byte offsets into
// the module's memory, which the caller manages (src/numerics/kernel.ts).

export { exp, expm1 } from './elementary/exp';
export { log, log1p } from './elementary/log';

export { crossProducts } from './columns/crossProducts';
export { kendallOfRanked, kendallScratch, kendallTau } from './columns/kendall';
export { rankColumn, rankedBytes } from './columns/rankedColumn';
export { ranks, ranksScratch } from './columns/ranks';
export { sum } from './columns/sum';

export { fillIntegers, fillPermutation } from './random/integers';
export { philox } from './random/philox';
export { fillUniforms } from './random/uniforms';

/** Where free memory begins, behind the kernel's static tables. */
export function heapStart(): usize {
  return (__heap_base + 15) & ~15;
}
