/** A generator that is fitted once in a study; the fit is kept where it can be saved, and restored. */

import type { FittedGenerator, Generator, GeneratorSettings } from '../generators/generator.ts';
import type { Rng } from '../random/rng.ts';
import type { Table } from '../table/table.ts';
import type { Counts, StageControls } from '../work/stages.ts';

export async function fitKept(
  generator: Generator,
  train: Table,
  settings: GeneratorSettings,
  rng: Rng,
  { signal, tell, store }: StageControls,
): Promise<FittedGenerator> {
  tell('fit', { done: 0, total: 1 });
  const { restore } = generator;
  if (store?.joint && restore && settings.margins !== 'empirical') {
    // its noise is known to one process alone, and to nobody when that has ended
    let own: FittedGenerator | undefined;
    const saved = await store.joint.once(
      'fit',
      async () => {
        own = await generator.fit(train, settings, rng, { signal });
        return own.save?.();
      },
      signal,
    );
    tell('fit', { done: 1, total: 1 });
    if (own !== undefined || saved !== undefined) return own ?? restore(saved);
  }
  const saved = generator.restore && (await store?.get('fit'));
  if (generator.restore && saved !== undefined) {
    tell('fit', { done: 1, total: 1, kept: 1 });
    return generator.restore(saved);
  }
  const onProgress = (counts: Counts) => tell('fit', counts);
  const fitted = await generator.fit(train, settings, rng, { signal, onProgress });
  if (generator.restore && fitted.save && settings.margins !== 'empirical') {
    await store?.put('fit', fitted.save());
  }
  tell('fit', { done: 1, total: 1 });
  return fitted;
}
