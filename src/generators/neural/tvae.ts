/** TVAE (Xu and others, NeurIPS 2019) as a generator. */

import { list, record, text, whole } from '../../documents/check.ts';
import { refuseFaults, sealed, unsealed } from '../../documents/sealedDocument.ts';
import { resolveSchema } from '../../model/settings.ts';
import { type KernelMemory, openKernelMemory } from '../../numerics/kernelMemory.ts';
import type { Rng } from '../../random/rng.ts';
import { applySchema } from '../../table/applySchema.ts';
import { counted } from '../../table/counted.ts';
import { formatCheck } from '../../table/layoutSchema.ts';
import type { FileFormat, Table } from '../../table/table.ts';
import type { FittedGenerator, Generator } from '../generator.ts';
import { type Decoder, decode, openDecoder } from './autoencoder.ts';
import { decodeRows } from './decode.ts';
import { encodeTable, encodingOf } from './encode.ts';
import { type EncodedColumn, layoutRow } from './encoding.ts';
import { encodedCheck } from './encodingSchema.ts';
import { noiseRoom, openNoise } from './noise.ts';
import { checkRoom, floatsFromText, floatsToText, WHAT } from './savedFit.ts';
import { type ResolvedTvae, resolveTvae } from './settings.ts';
import { placeSpans } from './spans.ts';
import { batchSizes, trainTvae } from './tvaeTraining.ts';

/** A fit: what samples are drawn from. Plain data, without rows. */
interface TvaeFit {
  readonly columns: readonly EncodedColumn[];
  readonly table: FileFormat;
  readonly latent: number;
  readonly decompress: readonly number[];
  readonly notes: readonly string[];
  readonly weights: Float32Array;
}

const HEAD = { what: WHAT, format: 'tvinesynth-tvae', version: 1 } as const;
/** Numbers of a layer. */
const MOST_WIDTH = 0x100000;

const savedCheck = record({
  columns: encodedCheck,
  table: formatCheck,
  latent: whole(1, MOST_WIDTH),
  decompress: list(whole(1, MOST_WIDTH), 2, 2),
  notes: list(text()),
  weights: text(),
});
/** Rows that are decoded at a time. */
const PIECE = 512;

export const tvae: Generator = {
  async fit(table, settings, rng, watch) {
    const resolved = resolveTvae(settings.tvae, table.rows);
    const typed = applySchema(table, resolveSchema(settings.schema));
    const encoded = encodeTable(typed, encodingOf(resolved, settings), rng.split('encoding'));
    const weights = await trainTvae(encoded, resolved, rng.split('training'), watch);
    const { latent, decompress } = resolved;
    const notes = [...encoded.notes, ...ownNotes(resolved, encoded.rows)];
    const { save, ...fit } = fittedTvae({
      columns: encoded.columns,
      table: table.format,
      latent,
      decompress,
      notes,
      weights,
    });
    return resolved.guard && save ? { ...fit, save } : fit;
  },
  restore(saved) {
    const given = unsealed(HEAD, saved);
    refuseFaults(WHAT, given, savedCheck);
    const content = given as unknown as Omit<TvaeFit, 'weights'> & { weights: unknown };
    const { columns, latent, decompress, weights } = content;
    const widths = [latent, ...decompress, layoutRow(columns).width];
    checkRoom(
      weights,
      widths.slice(1).map((width, i) => [widths[i], width]),
    );
    const memory = openKernelMemory();
    try {
      const { parameters } = networkOf(memory, content, 1);
      return fittedTvae({
        ...content,
        weights: floatsFromText(content.weights, parameters.floats),
      });
    } finally {
      memory.close();
    }
  },
};

function fittedTvae(fit: TvaeFit): FittedGenerator {
  return {
    independentRows: true,
    notes: fit.notes,
    sample: (rows, rng) => sampleRows(fit, rows, rng),
    save: () => sealed(HEAD, { ...fit, weights: floatsToText(fit.weights) }),
  };
}

function networkOf(
  memory: KernelMemory,
  { columns, latent, decompress }: Omit<TvaeFit, 'weights'>,
  rows: number,
): Decoder {
  return openDecoder(memory, latent, decompress, layoutRow(columns).width, rows, false);
}

function sampleRows(fit: TvaeFit, rows: number, rng: Rng): Table {
  const { columns, latent } = fit;
  const layout = layoutRow(columns);
  const { width } = layout;
  const data = new Float32Array(rows * width);
  const memory = openKernelMemory();
  try {
    const decoder = networkOf(memory, fit, PIECE);
    const { values, floats } = decoder.parameters;
    memory.view(values, floats).set(fit.weights);
    const { at: spans, count } = placeSpans(memory, layout);
    const out = memory.floats(PIECE * width);
    const numbers = layout.spans.filter(({ kind }) => kind === 'tanh').map(({ begin }) => begin);
    const errors = noiseRoom(memory, PIECE * numbers.length);
    const sigma = memory.view(decoder.sigma.value, width).slice();
    const noise = openNoise(memory, rng.split('noise'));
    for (let from = 0; from < rows; from += PIECE) {
      noise.normals(decoder.code.at, PIECE * latent);
      const raw = decode(memory, decoder, PIECE);
      memory.kernel.activate(raw.at, 0, 1, out, width, PIECE, width, spans, count);
      noise.normals(errors, PIECE * numbers.length);
      const drawn = memory.view(out, PIECE * width);
      const error = memory.view(errors, PIECE * numbers.length);
      for (let i = 0; i < PIECE; i++) {
        numbers.forEach((begin, j) => {
          drawn[i * width + begin] += sigma[begin] * error[i * numbers.length + j];
        });
      }
      data.set(drawn.subarray(0, Math.min(PIECE, rows - from) * width), from * width);
    }
  } finally {
    memory.close();
  }
  return decodeRows(columns, data, rows, fit.table, rng.split('cells'));
}

function ownNotes(settings: ResolvedTvae, rows: number): string[] {
  const { batch, lastBatch } = settings;
  const sizes = batchSizes(rows, settings);
  const last = sizes[sizes.length - 1];
  const dropped = rows % batch;
  if (rows < batch) {
    return [`TVAE: the batch of ${batch} rows is larger than the table; a batch is all its rows.`];
  }
  if (lastBatch === 'keep' && last < batch) {
    return [
      `TVAE: every epoch ends with a batch of ${counted(last, 'row')}; an attack that compares fits of other numbers of rows sees the number of steps.`,
    ];
  }
  if (lastBatch === 'drop' && dropped > 0) {
    return [`TVAE: every epoch leaves out ${counted(dropped, 'row')}, other ones each time.`];
  }
  return [];
}
