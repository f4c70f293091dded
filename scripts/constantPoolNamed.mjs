// Moves the kernel's vector constants into memory. Engines build a `v128.const` in a general register
// and carry it over, three instructions with a ten-byte immediate; a load from a pool is one, and the
// polynomials of the kernel are mostly constants (normal cdf by its formula: 16 ns a point before, 12 after).
import binaryen from 'binaryen';

/** The pool's place: behind the null page, before the compiler's own static data (`--memoryBase`). */
export const POOL_START = 64;
export const POOL_END = 16384;

/** The module in text form, with its vector constants pooled, as a binary. */
export function poolConstants(text) {
  const pool = new Map();
  const address = (low, high) => {
    const key = `${low} ${high}`;
    if (!pool.has(key))
      pool.set(key, { at: POOL_START + 8 * pool.size, low: Number(low), high: Number(high) });
    return pool.get(key).at;
  };
  const pooled = text.replace(
    /v128\.const i32x4 (0x[0-9a-f]+) (0x[0-9a-f]+) (0x[0-9a-f]+) (0x[0-9a-f]+)/g,
    (whole, a, b, c, d) => {
      // zero is one instruction as it is; uneven lanes are rare
      if (a !== c || b !== d || (Number(a) === 0 && Number(b) === 0)) return whole;
      return `i32.const ${address(a, b)}\n  v128.load64_splat`;
    },
  );
  if (POOL_START + 8 * pool.size > POOL_END)
    throw new Error(`${pool.size} vector constants do not fit into the pool`);
  const words = new Uint32Array([...pool.values()].flatMap(({ low, high }) => [low, high]));
  const bytes = [...new Uint8Array(words.buffer)]
    .map((byte) => `\\${byte.toString(16).padStart(2, '0')}`)
    .join('');
  const memory = /\(memory \$0 (\d+)\)/;
  if (!memory.test(pooled)) throw new Error('the kernel declares no memory');
  const module = binaryen.parseText(
    pooled.replace(
      memory,
      (whole) => `${whole}\n (data $pool (i32.const ${POOL_START}) "${bytes}")`,
    ),
  );
  module.setFeatures(
    binaryen.Features.MVP |
      binaryen.Features.SIMD128 |
      binaryen.Features.MutableGlobals |
      binaryen.Features.SignExt |
      binaryen.Features.NontrappingFPToInt |
      binaryen.Features.BulkMemory |
      binaryen.Features.BulkMemoryOpt,
  );
  if (!module.validate()) throw new Error('the kernel is not valid after pooling its constants');
  binaryen.setDebugInfo(true); return module.emitBinary();
}
