import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  autoencoderGradients,
  beginAutoencoder,
  openDecoder,
  openEncoder,
} from '../../../src/generators/neural/autoencoder.ts';
import {
  beginDiscriminator,
  deceive,
  discriminatorGradients,
  openDiscriminator,
} from '../../../src/generators/neural/discriminator.ts';
import {
  beginGenerator,
  generate,
  generateBack,
  openGenerator,
} from '../../../src/generators/neural/generatorNet.ts';
import type { Linear } from '../../../src/generators/neural/linear.ts';
import { openNoise } from '../../../src/generators/neural/noise.ts';
import type { Parameter } from '../../../src/generators/neural/parameters.ts';
import { type KernelMemory, openKernelMemory } from '../../../src/numerics/kernelMemory.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { Draw } from '../../support/draw.ts';
import {
  activate,
  batchNorm,
  farthest,
  get,
  inner,
  linear,
  type PlainSpan,
  put,
  type Rows,
  randomRows,
  relu,
  slopes,
} from './plain.ts';

let memory: KernelMemory;
const draw = new Draw(23);

beforeEach(() => {
  memory = openKernelMemory();
});
afterEach(() => memory.close());

/** A layer's parameters as plain rows, and a check of their gradients against differences of a loss. */
function plainLayer({ inputs, outputs, weight, bias }: Linear) {
  return {
    weight: get(memory, weight.value, inputs, outputs),
    bias: get(memory, bias.value, 1, outputs),
  };
}

function expectGradient(parameter: Parameter, at: Rows, loss: () => number, tolerance: number) {
  const found = get(memory, parameter.gradient, at.length, at[0].length);
  expect(farthest(found, slopes(at, loss))).toBeLessThan(tolerance);
}

test("the generator's values and the gradients of all its parameters", () => {
  const [rows, inputs, outputs] = [9, 5, 6];
  const net = openGenerator(memory, { inputs, widths: [8, 4], outputs }, rows, true);
  beginGenerator(memory, net, rngFromSeed(1));
  const x = randomRows(draw, rows, inputs);
  const at = put(memory, x);
  memory.kernel.copyRows(at, inputs, net.input.at, net.input.stride, rows, inputs);
  generate(memory, net);
  const blocks = net.blocks.map(({ linear: layer, weight, bias }) => ({
    ...plainLayer(layer),
    normWeight: get(memory, weight.value, 1, layer.outputs),
    normBias: get(memory, bias.value, 1, layer.outputs),
  }));
  const last = plainLayer(net.last);
  const formula = () => {
    let h = x;
    for (const { weight, bias, normWeight, normBias } of blocks) {
      const y = relu(batchNorm(linear(h, weight, bias[0]), normWeight[0], normBias[0]));
      h = h.map((row, i) => [...y[i], ...row]);
    }
    return linear(h, last.weight, last.bias[0]);
  };
  expect(farthest(get(memory, net.raw.at, rows, outputs), formula())).toBeLessThan(3e-6);

  const weights = randomRows(draw, rows, outputs);
  memory.view(net.rawGradient.at, rows * outputs).set(weights.flat());
  generateBack(memory, net);
  const loss = () => inner(formula(), weights);
  expectGradient(net.last.weight, last.weight, loss, 1e-5);
  expectGradient(net.last.bias, last.bias, loss, 1e-5);
  net.blocks.forEach((block, i) => {
    expectGradient(block.linear.weight, blocks[i].weight, loss, 1e-5);
    expectGradient(block.weight, blocks[i].normWeight, loss, 1e-5);
    expectGradient(block.bias, blocks[i].normBias, loss, 1e-5);
    // a shift before the normalisation changes nothing
    const found = get(memory, block.linear.bias.gradient, 1, block.linear.outputs);
    expect(Math.max(...found[0].map(Math.abs))).toBeLessThan(1e-5);
  });
});

test("the discriminator's gradients, with the second-order gradient of the penalty", () => {
  const [packs, inputs] = [3, 14];
  const net = openDiscriminator(memory, inputs, [8, 12], packs);
  beginDiscriminator(memory, net, rngFromSeed(2));
  const x = randomRows(draw, 2 * packs, inputs, 2);
  memory.view(net.input.at, 2 * packs * inputs).set(x.flat());
  const { loss: found, penalty } = discriminatorGradients(
    memory,
    net,
    openNoise(memory, rngFromSeed(3)),
  );
  const factor1 = get(memory, net.factor1, 3 * packs, 8);
  const factor2 = get(memory, net.factor2, 3 * packs, 12);
  const shares = get(memory, net.shares, 1, packs)[0];
  const [first, second, third] = [net.first, net.second, net.third].map(plainLayer);
  const score = (rows: Rows, from: number) => {
    const by = (h: Rows, factor: Rows) =>
      h.map((row, i) => row.map((value, j) => value * factor[from + i][j]));
    const h1 = by(linear(rows, first.weight, first.bias[0]), factor1);
    const h2 = by(linear(h1, second.weight, second.bias[0]), factor2);
    return linear(h2, third.weight, third.bias[0]).map(([value]) => value);
  };
  const mixed = shares.map((share, i) =>
    x[packs + i].map((real, j) => share * real + (1 - share) * x[i][j]),
  );
  // the gradient by a row, from the definition: the score is linear where the factors are fixed
  const sizes = () =>
    mixed.map((row, i) => {
      const at = [row.slice()];
      const slope = slopes(at, () => score(at, 2 * packs + i)[0], 1);
      return Math.sqrt(slope[0].reduce((sum, value) => sum + value * value, 0));
    });
  const penaltyOf = () => (10 * sizes().reduce((sum, size) => sum + (size - 1) ** 2, 0)) / packs;
  const scoreLoss = () => {
    const scores = score(x, 0);
    const sum = (from: number) => scores.slice(from, from + packs).reduce((a, b) => a + b, 0);
    return (sum(0) - sum(packs)) / packs;
  };
  expect(found).toBeCloseTo(scoreLoss(), 5);
  expect(penalty / penaltyOf()).toBeCloseTo(1, 4);
  // the factors are those of the signs of what comes in
  const sums = linear([...x, ...mixed], first.weight, first.bias[0]);
  factor1.forEach((row, i) => {
    row.forEach((factor, j) => {
      expect([0, sums[i][j] > 0 ? 2 : Math.fround(0.4)]).toContain(factor);
    });
  });
  const loss = () => scoreLoss() + penaltyOf();
  expectGradient(net.first.weight, first.weight, loss, 1e-5);
  expectGradient(net.second.weight, second.weight, loss, 1e-5);
  expectGradient(net.third.weight, third.weight, loss, 1e-5);
  expectGradient(net.first.bias, first.bias, loss, 1e-5);
  expectGradient(net.second.bias, second.bias, loss, 1e-5);
  expect(get(memory, net.third.bias.gradient, 1, 1)[0][0]).toBeCloseTo(0, 6);
});

test('what the generator is told by the discriminator', () => {
  const [packs, inputs] = [3, 14];
  const net = openDiscriminator(memory, inputs, [8, 12], packs);
  beginDiscriminator(memory, net, rngFromSeed(2));
  const x = randomRows(draw, packs, inputs, 2);
  memory.view(net.input.at, packs * inputs).set(x.flat());
  const { loss, gradient } = deceive(memory, net, openNoise(memory, rngFromSeed(4)));
  const factor1 = get(memory, net.factor1, packs, 8);
  const factor2 = get(memory, net.factor2, packs, 12);
  const [first, second, third] = [net.first, net.second, net.third].map(plainLayer);
  const by = (h: Rows, factor: Rows) =>
    h.map((row, i) => row.map((value, j) => value * factor[i][j]));
  const formula = () => {
    const h1 = by(linear(x, first.weight, first.bias[0]), factor1);
    const h2 = by(linear(h1, second.weight, second.bias[0]), factor2);
    const scores = linear(h2, third.weight, third.bias[0]);
    return -scores.reduce((sum, [value]) => sum + value, 0) / packs;
  };
  expect(loss).toBeCloseTo(formula(), 5);
  expect(farthest(get(memory, gradient.at, packs, inputs), slopes(x, formula))).toBeLessThan(1e-5);
});

test('the gradients of an autoencoder', () => {
  const spans: PlainSpan[] = [
    { begin: 0, length: 1, kind: 'tanh' },
    { begin: 1, length: 3, kind: 'softmax' },
    { begin: 4, length: 2, kind: 'softmax' },
  ];
  const [rows, width, latent] = [7, 6, 3];
  const encoder = openEncoder(memory, width, [5, 8], latent, rows + 2);
  const decoder = openDecoder(memory, latent, [8, 5], width, rows + 2, true);
  beginAutoencoder(memory, encoder, decoder, rngFromSeed(5));
  const x: Rows = Array.from({ length: rows }, (_, i) => {
    const row = [Math.fround(draw.uniform()), 0, 0, 0, 0, 0];
    row[1 + (i % 3)] = 1;
    row[4 + (i % 2)] = 1;
    return row;
  });
  memory.view(encoder.input.at, rows * width).set(x.flat());
  const at = memory.floats(9);
  memory.words(at, 9).set([0, 1, 0, 1, 3, 1, 4, 2, 1]);
  const out = memory.floats((rows + 2) * width);
  const { reconstruction, divergence } = autoencoderGradients(
    ...([memory, encoder, decoder, rows, { at, count: 3 }, 2, out] as const),
    openNoise(memory, rngFromSeed(6)),
  );
  const noise = get(memory, encoder.noise, rows, latent);
  const encoding = encoder.chain.layers.map(plainLayer);
  const decoding = decoder.chain.layers.map(plainLayer);
  const [mean, logVariance] = [encoder.mean, encoder.logVariance].map(plainLayer);
  const sigma = get(memory, decoder.sigma.value, 1, width);
  const parts = () => {
    const hidden = encoding.reduce((h, { weight, bias }) => relu(linear(h, weight, bias[0])), x);
    const mu = linear(hidden, mean.weight, mean.bias[0]);
    const l = linear(hidden, logVariance.weight, logVariance.bias[0]);
    const code = mu.map((row, i) => row.map((m, j) => m + noise[i][j] * Math.exp(l[i][j] / 2)));
    const raw = decoding.reduce((h, { weight, bias }, i) => {
      const z = linear(h, weight, bias[0]);
      return i < decoding.length - 1 ? relu(z) : z;
    }, code);
    const back = activate(raw, spans);
    let lost = 0;
    let apart = 0;
    back.forEach((row, i) => {
      lost += (x[i][0] - row[0]) ** 2 / (2 * sigma[0][0] ** 2) + Math.log(sigma[0][0]);
      for (const { begin, length } of spans.slice(1)) {
        lost -= Math.log(row[begin + x[i].slice(begin, begin + length).indexOf(1)]);
      }
      mu[i].forEach((m, j) => {
        apart -= 0.5 * (1 + l[i][j] - m * m - Math.exp(l[i][j]));
      });
    });
    return { reconstruction: (2 * lost) / rows, divergence: apart / rows };
  };
  expect(reconstruction / parts().reconstruction).toBeCloseTo(1, 5);
  expect(divergence / parts().divergence).toBeCloseTo(1, 5);
  const loss = () => parts().reconstruction + parts().divergence;
  const layers = [
    ...encoder.chain.layers,
    encoder.mean,
    encoder.logVariance,
    ...decoder.chain.layers,
  ];
  const plain = [...encoding, mean, logVariance, ...decoding];
  layers.forEach((layer, i) => {
    expectGradient(layer.weight, plain[i].weight, loss, 2e-5);
    expectGradient(layer.bias, plain[i].bias, loss, 2e-5);
  });
  expectGradient(decoder.sigma, sigma, loss, 2e-5);
});
