/**
 * What leaves the process: plain data as JSON can hold it (typed arrays become lists, a number that is
 * not finite null, and what is undefined is left out), with figures in three significant digits. More
 * would say nothing, since all figures rest on samples, and would help whoever wants to find out whose
 * record moved them. Whole numbers are counts and stay; so does what the user set, under the names
 * in `asIs`.
 */

/** Fewer people than this are never told of: no count, no figure, no level, no way of writing. */
export const FEWEST_PEOPLE = 5;

const DIGITS = 3;

export function publish<Data>(data: Data, asIs: readonly string[] = []): Data {
  return published(data, asIs) as Data;
}

/** A figure as it is published. */
export function roundFigure(value: number): number {
  return Number.isFinite(value) && !Number.isInteger(value)
    ? Number(value.toPrecision(DIGITS))
    : value;
}

function published(value: unknown, asIs: readonly string[], isKept = false): unknown {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return null;
    return isKept ? value : roundFigure(value);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) {
    return Array.from(value as Float64Array, (part) => published(part, asIs, isKept));
  }
  if (Array.isArray(value)) return value.map((part) => published(part, asIs, isKept));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      part === undefined ? [] : [[name, published(part, asIs, isKept || asIs.includes(name))]],
    ),
  );
}
