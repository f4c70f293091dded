import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openNoise } from '../../../src/generators/neural/noise.ts';
import { kernel } from '../../../src/numerics/kernel.ts';
import { type KernelMemory, openKernelMemory } from '../../../src/numerics/kernelMemory.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { Draw } from '../../support/draw.ts';
import {
  activate,
  batchNorm,
  farthest,
  get,
  inner,
  type PlainSpan,
  put,
  randomRows,
  relu,
  slopes,
  softmax,
  times,
  transposed,
} from './plain.ts';

let memory: KernelMemory;
const draw = new Draw(17);

beforeEach(() => {
  memory = openKernelMemory();
});
afterEach(() => memory.close());

/** What float32 and sums of some hundred terms leave of a gradient. */
const SINGLE = 2e-6;
const SPANS: PlainSpan[] = [
  { begin: 0, length: 1, kind: 'tanh' },
  { begin: 1, length: 3, kind: 'softmax' },
  { begin: 4, length: 1, kind: 'tanh' },
  { begin: 5, length: 1, kind: 'softmax' },
  { begin: 6, length: 5, kind: 'softmax' },
];

function putSpans(): number {
  const at = memory.floats(3 * SPANS.length);
  const words = SPANS.flatMap(({ begin, length, kind }) => [
    begin,
    length,
    kind === 'tanh' ? 0 : 1,
  ]);
  memory.words(at, words.length).set(words);
  return at;
}

describe('products', () => {
  const shapes = [
    [1, 1, 1],
    [4, 8, 5],
    [5, 9, 7],
    [3, 20, 385],
    [197, 13, 30],
    [10, 31, 800],
  ];
  test.each(shapes)('of %i x %i over %i, in all forms, beside what is there', (m, n, k) => {
    for (const flipA of [false, true]) {
      for (const flipB of [false, true]) {
        const a = randomRows(draw, m, k);
        const b = randomRows(draw, k, n);
        const c = randomRows(draw, m, n);
        const storedA = flipA ? transposed(a) : a;
        const storedB = flipB ? transposed(b) : b;
        const strides = [storedA[0].length + 3, storedB[0].length + 1, n + 2];
        const [pa, pb] = [put(memory, storedA, strides[0]), put(memory, storedB, strides[1])];
        const pc = put(
          memory,
          c.map((row) => [...row, 7, 8]),
        );
        for (const accumulate of [true, false]) {
          memory.kernel.multiply(
            ...([pa, strides[0], flipA, pb, strides[1], flipB] as const),
            ...([pc, strides[2], m, n, k, accumulate] as const),
          );
          const product = times(a, b);
          const expected = accumulate
            ? product.map((row, i) => row.map((value, j) => value + c[i][j]))
            : product;
          expect(farthest(get(memory, pc, m, n, n + 2), expected)).toBeLessThan(
            1e-6 * Math.sqrt(k),
          );
          // nothing is written beside the result
          expect(get(memory, pc + 4 * n, m, 2, n + 2)).toEqual(c.map(() => [7, 8]));
        }
      }
    }
  });
});

describe('float32 functions', () => {
  test('tanh within 1.2e-7 of its size, exp by softmax of two within 4e-7', () => {
    const span = memory.floats(6);
    memory.words(span, 6).set([0, 1, 0, 1, 2, 1]);
    const raw = Array.from({ length: 4001 }, (_, i) => {
      const x = Math.fround((i - 2000) / 100);
      return [x, x, 0];
    });
    const out = memory.floats(3 * raw.length);
    memory.kernel.activate(put(memory, raw), 0, 1, out, 3, raw.length, 3, span, 2);
    get(memory, out, raw.length, 3).forEach(([t, p, q], i) => {
      const x = raw[i][0];
      expect(Math.abs(t - Math.tanh(x))).toBeLessThanOrEqual(1.2e-7 * Math.abs(Math.tanh(x)));
      const [share, rest] = softmax([x, 0]);
      expect(Math.abs(p / share - 1)).toBeLessThan(4e-7);
      expect(Math.abs(q / rest - 1)).toBeLessThan(4e-7);
    });
  });

  test('normal and Gumbel numbers are functions of the uniform ones', () => {
    const n = 32 * 4096;
    const [u, z, g] = [0, 1, 2].map(() => memory.floats(n));
    openNoise(memory, rngFromSeed(1)).uniforms(u, n);
    openNoise(memory, rngFromSeed(1)).normals(z, n);
    openNoise(memory, rngFromSeed(1)).gumbels(g, n);
    const uniforms = memory.view(u, n);
    const normals = memory.view(z, n);
    const gumbels = memory.view(g, n);
    let apart = 0;
    let gumbelApart = 0;
    for (let i = 0; i < n; i++) {
      const expected = kernel().normalQuantile(uniforms[i]);
      apart = Math.max(apart, Math.abs(normals[i] - expected) / Math.max(Math.abs(expected), 0.1));
      const gumbel = -Math.log(-Math.log(uniforms[i]));
      gumbelApart = Math.max(
        gumbelApart,
        Math.abs(gumbels[i] - gumbel) / Math.max(Math.abs(gumbel), 1),
      );
    }
    expect(apart).toBeLessThan(8e-7);
    expect(gumbelApart).toBeLessThan(3e-6);
    // mean and variance of uniforms within four standard errors
    const mean = uniforms.reduce((sum, x) => sum + x, 0) / n;
    expect(Math.abs(mean - 0.5)).toBeLessThan(4 / Math.sqrt(12 * n));
    expect(Math.min(...uniforms.subarray(0, 60000))).toBeGreaterThan(0);
    expect(Math.max(...uniforms.subarray(0, 60000))).toBeLessThan(1);
  });

  test('noise goes on where it stopped, and another stream gives other noise', () => {
    const [whole, parts] = [memory.floats(128), memory.floats(128)];
    openNoise(memory, rngFromSeed(1)).uniforms(whole, 128);
    const noise = openNoise(memory, rngFromSeed(1));
    noise.uniforms(parts, 64);
    noise.uniforms(parts + 256, 64);
    expect(memory.view(parts, 128)).toEqual(memory.view(whole, 128));
    openNoise(memory, rngFromSeed(2)).uniforms(parts, 128);
    expect(memory.view(parts, 128)).not.toEqual(memory.view(whole, 128));
  });
});

describe('gradients against central differences of the formulas in float64', () => {
  test('ReLU', () => {
    const x = randomRows(draw, 3, 5);
    const weights = randomRows(draw, 3, 5);
    const y = put(memory, x);
    const gradient = put(memory, weights);
    memory.kernel.relu(y, 15);
    memory.kernel.reluBack(y, gradient, 15);
    expect(get(memory, y, 3, 5)).toEqual(relu(x));
    const expected = slopes(x, () => inner(relu(x), weights));
    expect(farthest(get(memory, gradient, 3, 5), expected)).toBeLessThan(SINGLE);
  });

  test('leaky ReLU and dropout', () => {
    const x = randomRows(draw, 1, 70);
    const bits = memory.floats(32);
    openNoise(memory, rngFromSeed(3)).bits(bits, 70);
    const words = memory.words(bits, 3);
    const kept = Array.from({ length: 70 }, (_, i) => (words[i >> 5] >>> (i & 31)) & 1);
    const at = put(memory, x);
    const factor = memory.floats(70);
    memory.kernel.leakyDropout(at, bits, 0.2, factor, 70);
    const formula = () => x.map((row) => row.map((v, i) => 2 * kept[i] * (v > 0 ? v : 0.2 * v)));
    expect(farthest(get(memory, at, 1, 70), formula())).toBeLessThan(SINGLE);
    const expected = slopes(x, () => formula()[0].reduce((sum, v) => sum + v, 0));
    expect(farthest(get(memory, factor, 1, 70), expected)).toBeLessThan(SINGLE);
    // about half of the numbers are kept
    const share = kept.reduce((sum, bit) => sum + bit, 0) / 70;
    expect(Math.abs(share - 0.5)).toBeLessThan(4 * Math.sqrt(0.25 / 70));
  });

  test('batch normalisation with ReLU', () => {
    const [m, n, stride] = [7, 8, 11];
    const z = randomRows(draw, m, n);
    const [weight] = randomRows(draw, 1, n, 2);
    const [bias] = randomRows(draw, 1, n);
    const weights = randomRows(draw, m, n);
    const at = put(memory, z);
    const [pw, pb, scale] = [put(memory, [weight]), put(memory, [bias]), memory.floats(n)];
    const y = memory.floats(m * stride);
    memory.kernel.batchNormRelu(at, m, n, pw, pb, scale, y, stride);
    const formula = () => relu(batchNorm(z, weight, bias));
    expect(farthest(get(memory, y, m, n, stride), formula())).toBeLessThan(SINGLE);
    const gradient = put(memory, weights, stride);
    const [gw, gb] = [memory.floats(n), memory.floats(n)];
    memory.kernel.batchNormReluBack(at, m, n, pw, scale, y, gradient, stride, gw, gb);
    const loss = () => inner(formula(), weights);
    expect(farthest(get(memory, at, m, n), slopes(z, loss))).toBeLessThan(5 * SINGLE);
    expect(farthest(get(memory, gw, 1, n), slopes([weight], loss))).toBeLessThan(SINGLE);
    expect(farthest(get(memory, gb, 1, n), slopes([bias], loss))).toBeLessThan(SINGLE);
  });

  test('tanh, softmax and Gumbel-softmax of spans', () => {
    const [m, d, stride] = [6, 11, 13];
    const raw = randomRows(draw, m, d, 2);
    const noise = randomRows(draw, m, d, 2);
    const weights = randomRows(draw, m, d);
    const [at, spans] = [put(memory, raw), putSpans()];
    const out = memory.floats(m * stride);
    const gradient = put(memory, weights, stride);
    const back = memory.floats(m * d);
    for (const [sharpness, noisy] of [
      [5, true],
      [1, false],
    ] as const) {
      const pn = noisy ? put(memory, noise) : 0;
      memory.kernel.activate(at, pn, sharpness, out, stride, m, d, spans, SPANS.length);
      const formula = () => activate(raw, SPANS, noisy ? noise : undefined, sharpness);
      expect(farthest(get(memory, out, m, d, stride), formula())).toBeLessThan(SINGLE);
      memory.kernel.activateBack(
        ...([out, gradient, stride, sharpness, back, m, d, spans, SPANS.length] as const),
      );
      const expected = slopes(raw, () => inner(formula(), weights));
      expect(farthest(get(memory, back, m, d), expected)).toBeLessThan(5 * SINGLE);
    }
  });

  test('cross-entropy of the chosen span', () => {
    const [m, d] = [6, 11];
    const raw = randomRows(draw, m, d, 3);
    const already = randomRows(draw, m, d);
    const chosen = raw.map((_, i) => (i % 2 === 0 ? [1, 3, i % 3] : [6, 5, i % 5]));
    const choices = memory.floats(3 * m);
    memory.words(choices, 3 * m).set(chosen.flat());
    const gradient = put(memory, already);
    const loss = memory.kernel.chosenEntropy(put(memory, raw), choices, 0.25, gradient, m, d);
    const formula = () =>
      chosen.reduce((sum, [begin, length, place], i) => {
        const shares = softmax(raw[i].slice(begin, begin + length));
        return sum - Math.log(shares[place]);
      }, 0);
    expect(loss / formula()).toBeCloseTo(1, 6);
    const expected = slopes(raw, formula).map((row, i) =>
      row.map((slope, j) => already[i][j] + 0.25 * slope),
    );
    expect(farthest(get(memory, gradient, m, d), expected)).toBeLessThan(SINGLE);
  });

  test("an autoencoder's reconstruction and code", () => {
    const [m, d] = [6, 11];
    const raw = randomRows(draw, m, d, 2);
    const sigma = [Array.from({ length: d }, () => Math.fround(0.1 + draw.uniform()))];
    const x = raw.map((_, i) => [0.3, ...oneOf(3, i), -0.5, 1, ...oneOf(5, i)].map(Math.fround));
    const formula = () => {
      const out = activate(raw, SPANS);
      return SPANS.reduce((sum, { begin, length, kind }) => {
        const s = sigma[0][begin];
        return out.reduce((total, row, i) => {
          if (kind === 'tanh') {
            return total + (x[i][begin] - row[begin]) ** 2 / (2 * s * s) + Math.log(s);
          }
          const place = x[i].slice(begin, begin + length).indexOf(1);
          return total - Math.log(row[begin + place]);
        }, sum);
      }, 0);
    };
    const [out, back, sigmaBack] = [memory.floats(m * d), memory.floats(m * d), memory.floats(d)];
    const spans = putSpans();
    const [px, ps] = [put(memory, x), put(memory, sigma)];
    memory.kernel.activate(put(memory, raw), 0, 1, out, d, m, d, spans, SPANS.length);
    const loss = memory.kernel.reconstruction(
      ...([px, out, ps, 1, back, sigmaBack, m, d, spans, SPANS.length] as const),
    );
    expect(loss / formula()).toBeCloseTo(1, 5);
    expect(farthest(get(memory, back, m, d), slopes(raw, formula))).toBeLessThan(5 * SINGLE);
    expect(farthest(get(memory, sigmaBack, 1, d), slopes(sigma, formula))).toBeLessThan(5 * SINGLE);

    const n = 10;
    const [mean, logVariance, noise, weights] = [1, 2, 2, 1].map((size) =>
      randomRows(draw, 1, n, size),
    );
    const code = memory.floats(n);
    const pointers = [mean, logVariance, noise].map((rows) => put(memory, rows)) as [
      number,
      number,
      number,
    ];
    const divergence = memory.kernel.drawCode(...pointers, code, n);
    const z = () => mean[0].map((mu, i) => mu + noise[0][i] * Math.exp(logVariance[0][i] / 2));
    const kl = () =>
      mean[0].reduce((sum, mu, i) => {
        const l = logVariance[0][i];
        return sum - 0.5 * (1 + l - mu * mu - Math.exp(l));
      }, 0);
    expect(farthest(get(memory, code, 1, n), [z()])).toBeLessThan(SINGLE);
    expect(divergence / kl()).toBeCloseTo(1, 6);
    const [meanBack, logBack] = [memory.floats(n), memory.floats(n)];
    memory.kernel.drawCodeBack(...pointers, put(memory, weights), 0.5, meanBack, logBack, n);
    const whole = () => inner([z()], weights) + 0.5 * kl();
    expect(farthest(get(memory, meanBack, 1, n), slopes(mean, whole))).toBeLessThan(SINGLE);
    expect(farthest(get(memory, logBack, 1, n), slopes(logVariance, whole))).toBeLessThan(SINGLE);
  });
});

function oneOf(length: number, place: number): number[] {
  return Array.from({ length }, (_, j) => (j === place % length ? 1 : 0));
}

test('Adam with decay is what its formula gives, over several steps', () => {
  const n = 6;
  const [x] = randomRows(draw, 1, n);
  const [px, pm, pv] = [put(memory, [x]), memory.floats(n), memory.floats(n)];
  const [rate, beta1, beta2, decay] = [0.01, 0.5, 0.9, 0.1];
  const state = x.map((value) => ({ value, m: 0, v: 0 }));
  for (let t = 1; t <= 5; t++) {
    const [gradient] = randomRows(draw, 1, n);
    state.forEach((each, i) => {
      const g = gradient[i] + decay * each.value;
      each.m = beta1 * each.m + (1 - beta1) * g;
      each.v = beta2 * each.v + (1 - beta2) * g * g;
      const first = each.m / (1 - beta1 ** t);
      each.value -= (rate * first) / (Math.sqrt(each.v / (1 - beta2 ** t)) + 1e-8);
    });
    const step = rate / (1 - beta1 ** t);
    const root = Math.sqrt(1 - beta2 ** t);
    memory.kernel.adam(px, put(memory, [gradient]), pm, pv, n, step, beta1, beta2, decay, root);
  }
  expect(farthest(get(memory, px, 1, n), [state.map(({ value }) => value)])).toBeLessThan(SINGLE);
});
