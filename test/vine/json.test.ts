/** A vine written as JSON comes back the same, and nothing else comes back. */

import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  cvine,
  fitVine,
  InputError,
  sampleVine,
  truncateColumns,
  truncateVine,
  type Vine,
  vineFromJSON,
  vineLogLik,
  vineToJSON,
} from '../../src/vine.ts';
import {
  classVineWith,
  gaussian,
  randomClassVine,
  shared,
  sharesWith,
  split,
} from '../support/classVines.ts';
import { Draw } from '../support/draw.ts';
import { expectSame } from '../support/same.ts';
import { vineSealed } from '../support/vineSealed.ts';
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

function byClassOf(seed: number): Vine {
  return randomClassVine(new Draw(seed), {
    d: 6,
    groups: [0, 1, 1],
    isDiscrete: (position) => position === 2,
  });
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

  test('by class: the same bytes, vine, samples and weights, at every cut', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const whole = byClassOf(seed);
      const draw = new Draw(seed);
      const trees = whole.structure.order.map(() => draw.integer(6));
      for (const vine of [whole, truncateVine(whole, 1), truncateColumns(whole, trees)]) {
        const again = reread(vine);
        expect(again).toEqual(vine);
        expect(JSON.stringify(vineToJSON(again))).toBe(JSON.stringify(vineToJSON(vine)));
        const sample = sampleVine(vine, 50, { seed });
        sampleVine(again, 50, { seed }).forEach((u, j) => void expectSame(u, sample[j]));
        expect(vineLogLik(again, sample)).toBe(vineLogLik(vine, sample));
      }
    }
  });

  test('version 2 where something is by class, else version 1 without groups', () => {
    const whole = byClassOf(2);
    expect(vineToJSON(whole)).toMatchObject({ version: 2, groups: [0, 1, 1] });
    const nothing = vineToJSON(truncateVine(whole, 0));
    expect(nothing.version).toBe(1);
    expect(nothing).not.toHaveProperty('groups');
  });

  test('a file of version 1, as it was written before there were classes', () => {
    // by hand, with the checksum of the engine that wrote it
    const old = {
      format: 'tvinesynth-vine',
      version: 1,
      checksum: 'aa5061eab4c2344a3ace2d8c6fedfd51',
      rows: 100,
      order: [2, 1, 0],
      partners: [[0, 0], [1]],
      copulas: [
        [
          ['gaussian', 0, [0.5], 12.5],
          ['clayton', 90, [1.25], 7.5],
        ],
        [['independence', 0, [], 0]],
      ],
      atoms: [
        null,
        null,
        [
          [0, 0.25],
          [0.25, 1],
        ],
      ],
    };
    const vine = vineFromJSON(old);
    expect(vine.groups).toBeUndefined();
    expect(vine.edges.map((edge) => [edge.tree, edge.a, edge.b, edge.family])).toEqual([
      [1, 0, 2, 'clayton'],
      [1, 1, 2, 'gaussian'],
      [2, 0, 1, 'independence'],
    ]);
    expect(vineToJSON(vine)).toEqual(old);
  });
});

describe('what is not a sound file is refused', () => {
  const text = JSON.stringify(vineToJSON(randomVineOf(7)));
  const load = (json: unknown) => () => vineFromJSON(json);
  let file: Record<string, unknown>;
  beforeAll(() => {
    file = JSON.parse(text);
  });

  test.each([0, 3, '1', null, undefined])('version %j', (version) => {
    expect(load({ ...file, version })).toThrow(InputError);
    expect(load({ ...file, version })).toThrow(
      /^Vine file: its version is .*, but this engine reads versions 1, 2\. Use the engine/,
    );
  });

  test('version 2 without anything by class, as version 1 with it', () => {
    const message = /has edges by class, groups of classes and version 2 not all or none/;
    expect(load(vineSealed({ ...file, version: 2 }))).toThrow(message);
    const byClass = JSON.parse(JSON.stringify(vineToJSON(byClassOf(1))));
    expect(load(vineSealed(byClass))).not.toThrow();
    expect(load(vineSealed({ ...byClass, version: 1 }))).toThrow(message);
    const { groups: _, ...without } = byClass;
    expect(load(vineSealed(without))).toThrow(message);
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
});

describe('what is wrong with classes is said', () => {
  const parts = {
    structure: cvine([0, 1, 2, 3]),
    atoms: [undefined, undefined, undefined, atomsWith([0.5, 0.3, 0.2])],
    groups: [0, 1, 1],
  };
  const vine = classVineWith(parts, (k) =>
    k === 0
      ? split(sharesWith([1, 2]), sharesWith([2, 1]))
      : k === 1
        ? split(gaussian(0.5), gaussian(-0.5))
        : shared(gaussian(0.2)),
  );
  const [first, second] = ['copulas.0.0', 'copulas.1.0'];
  const shares = `${first}.classes.0`;
  const one = ['gaussian', 0, [0.1], 0];
  const stray = ['shares', [0.5, 1], [0.2, 1], 0];
  const noRoot = /groups: are not those of the levels of a root that all are joined with/;
  const misfit = (tree: number) =>
    new RegExp(`copulas\\[${tree}\\]\\[0\\]: does not fit the groups of classes`);

  test.each([
    ['fewer groups than levels', 'groups', [0, 1], noRoot],
    ['a group left out', 'groups', [0, 2, 2], /groups: leave a group out/],
    ['a group too many', 'groups', [0, 1, 2], misfit(0)],
    ['one group', 'groups', [0, 0, 0], misfit(0)],
    ['a group that is no number', 'groups', [0, 1, 0.5], /groups\[2\]: must be a whole number/],
    ['a group below 0', 'groups', [0, 1, -1], /groups\[2\]: must be a whole number/],
    ['a continuous root', 'atoms.3', null, noRoot],
    ['a path as first tree', 'partners', [[0, 1, 2], [0, 1], [0]], noRoot],
    ['an edge with a class too many', `${second}.classes`, [one, one, one], misfit(1)],
    ['an edge with one class', `${second}.classes`, [one], /classes: must be a list of at least 2/],
    ['shares beyond the first tree', `${second}.classes.0`, stray, misfit(1)],
    ['shares without classes', first, stray, /copulas\[0\]\[0\]\[0\]: must be one of/],
    [
      'a further part',
      `${first}.more`,
      1,
      /copulas\[0\]\[0\]: has a part "more" that is not known/,
    ],
    ['cells that do not end with 1', `${shares}.1`, [0.5, 0.9], /\[1\]: must end with 1/],
    ['shares that do not end with 1', `${shares}.2`, [0.5, 0.9], /\[2\]: must end with 1/],
    ['cells that do not rise', `${shares}.1`, [1, 1], /\[1\]: must rise/],
    ['an empty cell', `${shares}.2`, [1, 1], /\[2\]: must rise/],
    ['a first cell of no width', `${shares}.1`, [0, 1], /\[1\]: must begin above 0/],
    ['a first cell of no share', `${shares}.2`, [0, 1], /\[2\]: must begin above 0/],
    ['more shares than cells', `${shares}.2`, [0.2, 0.5, 1], /must have a share for each cell/],
    ['no cells', `${shares}.1`, [], /\[1\]: must be a list of 1 to 4096/],
    ['a share above 1', `${shares}.2`, [1.5, 1], /\[2\]\[0\]: must be a number from 0 to 1/],
    ['no log-likelihood', shares, stray.slice(0, 3), /must be a list of 4, but has 3/],
    ['a parameter too large', `${second}.classes.1.2`, [1.5], /is outside the bounds of gaussian/],
  ] as const)('%s', (_, path, value, message) => {
    const json = JSON.parse(JSON.stringify(vineToJSON(vine)));
    expect(vineFromJSON(json)).toEqual(vine);
    const load = () => vineFromJSON(vineSealed(changed(json, path.split('.'), value)));
    expect(load).toThrow(InputError);
    expect(load).toThrow(message);
  });
});

type Path = readonly (string | number)[];

/** A copy with one value replaced. */
function changed(document: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(document);
  const last = path[path.length - 1];
  let place = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) place = place[key] as typeof place;
  place[last] = value;
  return copy;
}
