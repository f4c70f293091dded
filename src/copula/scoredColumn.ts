/**
 * A variable on its way through the trees of a vine, in the kernel's memory: its probabilities, their normal
 * scores, or both. Many copulas take and give scores, and the way from one to the other is what most of their
 * time would go into; so each form is computed from the other when it is asked for.
 */

import { kernel, type Pointer, type Scope, scoped } from '../numerics/kernel.ts';
import { strideOf } from './kernelBlocks.ts';

/** Probabilities, and their normal scores. */
export interface ScoredValues {
  readonly u: Float64Array;
  readonly scores: Float64Array;
}

/** Valid as long as the scope in which it was made. */
export class ScoredColumn {
  readonly n: number;
  readonly stride: number;
  readonly #scope: Scope;
  readonly #p: Pointer;
  readonly #z: Pointer;
  #hasP = false;
  #hasZ = false;

  constructor(scope: Scope, n: number) {
    this.n = n;
    this.stride = strideOf(n);
    this.#scope = scope;
    this.#p = scope.column(this.stride / 8);
    this.#z = scope.column(this.stride / 8);
  }

  /** Takes values between 0 and 1, and their scores if these are known. */
  fill(values: Float64Array, scores?: Float64Array): void {
    this.#put(this.#p, values, 0.5);
    if (scores) this.#put(this.#z, scores, 0);
    this.#hasP = true;
    this.#hasZ = scores !== undefined;
  }

  /** Takes the values at these places, and their scores. */
  fillFrom({ u, scores }: ScoredValues, places: Int32Array): void {
    const p = this.#scope.view(this.#p, this.stride / 8);
    const z = this.#scope.view(this.#z, this.stride / 8);
    for (let i = 0; i < this.n; i++) {
      const place = places[i];
      p[i] = u[place];
      z[i] = scores[place];
    }
    p.fill(0.5, this.n);
    z.fill(0, this.n);
    this.#hasP = true;
    this.#hasZ = true;
  }

  #put(to: Pointer, values: Float64Array, padding: number): void {
    const view = this.#scope.view(to, this.stride / 8);
    view.set(values);
    view.fill(padding, this.n);
  }

  probabilities(): Pointer {
    if (!this.#hasP) kernel().probabilitiesOf(this.#z, this.stride, this.#p);
    this.#hasP = true;
    return this.#p;
  }

  scores(): Pointer {
    if (!this.#hasZ) kernel().scoresOf(this.#p, this.stride, this.#z);
    this.#hasZ = true;
    return this.#z;
  }

  /** Where a kernel function is to write the probabilities that the column has from now on. */
  takeProbabilities(): Pointer {
    this.#hasP = true;
    this.#hasZ = false;
    return this.#p;
  }

  /** The same for scores. */
  takeScores(): Pointer {
    this.#hasP = false;
    this.#hasZ = true;
    return this.#z;
  }

  /** The probabilities as a view, valid until the next allocation. */
  view(): Float64Array {
    return this.#scope.view(this.probabilities(), this.n);
  }

  /** A copy of the probabilities. */
  values(): Float64Array {
    return this.view().slice();
  }

  /** Works on the rows of each list by themselves; every row is in one. The work leaves all in the same form. */
  byRows(lists: readonly Int32Array[], work: (own: ScoredColumn, place: number) => void): void {
    scoped((scope) => {
      const results = scope.column(this.stride / 8);
      let isScored = false;
      for (const [place, rows] of lists.entries()) {
        scoped((inner) => {
          const own = new ScoredColumn(inner, rows.length);
          if (this.#hasP) own.#gather(own.#p, scope.view(this.#p, this.n), rows, 0.5);
          if (this.#hasZ) own.#gather(own.#z, scope.view(this.#z, this.n), rows, 0);
          own.#hasP = this.#hasP;
          own.#hasZ = this.#hasZ;
          work(own, place);
          isScored = !own.#hasP;
          const found = inner.view(isScored ? own.#z : own.#p, rows.length);
          const to = inner.view(results, this.n);
          for (let i = 0; i < rows.length; i++) to[rows[i]] = found[i];
        });
      }
      const to = isScored ? this.takeScores() : this.takeProbabilities();
      this.#put(to, scope.view(results, this.n), isScored ? 0 : 0.5);
    });
  }

  #gather(to: Pointer, from: Float64Array, rows: Int32Array, padding: number): void {
    const target = this.#scope.view(to, this.stride / 8);
    for (let i = 0; i < rows.length; i++) target[i] = from[rows[i]];
    target.fill(padding, rows.length);
  }
}

/** The values in these rows. */
export function taken(values: Float64Array, rows: Int32Array): Float64Array {
  const result = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) result[i] = values[rows[i]];
  return result;
}
