/**
 * CTGAN's generator: blocks whose input goes on beside their output, h -> [ReLU(BatchNorm(h W + b)), h],
 * and a last linear layer. All inputs of all layers lie side by side in one wide matrix: the noise with
 * the condition on the right, and each block writes to the left of what it reads.
 */

import type { Pointer } from '../../numerics/kernel.ts';
import type { KernelMemory } from '../../numerics/kernelMemory.ts';
import type { Rng } from '../../random/rng.ts';
import {
  backToInputs,
  backToWeights,
  beginLinear,
  forward,
  type Linear,
  linearSizes,
  type Matrix,
} from './linear.ts';
import { openParameters, type Parameter, type Parameters } from './parameters.ts';

interface Block {
  readonly linear: Linear;
  readonly weight: Parameter;
  readonly bias: Parameter;
  /** Floats from the left edge of the wide matrix to its output and its input. */
  readonly output: number;
  readonly input: number;
  /** What goes into the batch normalisation, then normalised, then its gradient. */
  readonly normalised: Pointer;
  readonly scale: Pointer;
}

export interface GeneratorNet {
  readonly rows: number;
  readonly parameters: Parameters;
  readonly blocks: readonly Block[];
  readonly last: Linear;
  readonly wide: Matrix;
  readonly wideGradient: Matrix;
  /** Where noise and condition are to be written. */
  readonly input: Matrix;
  /** What comes out. */
  readonly raw: Matrix;
  readonly rawGradient: Matrix;
}

export interface GeneratorShape {
  readonly inputs: number;
  readonly widths: readonly number[];
  readonly outputs: number;
}

/** For batches of `rows` rows; with all parameters 0, and without room for gradients unless it trains. */
export function openGenerator(
  memory: KernelMemory,
  { inputs, widths, outputs }: GeneratorShape,
  rows: number,
  trains: boolean,
): GeneratorNet {
  const hidden = widths.reduce((sum, width) => sum + width, 0);
  const stride = hidden + inputs;
  const fans = widths.map(
    (_, i) => inputs + widths.slice(0, i).reduce((sum, width) => sum + width, 0),
  );
  const sizes = widths.flatMap((width, i) => [...linearSizes(fans[i], width), width, width]);
  const { block: parameters, parts } = openParameters(
    memory,
    [...sizes, ...linearSizes(stride, outputs)],
    trains,
  );
  const blocks = widths.map((width, i): Block => {
    const [weight, bias, normWeight, normBias] = parts.slice(4 * i);
    const input = stride - fans[i];
    return {
      linear: { inputs: fans[i], outputs: width, weight, bias },
      weight: normWeight,
      bias: normBias,
      input,
      output: input - width,
      normalised: memory.floats(rows * width),
      scale: memory.floats(width),
    };
  });
  const [weight, bias] = parts.slice(4 * widths.length);
  const matrix = (columns: number, isThere = true): Matrix => ({
    at: isThere ? memory.floats(rows * columns) : 0,
    stride: columns,
  });
  const wide = matrix(stride);
  return {
    rows,
    parameters,
    blocks,
    wide,
    last: { inputs: stride, outputs, weight, bias },
    wideGradient: matrix(stride, trains),
    input: { at: wide.at + 4 * hidden, stride },
    raw: matrix(outputs),
    rawGradient: matrix(outputs, trains),
  };
}

/** Random weights as PyTorch begins; batch normalisation with weights 1. */
export function beginGenerator(
  memory: KernelMemory,
  { blocks, last }: GeneratorNet,
  rng: Rng,
): void {
  blocks.forEach(({ linear, weight }, i) => {
    beginLinear(memory, linear, rng.split('block', i));
    memory.view(weight.value, linear.outputs).fill(1);
  });
  beginLinear(memory, last, rng.split('last'));
}

/** From `input` to `raw`. */
export function generate(memory: KernelMemory, net: GeneratorNet): void {
  const { rows, blocks, wide, last, raw } = net;
  for (const { linear, weight, bias, input, output, normalised, scale } of blocks) {
    const width = linear.outputs;
    forward(memory, linear, rows, columnsFrom(wide, input), { at: normalised, stride: width });
    memory.kernel.batchNormRelu(
      ...([normalised, rows, width, weight.value, bias.value, scale] as const),
      ...([wide.at + 4 * output, wide.stride] as const),
    );
  }
  forward(memory, last, rows, wide, raw);
}

/** From `rawGradient` to the gradients of all parameters, after `generate`. */
export function generateBack(memory: KernelMemory, net: GeneratorNet): void {
  const { rows, blocks, wide, wideGradient, last, rawGradient } = net;
  backToWeights(memory, last, rows, wide, rawGradient);
  const hidden = blocks[0].input;
  backToInputs(memory, last, rows, rawGradient, wideGradient, hidden);
  for (const block of [...blocks].reverse()) {
    const { linear, weight, bias, input, output, normalised, scale } = block;
    const width = linear.outputs;
    memory.kernel.batchNormReluBack(
      ...([normalised, rows, width, weight.value, scale] as const),
      ...([wide.at + 4 * output, wideGradient.at + 4 * output, wide.stride] as const),
      ...([weight.gradient, bias.gradient] as const),
    );
    const gradient = { at: normalised, stride: width };
    backToWeights(memory, linear, rows, columnsFrom(wide, input), gradient);
    // noise and condition need no gradient
    const to = columnsFrom(wideGradient, input);
    if (hidden > input) backToInputs(memory, linear, rows, gradient, to, hidden - input, true);
  }
}

function columnsFrom({ at, stride }: Matrix, column: number): Matrix {
  return { at: at + 4 * column, stride };
}
