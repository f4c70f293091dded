/**
 * How the numbers of a column are written, gathered cell by cell: all of them, and all but a few. The
 * latter is what a synthetic column follows, since one person's 2.345 among numbers with one decimal
 * must not show.
 */

import { FEWEST_PEOPLE } from '../numerics/publish.ts';
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
import type { NumberFormat, ScientificFormat, UsualFormat } from './table.ts';
import { leastDecimals, tooFewCells, usualDecimals } from './usualDecimals.ts';

const ANY = -1;

const MOST_COUNTED = 101;

export class NumberStyle {
  decimals = 0;
  #fewest = 1000;
  #flags = 0;
  #hasPlain = false;
  /** The one width of all cells, 0 before the first, ANY when they differ. */
  #width = 0;
  #mantissa = -2;
  #exponentDigits = 1000;
  /** Cells by their number of decimals, the last place for all beyond. */
  readonly #byDecimals = new Uint32Array(MOST_COUNTED + 1);
  /** The same of cells without an exponent. */
  readonly #plain = new Uint32Array(MOST_COUNTED + 1);
  #scientificCells = 0;

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
    const place = Math.min(decimals, MOST_COUNTED);
    this.#byDecimals[place]++;
    if ((flags & SCIENTIFIC) === 0) this.#plain[place]++;
  }

  #noteFlags(info: Int32Array, flags: number): void {
    this.#flags |= flags;
    if ((flags & SCIENTIFIC) === 0) {
      if ((flags & INFINITE) === 0) this.#hasPlain = true;
      return;
    }
    this.#scientificCells++;
    const mantissa = info[MANTISSA_DECIMALS];
    if (mantissa !== this.#mantissa) this.#mantissa = this.#mantissa === -2 ? mantissa : ANY;
    this.#exponentDigits = Math.min(this.#exponentDigits, info[EXPONENT_DIGITS]);
  }

  format(): NumberFormat {
    const isPadded = (this.#flags & PADDED) !== 0 && this.#width > 0;
    const least = this.#plain.findIndex((cells) => cells > 0);
    return {
      ...(least > 0 && least < this.decimals && { least }),
      fixed: this.#fewest === this.decimals,
      scientific: this.#scientific(),
      width: isPadded ? this.#width : 0,
      infinity: 'Inf',
    };
  }

  /** How nearly all cells are written (usualDecimals.ts); nothing if that is how all are. */
  usual(): UsualFormat | undefined {
    const cells = this.#byDecimals.reduce((sum, each) => sum + each, 0);
    if (cells < FEWEST_PEOPLE) return undefined;
    const decimals = usualDecimals(this.#byDecimals);
    const { least: leastOfAll, ...all } = this.format();
    const least = leastDecimals(this.#plain, decimals);
    const fixed = leastDecimals(this.#byDecimals, decimals) === decimals;
    const scientific = this.#scientificCells <= tooFewCells(cells) ? undefined : all.scientific;
    const own = !fixed && least > 0 ? least : undefined;
    const isAll =
      decimals === Math.min(this.decimals, MOST_COUNTED) &&
      fixed === all.fixed &&
      scientific === all.scientific &&
      own === leastOfAll;
    if (isAll) return undefined;
    return {
      decimals,
      written: { ...all, ...(own !== undefined && { least: own }), fixed, scientific },
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
