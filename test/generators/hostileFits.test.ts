/** Saved fits that somebody altered and sealed again: refused, or fits that draw sound tables. */
import { describe, test } from 'vitest';
import { sha256 } from '../../src/documents/sha256.ts';
import { generators } from '../../src/generators/catalogue.ts';
import type { GeneratorSettings } from '../../src/generators/generator.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import {
  alterationsOf,
  altered,
  checkTable,
  expectHarmless,
  tryAll,
} from '../support/alterations.ts';
import { mixedTable, SCHEMA } from './neural/tables.ts';

const ROWS = 50;

const settings: GeneratorSettings = {
  response: 'y',
  schema: SCHEMA,
  privbayes: { ranges: 'data', bins: 4 },
  privpgd: { ranges: 'data', bins: 4, particles: 30, epochs: 2 },
  dpvine: { ranges: 'data', bins: 4, mostNoise: 9 },
  ctgan: { epochs: 1, batch: 20, pac: 2, embedding: 4, generator: [8, 8], discriminator: [8, 8] },
  tvae: { epochs: 1, batch: 20, latent: 2, compress: [8, 8], decompress: [8, 8] },
};

/** Which columns may have gaps, by what the document says. */
interface SavedColumn {
  readonly name: string;
  readonly missing?: boolean;
  readonly hasGaps?: boolean;
  readonly places?: readonly number[];
  readonly value?: number | null;
}

function resealed(content: object): unknown {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  return JSON.parse(JSON.stringify({ ...content, checksum: sha256(bytes) }));
}

describe('an altered saved fit with a new checksum', () => {
  test.each(['privbayes', 'privpgd', 'dpvine', 'ctgan', 'tvae'] as const)(
    '%s',
    { timeout: 3_600_000 },
    async (name) => {
      const { fit: fitTo, restore } = generators[name];
      const saved = (await fitTo(mixedTable(120), settings, rngFromSeed(1))).save?.();
      const { checksum: _, ...content } = JSON.parse(JSON.stringify(saved));
      const use = async (json: unknown) => {
        const table = restore?.(json).sample(ROWS, rngFromSeed(2));
        if (!table) throw new Error('it cannot be restored');
        const { columns } = json as { columns: readonly SavedColumn[] };
        const expected = columns.map((column) => ({
          name: column.name,
          gaps:
            column.missing === true ||
            column.hasGaps === true ||
            column.places?.includes(-1) === true ||
            column.value === null,
        }));
        await checkTable(table, ROWS, expected);
      };
      await use(resealed(content));
      const outcome = await tryAll(alterationsOf(content), 300, (alteration) =>
        use(resealed(altered(content, alteration))),
      );
      expectHarmless(name, outcome);
    },
  );
});
