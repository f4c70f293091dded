/** Units of work by name, as threads know them, and how a thread answers a call. */

import { transfer } from 'comlink';
import { useKernelModule } from '../numerics/kernel.ts';
import { withInputs } from './shared.ts';

/** A unit: a pure function of data that can be sent to another thread; it may take its time. */
export type Unit = (task: never) => unknown;

export type Units = Readonly<Record<string, Unit>>;

/** Units by name whose types are kept: `Table extends UnitTable<Table>`. */
export type UnitTable<Table> = { readonly [Name in keyof Table]: Unit };

/** What a thread exposes to its pool. */
export interface WorkerApi {
  /** Before all else: the kernel that the pool's thread has compiled. */
  begin(kernel: WebAssembly.Module): void;
  /** An input that tasks from now on refer to by its address. */
  keep(address: string, value: unknown): void;
  /** It is of no more use; without an address: none is. */
  forget(address?: string): void;
  run(name: string, task: unknown): Promise<unknown>;
}

/** Runs units by name. Columns in a result are handed over, not copied. */
export function workerApi(units: Units): WorkerApi {
  const inputs = new Map<string, { readonly value: unknown; readonly buffers: Set<ArrayBuffer> }>();
  const inputAt = (address: string) => {
    const input = inputs.get(address);
    if (!input) throw new Error(`no input has the address ${address}`);
    return input.value;
  };
  return {
    begin: useKernelModule,
    keep: (address, value) => void inputs.set(address, { value, buffers: buffersOf(value) }),
    forget(address) {
      if (address === undefined) inputs.clear();
      else inputs.delete(address);
    },
    async run(name, task) {
      const result = await runUnit(units, name, withInputs(task, inputAt));
      if (typeof result !== 'object' || result === null) return result;
      const buffers = buffersOf(result);
      // what belongs to an input is copied: the next unit needs it
      for (const input of inputs.values()) {
        for (const buffer of input.buffers) buffers.delete(buffer);
      }
      return transfer(result, [...buffers]);
    },
  };
}

/**
 * The result of a unit. If it fails, the error names the unit and says what its input looked like:
 * types and lengths, never a value.
 */
export async function runUnit(units: Units, name: string, task: unknown): Promise<unknown> {
  const unit = units[name] as ((input: unknown) => unknown) | undefined;
  if (!unit) throw new Error(`no unit of work is called '${name}'`);
  try {
    return await unit(task);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${FAILED} '${name}' failed: ${reason}. Its input: ${shapeOf(task)}`, {
      cause,
    });
  }
}

const FAILED = 'Unit of work';

/** Whether the unit itself failed, as it would anywhere, and not what it ran on. */
export function isUnitFailure(error: unknown): error is Error {
  return error instanceof Error && error.message.startsWith(`${FAILED} '`);
}

/** A value in outline: `{ u: Float64Array(884), settings: { criterion: string } }`. */
function shapeOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    return `${value.constructor.name}(${(value as Float64Array).length})`;
  }
  const parts = Object.entries(value).map(([key, part]) => `${key}: ${shapeOf(part)}`);
  return `{ ${parts.join(', ')} }`;
}

/** The memory behind all typed arrays in a result, each once. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    // what threads have in common cannot be handed over
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) buffersOf(part, found);
  }
  return found;
}
