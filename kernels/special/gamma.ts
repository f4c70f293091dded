// Logarithm of the gamma function and its first two derivatives, for positive arguments.

import { log, log1p } from '../elementary/log';

const HALF_LOG_TWO_PI: f64 = 0.9189385332046727;
/** The zero of digamma, 1.4616..., as the sum of two doubles. */
const ROOT_HIGH: f64 = 1.4616321449683622;
const ROOT_LOW: f64 = 9.549995429965697e-17;

/**
 * log Gamma(x) for x > 0; relative error below 10 eps, also beside the zeros at 1 and 2, because there
 * the factors (x - 1)(x - 2) are taken out. From 10 on: Stirling's series (Abramowitz & Stegun 6.1.41).
 * 0 gives Infinity, a negative x NaN.
 */
export function logGamma(x: f64): f64 {
  if (x >= 10) return x < 1e305 ? (x - 0.5) * (log(x) - 1) + (HALF_LOG_TWO_PI - 0.5 + stirling(x)) : x * (log(x) - 1);
  if (x < 0.5) return logGammaAroundOne(x + 1) - log(x);
  if (x < 1.5) return logGammaAroundOne(x);
  let product: f64 = 1;
  while (x > 2.5) {
    x -= 1;
    product *= x;
  }
  const rest = logGammaAroundTwo(x);
  return product == 1 ? rest : rest + log(product);
}

/**
 * log Gamma(x) - [(x - 1/2) log x - x + log(2 pi)/2], what Stirling's formula leaves out, for x > 0;
 * absolute error below 1 eps. From 10 on the asymptotic series; on [1, 10] a rational function
 * through Chebyshev nodes of (x - 0.7)/(x + 0.7) (relative error 2e-16); below, the recurrence.
 */
export function stirling(x: f64): f64 {
  if (x >= 10) {
    const y = 1 / (x * x);
    return (0.08333333333333333 + y * (-0.002777777777777778 + y * (0.0007936507936507937 + y * (-0.0005952380952380953 + y * (0.0008417508417508417 + y * (-0.0019175269175269176 + y * (0.00641025641025641 - y * 0.029550653594771242))))))) / x;
  }
  if (x < 1) return stirling(x + 1) + ((x + 0.5) * log1p(1 / x) - 1);
  const upper = ((((((2.556343064438078 * x + 11.206152249306903) * x + 25.691547174419778) * x + 32.12674777514187) * x + 22.986270417250097) * x + 8.216417962751805) * x + 1.051154042563972) * x + 0.010815989134441515;
  const lower = ((((((30.676116774176414 * x + 134.47382693733368) * x + 309.3211047777889) * x + 390.00341054604803) * x + 285.85405474300495) * x + 110.31437534227051) * x + 19.427547677753466) * x + 1;
  return upper / (lower * x);
}

/** 1/2 <= x <= 3/2: (x - 1)(x - 2) times a rational function through Chebyshev nodes, relative error 4e-18. */
function logGammaAroundOne(x: f64): f64 {
  const s = x - 0.5;
  const upper = (((((((6.308433424993175e-5 * s + 0.0188541591192018) * s + 0.41353458671363547) * s + 2.9131097911614807) * s + 9.078557057336099) * s + 14.241529504053961) * s + 11.682886777631198) * s + 4.770141812779407) * s + 0.7631532572329335;
  const lower = (((((((0.005315097594653215 * s + 0.19636638824346772) * s + 2.105143018079713) * s + 9.699699195808366) * s + 22.576297543425138) * s + 28.50506434612474) * s + 19.726092271604827) * s + 7.014423089270679) * s + 1;
  // 0 and not -0 at 1
  return (1 - x) * (2 - x) * (upper / lower);
}

/** 3/2 <= x <= 5/2, in the same way; relative error 8e-22. */
function logGammaAroundTwo(x: f64): f64 {
  const s = x - 1.5;
  const upper = ((((((2.1001067690009634e-7 * s + 0.00010820483395820479) * s + 0.004051763373044158) * s + 0.049973675442742775) * s + 0.2747934307018666) * s + 0.7432623600133773) * s + 0.9670567459717667) * s + 0.4831289505409809;
  const lower = ((((((2.71331833783477e-5 * s + 0.0016242304842794119) * s + 0.029481644728586984) * s + 0.23679940996708573) * s + 0.9693066803989774) * s + 2.1042178950919372) * s + 2.3037672253748793) * s + 1;
  return (x - 1) * (x - 2) * (upper / lower);
}

/**
 * The derivative of log Gamma for x > 0; relative error below 20 eps, also beside its zero, which is
 * taken out as a factor. From 10 on: the asymptotic series (Abramowitz & Stegun 6.3.18).
 * 0 gives -Infinity, a negative x NaN.
 */
export function digamma(x: f64): f64 {
  if (x >= 10) {
    const y = 1 / (x * x);
    const series = y * (0.08333333333333333 - y * (0.008333333333333333 - y * (0.003968253968253968 - y * (0.004166666666666667 - y * (0.007575757575757576 - y * (0.021092796092796094 - y * (0.08333333333333333 - y * 0.4432598039215686)))))));
    return log(x) - 0.5 / x - series;
  }
  if (!(x >= 0)) return NaN;
  if (x < 1) return digammaBetween(x + 1) - 1 / x;
  let sum: f64 = 0;
  while (x > 2) {
    x -= 1;
    sum += 1 / x;
  }
  return digammaBetween(x) + sum;
}

/** 1 <= x <= 2: (x - root) times a rational function through Chebyshev nodes, relative error 8e-20. */
function digammaBetween(x: f64): f64 {
  const s = x - 1;
  const upper = (((((1.0894678528383955e-6 * s + 0.0005811135063985677) * s + 0.01996408274151926) * s + 0.21631407251432455) * s + 0.9711327526262392) * s + 1.8675925104074453) * s + 1.2503801375034054;
  const lower = (((((0.00012043151172286901 * s + 0.006100975692434821) * s + 0.09111902253303285) * s + 0.5710455727133128) * s + 1.6630736963665909) * s + 2.1771665986671342) * s + 1;
  return (x - ROOT_HIGH - ROOT_LOW) * (upper / lower);
}

/**
 * The second derivative of log Gamma for x > 0; relative error below 10 eps. The recurrence
 * psi'(x) = psi'(x + 1) + 1/x^2 leads to x >= 10 and the asymptotic series (Abramowitz & Stegun 6.4.12).
 */
export function trigamma(x: f64): f64 {
  if (!(x >= 0)) return NaN;
  let sum: f64 = 0;
  while (x < 10) {
    sum += 1 / (x * x);
    x += 1;
  }
  const y = 1 / (x * x);
  const series = 0.16666666666666666 - y * (0.03333333333333333 - y * (0.023809523809523808 - y * (0.03333333333333333 - y * (0.07575757575757576 - y * (0.2531135531135531 - y * (1.1666666666666667 - y * 7.092156862745098))))));
  return sum + (1 + 0.5 / x + y * series) / x;
}
