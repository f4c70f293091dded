/**
 * The parameters of a network, one block of kernel memory, with their gradients and Adam's moments in
 * blocks of the same shape. Gradients are written by hand, in single precision on the kernel: ready-made
 * libraries gave wrong second derivatives, which CTGAN's penalty needs, and plain WebAssembly SIMD gives
 * the same bits everywhere.
 */

import type { Pointer } from '../../numerics/kernel.ts';
import type { KernelMemory } from '../../numerics/kernelMemory.ts';
import type { Rng } from '../../random/rng.ts';

export interface Parameters {
  /** Floats of the block; every part begins at a multiple of four. */
  readonly floats: number;
  readonly values: Pointer;
  readonly gradients: Pointer;
  readonly means: Pointer;
  readonly squares: Pointer;
}

/** One parameter: its value and its gradient. */
export interface Parameter {
  readonly value: Pointer;
  readonly gradient: Pointer;
}

/** A block for parameters of the given sizes, all 0; without room for training if it only serves. */
export function openParameters(
  memory: KernelMemory,
  sizes: readonly number[],
  trains: boolean,
): { block: Parameters; parts: readonly Parameter[] } {
  const offsets: number[] = [];
  let floats = 0;
  for (const size of sizes) {
    offsets.push(floats);
    floats += Math.ceil(size / 4) * 4;
  }
  const room = () => (trains ? memory.floats(floats) : 0);
  const block = {
    floats,
    values: memory.floats(floats),
    gradients: room(),
    means: room(),
    squares: room(),
  };
  const parts = offsets.map((offset) => ({
    value: block.values + 4 * offset,
    gradient: block.gradients + 4 * offset,
  }));
  return { block, parts };
}

/** Draws n numbers evenly from -bound to bound. */
export function drawEvenly(
  memory: KernelMemory,
  { value }: Parameter,
  n: number,
  bound: number,
  rng: Rng,
) {
  const drawn = rng.uniforms(n);
  const values = memory.view(value, n);
  for (let i = 0; i < n; i++) values[i] = (2 * drawn[i] - 1) * bound;
}

export interface AdamSettings {
  readonly rate: number;
  readonly beta1: number;
  readonly beta2: number;
  /** What is added to the gradient for each unit of the parameter. */
  readonly decay: number;
}

/** Adam as a function to be called after each computation of the gradients. */
export function openAdam(
  { kernel }: KernelMemory,
  { values, gradients, means, squares, floats }: Parameters,
  { rate, beta1, beta2, decay }: AdamSettings,
): () => void {
  let power1 = 1;
  let power2 = 1;
  return () => {
    power1 *= beta1;
    power2 *= beta2;
    const step = rate / (1 - power1);
    const root = Math.sqrt(1 - power2);
    kernel.adam(values, gradients, means, squares, floats, step, beta1, beta2, decay, root);
  };
}
