/** Vines as generators: one fit, all truncation levels. */

import { fitUpTo } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { modelLogDensities } from '../model/modelDensity.ts';
import { sample, sampleTruncations } from '../model/sample.ts';
import { type FitSettings, resolveSchema } from '../model/settings.ts';
import { truncate, truncationOf } from '../model/truncate.ts';
import { seedOf } from '../random/seedOf.ts';
import type { TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
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
      const schema = settings.schema && resolveSchema(settings.schema);
      return fittedVine(model, responseSampling, schema);
    },
  };
}

/** A model that is there already, as a fitted generator. `schema`: of tables whose density is asked for. */
export function fittedVine(
  model: Model,
  responseSampling: NonNullable<GeneratorSettings['responseSampling']>,
  schema?: TableSchema,
): FittedGenerator {
  const logDensityEach = (models: readonly Model[], table: Table) =>
    modelLogDensities(
      model,
      models.map(({ vine }) => vine),
      table,
      schema,
    );
  const isKnown = hasDensity(model);
  return {
    independentRows: true,
    ...(isKnown && { logDensity: (table: Table) => logDensityEach([model], table)[0] }),
    sample: (rows, rng) => sample(model, rows, { seed: seedOf(rng), responseSampling }),
    levels: {
      highest: truncationOf(model),
      at: (truncation) => fittedVine(truncate(model, truncation), responseSampling, schema),
      sampleEach: (truncations, rows, rng, first) =>
        sampleTruncations(model, rows, truncations, { seed: seedOf(rng), responseSampling }, first),
      ...(isKnown && {
        logDensityEach: (truncations: readonly number[], table: Table) =>
          logDensityEach(
            truncations.map((truncation) => truncate(model, truncation)),
            table,
          ),
      }),
    },
  };
}

/**
 * Of a column that is drawn so that a rule holds, the margin is not of its own values: no density is offered. In a
 * tree it is that of the leaf.
 */
function hasDensity({ columns }: Model): boolean {
  return columns.every(
    ({ content }) =>
      content.kind !== 'modelled' ||
      ((!content.given || content.given.kind === 'tree') &&
        !content.missingAs &&
        !content.missingIf),
  );
}
