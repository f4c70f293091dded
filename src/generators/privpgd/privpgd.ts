/**
 * PrivPGD: noisy tables of all pairs of columns, and particles whose tables come near to them (Donhauser,
 * Abad, Hulkund and Yang, ICML 2024). Given public ranges, levels and gaps, a fit is (epsilon, delta)-
 * private for the replacement of one row; the number of rows is public.
 *
 * Noise is drawn once in a fit, which ends with the particles; a sample takes rows of them, all before
 * any comes a second time. The original draws new noise, and so spends its budget again, whenever it is
 * asked for rows.
 */

import { list, oneOf, whole } from '../../documents/check.ts';
import { InputError } from '../../numerics/inputError.ts';
import type { FittedGenerator, Generator } from '../generator.ts';
import { type Decoding, tableOfCells } from '../private/cells.ts';
import { checkCells, checkSampleRows } from '../private/check.ts';
import { damaged, type Saved, sealed, unsealed } from '../private/document.ts';
import { noiseOf } from '../private/noise.ts';
import { prepareCells } from '../private/prepare.ts';
import { promiseOf } from '../private/promise.ts';
import { fitParticles } from './fitParticles.ts';
import { pairsOf } from './marginals.ts';
import { resolvePrivPgd } from './settings.ts';

const FORMAT = 'tvinesynth-privpgd';

interface SavedPrivPgd extends Saved {
  readonly decoding: Decoding;
  /** By column, the cell of each particle. */
  readonly particles: readonly (readonly number[])[];
}

export const privPgd: Generator = {
  async fit(table, settings, rng, watch) {
    const resolved = resolvePrivPgd(settings.privpgd ?? {});
    const prepared = prepareCells(table, settings, resolved, 'right');
    const { columns, codes, format, notes, voids } = prepared;
    if (table.rows < 1) throw new InputError('PrivPGD: found no rows. Give a table with rows.');
    if (columns.length < 2) {
      throw new InputError('PrivPGD: found one column that can be modelled. Give at least two.');
    }
    const cells = columns.map((column) => column.cells);
    const names = columns.map(({ name }) => name);
    const pairs = pairsOf(names, cells, resolved.workload);
    const total = pairs.reduce((sum, { a, b }) => sum + cells[a] * cells[b], 0);
    checkCells('PrivPGD', total, 'Give fewer bins or a workload of fewer pairs.');
    const { noise, known } = noiseOf(settings, FORMAT, resolved, rng);
    const particles = await fitParticles({ pairs, codes, cells }, resolved, { noise, rng }, watch);
    const { decoding, epsilon, delta } = resolved;
    const promised = promiseOf(voids, `epsilon ${epsilon}, delta ${delta}`, known);
    const told = [...promised, ...notes];
    const { save, ...rest } = fitted({ columns, table: format, notes: told, decoding }, particles);
    // ranges that end at single people are not written
    return resolved.ranges === 'extremes' || !save ? rest : { ...rest, save };
  },
  restore,
};

function fitted(
  saved: Omit<SavedPrivPgd, 'particles'>,
  particles: readonly Int32Array[],
): FittedGenerator {
  const { columns, table, decoding, notes } = saved;
  const count = particles[0].length;
  return {
    // not quite: but a long sample takes each particle once before any comes twice, so its parts differ
    independentRows: true,
    notes,
    sample(rows, rng) {
      checkSampleRows(rows);
      const taken = new Uint32Array(rows);
      for (let from = 0, round = 0; from < rows; from += count, round++) {
        const order = rng.split('order', round).permutation(count);
        taken.set(order.subarray(0, Math.min(count, rows - from)), from);
      }
      const codes = particles.map((column) => Int32Array.from(taken, (place) => column[place]));
      return tableOfCells(columns, codes, table, decoding, rng);
    },
    save: () =>
      sealed(FORMAT, { ...saved, particles: particles.map((column) => Array.from(column)) }),
  };
}

const PARTS = {
  decoding: oneOf('uniform', 'centre'),
  particles: list(list(whole(0, 0x7fffffff), 1), 1),
};

function restore(given: unknown): FittedGenerator {
  const { particles, ...saved } = unsealed<SavedPrivPgd>(FORMAT, given, PARTS);
  const { columns } = saved;
  const count = particles[0].length;
  const isWhole =
    particles.length === columns.length &&
    particles.every(
      (codes, j) => codes.length === count && codes.every((code) => code < columns[j].cells),
    );
  if (!isWhole) throw damaged('its particles are not whole');
  return fitted(
    saved,
    particles.map((codes) => Int32Array.from(codes)),
  );
}
