/** In Redis or Valkey: a key for each piece; the first says how many there are, and is written last. */

import type { Redis } from 'ioredis';
import { type Depot, KEPT_FOR, piecesOf } from './depot.ts';

/** `space`: before all names, in braces so that a cluster keeps them together. */
export function redisDepot(redis: Redis, space: string): Depot {
  const keyOf = (name: string, piece = 0) => `{${space}}:${name}${piece === 0 ? '' : `#${piece}`}`;
  const start = keyOf('');
  return {
    async put(name, bytes, seconds = KEPT_FOR) {
      const pieces = piecesOf(bytes);
      for (let k = 1; k < pieces.length; k++) {
        await redis.set(keyOf(name, k), Buffer.from(pieces[k]), 'EX', seconds);
      }
      const head = Buffer.alloc(4);
      head.writeUInt32LE(pieces.length);
      await redis.set(keyOf(name), Buffer.concat([head, pieces[0]]), 'EX', seconds);
    },
    async get(name) {
      const first = await redis.getBuffer(keyOf(name));
      if (!first || first.length < 4) return undefined;
      const pieces = [first.subarray(4)];
      for (let k = 1; k < first.readUInt32LE(0); k++) {
        const piece = await redis.getBuffer(keyOf(name, k));
        if (!piece) return undefined;
        pieces.push(piece);
      }
      return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    },
    async has(names) {
      if (names.length === 0) return new Set();
      const pipeline = redis.pipeline();
      for (const name of names) pipeline.exists(keyOf(name));
      const found = (await pipeline.exec()) ?? [];
      return new Set(names.filter((_, at) => found[at]?.[1] === 1));
    },
    async list(beginning) {
      const names: string[] = [];
      const match = `${keyOf(beginning).replace(/[*?[\]\\]/g, '\\$&')}*`;
      let cursor = '0';
      do {
        const [next, keys] = await redis.scan(cursor, 'MATCH', match, 'COUNT', 1000);
        cursor = next;
        for (const key of keys) if (!/#\d+$/.test(key)) names.push(key.slice(start.length));
      } while (cursor !== '0');
      return [...new Set(names)];
    },
    async remove(names) {
      for (const name of names) {
        const first = await redis.getBuffer(keyOf(name));
        const pieces = first && first.length >= 4 ? first.readUInt32LE(0) : 1;
        await redis.unlink(...Array.from({ length: pieces }, (_, k) => keyOf(name, k)));
      }
    },
    async close() {
      redis.disconnect();
    },
  };
}
