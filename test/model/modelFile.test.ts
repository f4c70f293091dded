import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../src/documents/sha256.ts';
import {
  fit as fitTable,
  InputError,
  type Model,
  modelFromText,
  modelToText,
  sample,
} from '../../src/index.ts';
import { ENGINE_VERSION } from '../../src/model/engine.ts';
import { modelFromJSON, modelToJSON } from '../../src/model/modelFile.ts';
import { Draw } from '../support/draw.ts';
import { hospital, tableFrom, textOf } from './tables.ts';

let model: Model;
let text: string;

beforeAll(async () => {
  model = await fitTable(await hospital(300), {
    response: 'died',
    families: 'onepar',
    truncation: 3,
    // nothing that version 1 cannot say
    byClass: 'never',
  });
  text = modelToText(model);
});

describe('a model file', () => {
  test('comes back as the same bytes, and draws the same table', async () => {
    const again = modelFromText(text);
    expect(modelToText(again)).toBe(text);
    expect(await textOf(sample(again, 300))).toBe(await textOf(sample(model, 300)));
    expect(modelFromJSON(JSON.parse(text))).toEqual(again);
  });

  test('says what it is', () => {
    expect(JSON.parse(text)).toMatchObject({
      format: 'tvinesynth-model',
      version: 1,
      engine: ENGINE_VERSION,
      seed: 1,
    });
    expect(text.split('\n').length).toBeGreaterThan(20);
  });

  test('of another version is refused', () => {
    const later = { ...modelToJSON(model), version: 5 };
    expect(() => modelFromJSON(later)).toThrow(
      /version is 5, but this engine reads versions 1, 2, 3, 4\. Use the engine that wrote it/,
    );
    expect(() => modelFromJSON({ format: 'else' })).toThrow(InputError);
    for (const none of [null, 3, [], 'text']) expect(() => modelFromJSON(none)).toThrow(InputError);
  });

  test('that is cut off is refused', () => {
    const draw = new Draw(1);
    for (let i = 0; i < 100; i++) {
      expect(() => modelFromText(text.slice(0, draw.integer(text.length - 2)))).toThrow(InputError);
    }
  });

  test('with one bit changed is refused', () => {
    const bytes = new TextEncoder().encode(text.trimEnd());
    const draw = new Draw(2);
    for (let i = 0; i < 400; i++) {
      const altered = bytes.slice();
      altered[draw.integer(bytes.length)] ^= 1 << draw.integer(7);
      expect(() => modelFromText(new TextDecoder().decode(altered))).toThrow(InputError);
    }
  });

  test('with a checksum of somebody else is refused where it is not whole', () => {
    const { checksum: _, ...content } = modelToJSON(model);
    const sealed = (changed: object) => {
      const document = { ...content, ...changed };
      const bytes = new TextEncoder().encode(JSON.stringify(document));
      return { ...document, checksum: sha256(bytes) };
    };
    expect(modelFromJSON(sealed({}))).toBeDefined();
    for (const change of [{ columns: 3 }, { order: [] }, { vine: {} }, { columns: [{}] }]) {
      expect(() => modelFromJSON(sealed(change))).toThrow(InputError);
    }
  });

  test('is read again, whatever the table was like', { timeout: 60_000 }, async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const draw = new Draw(seed);
      const heaped = () => [0.05, 0.1, 0.2, 0.2, 1.3][draw.integer(5)];
      const scale = 10 ** (draw.integer(30) - 15);
      const lines = Array.from({ length: 60 + draw.integer(60) }, (_, i) => [
        i * 3,
        draw.uniform() < 0.5 ? heaped() : (2 * draw.uniform()).toFixed(2),
        (scale * (draw.uniform() - 0.5)).toPrecision(3),
        draw.integer(4),
        draw.uniform() < 0.3 ? '' : ['yes', 'no', '=1+1', 'a "b"'][draw.integer(4)],
        draw.uniform() < 0.3 ? 'NA' : draw.integer(50) - 25,
        `0${1 + draw.integer(9)}/1${draw.integer(9)}/2021 1${draw.integer(9)}:30`,
        '',
        'same',
        i % 2,
      ]);
      const header = ['id', 'heap', 'x', 'n', 'word', 'gap', 'day', 'none', 'one', 'y'];
      const decimals = seed % 3 === 0 ? { decimals: 0 } : {};
      const heap = { type: 'continuous', ...decimals, ...(seed % 2 === 0 && { min: 0, max: 9 }) };
      const fitted = await fitTable(await tableFrom([header, ...lines]), {
        response: 'y',
        families: 'gaussian',
        truncation: 1,
        structure: (['cvine', 'dvine', 'rvine', 'star'] as const)[seed % 4],
        margins: seed % 5 === 0 ? 'empirical' : 'smooth',
        k: 2 + draw.integer(12),
        schema: { columns: { heap, ...(seed % 7 === 0 && { x: { type: 'nominal' } }) } },
      });
      const again = modelFromText(modelToText(fitted));
      expect(await textOf(sample(again, 20))).toBe(await textOf(sample(fitted, 20)));
    }
  });

  test('has the version of the package', () => {
    const path = new URL('../../package.json', import.meta.url);
    expect(JSON.parse(readFileSync(path, 'utf8')).version).toBe(ENGINE_VERSION);
  });
});

describe('canaries', () => {
  test('planted in every column are not in the file, its notes or a sample', async () => {
    const draw = new Draw(9);
    const rows = 200;
    const lines = Array.from({ length: rows }, (_, i) => {
      const y = i % 2;
      const x = (draw.uniform() * 10 + y).toFixed(4);
      const gap = draw.uniform() < 0.2 ? '' : (draw.uniform() * 50).toFixed(2);
      return [
        `K${i}x${draw.integer(1e6)}`,
        x,
        draw.integer(7),
        ['a', 'b'][draw.integer(2)],
        ['low', 'medium', 'high'][draw.integer(3)],
        gap,
        `2020-0${1 + draw.integer(9)}-1${draw.integer(9)}`,
        y,
      ];
    });
    // one row of extremes, one inside the range
    lines[10] = [
      'CANARYID77',
      '98765.4321',
      71717,
      'canaryward',
      'low',
      '54321.99',
      '1937-03-17',
      1,
    ];
    lines[20] = ['CANARYID78', '5.4321', 3, 'canaryroom', 'high', '27.18', '2020-05-05', 0];
    const header = ['id', 'x', 'count', 'group', 'scale', 'gap', 'day', 'y'];
    const table = await tableFrom([header, ...lines]);
    const fitted = await fitTable(table, { response: 'y', families: 'onepar' });
    const file = modelToText(fitted);
    const out = await textOf(sample(fitted, 2000));
    const canaries = [
      'CANARY',
      'canary',
      '98765.4321',
      '71717',
      '54321.99',
      '1937-03-17',
      '-11977',
      '5.4321',
    ];
    for (const canary of canaries) {
      expect(file, canary).not.toContain(canary);
    }
    for (const canary of canaries.slice(0, 6)) expect(out, canary).not.toContain(canary);
    // the same search finds them where they are allowed
    const empirical = modelToText(
      await fitTable(table, { response: 'y', families: 'gaussian', margins: 'empirical' }),
    );
    expect(empirical).toContain('98765.4321');
    expect(empirical).toContain('Do not share the model');
  });
});

describe('sha256', () => {
  test('gives the digests of the standard', () => {
    const hex = (text: string) => sha256(new TextEncoder().encode(text));
    expect(hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  test('agrees with another implementation at every length to 200', () => {
    for (let length = 0; length <= 200; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255);
      expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });
});
