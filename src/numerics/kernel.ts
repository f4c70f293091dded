/**
 * The WebAssembly kernel: one instance per thread, made on first use from the bytes that the build
 * produced, with a stack of scratch memory that TypeScript manages.
 */

import base64 from '#kernel';
import type { KernelExports } from './kernelExports.ts';

/** A place in the kernel's memory, in bytes. */
export type Pointer = number;

/** Scratch memory that lives until the function given to `scoped` returns. */
export interface Scope {
  /** Room for `length` doubles, aligned to 16 bytes; contents undefined. */
  column(length: number): Pointer;
  /** A copy of `values` in kernel memory. */
  put(values: Float64Array): Pointer;
  /** The doubles at `pointer`, as a view: valid until the next allocation. */
  view(pointer: Pointer, length: number): Float64Array;
  /** The doubles at `pointer`, copied out. */
  get(pointer: Pointer, length: number): Float64Array;
}

/** What memory grows by, in bytes. */
export const PAGE = 65536;

let compiled: WebAssembly.Module | undefined;
let exports: KernelExports | undefined;
let top: Pointer = 0;

/** The kernel's functions. */
export function kernel(): KernelExports {
  if (!exports) {
    exports = instantiate();
    top = exports.heapStart();
  }
  return exports;
}

/**
 * Runs `work` with scratch memory that is given back afterwards, also when `work` throws.
 * Scopes nest; `work` must not be asynchronous.
 */
export function scoped<T>(work: (scope: Scope) => T): T {
  kernel();
  const mark = top;
  try {
    return work(scope);
  } finally {
    top = mark;
  }
}

const scope: Scope = {
  column(length) {
    const pointer = top;
    top += Math.ceil(length / 2) * 16;
    reserve(top);
    return pointer;
  },
  put(values) {
    const pointer = scope.column(values.length);
    scope.view(pointer, values.length).set(values);
    return pointer;
  },
  view(pointer, length) {
    return new Float64Array(kernel().memory.buffer, pointer, length);
  },
  get(pointer, length) {
    return scope.view(pointer, length).slice();
  },
};

function reserve(bytes: number): void {
  const { memory } = kernel();
  const missing = bytes - memory.buffer.byteLength;
  if (missing <= 0) return;
  // grow by at least a quarter, so that a growing job does not copy its memory again and again
  const pages = Math.ceil(Math.max(missing, memory.buffer.byteLength / 4) / PAGE);
  try {
    memory.grow(pages);
  } catch {
    throw new RangeError(
      `the kernel cannot have ${Math.ceil(bytes / 1048576)} MiB of scratch memory: work on fewer rows at a time`,
    );
  }
}

/** The compiled kernel. Threads that are given it share its machine code. */
export function kernelModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(decode(base64));
  return compiled;
}

/** Takes over a kernel that another thread has compiled; before the first call of `kernel`. */
export function useKernelModule(module: WebAssembly.Module): void {
  compiled = module;
}

/** A new instance with memory of its own. */
export function instantiate(): KernelExports {
  const instance = new WebAssembly.Instance(kernelModule(), {});
  const made = instance.exports as unknown as KernelExports;
  made.start();
  return made;
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}
