/** Random float32 numbers in kernel memory, one after another from a stream. */

import type { Pointer } from '../../numerics/kernel.ts';
import type { KernelMemory } from '../../numerics/kernelMemory.ts';
import type { Rng } from '../../random/rng.ts';

/** Numbers come in groups: rooms that are filled must hold a multiple of 32 floats (`noiseRoom`). */
export interface Noise {
  normals(out: Pointer, n: number): void;
  gumbels(out: Pointer, n: number): void;
  uniforms(out: Pointer, n: number): void;
  /** n random bits, in a room of n / 32 floats. */
  bits(out: Pointer, n: number): void;
}

const GROUP = 32;

export function noiseRoom(memory: KernelMemory, n: number): Pointer {
  return memory.floats(Math.ceil(n / GROUP) * GROUP);
}

/** Room for n random bits. */
export function bitRoom(memory: KernelMemory, n: number): Pointer {
  return noiseRoom(memory, Math.ceil(n / 32));
}

export function openNoise({ kernel }: KernelMemory, { key }: Rng): Noise {
  let next = 0;
  const draw = (fill: typeof kernel.normals32, out: Pointer, groups: number) => {
    fill(out, groups, next, ...key);
    next += groups;
  };
  return {
    normals: (out, n) => draw(kernel.normals32, out, Math.ceil(n / GROUP)),
    gumbels: (out, n) => draw(kernel.gumbels32, out, Math.ceil(n / GROUP)),
    uniforms: (out, n) => draw(kernel.uniforms32, out, Math.ceil(n / GROUP)),
    bits: (out, n) => draw(kernel.bits32, out, Math.ceil(n / (GROUP * 32))),
  };
}
