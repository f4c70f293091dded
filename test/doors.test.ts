/**
 * What each door of the package gives. A name that comes or goes is a decision: it is made here, and
 * goes to the changelog. Reads the built package too: `npm run build` makes it.
 */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as library from '../src/index.ts';
import * as node from '../src/node.ts';
import * as queue from '../src/queue.ts';
import * as vine from '../src/vine.ts';
import { ROOT, readText } from './support/repository.ts';

const words = (text: string) => text.trim().split(/\s+/).sort();

const VINE = words(`
  familyNames fitPairCopula pairCopula parametersOfTau
  cvine dvine fromMatrix structureFromTrees toMatrix validateStructure
  fitVine inverseRosenblatt rosenblatt sampleVine truncateColumns truncateVine vineFromJSON vineLogLik vineToJSON
  discretePseudoObservations kendallMatrix kendallTau pearson pseudoObservations ranks
  InputError
`);

const LIBRARY = words(`
  presets report study
  audit
  certificateJsonSchema certifyAudit certifyStudy fileEntry newKeys newSalt publicKeyFromPem saltFromText saltText
  saltedDigest sealCertificate signerFromPem verifyCertificate
  fit modelFromText modelToText orderTable sample sampleChunks truncate
  attributeAttack checkRelease membershipAttack membershipAudit membershipControls tableFidelity threeRisks utility
  generatorNames generatorOf rngFromSeed
  detectSchema findRelations parseSchema readTable schemaOf schemaToJSON simulatedData tableFromColumns takeRows
  writeTable
  InputError
`);

const NODE = words('openSharedStore readTableFile writeStudy writeTableFile');

const QUEUE = words('openChannel openCoordinator queueUrl readRunKey runWorker studyKey');

/** Others rely on these names. */
const CONTRACT = {
  tvinesynth: words(`
    readTable detectSchema writeTable fit truncate sample report tableFromColumns study audit
    attributeAttack membershipAttack membershipAudit utility tableFidelity generatorOf
  `),
  'tvinesynth/vine': words(`
    pairCopula fitPairCopula fitVine truncateVine sampleVine vineLogLik rosenblatt inverseRosenblatt
    vineToJSON vineFromJSON
  `),
  'tvinesynth/node': words('readTableFile writeTableFile writeStudy'),
  'tvinesynth/queue': words('openChannel openCoordinator runWorker'),
};

const DOORS = [
  ['tvinesynth', library, words([...LIBRARY, ...VINE].join(' '))],
  ['tvinesynth/vine', vine, VINE],
  ['tvinesynth/node', node, NODE],
  ['tvinesynth/queue', queue, QUEUE],
] as const;

describe('the doors', () => {
  test.each(DOORS)('%s gives these names and no others', (_name, door, names) => {
    expect(Object.keys(door).sort()).toEqual([...new Set(names)]);
  });

  test.each(DOORS)('%s gives the names that others rely on', (name, door) => {
    for (const promised of CONTRACT[name]) expect(door).toHaveProperty(promised);
  });

  test('the names of the engine stay in tvinesynth for one more version, and are the same', () => {
    for (const [name, value] of Object.entries(vine)) expect(library).toHaveProperty(name, value);
  });

  test.each(DOORS)('%s is built as it is written, with types', async (name, door) => {
    const { exports } = JSON.parse(readText('package.json'));
    const { types, default: program } = exports[name.replace('tvinesynth', '.')];
    expect(existsSync(join(ROOT, types))).toBe(true);
    const built: object = await import(new URL(`../${program}`, import.meta.url).href);
    expect(Object.keys(built).sort()).toEqual(Object.keys(door).sort());
  });
});

describe('what a browser loads', () => {
  /** All that comes with a built file at once: files of dist/, and whatever else it names. */
  function loadedWith(file: string, known = new Set<string>()): Set<string> {
    if (known.has(file)) return known;
    known.add(file);
    const imports = /^(?:import|export)\b[^;'"]*["']([^"']+)["']/gm;
    for (const [, name] of readText(file).matchAll(imports)) {
      if (name.startsWith('.')) loadedWith(join(dirname(file), name), known);
      else known.add(name);
    }
    return known;
  }

  const sourcesOf = (loaded: ReadonlySet<string>): string[] =>
    [...loaded]
      .filter((file) => existsSync(join(ROOT, `${file}.map`)))
      .flatMap((file) => JSON.parse(readText(`${file}.map`)).sources);

  test.each(['dist/index.js', 'dist/vine.js'])('%s stands alone', (file) => {
    const loaded = loadedWith(file);
    expect(loaded.size).toBeGreaterThan(2);
    expect([...loaded].filter((name) => !name.startsWith('dist/'))).toEqual([]);
    const sources = sourcesOf(loaded);
    expect(sources).toContain('../src/vine/fitVine.ts');
    const strangers = /linkedom|@observablehq|src\/cli\/|src\/report\/|table\/files/;
    expect(sources.filter((path) => strangers.test(path))).toEqual([]);
  });

  test('what is looked for is found where it is expected', () => {
    const loaded = loadedWith('dist/node.js');
    expect([...loaded]).toContain('node:fs');
    expect(sourcesOf(loaded)).toContain('../src/table/files.ts');
  });

  test('the engine comes without tables, models and measures', () => {
    const sources = sourcesOf(loadedWith('dist/vine.js'));
    expect(sources.filter((path) => /src\/(table|model|measures|study)\//.test(path))).toEqual([]);
  });
});
