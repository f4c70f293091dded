/**
 * What docs/ shows is run: TypeScript is type-checked and run, shell blocks run one after the other in a
 * folder with nothing but examples/patients.csv and examples/public.json, JSON is parsed. A block that cannot be run has a comment
 * before it, `<!-- not run: the reason -->`, and is listed among the skipped tests. Needs `npm run build`.
 */

import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CodeBlock, codeBlocksOf } from '../../site/markdown.ts';
import { readNavigation } from '../../site/navigation.ts';
import { CLI } from '../cli/support.ts';
import { ROOT } from '../support/repository.ts';
import { DOCS } from './pages.ts';

const run = promisify(execFile);
const MOST_TIME = 300_000;
/** Inside the package, so that its name is found. */
const FOLDER = join(ROOT, 'build', 'snippets');
const BIN = join(FOLDER, 'bin');

/** Commands with tests of their own. */
const SERVES = /^tvinesynth (studio|worker)\b/m;

const drafts = readNavigation(ROOT).flatMap(({ pages }) => pages.filter(({ draft }) => draft));
const pages = DOCS.map(({ path, text }) => {
  const isDraft = drafts.some(({ file }) => file === path);
  const waits = ({ language }: CodeBlock) => isDraft && ['sh', 'ts'].includes(language);
  return {
    path,
    folder: join(FOLDER, path.replaceAll(/\W/g, '-')),
    blocks: codeBlocksOf(text).map((block) => {
      if (waits(block)) return { ...block, notRun: 'the page is a draft in docs/navigation.json' };
      return SERVES.test(block.code)
        ? { ...block, notRun: 'it serves until it is stopped' }
        : block;
    }),
  };
});

const isProgram = ({ language }: CodeBlock) => language === 'ts' || language === 'js';
/** `text` is for output; commands in it are run all the same. */
const isShell = ({ language, code }: CodeBlock) =>
  language === 'sh' || (language === 'text' && /^tvinesynth (?!\[|.*\[options\])/m.test(code));

/** The built command line by its name. A run is as small as can be: the same in less time. */
const COMMAND = `#!/usr/bin/env bash
extra=()
if [ "$1" = run ]; then
  for small in '--preset quick' '--families gaussian' '--membership none' '--levels 1'; do
    [[ " $* " == *" \${small% *} "* ]] || extra+=($small)
  done
  # a private vine has its own
  for ((i = 0; i < \${#extra[@]}; i++)); do
    if [[ "$*" == *dpvine* && "\${extra[i]}" == --families ]]; then unset "extra[i]" "extra[i + 1]"; fi
  done
fi
exec '${process.execPath}' '${CLI}' "$@" "\${extra[@]}"
`;

beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(BIN, { recursive: true });
  writeFileSync(join(BIN, 'tvinesynth'), COMMAND);
  chmodSync(join(BIN, 'tvinesynth'), 0o755);
  for (const { folder } of pages) {
    mkdirSync(folder, { recursive: true });
    for (const name of ['patients.csv', 'public.json']) {
      copyFileSync(join(ROOT, 'examples', name), join(folder, name));
    }
  }
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe('blocks of code', () => {
  const all = pages.flatMap(({ path, blocks }) => blocks.map((block) => ({ path, ...block })));

  test('name a language that is known here', () => {
    // bash and yaml are files of examples/, with tests of their own
    const known = ['ts', 'js', 'sh', 'bash', 'yaml', 'text', 'json', 'html'];
    const isDraft = (path: string) => drafts.some(({ file }) => file === path);
    const others = all.filter(({ path, language }) => !known.includes(language) && !isDraft(path));
    expect(others.map(({ path, line, language }) => `${path}:${line}: ${language}`)).toEqual([]);
  });

  test('have a reason where they are not run, and few are not', () => {
    const left = all.filter(({ notRun }) => notRun !== undefined);
    expect(left.filter(({ notRun = '' }) => notRun.length < 15)).toEqual([]);
    const examples = all.filter((block) => isProgram(block) || isShell(block));
    expect(left.length).toBeLessThan(examples.length / 3);
  });

  const left = all.filter(({ notRun }) => notRun !== undefined);
  test.skip.each(left)('$path:$line is not run: $notRun', () => undefined);
});

describe.each(pages)('$path', ({ path, folder, blocks }) => {
  const run = blocks.filter(({ notRun }) => notRun === undefined);
  const programs = run.filter(isProgram);
  const shell = run.filter(isShell);
  const documents = run.filter(({ language }) => language === 'json');

  test.skipIf(documents.length === 0)('has JSON that is JSON', () => {
    for (const { code } of documents) expect(() => JSON.parse(code)).not.toThrow();
  });

  test.skipIf(shell.length === 0)(
    'has commands that run, one after the other',
    async () => {
      for (const { code, line } of shell) {
        const { code: exit, stderr } = await bash(code, folder);
        expect(exit, `${path}:${line}\n${stderr}`).toBe(0);
      }
    },
    MOST_TIME,
  );

  test.skipIf(programs.length === 0)('has programs with the right types', () => {
    const files = programs.map((block) => fileOf(folder, block));
    programs.forEach(({ code }, i) => void writeFileSync(files[i], code));
    expect(complaints(files)).toEqual([]);
  });

  test.skipIf(programs.length === 0).each(programs)(
    'has a program that runs and prints what it says: line $line',
    async (block) => {
      expect(missingOutput(block.code, await output(folder, block))).toEqual([]);
    },
    MOST_TIME,
  );
});

describe('these tests notice', () => {
  test('a command that fails', async () => {
    expect((await bash('tvinesynth inspect nowhere.csv', FOLDER)).code).toBe(2);
    expect((await bash('tvinesynth inspect nowhere.csv\ntrue', FOLDER)).code).toBe(2);
  });

  test('output that is not what is said', () => {
    const code = 'console.log(1 + 1); // 2\nconsole.log(2 + 2); // 5';
    expect(missingOutput(code, '2\n4\n')).toEqual(['5']);
  });

  test('a name that the package does not have', () => {
    const file = join(FOLDER, 'planted.ts');
    writeFileSync(file, "import { nothing } from 'tvinesynth';\nnothing();\n");
    expect(complaints([file]).join()).toContain('nothing');
  });
});

async function bash(code: string, cwd: string): Promise<{ code: number; stderr: string }> {
  const env = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH}` };
  try {
    // what the pages call a shared folder is one of the test's own
    const own = code.replaceAll(' /shared/', ` ${cwd}/`);
    const { stderr } = await run('bash', ['-euo', 'pipefail', '-c', own], { cwd, env });
    return { code: 0, stderr };
  } catch (error) {
    const { code: exit, stderr } = error as { code: number; stderr: string };
    return { code: exit, stderr };
  }
}

function fileOf(folder: string, { line }: CodeBlock): string {
  return join(folder, `line${line}.ts`);
}

/** As Node 20 cannot run TypeScript: without its types. */
async function output(folder: string, block: CodeBlock): Promise<string> {
  const file = fileOf(folder, block).replace(/ts$/, 'mjs');
  const { outputText } = ts.transpileModule(block.code, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  writeFileSync(file, outputText);
  return (await run(process.execPath, [file], { cwd: folder })).stdout;
}

/** What stands as a comment behind `console.log(...);` and was not printed, in this order. */
function missingOutput(code: string, printed: string): string[] {
  const lines = printed.split('\n');
  let next = 0;
  return [...code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)]
    .map(([, stated]) => stated)
    .filter((stated) => {
      const at = lines.indexOf(stated, next);
      if (at >= 0) next = at + 1;
      return at < 0;
    });
}

/** What the compiler has against files, as a user of the package would see it. */
function complaints(files: readonly string[]): string[] {
  const program = ts.createProgram([...files], {
    strict: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    skipLibCheck: true,
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const words = ts.flattenDiagnosticMessageText(messageText, '\n');
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName.slice(FOLDER.length)}:${line}: ${words}`;
  });
}
