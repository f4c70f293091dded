/** Missing numbers in a column: NaN. */

/** Whether any value is missing. (A plain loop: columns are long, and this is asked of every sample.) */
export function hasMissing(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) return true;
  return false;
}

/** 1 where a value is missing; nothing if none is. */
export function missingMask(values: Float64Array): Uint8Array | undefined {
  if (!hasMissing(values)) return undefined;
  return Uint8Array.from(values, (value) => (Number.isNaN(value) ? 1 : 0));
}
