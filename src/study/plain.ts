/**
 * Plain data as JSON can hold it: typed arrays become lists, a number that is not finite null, and
 * what is undefined is left out.
 */
export function plain<Data>(data: Data): Data {
  return plainOf(data) as Data;
}

function plainOf(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array, plainOf);
  if (Array.isArray(value)) return value.map(plainOf);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      part === undefined ? [] : [[name, plainOf(part)]],
    ),
  );
}
