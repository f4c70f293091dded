import { InputError } from '../../numerics/inputError.ts';

/** Refuses an order that is not a permutation of 0..d-1 with d >= 1. */
export function checkOrder(order: readonly number[]): void {
  const fault = orderFault(order);
  if (fault !== undefined) {
    throw new InputError(
      `Order of the variables: ${fault}. List every column index once, counted from 0.`,
    );
  }
}

/** Why `order` is not a permutation of 0..d-1, or nothing if it is one. */
export function orderFault(order: readonly number[]): string | undefined {
  const d = order.length;
  if (d === 0) return 'it is empty, but a vine needs at least one variable';
  const seenAt = new Int32Array(d).fill(-1);
  for (let i = 0; i < d; i++) {
    const variable = order[i];
    if (!Number.isInteger(variable) || variable < 0 || variable >= d) {
      return `place ${i} holds ${variable}, which is not a whole number from 0 to ${d - 1}`;
    }
    if (seenAt[variable] >= 0)
      return `variable ${variable} occurs twice, at places ${seenAt[variable]} and ${i}`;
    seenAt[variable] = i;
  }
  return undefined;
}

/** Refuses a truncation level that a vine on d variables cannot have. */
export function checkTruncation(truncation: number, d: number): void {
  if (Number.isInteger(truncation) && truncation >= 0 && truncation < d) return;
  throw new InputError(
    `Truncation level: found ${truncation}, but a vine on ${d} variables has 0 to ${d - 1} trees. Give a whole number in this range.`,
  );
}
