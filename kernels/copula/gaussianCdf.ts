// The bivariate normal distribution function for columns. By Plackett's identity (1954)
//   C(x, y; rho) = u v + (1 / 2 pi) int_0^asin(rho) exp(-(x^2 + y^2 - 2 x y sin t) / (2 cos^2 t)) dt.
// The nodes of Gauss-Legendre's rule are the same for all pairs, so that each costs one exponential. Up to
// |rho| = 0.925 the rule's error is below 3e-16 everywhere; beyond, ellipticalCdf.ts integrates from
// the other end.

import { add, greater, less, lesser, choose, mul, mulAdd, splat, sub } from '../lanes';
import { expNormalLanes } from '../elementary/exp';
import { asin, sinQuarterTurns } from '../elementary/trigonometry';
import { ellipticalCdf, negligibleShare, PI } from './ellipticalCdf';

/** The positive points of the rules of 4, 6, 8, 12, 16 and 20 points, and their weights. */
const POINTS: usize = memory.data<f64>([
  0.33998104358485626, 0.8611363115940526, 0.2386191860831969, 0.6612093864662645, 0.9324695142031519,
  0.18343464249564978, 0.525532409916329, 0.7966664774136267, 0.9602898564975362, 0.1252334085114689,
  0.3678314989981802, 0.5873179542866175, 0.7699026741943047, 0.9041172563704748, 0.9815606342467192,
  0.09501250983763744, 0.2816035507792589, 0.45801677765722737, 0.6178762444026438, 0.755404408355003,
  0.8656312023878318, 0.9445750230732326, 0.9894009349916499, 0.07652652113349734, 0.22778585114164507,
  0.37370608871541955, 0.5108670019508271, 0.636053680726515, 0.7463319064601508, 0.8391169718222188,
  0.912234428251326, 0.9639719272779138, 0.993128599185095,
]);
const WEIGHTS: usize = memory.data<f64>([
  0.6521451548625464, 0.34785484513745357, 0.46791393457269104, 0.3607615730481387, 0.17132449237917027,
  0.36268378337836166, 0.3137066458778869, 0.22238103445337443, 0.10122853629037706, 0.2491470458134027,
  0.2334925365383546, 0.20316742672306573, 0.16007832854334642, 0.10693932599531907, 0.04717533638651141,
  0.18945061045506864, 0.18260341504492364, 0.16915651939500265, 0.1495959888165767, 0.12462897125553407,
  0.0951585116824926, 0.062253523938647456, 0.027152459411754176, 0.15275338713072628, 0.14917298647260424,
  0.1420961093183824, 0.1316886384491769, 0.1181945319615186, 0.1019301198172407, 0.08327674157670471,
  0.06267204833410879, 0.040601429800386446, 0.017614007139150893,
]);

/** The largest |rho| by rule. */
export const STRONGEST: f64 = 0.925;
const ENDS: usize = memory.data<f64>([0.1, 0.3, 0.5, 0.7, 0.85, 0.925]);
const SIZES: usize = memory.data<i32>([4, 6, 8, 12, 16, 20]);

/** Of each node of the rule for the last rho: sin t, -1 / (2 cos^2 t) and the weight. */
export const nodes: usize = memory.data(20 * 3 * 8, 16);

/** Places the nodes for rho, and gives their number. */
export function placeNodes(rho: f64): i32 {
  let rule = 0;
  let offset = 0;
  while (abs(rho) > load<f64>(ENDS + (<usize>rule << 3))) {
    offset += load<i32>(SIZES + (<usize>rule << 2)) >> 1;
    rule++;
  }
  const size = load<i32>(SIZES + (<usize>rule << 2));
  const half = 0.5 * asin(rho);
  for (let k = 0; k < size; k++) {
    const from = <usize>(offset + (k >> 1)) << 3;
    const point = k & 1 ? -load<f64>(POINTS + from) : load<f64>(POINTS + from);
    const sine = sinQuarterTurns(half * (1 + point) * (2 / PI));
    const at = nodes + <usize>k * 24;
    store<f64>(at, sine);
    store<f64>(at, -0.5 / ((1 - sine) * (1 + sine)), 8);
    store<f64>(at, half * load<f64>(WEIGHTS + from) / (2 * PI), 16);
  }
  return size;
}

/** C of the columns u, v with scores x, y, inside the Frechet bounds; with `score` dC/drho behind it. */
export function gaussianCdf(u: usize, v: usize, x: usize, y: usize, stride: usize, rho: f64, out: usize, score: bool): void {
  if (abs(rho) > STRONGEST) byEnd(u, v, x, y, stride, rho, out);
  else byNodes(u, v, x, y, stride, placeNodes(rho), out);
  if (!score) return;
  const q = (1 - rho) * (1 + rho);
  const constant = splat(1 / (2 * PI * sqrt(q)));
  for (let i: usize = 0; i < stride; i += 16) {
    const a = v128.load(x + i);
    const b = v128.load(y + i);
    const form = sub(add(mul(a, a), mul(b, b)), mul(splat(2 * rho), mul(a, b)));
    v128.store(out + stride + i, mul(constant, expNormalLanes(mul(splat(-0.5 / q), form))));
  }
}

function byNodes(u: usize, v: usize, x: usize, y: usize, stride: usize, size: i32, out: usize): void {
  for (let i: usize = 0; i < stride; i += 16) {
    const a = v128.load(x + i);
    const b = v128.load(y + i);
    const squares = add(mul(a, a), mul(b, b));
    const twice = mul(splat(-2), mul(a, b));
    let sum = splat(0);
    for (let k = 0; k < size; k++) {
      const at = nodes + <usize>k * 24;
      const form = mulAdd(twice, v128.load64_splat(at), squares);
      sum = mulAdd(expNormalLanes(mul(form, v128.load64_splat(at + 8))), v128.load64_splat(at + 16), sum);
    }
    const p = v128.load(u + i);
    const q = v128.load(v + i);
    const overlap = sub(p, sub(splat(1), q));
    const lower = choose(less(overlap, splat(0)), splat(0), overlap);
    v128.store(out + i, lesser(greater(mulAdd(p, q, sum), lower), lesser(p, q)));
  }
}

function byEnd(u: usize, v: usize, x: usize, y: usize, stride: usize, rho: f64, out: usize): void {
  const share = negligibleShare(Infinity);
  for (let i: usize = 0; i < stride; i += 8) {
    store<f64>(out + i, ellipticalCdf(load<f64>(u + i), load<f64>(v + i), load<f64>(x + i), load<f64>(y + i), 0, 0, rho, Infinity, share));
  }
}
