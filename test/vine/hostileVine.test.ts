/** Vine documents that somebody altered and sealed again: refused, or vines that can be drawn from. */

import { describe, expect, test } from 'vitest';
import {
  InputError,
  sampleVine,
  truncateColumns,
  truncateVine,
  vineFromJSON,
  vineToJSON,
} from '../../src/vine.ts';
import { alterationsOf, altered, expectHarmless, tryAll } from '../support/alterations.ts';
import { randomClassVine } from '../support/classVines.ts';
import { Draw } from '../support/draw.ts';
import { vineSealed } from '../support/vineSealed.ts';
import { atomsWith, randomCopula, randomStructure, shapes, vineWith } from '../support/vines.ts';

function use(json: unknown): void {
  const vine = vineFromJSON(JSON.parse(JSON.stringify(json)));
  for (const responseSampling of ['exact', 'latent'] as const) {
    const columns = sampleVine(vine, 50, { seed: 1, responseSampling });
    if (columns.length !== vine.structure.order.length) throw new Error('columns');
    for (const u of columns) {
      if (u.length !== 50) throw new Error(`${u.length} rows`);
      for (const each of u) if (!(each >= 0 && each <= 1)) throw new Error(`u is ${each}`);
    }
  }
}

describe('an altered vine with a new checksum', () => {
  test('by class and by column', { timeout: 3_600_000 }, async () => {
    const vine = randomClassVine(new Draw(13), {
      d: 6,
      groups: [0, 2, 1, 2],
      isDiscrete: (position) => position % 2 === 0,
    });
    const cut = truncateColumns(vine, [1, 2, undefined, 3, undefined, undefined]);
    const json = JSON.parse(JSON.stringify(vineToJSON(cut)));
    expect(json).toMatchObject({ version: 2, groups: [0, 2, 1, 2] });
    use(vineSealed(json));
    const outcome = await tryAll(alterationsOf(json), 600, (alteration) => {
      const changed = altered(json, alteration);
      use(alteration.path[0] === 'checksum' ? changed : vineSealed(changed));
    });
    expectHarmless('a vine by class', outcome);
  });

  test('more groups than a call has arguments', () => {
    const vine = randomClassVine(new Draw(14), { d: 3, groups: [0, 1] });
    const json = JSON.parse(JSON.stringify(vineToJSON(vine)));
    const many = { ...json, groups: new Array(500_000).fill(0) };
    expect(() => use(vineSealed(many))).toThrow(InputError);
    expect(() => use(vineSealed(many))).toThrow(
      /groups: must be a list of 2 to 10, but has 500000/,
    );
  });

  test.each(shapes)('%s', { timeout: 3_600_000 }, async (shape) => {
    const draw = new Draw(12);
    const structure = randomStructure(shape, 6, draw);
    const atoms = structure.order.map((variable) =>
      variable % 2 === 0 ? atomsWith([0.1, 0.2, 0.7]) : undefined,
    );
    const whole = vineWith(structure, () => randomCopula(draw), atoms);
    const json = JSON.parse(JSON.stringify(vineToJSON(truncateVine(whole, 4))));
    use(vineSealed(json));
    const outcome = await tryAll(alterationsOf(json), 400, (alteration) => {
      const changed = altered(json, alteration);
      use(alteration.path[0] === 'checksum' ? changed : vineSealed(changed));
    });
    expectHarmless(`a vine, ${shape}`, outcome);
  });
});
