// What a network's last numbers mean: parts of a row, each one number through tanh, or several through
// softmax. A span is three words (i32): where it begins, its length, and 0 for tanh or 1 for softmax.

import { exp1, exp4, log1, tanh1 } from './single';

// @ts-ignore: decorator
@inline function from(x: usize, i: i32): usize { return x + (<usize>i << 2); }

/**
 * out = tanh(raw), or softmax((raw + noise) / tau) where tau is given as its reciprocal; without noise
 * (pointer 0) the plain softmax of raw / tau. Rows of raw and noise are d floats apart, of out `ldo`.
 */
export function activate(
  raw: usize, noise: usize, sharpness: f32, out: usize, ldo: i32, m: i32, d: i32, spans: usize, count: i32,
): void {
  const whole = d & ~3;
  for (let i = 0; i < m; i++) {
    const x = from(raw, i * d);
    const y = from(out, i * ldo);
    if (noise != 0) {
      const e = from(noise, i * d);
      for (let j = 0; j < d; j++) store<f32>(from(y, j), (load<f32>(from(x, j)) + load<f32>(from(e, j))) * sharpness);
    } else {
      for (let j = 0; j < d; j++) store<f32>(from(y, j), load<f32>(from(x, j)) * sharpness);
    }
    for (let span = 0; span < count; span++) {
      const begin = load<i32>(spans + <usize>span * 12);
      const end = begin + load<i32>(spans + <usize>span * 12, 4);
      let highest = load<f32>(from(y, begin));
      for (let j = begin + 1; j < end; j++) highest = max(highest, load<f32>(from(y, j)));
      for (let j = begin; j < end; j++) store<f32>(from(y, j), load<f32>(from(y, j)) - highest);
    }
    for (let j = 0; j < whole; j += 4) v128.store(from(y, j), exp4(v128.load(from(y, j))));
    for (let j = whole; j < d; j++) store<f32>(from(y, j), exp1(load<f32>(from(y, j))));
    for (let span = 0; span < count; span++) {
      const begin = load<i32>(spans + <usize>span * 12);
      const end = begin + load<i32>(spans + <usize>span * 12, 4);
      if (load<i32>(spans + <usize>span * 12, 8) == 0) {
        store<f32>(from(y, begin), tanh1(load<f32>(from(x, begin))));
      } else {
        let sum: f32 = 0;
        for (let j = begin; j < end; j++) sum += load<f32>(from(y, j));
        const by: f32 = 1 / sum;
        for (let j = begin; j < end; j++) store<f32>(from(y, j), load<f32>(from(y, j)) * by);
      }
    }
  }
}

/** The gradient by raw, from what came out of `activate` and the gradient by that, both `ldo` floats apart. */
export function activateBack(
  out: usize, gradient: usize, ldo: i32, sharpness: f32, rawGradient: usize, m: i32, d: i32, spans: usize, count: i32,
): void {
  for (let i = 0; i < m; i++) {
    const y = from(out, i * ldo);
    const g = from(gradient, i * ldo);
    const to = from(rawGradient, i * d);
    for (let span = 0; span < count; span++) {
      const begin = load<i32>(spans + <usize>span * 12);
      const end = begin + load<i32>(spans + <usize>span * 12, 4);
      if (load<i32>(spans + <usize>span * 12, 8) == 0) {
        const value = load<f32>(from(y, begin));
        store<f32>(from(to, begin), load<f32>(from(g, begin)) * (1 - value * value));
      } else {
        let inner: f32 = 0;
        for (let j = begin; j < end; j++) inner += load<f32>(from(g, j)) * load<f32>(from(y, j));
        for (let j = begin; j < end; j++) {
          store<f32>(from(to, j), load<f32>(from(y, j)) * (load<f32>(from(g, j)) - inner) * sharpness);
        }
      }
    }
  }
}

/**
 * Cross-entropy of one span in each row against a chosen place in it: `choices` holds for each row where
 * its span begins, the span's length, and the place (i32). Gives the sum over rows, and adds `weight`
 * times its gradient to rawGradient.
 */
export function chosenEntropy(raw: usize, choices: usize, weight: f32, rawGradient: usize, m: i32, d: i32): f64 {
  let loss: f64 = 0;
  for (let i = 0; i < m; i++) {
    const choice = choices + <usize>i * 12;
    const begin = i * d + load<i32>(choice);
    const length = load<i32>(choice, 4);
    const place = load<i32>(choice, 8);
    const x = from(raw, begin);
    const to = from(rawGradient, begin);
    let highest = load<f32>(x);
    for (let j = 1; j < length; j++) highest = max(highest, load<f32>(from(x, j)));
    let sum: f32 = 0;
    for (let j = 0; j < length; j++) sum += exp1(load<f32>(from(x, j)) - highest);
    loss += <f64>(log1(sum) + highest - load<f32>(from(x, place)));
    for (let j = 0; j < length; j++) {
      const share: f32 = exp1(load<f32>(from(x, j)) - highest) / sum;
      const slope: f32 = j == place ? share - 1 : share;
      store<f32>(from(to, j), load<f32>(from(to, j)) + weight * slope);
    }
  }
  return loss;
}

/**
 * The loss of an autoencoder's rows `out` (tanh and plain softmax of raw) against x, whose softmax spans
 * hold a single 1: over tanh spans (x - out)^2 / (2 sigma^2) + log sigma, over softmax spans the
 * cross-entropy. Gives the sum over rows; writes `weight` times its gradients by raw and by sigma.
 */
export function reconstruction(
  x: usize, out: usize, sigma: usize, weight: f32, rawGradient: usize, sigmaGradient: usize,
  m: i32, d: i32, spans: usize, count: i32,
): f64 {
  memory.fill(sigmaGradient, 0, <usize>d << 2);
  let loss: f64 = 0;
  for (let i = 0; i < m; i++) {
    const row = <usize>(i * d) << 2;
    for (let j = 0; j < d; j++) {
      const at = row + (<usize>j << 2);
      store<f32>(rawGradient + at, weight * (load<f32>(out + at) - load<f32>(x + at)));
    }
    for (let span = 0; span < count; span++) {
      const begin = load<i32>(spans + <usize>span * 12);
      const at = row + (<usize>begin << 2);
      if (load<i32>(spans + <usize>span * 12, 8) == 0) {
        const s = load<f32>(from(sigma, begin));
        const value = load<f32>(out + at);
        const e = (load<f32>(x + at) - value) / s;
        loss += <f64>(e * e * 0.5 + log1(s));
        store<f32>(rawGradient + at, -weight * e / s * (1 - value * value));
        const to = from(sigmaGradient, begin);
        store<f32>(to, load<f32>(to) + weight * (1 - e * e) / s);
      } else {
        const length = load<i32>(spans + <usize>span * 12, 4);
        let hit: f32 = 0;
        for (let j = 0; j < length; j++) hit += load<f32>(from(x + at, j)) * load<f32>(from(out + at, j));
        loss -= <f64>log1(max(hit, 1.1754943508222875e-38));
      }
    }
  }
  return loss;
}

/**
 * A code z = mean + noise * exp(logVariance / 2) of n numbers, and the Kullback-Leibler divergence of its
 * distribution from the standard normal, -1/2 sum(1 + logVariance - mean^2 - exp(logVariance)).
 */
export function drawCode(mean: usize, logVariance: usize, noise: usize, z: usize, n: i32): f64 {
  let divergence: f64 = 0;
  for (let i = 0; i < n; i++) {
    const mu = load<f32>(from(mean, i));
    const l = load<f32>(from(logVariance, i));
    const sd = exp1(0.5 * l);
    store<f32>(from(z, i), mu + load<f32>(from(noise, i)) * sd);
    divergence -= 0.5 * <f64>(1 + l - mu * mu - exp1(l));
  }
  return divergence;
}

/** Gradients by mean and logVariance of `weight` times the divergence, and of what has `gradient` by z. */
export function drawCodeBack(
  mean: usize, logVariance: usize, noise: usize, gradient: usize, weight: f32,
  meanGradient: usize, logVarianceGradient: usize, n: i32,
): void {
  for (let i = 0; i < n; i++) {
    const g = load<f32>(from(gradient, i));
    const sd = exp1(0.5 * load<f32>(from(logVariance, i)));
    const variance = exp1(load<f32>(from(logVariance, i)));
    store<f32>(from(meanGradient, i), g + weight * load<f32>(from(mean, i)));
    store<f32>(
      from(logVarianceGradient, i),
      0.5 * (g * load<f32>(from(noise, i)) * sd + weight * (variance - 1)),
    );
  }
}
