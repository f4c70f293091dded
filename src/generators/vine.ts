/** Vines as generators: one fit, all truncation levels. */

import { fitUpTo } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { sample, sampleTruncations } from '../model/sample.ts';
import type { FitSettings } from '../model/settings.ts';
import { truncate, truncationOf } from '../model/truncate.ts';
import { seedOf } from '../random/seedOf.ts';
import { openPace } from '../work/progress.ts';
import type { FittedGenerator, Generator, GeneratorSettings } from './generator.ts';

/** TVineSynth's own models, with what the name of the generator fixes. */
export function vineGenerator(fixed: Partial<FitSettings>): Generator {
  return {
    async fit(table, { responseSampling = 'exact', ...given }, rng, watch) {
      const { copyShare: _, noiseSeed: __, noiseKey: ___, ...settings } = given;
      const tell = openPace(watch?.onProgress);
      const model = await fitUpTo(table, {
        ...settings,
        ...fixed,
        seed: seedOf(rng.split('fit')),
        ...(watch?.signal && { signal: watch.signal }),
        onProgress: ({ stage, done, total }) => {
          if (stage === 'vine') tell(done, total);
        },
      });
      return fittedVine(model, responseSampling);
    },
  };
}

/** A model that is there already, as a fitted generator. */
export function fittedVine(
  model: Model,
  responseSampling: NonNullable<GeneratorSettings['responseSampling']>,
): FittedGenerator {
  return {
    independentRows: true,
    sample: (rows, rng) => sample(model, rows, { seed: seedOf(rng), responseSampling }),
    levels: {
      highest: truncationOf(model),
      at: (truncation) => fittedVine(truncate(model, truncation), responseSampling),
      sampleEach: (truncations, rows, rng) =>
        sampleTruncations(model, rows, truncations, { seed: seedOf(rng), responseSampling }),
    },
  };
}
