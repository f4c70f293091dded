/** Missing numbers in a column: NaN. */

/** Whether any value is missing. (A plain loop: columns are long, and this is asked of every sample.) */
export function hasMissing(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) return true;
  return false;
}

/** 1 where a value is missing; nothing if none is. */
export function missingMask(values: Float64Array): Uint8Array | undefined {
  if (!hasMissing(values)) return undefined;
  const mask = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) mask[i] = 1;
  return mask;
}
