/** A set of variables, ascending. */
export type VariableSet = Int32Array;

/** The set with one more variable. */
export function withVariable(set: VariableSet, variable: number): VariableSet {
  const larger = new Int32Array(set.length + 1);
  let place = 0;
  while (place < set.length && set[place] < variable) place++;
  larger.set(set.subarray(0, place));
  larger[place] = variable;
  larger.set(set.subarray(place), place + 1);
  return larger;
}

/** The set as a map key: one character for each variable. */
export function keyOf(set: VariableSet): string {
  return String.fromCharCode(...set);
}
