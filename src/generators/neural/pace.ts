/** A long training: it tells how far it is, gives others their turn and can be cancelled. */

import { checkpoint } from '../../work/checkpoint.ts';
import { openPace } from '../../work/progress.ts';
import type { FitWatch } from '../generator.ts';

/** Rows that are gone through between two turns: some hundredths of a second. */
const ROWS_PER_TURN = 1000;

/** Runs `step` for each of `steps` steps of `rows` rows in each of `epochs` epochs. */
export async function inEpochs(
  epochs: number,
  steps: readonly number[],
  watch: FitWatch | undefined,
  step: (epoch: number, step: number) => void,
): Promise<void> {
  const tell = openPace(watch?.onProgress);
  let since = 0;
  watch?.signal?.throwIfAborted();
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = 0; i < steps.length; i++) {
      step(epoch, i);
      since += steps[i];
      if (since < ROWS_PER_TURN) continue;
      since = 0;
      await checkpoint(watch?.signal);
    }
    tell(epoch + 1, epochs);
  }
}
