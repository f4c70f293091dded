import { expect, test } from 'vitest';
import { loadEngine } from '../../bench/engine.ts';
import { ROOT } from '../support/repository.ts';

test('a build without the measured functions is refused by name', async () => {
  await expect(loadEngine(`${ROOT}build/kernel.js`)).rejects.toThrow(
    'does not export fitVine, sampleVine, pairCopula',
  );
});
