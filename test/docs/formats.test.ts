/** docs/formats.md names the fields that the files have. Needs `npm run build`. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeBlocksOf } from '../../site/markdown.ts';
import { COLUMN_TYPES, parseSchema } from '../../src/table/schema.ts';
import { runIn } from '../cli/support.ts';
import { ROOT, readText } from '../support/repository.ts';

const page = readText('docs/formats.md');
const PATIENTS = join(ROOT, 'examples/patients.csv');
const ROLES = ['--response', 'readmitted', '--sensitive', 'cost'];
type Document = Record<string, unknown>;

/** The text below a heading, up to the next. */
function section(title: string): string {
  const [, text] = page.split(`\n## ${title}\n`);
  return text.split('\n## ')[0];
}

/** The example of a section. */
function example(title: string): Document {
  const [{ code }] = codeBlocksOf(section(title)).filter(({ language }) => language === 'json');
  return JSON.parse(code) as Document;
}

/** Names in backticks in the first column of the tables of a section. */
function fields(title: string): Set<string> {
  const cells = [...section(title).matchAll(/^\| (`.*?`) \|/gm)].map(([, cell]) => cell);
  return new Set(cells.flatMap((cell) => cell.match(/(?<=`)\w+/g) ?? []));
}

describe('docs/formats.md', () => {
  let folder: string;
  let fitted: Document;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tvinesynth-formats-'));
    const quick = ['--preset', 'quick', '--families', 'gaussian', '--membership', 'none'];
    const { code } = await runIn(folder, 'run', PATIENTS, ...ROLES, ...quick, '--out', 'study');
    expect(code).toBe(0);
    const { stdout } = await runIn(folder, 'fit', PATIENTS, ...ROLES, '--json', '--quiet');
    fitted = JSON.parse(stdout) as Document;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const written = (name: string) =>
    JSON.parse(readFileSync(join(folder, 'study', name), 'utf8')) as Document;

  test('knows every field of results.json, and of a level', () => {
    const results = written('results.json');
    const [level] = results.levels as Document[];
    const known = new Set([...fields('results.json'), 'format', 'version']);
    const shown = ['truncation', 'onFront', 'satisfied', 'verdicts', 'scoreMargin'];
    const told = 'describe these in docs/formats.md';
    expect(
      Object.keys(results).filter((name) => !known.has(name)),
      told,
    ).toEqual([]);
    expect(
      Object.keys(level).filter((name) => ![...known, ...shown].includes(name)),
      told,
    ).toEqual([]);
    const all = new Set([...Object.keys(results), ...Object.keys(level)]);
    expect([...known].filter((name) => !all.has(name))).toEqual([]);
  });

  test('shows results.json as it is', () => {
    const [real, shown] = [written('results.json'), example('results.json')];
    expect(namesIn(shown).filter((name) => !namesIn(real).includes(name))).toEqual([]);
    expect(shown.version).toBe(real.version);
  });

  test('knows every field of model.json', () => {
    const known = fields('model.json');
    const model = written('model.json');
    const unnamed = ['format', 'version', 'structure'];
    expect(Object.keys(model).filter((name) => ![...known, ...unnamed].includes(name))).toEqual([]);
    expect([...known].filter((name) => !Object.hasOwn(model, name))).toEqual([]);
  });

  test('knows every field of certificate.json', () => {
    const known = [...fields('certificate.json'), 'format', 'version'];
    expect(known.sort()).toEqual(Object.keys(written('certificate.json')).sort());
  });

  test('shows a schema that is accepted, and every type', () => {
    const text = JSON.stringify(example('schema.json'));
    expect(parseSchema(text).columns.size).toBe(7);
    expect(COLUMN_TYPES.filter((type) => !section('schema.json').includes(`\`${type}\``))).toEqual(
      [],
    );
  });

  test('shows settings.json as it is', () => {
    const [real, shown] = [written('settings.json'), example('settings.json')];
    expect(Object.keys(shown)).toEqual(Object.keys(real));
    expect(shown.version).toBe(real.version);
    const options = Object.keys(real.options as Document);
    expect(
      Object.keys(shown.options as Document).filter((name) => !options.includes(name)),
    ).toEqual([]);
  });

  test('shows the output of fit --json as it is', () => {
    const shown = example('The output of `fit --json`');
    expect(Object.keys(shown)).toEqual(Object.keys(fitted));
    const [edge] = shown.edges as Document[];
    expect(edge).toEqual((fitted.edges as Document[])[0]);
    expect(shown.order).toEqual(fitted.order);
    expect(shown.logLik).toBe(fitted.logLik);
  });
});

/** Names of fields, with those of the objects inside. */
function namesIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    `${path}${name}`,
    ...namesIn(inner, `${path}${name}.`),
  ]);
}
