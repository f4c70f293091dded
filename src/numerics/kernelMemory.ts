/**
 * An instance of the kernel whose memory lives as long as its user wants, for work that keeps its state
 * in that memory while others have their turn (scratch memory of `kernel.ts` ends with each call).
 */

import { instantiate, PAGE, type Pointer } from './kernel.ts';
import type { KernelExports } from './kernelExports.ts';

export interface KernelMemory {
  readonly kernel: KernelExports;
  /** Room for `length` floats of 32 bits, all 0, aligned and rounded up to 16 bytes. */
  floats(length: number): Pointer;
  /** The floats at `pointer`, as a view: valid until the next call of `floats`. */
  view(pointer: Pointer, length: number): Float32Array<ArrayBuffer>;
  /** The same memory as whole numbers. */
  words(pointer: Pointer, length: number): Int32Array<ArrayBuffer>;
  /** Gives the memory back; it must not be used any more. */
  close(): void;
}

/** Instances that wait for their next user: each keeps the memory it has grown to. */
const idle: KernelExports[] = [];

export function openKernelMemory(): KernelMemory {
  const kernel = idle.pop() ?? instantiate();
  let top = kernel.heapStart();
  return {
    kernel,
    floats(length) {
      const pointer = top;
      top += Math.ceil(length / 4) * 16;
      grow(kernel, top);
      new Uint8Array(kernel.memory.buffer, pointer, top - pointer).fill(0);
      return pointer;
    },
    view: (pointer, length) => new Float32Array(kernel.memory.buffer, pointer, length),
    words: (pointer, length) => new Int32Array(kernel.memory.buffer, pointer, length),
    close: () => void idle.push(kernel),
  };
}

function grow({ memory }: KernelExports, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing <= 0) return;
  try {
    memory.grow(Math.ceil(missing / PAGE));
  } catch {
    throw new RangeError(
      `the kernel cannot have ${Math.ceil(bytes / 1048576)} MiB: choose smaller batches or layers`,
    );
  }
}
