/** How the numbers of a column are written, gathered cell by cell. */

import {
  CAPITAL_E,
  DECIMALS,
  EXPONENT_DIGITS,
  FLAGS,
  INFINITE,
  MANTISSA_DECIMALS,
  PADDED,
  SCIENTIFIC,
} from './scanNumber.ts';
import type { NumberFormat, ScientificFormat } from './table.ts';

const ANY = -1;

export class NumberStyle {
  decimals = 0;
  #fewest = 1000;
  #flags = 0;
  #hasPlain = false;
  /** The one width of all cells, 0 before the first, ANY when they differ. */
  #width = 0;
  #mantissa = -2;
  #exponentDigits = 1000;

  /** Notes a number that took `width` bytes, as `scanNumber` described it. */
  note(info: Int32Array, width: number): void {
    const flags = info[FLAGS];
    const decimals = info[DECIMALS];
    if (width !== this.#width) this.#width = this.#width === 0 ? width : ANY;
    if (flags !== 0) this.#noteFlags(info, flags);
    else this.#hasPlain = true;
    if ((flags & INFINITE) !== 0) return;
    if (decimals > this.decimals) this.decimals = decimals;
    if (decimals < this.#fewest) this.#fewest = decimals;
  }

  #noteFlags(info: Int32Array, flags: number): void {
    this.#flags |= flags;
    if ((flags & SCIENTIFIC) === 0) {
      if ((flags & INFINITE) === 0) this.#hasPlain = true;
      return;
    }
    const mantissa = info[MANTISSA_DECIMALS];
    if (mantissa !== this.#mantissa) this.#mantissa = this.#mantissa === -2 ? mantissa : ANY;
    this.#exponentDigits = Math.min(this.#exponentDigits, info[EXPONENT_DIGITS]);
  }

  format(): NumberFormat {
    const isPadded = (this.#flags & PADDED) !== 0 && this.#width > 0;
    return {
      fixed: this.#fewest === this.decimals,
      scientific: this.#scientific(),
      width: isPadded ? this.#width : 0,
      infinity: 'Inf',
    };
  }

  #scientific(): ScientificFormat | 'some' | undefined {
    if ((this.#flags & SCIENTIFIC) === 0) return undefined;
    if (this.#hasPlain || this.#mantissa < 0 || this.#mantissa > 100) return 'some';
    return {
      decimals: this.#mantissa,
      exponentDigits: this.#exponentDigits,
      letter: (this.#flags & CAPITAL_E) !== 0 ? 'E' : 'e',
    };
  }
}
