/** CTGAN (Xu and others, NeurIPS 2019) as a generator. */

import { finite, list, record, text, whole } from '../../documents/check.ts';
import { refuseFaults, sealed, unsealed } from '../../documents/sealedDocument.ts';
import { resolveSchema } from '../../model/settings.ts';
import { type KernelMemory, openKernelMemory } from '../../numerics/kernelMemory.ts';
import type { Rng } from '../../random/rng.ts';
import { applySchema } from '../../table/applySchema.ts';
import { formatCheck } from '../../table/layoutSchema.ts';
import type { FileFormat, Table } from '../../table/table.ts';
import type { FittedGenerator, Generator } from '../generator.ts';
import { choiceDrawer, conditionsOf, countCategories, countLegacy } from './conditions.ts';
import { trainCtgan } from './ctganTraining.ts';
import { decodeRows } from './decode.ts';
import { encodeTable, encodingOf } from './encode.ts';
import { type EncodedColumn, layoutRow } from './encoding.ts';
import { encodedCheck } from './encodingSchema.ts';
import { generateRows, openGeneration } from './generateRows.ts';
import { type GeneratorNet, openGenerator } from './generatorNet.ts';
import { checkRoom, damaged, floatsFromText, floatsToText, WHAT } from './savedFit.ts';
import { type ResolvedCtgan, resolveCtgan } from './settings.ts';

/** A fit: what samples are drawn from. Plain data, without rows. */
interface CtganFit {
  readonly columns: readonly EncodedColumn[];
  readonly table: FileFormat;
  /** Of each discrete column, how often a sample's condition shall be each category. */
  readonly counts: readonly (readonly number[])[];
  readonly batch: number;
  readonly embedding: number;
  readonly generator: readonly number[];
  readonly notes: readonly string[];
  readonly weights: Float32Array;
}

const HEAD = { what: WHAT, format: 'tvinesynth-ctgan', version: 1 } as const;
/** Numbers of a layer, and floats of a batch in all layers: 512 MiB. */
const MOST_WIDTH = 0x100000;
const MOST_FLOATS = 0x8000000;

const savedCheck = record({
  columns: encodedCheck,
  table: formatCheck,
  counts: list(list(finite(0, Number.MAX_SAFE_INTEGER), 1)),
  batch: whole(1, MOST_FLOATS),
  embedding: whole(1, MOST_WIDTH),
  generator: list(whole(4, MOST_WIDTH), 1, 100),
  notes: list(text()),
  weights: text(),
});

export const ctgan: Generator = {
  async fit(table, settings, rng, watch) {
    const resolved = resolveCtgan(settings.ctgan, table.rows);
    const typed = applySchema(table, resolveSchema(settings.schema));
    const encoded = encodeTable(typed, encodingOf(resolved, settings), rng.split('encoding'));
    const { columns, layout, data } = encoded;
    const weights = await trainCtgan(encoded, resolved, rng.split('training'), watch);
    const counts = resolved.legacySampling
      ? countLegacy(layout, data)
      : countCategories(layout, data);
    const { batch, embedding, generator } = resolved;
    const notes = [...encoded.notes, ...ownNotes(resolved, encoded.rows)];
    const { save, ...fit } = fittedCtgan({
      columns,
      table: table.format,
      counts,
      batch,
      embedding,
      generator,
      notes,
      weights,
    });
    return resolved.guard && save ? { ...fit, save } : fit;
  },
  restore(saved) {
    const given = unsealed(HEAD, saved);
    refuseFaults(WHAT, given, savedCheck);
    const content = given as unknown as Omit<CtganFit, 'weights'> & { weights: unknown };
    checkSizes(content);
    const memory = openKernelMemory();
    try {
      const { parameters } = networkOf(memory, content);
      return fittedCtgan({
        ...content,
        weights: floatsFromText(content.weights, parameters.floats),
      });
    } finally {
      memory.close();
    }
  },
};

/** Refuses counts that are not those of the columns, and networks that the weights are too few for. */
function checkSizes(content: Omit<CtganFit, 'weights'> & { weights: unknown }): void {
  const { columns, counts, embedding, generator, batch, weights } = content;
  const { categories, width } = layoutRow(columns);
  const fits =
    counts.length === categories.length &&
    counts.every(
      (each, j) => each.length === categories[j].length && each.some((count) => count > 0),
    );
  if (!fits) throw damaged('counts: are not those of the categories of its columns');
  if (generator.some((each) => each % 4 !== 0)) {
    throw damaged('generator: must be multiples of four');
  }
  const inputs = embedding + categories.reduce((sum, { length }) => sum + length, 0);
  const hidden = generator.reduce((sum, each) => sum + each, 0);
  checkRoom(weights, [
    ...generator.map((each) => [inputs, each] as const),
    [hidden + inputs, width],
  ]);
  if (batch * (inputs + 2 * hidden + 3 * width) > MOST_FLOATS) {
    throw damaged('batch: is larger than memory allows');
  }
}

function fittedCtgan(fit: CtganFit): FittedGenerator {
  return {
    // rows of a batch share its moments
    independentRows: false,
    notes: fit.notes,
    sample: (rows, rng) => sampleRows(fit, rows, rng),
    save: () => sealed(HEAD, { ...fit, weights: floatsToText(fit.weights) }),
  };
}

function networkOf(
  memory: KernelMemory,
  { columns, counts, embedding, generator, batch }: Omit<CtganFit, 'weights'>,
): GeneratorNet {
  const layout = layoutRow(columns);
  const { width } = conditionsOf(layout, counts);
  const shape = { inputs: embedding + width, widths: generator, outputs: layout.width };
  return openGenerator(memory, shape, batch, false);
}

/** Whole batches, of which the last is cut: batch normalisation makes a row depend on its batch. */
function sampleRows(fit: CtganFit, rows: number, rng: Rng): Table {
  const { columns, counts, batch, embedding } = fit;
  const layout = layoutRow(columns);
  const { width } = layout;
  const conditions = conditionsOf(layout, counts);
  const data = new Float32Array(rows * width);
  const memory = openKernelMemory();
  try {
    const generator = networkOf(memory, fit);
    memory.view(generator.parameters.values, generator.parameters.floats).set(fit.weights);
    const generation = openGeneration(memory, layout, generator, conditions, embedding, rng);
    const out = memory.floats(batch * width);
    const draw = conditions.width > 0 ? choiceDrawer(conditions, false) : undefined;
    const stream = rng.split('conditions');
    for (let from = 0; from < rows; from += batch) {
      const u = stream.uniforms(2 * batch, 2 * from);
      const choices = draw && Array.from({ length: batch }, (_, i) => draw(u[2 * i], u[2 * i + 1]));
      generateRows(generation, choices, out, width);
      const kept = Math.min(batch, rows - from);
      data.set(memory.view(out, kept * width), from * width);
    }
  } finally {
    memory.close();
  }
  return decodeRows(columns, data, rows, fit.table, rng.split('cells'));
}

function ownNotes({ batch, legacySampling }: ResolvedCtgan, rows: number): string[] {
  return [
    ...(batch > rows
      ? [
          `CTGAN: the batch of ${batch} rows is larger than the table; rows are drawn with replacement, one step an epoch.`,
        ]
      : []),
    ...(legacySampling
      ? [
          "CTGAN: conditions of samples are drawn as ctgan 0.8.0 does, which does not keep the categories' frequencies.",
        ]
      : []),
  ];
}
