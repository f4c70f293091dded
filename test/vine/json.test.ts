/** A vine written as JSON comes back the same, and nothing else comes back. */

import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  fitVine,
  InputError,
  sampleVine,
  truncateVine,
  type Vine,
  vineFromJSON,
  vineLogLik,
  vineToJSON,
} from '../../src/vine.ts';
import { Draw } from '../support/draw.ts';
import { expectSame } from '../support/same.ts';
import { atomsWith, randomCopula, randomStructure, shapes, vineWith } from '../support/vines.ts';

/** Through text and back. */
function reread(vine: Vine): Vine {
  return vineFromJSON(JSON.parse(JSON.stringify(vineToJSON(vine))));
}

function randomVineOf(seed: number): Vine {
  const draw = new Draw(seed);
  const d = 2 + draw.integer(6);
  const structure = randomStructure(shapes[draw.integer(3)], d, draw);
  const atoms = structure.order.map(() =>
    draw.uniform() < 0.3 ? atomsWith([0.1, 0.2, 0.7]) : undefined,
  );
  return truncateVine(
    vineWith(structure, () => randomCopula(draw), atoms),
    draw.integer(d),
  );
}

describe('save, load, save', () => {
  test('gives the same bytes and the same vine, for any vine', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const vine = randomVineOf(seed);
        const again = reread(vine);
        expect(JSON.stringify(vineToJSON(again))).toBe(JSON.stringify(vineToJSON(vine)));
        expect(again).toEqual(vine);
      }),
      { numRuns: 100 },
    );
  });

  test('a fitted vine samples and weighs data as before', async () => {
    const data = sampleVine(randomVineOf(5), 100, { seed: 1, responseSampling: 'latent' });
    const vine = await fitVine(data, { structure: 'rvine' });
    const again = reread(vine);
    expect(again).toEqual(vine);
    expect(vineLogLik(again, data)).toBe(vineLogLik(vine, data));
    const sample = sampleVine(vine, 200, { seed: 2 });
    sampleVine(again, 200, { seed: 2 }).forEach((u, j) => void expectSame(u, sample[j]));
  });

  test('the document is plain JSON without anything lost', () => {
    const json = vineToJSON(randomVineOf(6));
    expect(JSON.parse(JSON.stringify(json))).toEqual(json);
    expect(json).toMatchObject({ format: 'tvinesynth-vine', version: 1 });
  });
});

describe('what is not a sound file is refused', () => {
  const text = JSON.stringify(vineToJSON(randomVineOf(7)));
  const load = (json: unknown) => () => vineFromJSON(json);
  let file: Record<string, unknown>;
  beforeAll(() => {
    file = JSON.parse(text);
  });

  test.each([0, 2, '1', null, undefined])('version %j', (version) => {
    expect(load({ ...file, version })).toThrow(InputError);
    expect(load({ ...file, version })).toThrow(
      /^Vine file: its version is .*, but this engine reads version 1/,
    );
  });

  test.each([null, 3, 'vine', [], {}, { format: 'tvinesynth-model', version: 1 }])('%j', (json) => {
    expect(load(json)).toThrow(InputError);
    expect(load(json)).toThrow(/^Vine file: it is damaged or was not written by this engine/);
  });

  test('a field left out', () => {
    expect(Object.keys(file)).toHaveLength(8);
    for (const key of Object.keys(file)) {
      const { [key]: _, ...rest } = file;
      expect(load(rest), key).toThrow(InputError);
    }
  });

  test('any value changed, anywhere', () => {
    const places = leaves(file).filter(([path]) => path[0] !== 'version');
    expect(places.length).toBeGreaterThan(30);
    const strange = fc.oneof(
      fc.constantFrom(null, 'x', [], {}, true, -1, 0, 1, 0.5, 1e300, 'gaussian'),
      fc.double(),
      fc.integer(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...places), strange, ([path, was], value) => {
        fc.pre(!Object.is(was, value) && !(was === 0 && value === 0));
        expect(load(changed(file, path, value)), `${path}`).toThrow(InputError);
      }),
      { numRuns: 1000 },
    );
  });

  test('any item of a list left out or doubled', () => {
    for (const [path, list] of lists(file)) {
      list.forEach((item, k) => {
        const [before, after] = [list.slice(0, k), list.slice(k + 1)];
        const fewer = changed(file, path, [...before, ...after]);
        const more = changed(file, path, [...before, item, item, ...after]);
        expect(load(fewer), `${path} ${k}`).toThrow(InputError);
        expect(load(more), `${path} ${k}`).toThrow(InputError);
      });
    }
  });

  test('a bit flipped in the text: refused, unless the document says the same', () => {
    const bytes = Buffer.from(text);
    const refused = fc.property(fc.nat(bytes.length - 1), fc.nat(7), (place, bit) => {
      const damaged = Buffer.from(bytes);
      damaged[place] ^= 1 << bit;
      const attempt = tryToLoad(damaged.toString());
      // a digit beyond a double's precision, or the case of an exponent
      if (attempt) expect(attempt).toEqual(vineFromJSON(file));
      return true;
    });
    fc.assert(refused, { numRuns: 2000 });
  });

  test('the text cut off anywhere', () => {
    for (let length = 0; length < text.length; length += 7) {
      expect(tryToLoad(text.slice(0, length))).toBeUndefined();
    }
  });

  /** The vine of a text, nothing if it is refused as it should be. */
  function tryToLoad(damaged: string): Vine | undefined {
    try {
      return vineFromJSON(JSON.parse(damaged));
    } catch (error) {
      expect(error instanceof InputError || error instanceof SyntaxError, `${error}`).toBe(true);
      return undefined;
    }
  }

  type Path = readonly (string | number)[];

  /** Every value that is no list or object, with the way to it. */
  function leaves(value: unknown, path: Path = []): (readonly [Path, unknown])[] {
    if (typeof value !== 'object' || value === null) return [[path, value]];
    return Object.entries(value).flatMap(([key, part]) => leaves(part, [...path, key]));
  }

  /** Every list that is not empty, with the way to it. */
  function lists(value: unknown, path: Path = []): (readonly [Path, unknown[]])[] {
    if (typeof value !== 'object' || value === null) return [];
    const inner = Object.entries(value).flatMap(([key, part]) => lists(part, [...path, key]));
    return Array.isArray(value) && value.length > 0 ? [[path, value], ...inner] : inner;
  }

  /** A copy with one value replaced. */
  function changed(document: unknown, path: Path, value: unknown): unknown {
    const copy = structuredClone(document);
    const last = path[path.length - 1];
    let place = copy as Record<string | number, unknown>;
    for (const key of path.slice(0, -1)) place = place[key] as typeof place;
    place[last] = value;
    return copy;
  }
});
