// Sums of log-densities and of their derivatives, for the fit.

/**
 * From a column of log-densities and, if `parameters` > 0, the score columns behind it, to `result`:
 * sum of the log-densities (compensated, Neumaier 1974), score 1, score 2, and the sums of score
 * products 11, 12, 22. `weights` is 0, or the column of the cells' counts.
 */
export function accumulate(values: usize, stride: usize, n: i32, parameters: i32, weights: usize, result: usize): void {
  let sum: f64 = 0;
  let lost: f64 = 0;
  let s1: f64 = 0;
  let s2: f64 = 0;
  let s11: f64 = 0;
  let s12: f64 = 0;
  let s22: f64 = 0;
  for (let k = 0; k < n; k++) {
    const i = <usize>k << 3;
    const weight = weights ? load<f64>(weights + i) : 1;
    const value = weight * load<f64>(values + i);
    const total = sum + value;
    lost += abs(sum) >= abs(value) ? sum - total + value : value - total + sum;
    sum = total;
    if (parameters > 0) {
      const a = load<f64>(values + stride + i);
      s1 += weight * a;
      s11 += weight * a * a;
      if (parameters > 1) {
        const b = load<f64>(values + 2 * stride + i);
        s2 += weight * b;
        s12 += weight * a * b;
        s22 += weight * b * b;
      }
    }
  }
  store<f64>(result, sum + lost);
  store<f64>(result + 8, s1);
  store<f64>(result + 16, s2);
  store<f64>(result + 24, s11);
  store<f64>(result + 32, s12);
  store<f64>(result + 40, s22);
}
