/** The training of TVAE. */

import { InputError } from '../../numerics/inputError.ts';
import { type KernelMemory, openKernelMemory } from '../../numerics/kernelMemory.ts';
import type { Rng } from '../../random/rng.ts';
import type { FitWatch } from '../generator.ts';
import {
  autoencoderGradients,
  beginAutoencoder,
  boundSigma,
  type Decoder,
  openDecoder,
  openEncoder,
} from './autoencoder.ts';
import type { Encoded } from './encode.ts';
import { openNoise } from './noise.ts';
import { inEpochs } from './pace.ts';
import { openAdam } from './parameters.ts';
import type { ResolvedTvae } from './settings.ts';
import { placeSpans } from './spans.ts';

const BETA1 = 0.9;
const BETA2 = 0.999;

/** The decoder's parameters after training. */
export async function trainTvae(
  encoded: Encoded,
  settings: ResolvedTvae,
  rng: Rng,
  watch?: FitWatch,
): Promise<Float32Array> {
  const memory = openKernelMemory();
  try {
    const sizes = batchSizes(encoded.rows, settings);
    const training = openTraining(memory, encoded, settings, rng);
    const { batch } = settings;
    let order: Uint32Array = new Uint32Array(0);
    await inEpochs(settings.epochs, sizes, watch, (epoch, step) => {
      if (step === 0) order = rng.split('order', epoch).permutation(encoded.rows);
      training.improve(order.subarray(step * batch, step * batch + sizes[step]));
    });
    const { values, floats } = training.decoder.parameters;
    const weights = memory.view(values, floats).slice();
    if (!weights.every(Number.isFinite)) {
      throw new InputError('TVAE: the training has diverged. Lower the rate, or raise the batch.');
    }
    return weights;
  } finally {
    memory.close();
  }
}

/** Rows of each step of an epoch. */
export function batchSizes(
  rows: number,
  { batch, lastBatch }: Pick<ResolvedTvae, 'batch' | 'lastBatch'>,
): number[] {
  const sizes = new Array<number>(Math.floor(rows / batch)).fill(batch);
  const rest = rows % batch;
  if (rest > 0 && (lastBatch === 'keep' || sizes.length === 0)) sizes.push(rest);
  return sizes;
}

export interface TvaeTraining {
  readonly decoder: Decoder;
  /** One step on the given rows. Gives the two parts of the loss. */
  improve(rows: Uint32Array): { reconstruction: number; divergence: number };
}

export function openTraining(
  memory: KernelMemory,
  { layout, rows, data }: Encoded,
  settings: ResolvedTvae,
  rng: Rng,
): TvaeTraining {
  const { width } = layout;
  const { latent, rate, decay, lossFactor } = settings;
  const most = Math.min(settings.batch, rows);
  const encoder = openEncoder(memory, width, settings.compress, latent, most);
  const decoder = openDecoder(memory, latent, settings.decompress, width, most, true);
  beginAutoencoder(memory, encoder, decoder, rng.split('weights'));
  const spans = placeSpans(memory, layout);
  const out = memory.floats(most * width);
  const noise = openNoise(memory, rng.split('noise'));
  const adam = { rate, decay, beta1: BETA1, beta2: BETA2 };
  const steps = [encoder, decoder].map(({ parameters }) => openAdam(memory, parameters, adam));
  return {
    decoder,
    improve(taken) {
      const input = memory.view(encoder.input.at, taken.length * width);
      taken.forEach((row, i) => {
        input.set(data.subarray(row * width, (row + 1) * width), i * width);
      });
      const losses = autoencoderGradients(
        ...([memory, encoder, decoder, taken.length, spans, lossFactor, out, noise] as const),
      );
      for (const step of steps) step();
      boundSigma(memory, decoder);
      return losses;
    },
  };
}
