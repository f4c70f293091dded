/**
 * Names for all columns: the first of several with the same name keeps it, the others get a number
 * (score, score_2), and a column without a name is called by its place (column_3). Each is noted by its
 * place: in a file without a header a name is a cell.
 */

export interface ColumnNames {
  readonly names: readonly string[];
  /** What was renamed; places count from 1. */
  readonly notes: readonly string[];
}

const MOST_NOTES = 20;

export function columnNames(given: readonly string[]): ColumnNames {
  const taken = new Set(given.filter((name) => name.trim() !== ''));
  if (taken.size === given.length) return { names: given, notes: [] };
  const firstPlace = new Map<string, number>();
  const notes: string[] = [];
  const unused = (base: string, from: number) => {
    let number = from;
    while (taken.has(`${base}_${number}`)) number++;
    const name = `${base}_${number}`;
    taken.add(name);
    return name;
  };
  const names = given.map((name, j) => {
    const place = j + 1;
    if (name.trim() === '') {
      const called = unused('column', place);
      const hint = place === 1 ? ' (R and pandas write row numbers so)' : '';
      notes.push(`column ${place} has no name${hint}; it is called ${JSON.stringify(called)} here`);
      return called;
    }
    const first = firstPlace.get(name);
    if (first === undefined) {
      firstPlace.set(name, place);
      return name;
    }
    const called = unused(name, 2);
    notes.push(
      `columns ${first} and ${place} have the same name; the latter ends in ${JSON.stringify(called.slice(name.length))} here`,
    );
    return called;
  });
  const left = notes.length - MOST_NOTES;
  if (left <= 1) return { names, notes };
  return {
    names,
    notes: [...notes.slice(0, MOST_NOTES), `${left} more columns were renamed in the same way`],
  };
}
