/**
 * The learned embedding of Alaa, van Breugel, Saveliev and van der Schaar (ICML 2022): a net that is
 * trained to bring all real rows near one centre (one-class classification, Ruff et al. 2018), so
 * that distances to the centre order rows by how typical they are. Four hidden layers of 32 rectified
 * units and a linear output as wide as the input, without biases; the centre is (10, ..., 10); the
 * loss is 100 times the mean squared distance to it; AdamW on all rows at once.
 *
 * The levels of measures on it depend on the seed and on the number of epochs: use it for
 * comparisons within one study.
 */

import type { Rng } from '../../random/rng.ts';
import type { Points } from './points.ts';

export interface OneClassSettings {
  /** Default: 1000. */
  readonly epochs?: number;
  /** Units of each of the four hidden layers. Default: 32. */
  readonly units?: number;
}

/** The weights of each layer by input: those from input i stand at i * outputs. */
export type Net = readonly Float64Array[];

/** Every coordinate of the centre. */
export const CENTRE = 10;
const HIDDEN_LAYERS = 4;
/** 1 / nu of the one-class loss with nu = 0.01. */
const LOSS_SCALE = 100;
const RATE = 2e-3;
const DECAY = 2e-3;

/** The embedding that the net trained on these points gives. */
export function oneClass(
  real: Points,
  rng: Rng,
  { epochs = 1000, units = 32 }: OneClassSettings = {},
): (points: Points) => Points {
  const net = initialNet(real.width, units, rng);
  train(net, real, epochs);
  return (points) => ({ ...points, values: forward(net, points)[net.length] });
}

/** Uniform within 1/sqrt(inputs) of zero. */
export function initialNet(width: number, units: number, rng: Rng): Net {
  const sizes = [width, ...new Array<number>(HIDDEN_LAYERS).fill(units), width];
  return sizes.slice(1).map((outputs, layer) => {
    const inputs = sizes[layer];
    const bound = 1 / Math.sqrt(inputs);
    return rng
      .split('one-class', layer)
      .uniforms(inputs * outputs)
      .map((u) => bound * (2 * u - 1));
  });
}

/** The values of all layers, the input first and the output last; row i of a layer is at i * its width. */
export function forward(net: Net, { rows, width, values }: Points): Float64Array[] {
  const layers = [values];
  let inputs = width;
  net.forEach((weights, layer) => {
    const outputs = weights.length / inputs;
    const next = product(layers[layer], weights, rows, inputs, outputs);
    if (layer < net.length - 1) for (let i = 0; i < next.length; i++) if (next[i] < 0) next[i] = 0;
    layers.push(next);
    inputs = outputs;
  });
  return layers;
}

/** 100 times the mean squared distance of the embedded points to the centre. */
export function oneClassLoss(net: Net, points: Points): number {
  const output = forward(net, points)[net.length];
  let total = 0;
  for (const value of output) total += (value - CENTRE) * (value - CENTRE);
  return (LOSS_SCALE * total) / points.rows;
}

/** The derivatives of the loss by the weights, in their layout. */
export function gradient(net: Net, points: Points): Float64Array[] {
  const { rows } = points;
  const layers = forward(net, points);
  const result: Float64Array[] = [];
  let above = layers[net.length].map((value) => ((value - CENTRE) * 2 * LOSS_SCALE) / rows);
  for (let layer = net.length - 1; layer >= 0; layer--) {
    const outputs = layers[layer + 1].length / rows;
    const inputs = layers[layer].length / rows;
    result.unshift(weightGradient(layers[layer], above, rows, inputs, outputs));
    if (layer > 0) above = passBack(layers[layer], above, net[layer], rows, inputs, outputs);
  }
  return result;
}

/** AdamW (Loshchilov and Hutter 2019) on all rows at once; writes over the weights. */
function train(net: Net, points: Points, epochs: number): void {
  const first = net.map((weights) => new Float64Array(weights.length));
  const second = net.map((weights) => new Float64Array(weights.length));
  let [power1, power2] = [1, 1];
  for (let epoch = 0; epoch < epochs; epoch++) {
    power1 *= 0.9;
    power2 *= 0.999;
    gradient(net, points).forEach((slopes, layer) => {
      const [weights, m, v] = [net[layer], first[layer], second[layer]];
      for (let k = 0; k < weights.length; k++) {
        m[k] = 0.9 * m[k] + 0.1 * slopes[k];
        v[k] = 0.999 * v[k] + 0.001 * slopes[k] * slopes[k];
        const step = m[k] / (1 - power1) / (Math.sqrt(v[k] / (1 - power2)) + 1e-8);
        weights[k] -= RATE * (DECAY * weights[k] + step);
      }
    });
  }
}

/**
 * Rows times weights. This and the two below hold nearly all the work: they go through four inputs at
 * a time, so that each sum is loaded and stored once for four products.
 */
function product(
  x: Float64Array,
  weights: Float64Array,
  rows: number,
  inputs: number,
  outputs: number,
): Float64Array {
  const result = new Float64Array(rows * outputs);
  for (let r = 0; r < rows; r++) {
    const to = r * outputs;
    let i = 0;
    for (; i + 3 < inputs; i += 4) {
      const at = r * inputs + i;
      const a = x[at];
      const b = x[at + 1];
      const c = x[at + 2];
      const d = x[at + 3];
      let from = i * outputs;
      for (let o = 0; o < outputs; o++, from++) {
        result[to + o] +=
          a * weights[from] +
          b * weights[from + outputs] +
          (c * weights[from + 2 * outputs] + d * weights[from + 3 * outputs]);
      }
    }
    for (; i < inputs; i++) {
      const value = x[r * inputs + i];
      for (let o = 0; o < outputs; o++) result[to + o] += value * weights[i * outputs + o];
    }
  }
  return result;
}

/** The sums over rows of input times derivative, four rows at a time. */
function weightGradient(
  x: Float64Array,
  above: Float64Array,
  rows: number,
  inputs: number,
  outputs: number,
): Float64Array {
  const result = new Float64Array(inputs * outputs);
  let r = 0;
  for (; r + 3 < rows; r += 4) {
    for (let i = 0; i < inputs; i++) {
      const at = r * inputs + i;
      const a = x[at];
      const b = x[at + inputs];
      const c = x[at + 2 * inputs];
      const d = x[at + 3 * inputs];
      // rectified values are often zero
      if (a === 0 && b === 0 && c === 0 && d === 0) continue;
      const to = i * outputs;
      let from = r * outputs;
      for (let o = 0; o < outputs; o++, from++) {
        result[to + o] +=
          a * above[from] +
          b * above[from + outputs] +
          (c * above[from + 2 * outputs] + d * above[from + 3 * outputs]);
      }
    }
  }
  for (; r < rows; r++) {
    for (let i = 0; i < inputs; i++) {
      const value = x[r * inputs + i];
      for (let o = 0; o < outputs; o++) result[i * outputs + o] += value * above[r * outputs + o];
    }
  }
  return result;
}

/** The derivatives by the values of the layer below, zero where these were cut off at zero. */
function passBack(
  x: Float64Array,
  above: Float64Array,
  weights: Float64Array,
  rows: number,
  inputs: number,
  outputs: number,
): Float64Array<ArrayBuffer> {
  const result = new Float64Array(rows * inputs);
  for (let r = 0; r < rows; r++) {
    const from = r * outputs;
    for (let i = 0; i < inputs; i++) {
      if (x[r * inputs + i] === 0) continue;
      const at = i * outputs;
      let even = 0;
      let odd = 0;
      let o = 0;
      for (; o + 1 < outputs; o += 2) {
        even += above[from + o] * weights[at + o];
        odd += above[from + o + 1] * weights[at + o + 1];
      }
      if (o < outputs) even += above[from + o] * weights[at + o];
      result[r * inputs + i] = even + odd;
    }
  }
  return result;
}
