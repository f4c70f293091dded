/**
 * TVAE's networks: an encoder to a normal distribution of codes and a decoder back to a row, both with
 * two layers of ReLU, and one standard deviation for each number of a row (Xu and others 2019, 4.5).
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
import { type Noise, noiseRoom } from './noise.ts';
import { openParameters, type Parameter, type Parameters } from './parameters.ts';
import type { PlacedSpans } from './spans.ts';

/** Layers of a chain, with room for what comes out of each and for its gradient. */
interface Chain {
  readonly layers: readonly Linear[];
  readonly values: readonly Matrix[];
  readonly gradients: readonly Matrix[];
}

export interface Decoder {
  readonly parameters: Parameters;
  readonly chain: Chain;
  readonly sigma: Parameter;
  readonly code: Matrix;
}

export interface Encoder {
  readonly parameters: Parameters;
  readonly chain: Chain;
  readonly mean: Linear;
  readonly logVariance: Linear;
  readonly input: Matrix;
  readonly means: Matrix;
  readonly logVariances: Matrix;
  readonly meanGradients: Matrix;
  readonly logVarianceGradients: Matrix;
  readonly codeGradient: Matrix;
  readonly noise: Pointer;
}

const SIGMA = 0.1;
const LEAST_SIGMA = 0.01;
const LARGEST_SIGMA = 1;

function openChain(
  memory: KernelMemory,
  widths: readonly number[],
  parts: readonly Parameter[],
  rows: number,
  trains: boolean,
): Chain {
  const layers = widths.slice(1).map((outputs, i) => ({
    inputs: widths[i],
    outputs,
    weight: parts[2 * i],
    bias: parts[2 * i + 1],
  }));
  const room = (isThere: boolean) =>
    layers.map(({ outputs }) => ({
      at: isThere ? memory.floats(rows * outputs) : 0,
      stride: outputs,
    }));
  return { layers, values: room(true), gradients: room(trains) };
}

function chainSizes(widths: readonly number[]): number[] {
  return widths.slice(1).flatMap((outputs, i) => linearSizes(widths[i], outputs));
}

/** For up to `rows` rows at a time. */
export function openDecoder(
  memory: KernelMemory,
  latent: number,
  hidden: readonly number[],
  width: number,
  rows: number,
  trains: boolean,
): Decoder {
  const widths = [latent, ...hidden, width];
  const { block: parameters, parts } = openParameters(
    memory,
    [...chainSizes(widths), width],
    trains,
  );
  return {
    parameters,
    chain: openChain(memory, widths, parts, rows, trains),
    sigma: parts[parts.length - 1],
    code: { at: noiseRoom(memory, rows * latent), stride: latent },
  };
}

export function openEncoder(
  memory: KernelMemory,
  width: number,
  hidden: readonly number[],
  latent: number,
  rows: number,
): Encoder {
  const widths = [width, ...hidden];
  const last = hidden[hidden.length - 1];
  const head = linearSizes(last, latent);
  const { block: parameters, parts } = openParameters(
    memory,
    [...chainSizes(widths), ...head, ...head],
    true,
  );
  const [meanWeight, meanBias, varianceWeight, varianceBias] = parts.slice(2 * hidden.length);
  const layer = (weight: Parameter, bias: Parameter) => ({
    inputs: last,
    outputs: latent,
    weight,
    bias,
  });
  const codes = () => ({ at: memory.floats(rows * latent), stride: latent });
  return {
    parameters,
    chain: openChain(memory, widths, parts, rows, true),
    mean: layer(meanWeight, meanBias),
    logVariance: layer(varianceWeight, varianceBias),
    input: { at: memory.floats(rows * width), stride: width },
    means: codes(),
    logVariances: codes(),
    meanGradients: codes(),
    logVarianceGradients: codes(),
    codeGradient: codes(),
    noise: noiseRoom(memory, rows * latent),
  };
}

export function beginAutoencoder(
  memory: KernelMemory,
  encoder: Encoder,
  decoder: Decoder,
  rng: Rng,
): void {
  const { chain, mean, logVariance } = encoder;
  [...chain.layers, mean, logVariance, ...decoder.chain.layers].forEach((layer, i) => {
    beginLinear(memory, layer, rng.split('layer', i));
  });
  const { outputs } = decoder.chain.layers[decoder.chain.layers.length - 1];
  memory.view(decoder.sigma.value, outputs).fill(SIGMA);
}

/** From `code` to raw rows, which it gives. */
export function decode(memory: KernelMemory, { chain, code }: Decoder, rows: number): Matrix {
  return runChain(memory, chain, code, rows, false);
}

/**
 * All gradients of the loss of the `rows` rows in the encoder's `input`: factor x reconstruction +
 * divergence, both by row. `out` is room for the activated rows. Gives the two parts.
 */
export function autoencoderGradients(
  memory: KernelMemory,
  encoder: Encoder,
  decoder: Decoder,
  rows: number,
  { at: spans, count }: PlacedSpans,
  factor: number,
  out: Pointer,
  noise: Noise,
): { reconstruction: number; divergence: number } {
  const { kernel } = memory;
  const { mean, logVariance, means, logVariances, meanGradients, logVarianceGradients } = encoder;
  const latent = mean.outputs;
  const hidden = runChain(memory, encoder.chain, encoder.input, rows, true);
  forward(memory, mean, rows, hidden, means);
  forward(memory, logVariance, rows, hidden, logVariances);
  noise.normals(encoder.noise, rows * latent);
  const { at: code } = decoder.code;
  const divergence = kernel.drawCode(means.at, logVariances.at, encoder.noise, code, rows * latent);
  const raw = decode(memory, decoder, rows);
  const width = raw.stride;
  kernel.activate(raw.at, 0, 1, out, width, rows, width, spans, count);
  const rawGradient = decoder.chain.gradients[decoder.chain.gradients.length - 1];
  const loss = kernel.reconstruction(
    ...([encoder.input.at, out, decoder.sigma.value, factor / rows, rawGradient.at] as const),
    ...([decoder.sigma.gradient, rows, width, spans, count] as const),
  );

  backThroughChain(memory, decoder.chain, decoder.code, rows, encoder.codeGradient);
  kernel.drawCodeBack(
    ...([means.at, logVariances.at, encoder.noise, encoder.codeGradient.at, 1 / rows] as const),
    ...([meanGradients.at, logVarianceGradients.at, rows * latent] as const),
  );
  backToWeights(memory, mean, rows, hidden, meanGradients);
  backToWeights(memory, logVariance, rows, hidden, logVarianceGradients);
  const hiddenGradient = encoder.chain.gradients[encoder.chain.gradients.length - 1];
  backToInputs(memory, mean, rows, meanGradients, hiddenGradient, mean.inputs);
  backToInputs(memory, logVariance, rows, logVarianceGradients, hiddenGradient, mean.inputs, true);
  kernel.reluBack(hidden.at, hiddenGradient.at, rows * hidden.stride);
  backThroughChain(memory, encoder.chain, encoder.input, rows, undefined);
  return { reconstruction: (factor * loss) / rows, divergence: divergence / rows };
}

/** After a step: sigma stays in its bounds. */
export function boundSigma({ kernel }: KernelMemory, { chain, sigma }: Decoder): void {
  const { outputs } = chain.layers[chain.layers.length - 1];
  kernel.clamp(sigma.value, outputs, LEAST_SIGMA, LARGEST_SIGMA);
}

/** ReLU after each layer, after the last one only if told. */
function runChain(
  memory: KernelMemory,
  { layers, values }: Chain,
  x: Matrix,
  rows: number,
  reluLast: boolean,
): Matrix {
  let input = x;
  layers.forEach((layer, i) => {
    forward(memory, layer, rows, input, values[i]);
    if (reluLast || i < layers.length - 1) memory.kernel.relu(values[i].at, rows * layer.outputs);
    input = values[i];
  });
  return input;
}

/** From the gradient by what the last layer's product and bias give to all others. */
function backThroughChain(
  memory: KernelMemory,
  { layers, values, gradients }: Chain,
  x: Matrix,
  rows: number,
  inputGradient: Matrix | undefined,
): void {
  for (let i = layers.length - 1; i >= 0; i--) {
    backToWeights(memory, layers[i], rows, i === 0 ? x : values[i - 1], gradients[i]);
    const to = i === 0 ? inputGradient : gradients[i - 1];
    if (!to) continue;
    backToInputs(memory, layers[i], rows, gradients[i], to, layers[i].inputs);
    if (i > 0) memory.kernel.reluBack(values[i - 1].at, to.at, rows * layers[i].inputs);
  }
}
