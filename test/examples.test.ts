/** The examples run as they are, on the built package, in a folder with nothing but their table. */

import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT, readText } from './support/repository.ts';

const run = promisify(execFile);
const example = (name: string) => join(ROOT, 'examples', name);

describe('examples', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tvinesynth-examples-'));
    copyFileSync(example('patients.csv'), join(folder, 'patients.csv'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(['synthesise.js', 'decide.ts'])('%s has ten lines of code', (name) => {
    const lines = readText(`examples/${name}`).trim().split('\n');
    expect(lines.length).toBeLessThanOrEqual(11);
  });

  test('synthesise.js writes a table like the one it read', async () => {
    const { stdout } = await run(process.execPath, [example('synthesise.js')], { cwd: folder });
    expect(stdout).toBe('synthetic.csv: 240 rows, 7 columns\n');
    const linesOf = (name: string) => readFileSync(join(folder, name), 'utf8').trim().split('\n');
    const [real, made] = ['patients.csv', 'synthetic.csv'].map(linesOf);
    expect(made[0]).toBe(real[0]);
    expect(made.length).toBe(real.length);
    expect(made.slice(1).filter((line) => real.includes(line))).toEqual([]);
  });

  test('decide.ts has the right types and names a level with its reason', async () => {
    expect(complaints(example('decide.ts'))).toEqual([]);
    // as Node 20 cannot: inside the package, so that its name is found
    const built = join(ROOT, 'build', 'examples', 'decide.js');
    mkdirSync(join(ROOT, 'build', 'examples'), { recursive: true });
    writeFileSync(
      built,
      ts.transpileModule(readText('examples/decide.ts'), {
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
      }).outputText,
    );
    const { stdout } = await run(process.execPath, [built], { cwd: folder });
    // the level, and why that one
    expect(stdout).toMatch(
      /^1 0\.\d{3}\n2 0\.\d{3}\n(.*\n)+Truncation (\d)\. .*[Tt]runcation \2 has the fewest trees/,
    );
    expect(readFileSync(join(folder, 'study/report.html'), 'utf8')).toContain('</html>');
  });
});

/** What the compiler has against a file, as a user of the package would see it. */
function complaints(file: string): string[] {
  const program = ts.createProgram([file], {
    ...{
      strict: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
    },
    ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
    ...{ target: ts.ScriptTarget.ES2022, skipLibCheck: true },
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
