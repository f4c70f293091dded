import { expect, test } from 'vitest';
import { sealerOf } from '../../src/store/sealer.ts';

const sealer = sealerOf(new Uint8Array(32).fill(1));

test.each([0, 1, 100, (1 << 22) - 1, 1 << 22, (9 << 20) + 5])(
  '%d bytes are opened in memory that threads have in common, and refused if they are altered',
  (length) => {
    const plain = Uint8Array.from({ length }, (_, i) => (i * 7919) >> 3);
    const sealed = sealer.seal(plain, 'a');
    const anew = sealer.unseal(sealed, 'a') as Uint8Array;
    expect(Buffer.compare(anew, plain)).toBe(0);
    for (const at of [0, length >> 1, sealed.length - 1]) {
      const altered = Uint8Array.from(sealed);
      altered[at] ^= 1;
      expect(sealer.unsealShared(altered, 'a')).toBeUndefined();
    }
    expect(sealer.unsealShared(Uint8Array.from(sealed), 'b')).toBeUndefined();
    const found = sealer.unsealShared(sealed, 'a') as Uint8Array;
    expect(Buffer.compare(found, plain)).toBe(0);
    expect(found.buffer).toBeInstanceOf(SharedArrayBuffer);
  },
);
