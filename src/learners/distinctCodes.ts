/**
 * Puts the codes of some rows in order. This is all the sorting that a tree does. Many rows: a set of
 * bits in two levels gives the distinct codes in time that grows with the number of rows. Few rows:
 * each is compared with each, without a branch to mispredict.
 */

export interface CodeSorter {
  /** After `collect`: the code of each row in the order of the rows, and the distinct codes, ascending. */
  readonly gathered: Int32Array;
  readonly distinct: Int32Array;
  /** Looks at rows[from] .. rows[to - 1]; gives how many distinct codes there are. */
  collect(codes: Int32Array, rows: Int32Array, from: number, to: number): number;

  /** After `arrange`: the codes in ascending order, and where in the order of rows each stands. */
  readonly arranged: Int32Array;
  readonly places: Int32Array;
  /** For at most `FEW_ROWS` rows; gives whether there are different codes. */
  arrange(codes: Int32Array, rows: Int32Array, from: number, to: number): boolean;
}

/** At least 2 and at most 32: a place must fit into five bits. */
export const FEW_ROWS = 12;

/** For at most `maxRows` rows whose codes are below `maxCodes`, which is at most 2^26. */
export function codeSorter(maxRows: number, maxCodes: number): CodeSorter {
  const gathered = new Int32Array(maxRows);
  const distinct = new Int32Array(Math.min(maxRows, maxCodes));
  const bits = new Int32Array((maxCodes >> 5) + 1);
  const words = new Int32Array((maxCodes >> 10) + 1);
  const arranged = new Int32Array(FEW_ROWS);
  const places = new Int32Array(FEW_ROWS);
  const keys = new Int32Array(FEW_ROWS);

  function collect(codes: Int32Array, rows: Int32Array, from: number, to: number): number {
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

  function arrange(codes: Int32Array, rows: Int32Array, from: number, to: number): boolean {
    const length = to - from;
    for (let i = 0; i < length; i++) keys[i] = (codes[rows[from + i]] << 5) | i;
    for (let i = 0; i < length; i++) {
      const key = keys[i];
      let smaller = 0;
      for (let j = 0; j < length; j++) smaller += (keys[j] - key) >>> 31;
      arranged[smaller] = key >> 5;
      places[smaller] = i;
    }
    return arranged[0] !== arranged[length - 1];
  }

  return { gathered, distinct, collect, arranged, places, arrange };
}
