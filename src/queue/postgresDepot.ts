/** In PostgreSQL: a table of pieces. */

import { type Depot, KEPT_FOR, piecesOf } from './depot.ts';
import type { PgPool } from './peers.ts';

const TABLE = 'tvinesynth_depot';

const CREATE = `create table if not exists ${TABLE} (
  name text not null, piece integer not null, pieces integer not null, bytes bytea not null,
  expires timestamptz not null, primary key (name, piece))`;

export async function postgresDepot(pool: PgPool, space: string): Promise<Depot> {
  const nameOf = (name: string) => `${space}:${name}`;
  // two processes that make it at once: one of them is told that it is there
  await pool.query(CREATE).catch(() => pool.query(CREATE));
  await pool.query(`delete from ${TABLE} where expires < now()`);
  return {
    async put(name, bytes, seconds = KEPT_FOR) {
      const pieces = piecesOf(bytes);
      // the first last, as it is looked for
      for (let k = pieces.length - 1; k >= 0; k--) {
        await pool.query(
          `insert into ${TABLE} values ($1, $2, $3, $4, now() + $5 * interval '1 second')
           on conflict (name, piece) do update set
             pieces = excluded.pieces, bytes = excluded.bytes, expires = excluded.expires`,
          [nameOf(name), k, pieces.length, Buffer.from(pieces[k]), seconds],
        );
      }
    },
    async get(name) {
      const { rows } = await pool.query(
        `select pieces, bytes from ${TABLE} where name = $1 and expires > now() order by piece`,
        [nameOf(name)],
      );
      const found = rows as { pieces: number; bytes: Uint8Array }[];
      if (found.length === 0 || found.length < found[0].pieces) return undefined;
      return Buffer.concat(found.slice(0, found[0].pieces).map(({ bytes }) => bytes));
    },
    async has(names) {
      if (names.length === 0) return new Set();
      const { rows } = await pool.query(
        `select name from ${TABLE} where name = any($1) and piece = 0 and expires > now()`,
        [names.map(nameOf)],
      );
      const found = new Set((rows as { name: string }[]).map((row) => row.name));
      return new Set(names.filter((name) => found.has(nameOf(name))));
    },
    async list(beginning) {
      const { rows } = await pool.query(
        `select name from ${TABLE} where starts_with(name, $1) and piece = 0 and expires > now()`,
        [nameOf(beginning)],
      );
      return (rows as { name: string }[]).map((row) => row.name.slice(nameOf('').length));
    },
    async remove(names) {
      await pool.query(`delete from ${TABLE} where name = any($1)`, [names.map(nameOf)]);
    },
    async close() {
      if (!pool.ending) await pool.end();
    },
  };
}
