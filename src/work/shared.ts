/**
 * Inputs that many units have in common, such as the table that all fits of a game draw their rows from.
 * A task that is sent to another thread or machine holds the address of such an input, and the input
 * itself is sent once. A unit does not know of it: addresses are replaced by what they stand for before
 * it is called.
 */

const MARK = 'shared input';

/** Stands for a value that is kept where the unit will run. */
export interface Shared<Value> {
  readonly [MARK]: string;
  /** Never there: the type of the value. */
  readonly of?: Value;
}

/** A task of which parts may be shared. */
export type WithShared<Task> = { readonly [Part in keyof Task]: Task[Part] | Shared<Task[Part]> };

export function sharedAt<Value>(address: string): Shared<Value> {
  return { [MARK]: address };
}

/** Nothing if it is a value. */
export function addressOf(part: unknown): string | undefined {
  return typeof part === 'object' && part !== null && MARK in part
    ? (part as Shared<unknown>)[MARK]
    : undefined;
}

/** Of all shared parts of a task. */
export function addressesIn(task: unknown): string[] {
  if (!isRecord(task)) return [];
  return Object.values(task).flatMap((part) => addressOf(part) ?? []);
}

/** The task with values in place of addresses. */
export function withInputs(task: unknown, valueAt: (address: string) => unknown): unknown {
  if (addressesIn(task).length === 0) return task;
  return Object.fromEntries(
    Object.entries(task as object).map(([name, part]) => {
      const address = addressOf(part);
      return [name, address === undefined ? part : valueAt(address)];
    }),
  );
}

function isRecord(task: unknown): task is object {
  return (
    typeof task === 'object' && task !== null && Object.getPrototypeOf(task) === Object.prototype
  );
}
