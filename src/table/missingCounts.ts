/** How often each missing code was seen in a column; a row counts once. */
export class MissingCounts {
  total = 0;
  readonly #counts = new Map<string, number>();
  #lastRow = -1;

  note(code: string, row: number, anyOrder = false): void {
    if (!anyOrder) {
      if (row <= this.#lastRow) return;
      this.#lastRow = row;
    }
    this.total++;
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
  }

  /** The most frequent code, the first of equals. */
  most(): string {
    let best = '';
    let count = 0;
    for (const [code, times] of this.#counts) {
      if (times > count) [best, count] = [code, times];
    }
    return best;
  }
}
