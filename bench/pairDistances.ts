/** How far the two-way tables of two tables are apart: total variation, mean over pairs with a category of three levels or more. */

import type { Table } from '../src/table/table.ts';

const MOST_LEVELS = 40;
const PARTS = 5;

/** `whole`: the table that numbers are cut into fifths by. */
export function pairDistances(whole: Table, first: Table, second: Table): number {
  const coded = whole.columns.flatMap(({ name }) => {
    const cells = (table: Table) => textsOf(table, name);
    const [all, a, b] = [cells(whole), cells(first), cells(second)];
    const levels = [...new Set(all)].sort();
    const isNumber = levels
      .filter((each) => each !== '')
      .every((each) => Number.isFinite(Number(each)));
    if (!isNumber || levels.length <= PARTS) {
      if (levels.length > MOST_LEVELS || levels.length < 2) return [];
      const code = (texts: readonly string[]) => texts.map((each) => levels.indexOf(each) + 1);
      return [
        {
          size: levels.length + 1,
          isNominal: !isNumber && levels.length > 2,
          a: code(a),
          b: code(b),
        },
      ];
    }
    const sorted = all
      .filter((each) => each !== '')
      .map(Number)
      .sort((x, y) => x - y);
    const cuts = Array.from(
      { length: PARTS - 1 },
      (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / PARTS)],
    );
    const code = (texts: readonly string[]) =>
      texts.map((each) => (each === '' ? PARTS : cuts.filter((cut) => Number(each) >= cut).length));
    return [{ size: PARTS + 1, isNominal: false, a: code(a), b: code(b) }];
  });
  const distances = coded.flatMap((x, i) =>
    coded.slice(i + 1).flatMap((y) => {
      if (!x.isNominal && !y.isNominal) return [];
      const shares = new Float64Array(x.size * y.size);
      x.a.forEach((code, row) => {
        shares[code * y.size + y.a[row]] += 1 / x.a.length;
      });
      x.b.forEach((code, row) => {
        shares[code * y.size + y.b[row]] -= 1 / x.b.length;
      });
      return [shares.reduce((sum, share) => sum + Math.abs(share), 0) / 2];
    }),
  );
  return distances.reduce((sum, each) => sum + each, 0) / distances.length;
}

/** The cells of a column as texts; '' where missing. */
function textsOf(table: Table, name: string): string[] {
  const column = table.columns.find((each) => each.name === name);
  if (column?.kind === 'text') {
    return Array.from(column.codes, (code) => (code < 0 ? '' : column.dictionary[code]));
  }
  return Array.from(column?.values ?? [], (value) => (Number.isNaN(value) ? '' : `${value}`));
}
