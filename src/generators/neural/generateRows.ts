/** Batches of rows from CTGAN's generator, as training and sampling need them. */

import type { Pointer } from '../../numerics/kernel.ts';
import type { KernelMemory } from '../../numerics/kernelMemory.ts';
import type { Rng } from '../../random/rng.ts';
import type { Choice, Conditions } from './conditions.ts';
import type { RowLayout } from './encoding.ts';
import { type GeneratorNet, generate } from './generatorNet.ts';
import { type Noise, noiseRoom, openNoise } from './noise.ts';
import { type PlacedSpans, placeSpans } from './spans.ts';

/** The reciprocal of the temperature of Gumbel-softmax, 0.2. */
export const SHARPNESS = 5;

/** A generator with room for the noise of a batch. */
export interface Generation {
  readonly memory: KernelMemory;
  readonly generator: GeneratorNet;
  readonly conditions: Conditions;
  readonly embedding: number;
  readonly spans: PlacedSpans;
  readonly normals: Pointer;
  readonly gumbels: Pointer;
  readonly noise: Noise;
}

export function openGeneration(
  memory: KernelMemory,
  layout: RowLayout,
  generator: GeneratorNet,
  conditions: Conditions,
  embedding: number,
  rng: Rng,
): Generation {
  const { rows } = generator;
  return {
    memory,
    generator,
    conditions,
    embedding,
    spans: placeSpans(memory, layout),
    normals: noiseRoom(memory, rows * embedding),
    gumbels: noiseRoom(memory, rows * layout.width),
    noise: openNoise(memory, rng.split('noise')),
  };
}

/** Writes a batch of generated rows with their conditions, `stride` floats apart. */
export function generateRows(
  generation: Generation,
  choices: readonly Choice[] | undefined,
  out: Pointer,
  stride: number,
): void {
  const { memory, generator, conditions, embedding, spans, normals, gumbels, noise } = generation;
  const { kernel } = memory;
  const { rows, input, raw } = generator;
  noise.normals(normals, rows * embedding);
  kernel.copyRows(normals, embedding, input.at, input.stride, rows, embedding);
  if (choices) {
    const wide = memory.view(input.at, (rows - 1) * input.stride + embedding + conditions.width);
    const shown = memory.view(out, rows * stride);
    const one = new Float32Array(conditions.width);
    for (let i = 0; i < rows; i++) {
      conditionInto(one, conditions, choices[i]);
      wide.set(one, i * input.stride + embedding);
      if (stride > raw.stride) shown.set(one, i * stride + raw.stride);
    }
  }
  generate(memory, generator);
  noise.gumbels(gumbels, rows * raw.stride);
  kernel.activate(
    ...([raw.at, gumbels, SHARPNESS, out, stride, rows, raw.stride] as const),
    ...([spans.at, spans.count] as const),
  );
}

/** The condition of a choice: 1 at its category, else 0. */
export function conditionInto(
  out: Float32Array,
  { columns }: Conditions,
  { column, category }: Choice,
): Float32Array {
  out.fill(0);
  out[columns[column].place + category] = 1;
  return out;
}
