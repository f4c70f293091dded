/**
 * The secret behind the noise of private fits in games. Where one process works alone it stays in memory;
 * processes that share the work must share it, or each would play another game.
 */

import type { GeneratorSettings } from '../generators/generator.ts';
import type { StageControls } from '../work/stages.ts';
import { keepOnce } from '../work/store.ts';

export async function withCommonNoise(
  settings: GeneratorSettings,
  { store, signal }: Pick<StageControls, 'store' | 'signal'>,
): Promise<GeneratorSettings> {
  const { noiseKey } = settings;
  if (!store?.joint || noiseKey === undefined) return settings;
  return { ...settings, noiseKey: await keepOnce(store, 'noise', async () => noiseKey, signal) };
}
