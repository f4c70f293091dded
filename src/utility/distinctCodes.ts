/**
 * The distinct codes of some rows in ascending order, in time that grows with the number of rows:
 * a set of bits in two levels, or insertion when the rows are few. This is all the sorting that a
 * tree does.
 */

export interface CodeSorter {
  /** The code of each row looked at last, in the order of the rows. */
  readonly gathered: Int32Array;
  /** The distinct codes of these rows, ascending. */
  readonly distinct: Int32Array;
  /** Looks at rows[from] .. rows[to - 1]; gives how many distinct codes there are. */
  collect(codes: Int32Array, rows: Int32Array, from: number, to: number): number;
}

/** At most this many rows are sorted by insertion. */
const FEW = 16;

/** For at most `maxRows` rows whose codes are below `maxCodes`. */
export function codeSorter(maxRows: number, maxCodes: number): CodeSorter {
  const gathered = new Int32Array(maxRows);
  const distinct = new Int32Array(Math.min(maxRows, maxCodes) + FEW);
  const bits = new Int32Array((maxCodes >> 5) + 1);
  const words = new Int32Array((maxCodes >> 10) + 1);

  function insert(codes: Int32Array, rows: Int32Array, from: number, to: number): number {
    let count = 0;
    for (let i = from; i < to; i++) {
      const code = codes[rows[i]];
      gathered[i - from] = code;
      let at = count;
      while (at > 0 && distinct[at - 1] > code) at--;
      if (at > 0 && distinct[at - 1] === code) continue;
      for (let k = count; k > at; k--) distinct[k] = distinct[k - 1];
      distinct[at] = code;
      count++;
    }
    return count;
  }

  function mark(codes: Int32Array, rows: Int32Array, from: number, to: number): number {
    for (let i = from; i < to; i++) {
      const code = codes[rows[i]];
      gathered[i - from] = code;
      bits[code >> 5] |= 1 << (code & 31);
      words[code >> 10] |= 1 << ((code >> 5) & 31);
    }
    let count = 0;
    for (let top = 0; top < words.length; top++) {
      let wordSet = words[top];
      words[top] = 0;
      while (wordSet !== 0) {
        const lowestWord = wordSet & -wordSet;
        wordSet ^= lowestWord;
        const word = (top << 5) + 31 - Math.clz32(lowestWord);
        let bitSet = bits[word];
        bits[word] = 0;
        const base = word << 5;
        while (bitSet !== 0) {
          const lowestBit = bitSet & -bitSet;
          bitSet ^= lowestBit;
          distinct[count++] = base + 31 - Math.clz32(lowestBit);
        }
      }
    }
    return count;
  }

  return {
    gathered,
    distinct,
    collect: (codes, rows, from, to) =>
      to - from <= FEW ? insert(codes, rows, from, to) : mark(codes, rows, from, to),
  };
}
