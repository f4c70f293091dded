/** Linear layers y = x W + b, with W stored by rows: one for each input. */

import type { Pointer } from '../../numerics/kernel.ts';
import type { KernelMemory } from '../../numerics/kernelMemory.ts';
import type { Rng } from '../../random/rng.ts';
import { drawEvenly, type Parameter } from './parameters.ts';

export interface Linear {
  readonly inputs: number;
  readonly outputs: number;
  readonly weight: Parameter;
  readonly bias: Parameter;
}

/** A matrix in kernel memory, stored by rows that are `stride` floats apart. */
export interface Matrix {
  readonly at: Pointer;
  readonly stride: number;
}

export function linearSizes(inputs: number, outputs: number): number[] {
  return [inputs * outputs, outputs];
}

/** Weights and biases evenly from -1 / sqrt(inputs) to 1 / sqrt(inputs), as PyTorch begins. */
export function beginLinear(
  memory: KernelMemory,
  { inputs, outputs, weight, bias }: Linear,
  rng: Rng,
) {
  const bound = 1 / Math.sqrt(inputs);
  drawEvenly(memory, weight, inputs * outputs, bound, rng.split('weight'));
  drawEvenly(memory, bias, outputs, bound, rng.split('bias'));
}

export function forward(
  { kernel }: KernelMemory,
  { inputs, outputs, weight, bias }: Linear,
  rows: number,
  x: Matrix,
  y: Matrix,
): void {
  kernel.fillRows(bias.value, y.at, y.stride, rows, outputs);
  kernel.multiply(
    ...([x.at, x.stride, false, weight.value, outputs, false] as const),
    ...([y.at, y.stride, rows, outputs, inputs, true] as const),
  );
}

/** The gradients by weights and biases, from the gradient by y. */
export function backToWeights(
  { kernel }: KernelMemory,
  { inputs, outputs, weight, bias }: Linear,
  rows: number,
  x: Matrix,
  gradient: Matrix,
): void {
  kernel.multiply(
    ...([x.at, x.stride, true, gradient.at, gradient.stride, false] as const),
    ...([weight.gradient, outputs, inputs, outputs, rows, false] as const),
  );
  kernel.columnSums(gradient.at, gradient.stride, rows, outputs, bias.gradient);
}

/** The gradient by the first `width` inputs; added to what is there if `accumulate`. */
export function backToInputs(
  { kernel }: KernelMemory,
  { outputs, weight }: Linear,
  rows: number,
  gradient: Matrix,
  x: Matrix,
  width: number,
  accumulate = false,
): void {
  kernel.multiply(
    ...([gradient.at, gradient.stride, false, weight.value, outputs, true] as const),
    ...([x.at, x.stride, rows, width, outputs, accumulate] as const),
  );
}
