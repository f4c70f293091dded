/** The training of CTGAN: Xu and others 2019, algorithm 1, with the losses of Gulrajani and others 2017. */

import { InputError } from '../../numerics/inputError.ts';
import type { Pointer } from '../../numerics/kernel.ts';
import { type KernelMemory, openKernelMemory } from '../../numerics/kernelMemory.ts';
import type { Rng } from '../../random/rng.ts';
import type { FitWatch } from '../generator.ts';
import {
  type Choice,
  type Conditions,
  choiceDrawer,
  conditionsOf,
  countCategories,
  rowsByCategory,
} from './conditions.ts';
import {
  beginDiscriminator,
  type Discriminator,
  deceive,
  discriminatorGradients,
  openDiscriminator,
} from './discriminator.ts';
import type { Encoded } from './encode.ts';
import {
  conditionInto,
  type Generation,
  generateRows,
  openGeneration,
  SHARPNESS,
} from './generateRows.ts';
import { beginGenerator, type GeneratorNet, generateBack, openGenerator } from './generatorNet.ts';
import { inEpochs } from './pace.ts';
import { openAdam } from './parameters.ts';
import type { ResolvedCtgan } from './settings.ts';

const BETA1 = 0.5;
const BETA2 = 0.9;

/** The generator's parameters after training. */
export async function trainCtgan(
  encoded: Encoded,
  settings: ResolvedCtgan,
  rng: Rng,
  watch?: FitWatch,
): Promise<Float32Array> {
  const memory = openKernelMemory();
  try {
    const { batch, epochs, discriminatorSteps } = settings;
    const training = openTraining(memory, encoded, settings, rng);
    const steps = Math.max(Math.floor(encoded.rows / batch), 1);
    await inEpochs(epochs, new Array<number>(steps).fill(batch), watch, () => {
      for (let i = 0; i < discriminatorSteps; i++) training.improveDiscriminator();
      training.improveGenerator();
    });
    const { values, floats } = training.generator.parameters;
    const weights = memory.view(values, floats).slice();
    if (!weights.every(Number.isFinite)) {
      throw new InputError(
        'CTGAN: the training has diverged. Lower the rates, or raise the batch.',
      );
    }
    return weights;
  } finally {
    memory.close();
  }
}

export interface CtganTraining {
  readonly generator: GeneratorNet;
  readonly discriminator: Discriminator;
  improveDiscriminator(): { loss: number; penalty: number };
  /** Gives the generator's loss and the cross-entropy of its conditions. */
  improveGenerator(): { loss: number; entropy: number };
}

/** One training, step by step; a pure function of data, settings, stream and the steps taken. */
export function openTraining(
  memory: KernelMemory,
  encoded: Encoded,
  settings: ResolvedCtgan,
  rng: Rng,
): CtganTraining {
  const { layout, rows, data } = encoded;
  const { width } = layout;
  const conditions = conditionsOf(layout, countCategories(layout, data));
  const { generator, discriminator } = openNetworks(memory, width, conditions, settings, rng);
  const room: Room = {
    ...openGeneration(memory, layout, generator, conditions, settings.embedding, rng),
    choices: memory.floats(3 * settings.batch),
  };
  const adam = { beta1: BETA1, beta2: BETA2 };
  const stepGenerator = openAdam(memory, generator.parameters, {
    ...adam,
    rate: settings.generatorRate,
    decay: settings.generatorDecay,
  });
  const stepDiscriminator = openAdam(memory, discriminator.parameters, {
    ...adam,
    rate: settings.discriminatorRate,
    decay: settings.discriminatorDecay,
  });
  const draw = openBatches(rows, width, data, conditions, settings, rng.split('batches'));
  return {
    generator,
    discriminator,
    improveDiscriminator() {
      const batch = draw(true);
      generateRows(room, batch.choices, discriminator.input.at, width + conditions.width);
      showRealRows(room, discriminator, batch, encoded);
      const losses = discriminatorGradients(memory, discriminator, room.noise);
      stepDiscriminator();
      return losses;
    },
    improveGenerator() {
      const { choices } = draw(false);
      const losses = generatorGradients(room, discriminator, choices);
      stepGenerator();
      return losses;
    },
  };
}

/** Both networks with their first parameters. */
function openNetworks(
  memory: KernelMemory,
  width: number,
  conditions: Conditions,
  settings: ResolvedCtgan,
  rng: Rng,
): { readonly generator: GeneratorNet; readonly discriminator: Discriminator } {
  const { batch, pac, embedding } = settings;
  const shape = {
    inputs: embedding + conditions.width,
    widths: settings.generator,
    outputs: width,
  };
  const generator = openGenerator(memory, shape, batch, true);
  const discriminator = openDiscriminator(
    memory,
    pac * (width + conditions.width),
    settings.discriminator,
    batch / pac,
  );
  beginGenerator(memory, generator, rng.split('generator'));
  beginDiscriminator(memory, discriminator, rng.split('discriminator'));
  return { generator, discriminator };
}

/** Writes the real rows of a batch, with the conditions they meet, to where the discriminator reads them. */
function showRealRows(
  { memory, generator, conditions }: Room,
  discriminator: Discriminator,
  { choices, order, real }: Batch,
  { layout: { width }, data }: Encoded,
): void {
  const stride = width + conditions.width;
  const to = memory.view(discriminator.real.at, generator.rows * stride);
  const shown = new Float32Array(conditions.width);
  for (let i = 0; i < generator.rows; i++) {
    const from = real[i] * width;
    to.set(data.subarray(from, from + width), i * stride);
    if (choices) to.set(conditionInto(shown, conditions, choices[order[i]]), i * stride + width);
  }
}

/** The gradients of the generator: of what deceives, and of conditions that are not met. */
function generatorGradients(
  room: Room,
  discriminator: Discriminator,
  choices: readonly Choice[] | undefined,
): { loss: number; entropy: number } {
  const { memory, generator, conditions, spans } = room;
  const { kernel } = memory;
  const { rows, raw, rawGradient } = generator;
  const width = raw.stride;
  const stride = width + conditions.width;
  const rowsAt = discriminator.input.at;
  generateRows(room, choices, rowsAt, stride);
  const { loss, gradient } = deceive(memory, discriminator, room.noise);
  kernel.activateBack(
    ...([rowsAt, gradient.at, stride, SHARPNESS, rawGradient.at] as const),
    ...([rows, width, spans.at, spans.count] as const),
  );
  let entropy = 0;
  if (choices) {
    placeChoices(room, choices);
    const weight = 1 / rows;
    const total = kernel.chosenEntropy(
      ...([raw.at, room.choices, weight, rawGradient.at, rows, width] as const),
    );
    entropy = total / rows;
  }
  generateBack(memory, generator);
  return { loss, entropy };
}

interface Room extends Generation {
  /** Where the conditions of a batch are written for the kernel. */
  readonly choices: Pointer;
}

function placeChoices({ memory, conditions, choices: at }: Room, choices: readonly Choice[]): void {
  const words = memory.words(at, 3 * choices.length);
  choices.forEach(({ column, category }, i) => {
    const { begin, length } = conditions.columns[column];
    words[3 * i] = begin;
    words[3 * i + 1] = length;
    words[3 * i + 2] = category;
  });
}

interface Batch {
  /** Of the generated rows; nothing where the table has no categories. */
  readonly choices: readonly Choice[] | undefined;
  /** The real rows, and the place of their condition among the choices. */
  readonly order: Uint32Array;
  readonly real: Uint32Array;
}

/** Draws batches: conditions, and for each a real row that meets it, in another order. */
function openBatches(
  rows: number,
  width: number,
  data: Float32Array,
  conditions: Conditions,
  { batch, logFrequency }: ResolvedCtgan,
  rng: Rng,
): (withReal: boolean) => Batch {
  const hasConditions = conditions.width > 0;
  const drawChoice = hasConditions ? choiceDrawer(conditions, logFrequency) : undefined;
  const lists = rowsByCategory(conditions, width, data);
  const stream = rng.split('uniforms');
  const none = new Uint32Array(0);
  let drawn = 0;
  return (withReal) => {
    const u = stream.uniforms(3 * batch, 3 * batch * drawn);
    const order = withReal && drawChoice ? rng.split('order', drawn).permutation(batch) : none;
    drawn++;
    const choices =
      drawChoice && Array.from({ length: batch }, (_, i) => drawChoice(u[3 * i], u[3 * i + 1]));
    if (!withReal) return { choices, order, real: none };
    const real = Uint32Array.from({ length: batch }, (_, i) => {
      const v = u[3 * i + 2];
      if (!choices) return Math.floor(v * rows);
      const { column, category } = choices[order[i]];
      const list = lists[column][category];
      return list[Math.floor(v * list.length)];
    });
    return { choices, order, real };
  };
}
