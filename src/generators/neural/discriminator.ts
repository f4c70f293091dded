/**
 * CTGAN's discriminator: several encoded rows as one (PacGAN, Lin and others 2018), then two layers of
 * leaky ReLU (slope 0.2) and dropout of one half, and one number that says how real the rows look.
 *
 * The gradient penalty (Gulrajani and others 2017) needs the gradient of a gradient. With the factors F1,
 * F2 of leaky ReLU and dropout held fixed, the gradient by an input row is W1 (F1 . (W2 (F2 . w3))), so
 * the penalty's gradients by W1, W2, w3 are those of this expression; the factors have none of their own.
 * Its rows run in the same matrix products as the others: generated, real, and mixed rows stand one below
 * the other. The first layer is linear, so the mixed rows' part of it is mixed and not computed again.
 */

import type { Pointer } from '../../numerics/kernel.ts';
import type { KernelMemory } from '../../numerics/kernelMemory.ts';
import type { Rng } from '../../random/rng.ts';
import {
  backToInputs,
  beginLinear,
  forward,
  type Linear,
  linearSizes,
  type Matrix,
} from './linear.ts';
import { bitRoom, type Noise, noiseRoom } from './noise.ts';
import { openParameters, type Parameters } from './parameters.ts';

const SLOPE = 0.2;
/** The weight of the penalty. */
const PENALTY = 10;

export interface Discriminator {
  /** Packs of rows in a batch. */
  readonly packs: number;
  readonly parameters: Parameters;
  readonly first: Linear;
  readonly second: Linear;
  readonly third: Linear;
  /** Generated packs, real ones, and room for as many gradients. */
  readonly input: Matrix;
  readonly real: Matrix;
  readonly mixed: Matrix;
  /** Of three times as many packs: layers, their factors, gradients. */
  readonly layer1: Pointer;
  readonly factor1: Pointer;
  readonly gradient1: Pointer;
  readonly layer2: Pointer;
  readonly factor2: Pointer;
  readonly gradient2: Pointer;
  readonly scores: Pointer;
  /** The gradients by the scores: generated, real, mixed. */
  readonly signs: Pointer;
  readonly bits: Pointer;
  readonly shares: Pointer;
  readonly inner: Pointer;
}

export function openDiscriminator(
  memory: KernelMemory,
  inputs: number,
  [width1, width2]: readonly [number, number],
  packs: number,
): Discriminator {
  const { block: parameters, parts } = openParameters(
    memory,
    [...linearSizes(inputs, width1), ...linearSizes(width1, width2), ...linearSizes(width2, 1)],
    true,
  );
  const layer = (i: number, from: number, to: number): Linear => ({
    inputs: from,
    outputs: to,
    weight: parts[2 * i],
    bias: parts[2 * i + 1],
  });
  const input = { at: memory.floats(3 * packs * inputs), stride: inputs };
  const rowsBelow = (count: number) => ({
    at: input.at + 4 * count * packs * inputs,
    stride: inputs,
  });
  const signs = memory.floats(3 * packs);
  const view = memory.view(signs, 3 * packs);
  view
    .fill(1 / packs, 0, packs)
    .fill(-1 / packs, packs, 2 * packs)
    .fill(1, 2 * packs);
  const room = (width: number) => memory.floats(3 * packs * width);
  return {
    packs,
    parameters,
    input,
    signs,
    first: layer(0, inputs, width1),
    second: layer(1, width1, width2),
    third: layer(2, width2, 1),
    real: rowsBelow(1),
    mixed: rowsBelow(2),
    layer1: room(width1),
    factor1: room(width1),
    gradient1: room(width1),
    layer2: room(width2),
    factor2: room(width2),
    gradient2: room(width2),
    scores: memory.floats(3 * packs),
    bits: bitRoom(memory, 3 * packs * Math.max(width1, width2)),
    shares: noiseRoom(memory, packs),
    inner: memory.floats(packs * Math.max(width1, width2)),
  };
}

export function beginDiscriminator(memory: KernelMemory, net: Discriminator, rng: Rng): void {
  const { first, second, third } = net;
  [first, second, third].forEach((layer, i) => {
    beginLinear(memory, layer, rng.split('layer', i));
  });
}

/**
 * From the generated packs in `input` and the real ones below them: all gradients of
 * mean score of generated - mean score of real + 10 x penalty. Gives the parts of that loss.
 */
export function discriminatorGradients(
  memory: KernelMemory,
  net: Discriminator,
  noise: Noise,
): { loss: number; penalty: number } {
  const { kernel } = memory;
  const { packs, first, second, third, input, mixed, shares } = net;
  const { layer1, factor1, gradient1, layer2, factor2, gradient2 } = net;
  const width1 = first.outputs;
  const width2 = second.outputs;
  const below = (start: Pointer, width: number) => start + 4 * 2 * packs * width;
  noise.uniforms(shares, packs);
  forward(memory, first, 2 * packs, input, { at: layer1, stride: width1 });
  const realLayer = layer1 + 4 * packs * width1;
  kernel.mixRows(realLayer, layer1, shares, below(layer1, width1), packs, width1);
  scoreFromFirst(memory, net, 3 * packs, noise);

  kernel.scaledRows(third.weight.value, factor2, net.signs, gradient2, 3 * packs, width2);
  backThroughSecond(memory, net, 3 * packs);
  const mixedGradient1 = below(gradient1, width1);
  backToInputs(memory, first, packs, { at: mixedGradient1, stride: width1 }, mixed, first.inputs);
  const squared = kernel.penalise(mixed.at, packs, first.inputs, PENALTY / packs);

  // what the penalty's own gradient sends forward through the layers again
  const again1 = below(layer1, width1);
  kernel.multiply(
    ...([mixed.at, mixed.stride, false, first.weight.value, width1, false] as const),
    ...([again1, width1, packs, width1, first.inputs, false] as const),
  );
  kernel.multiplyBy(again1, below(factor1, width1), packs * width1);
  kernel.multiply(
    ...([again1, width1, false, second.weight.value, width2, false] as const),
    ...([net.inner, width2, packs, width2, width1, false] as const),
  );

  const loss = lossOf(memory, net);
  kernel.multiply(
    ...([layer2, width2, true, net.signs, 1, false] as const),
    ...([third.weight.gradient, 1, width2, 1, 2 * packs, false] as const),
  );
  kernel.columnProducts(net.inner, below(factor2, width2), packs, width2, third.weight.gradient);
  kernel.columnSums(net.signs, 1, 2 * packs, 1, third.bias.gradient);
  weightGradients(memory, second, packs, { at: layer1, stride: width1 }, gradient2);
  weightGradients(memory, first, packs, input, gradient1);
  return { loss, penalty: (PENALTY * squared) / packs };
}

/** From the generated packs in `input`: the gradient by them of -mean score, which it gives. */
export function deceive(
  memory: KernelMemory,
  net: Discriminator,
  noise: Noise,
): { loss: number; gradient: Matrix } {
  const { kernel } = memory;
  const { packs, first, second, third, input, real, layer1, factor2, gradient1, gradient2 } = net;
  forward(memory, first, packs, input, { at: layer1, stride: first.outputs });
  scoreFromFirst(memory, net, packs, noise);
  let sum = 0;
  for (const score of memory.view(net.scores, packs)) sum += score;
  // the signs of real packs: less for a better score
  const signs = net.signs + 4 * packs;
  kernel.scaledRows(third.weight.value, factor2, signs, gradient2, packs, second.outputs);
  backThroughSecond(memory, net, packs);
  // the room of the real packs is free here
  backToInputs(memory, first, packs, { at: gradient1, stride: first.outputs }, real, first.inputs);
  return { loss: -sum / packs, gradient: real };
}

/** From the first layer's sums to the scores. */
function scoreFromFirst(
  memory: KernelMemory,
  net: Discriminator,
  packs: number,
  noise: Noise,
): void {
  const { kernel } = memory;
  const { first, second, third, layer1, factor1, layer2, factor2, bits, scores } = net;
  noise.bits(bits, packs * first.outputs);
  kernel.leakyDropout(layer1, bits, SLOPE, factor1, packs * first.outputs);
  forward(
    memory,
    second,
    packs,
    { at: layer1, stride: first.outputs },
    { at: layer2, stride: second.outputs },
  );
  noise.bits(bits, packs * second.outputs);
  kernel.leakyDropout(layer2, bits, SLOPE, factor2, packs * second.outputs);
  forward(memory, third, packs, { at: layer2, stride: second.outputs }, { at: scores, stride: 1 });
}

/** From the gradients by the second layer's sums to those by the first's. */
function backThroughSecond(memory: KernelMemory, net: Discriminator, packs: number): void {
  const { first, second, gradient1, gradient2, factor1 } = net;
  const from = { at: gradient2, stride: second.outputs };
  backToInputs(
    memory,
    second,
    packs,
    from,
    { at: gradient1, stride: first.outputs },
    first.outputs,
  );
  memory.kernel.multiplyBy(gradient1, factor1, packs * first.outputs);
}

/** Gradients by weights over all three kinds of packs; biases play no part in the penalty. */
function weightGradients(
  { kernel }: KernelMemory,
  { inputs, outputs, weight, bias }: Linear,
  packs: number,
  x: Matrix,
  gradient: Pointer,
): void {
  kernel.multiply(
    ...([x.at, x.stride, true, gradient, outputs, false] as const),
    ...([weight.gradient, outputs, inputs, outputs, 3 * packs, false] as const),
  );
  kernel.columnSums(gradient, outputs, 2 * packs, outputs, bias.gradient);
}

function lossOf(memory: KernelMemory, { scores, packs }: Discriminator): number {
  const values = memory.view(scores, 2 * packs);
  let loss = 0;
  for (let i = 0; i < packs; i++) loss += values[i] - values[packs + i];
  return loss / packs;
}
