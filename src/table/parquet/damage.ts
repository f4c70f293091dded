/** A Parquet file says of itself what cannot be true; the message never holds a cell. */
export class Damage extends Error {
  override readonly name = 'Damage';
}

/** A whole number within its bounds, or the file is damaged. */
export function within(value: unknown, least: number, most: number, what: string): number {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (
    typeof number !== 'number' ||
    !Number.isInteger(number) ||
    !(number >= least && number <= most)
  ) {
    throw new Damage(`${what} is out of bounds`);
  }
  return number;
}
