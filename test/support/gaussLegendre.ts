/** Composite Gauss-Legendre quadrature. */

export interface Quadrature {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

/** `order` nodes on each piece between successive `ends`, which must not fall. */
export function gaussLegendre(ends: ArrayLike<number>, order: number): Quadrature {
  const rule = unitRule(order);
  const pieces = ends.length - 1;
  const nodes = new Float64Array(pieces * order);
  const weights = new Float64Array(pieces * order);
  for (let k = 0; k < pieces; k++) {
    const half = (ends[k + 1] - ends[k]) / 2;
    rule.forEach(([x, w], i) => {
      nodes[k * order + i] = ends[k] + half * (1 + x);
      weights[k * order + i] = half * w;
    });
  }
  return { nodes, weights };
}

/** Nodes and weights on [-1, 1]: the roots of the Legendre polynomial by Newton's method. */
function unitRule(order: number): [number, number][] {
  return Array.from({ length: order }, (_, i) => {
    let x = Math.cos((Math.PI * (i + 0.75)) / (order + 0.5));
    let slope = 0;
    for (let step = 0; step < 20; step++) {
      let [before, value] = [1, x];
      for (let k = 2; k <= order; k++)
        [before, value] = [value, ((2 * k - 1) * x * value - (k - 1) * before) / k];
      slope = (order * (x * value - before)) / (x * x - 1);
      x -= value / slope;
    }
    return [x, 2 / ((1 - x * x) * slope * slope)];
  });
}
