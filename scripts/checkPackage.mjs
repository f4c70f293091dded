// Packs the package and walks a new user's way with it: installs the tarball in an empty folder,
// imports each of its entries, runs both examples and `npx tvinesynth demo` there. Fails when a file is
// published that should not be, or when something needs a file or a package that is not.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';

const run = promisify(execFile);
const PUBLISHED =
  /^(dist\/.+\.(js|d\.ts)(\.map)?|dist\/(studio\.)?NOTICES\.txt|dist\/studio\.html(\.sha256)?|package\.json|(README|ARCHITECTURE|CHANGELOG|LIMITS)\.md|LICENSE)$/;
/** For each step: the demo takes half a minute on two cores that have nothing else to do. */
const MOST_SECONDS = 600;

/** Packed; the studio's page is 0.6 million of them. */
const MOST_BYTES = 3_600_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'tvinesynth-package-'));
const inFolder = { cwd: folder, maxBuffer: 2 ** 26, timeout: 1000 * MOST_SECONDS };
try {
  await checkMaps();
  const tarball = await pack();
  await install(tarball);
  await importNames();
  await checkDoors();
  await runExamples();
  await runDemo();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function pack() {
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    { cwd: root },
  );
  const [packed] = JSON.parse(stdout);
  const strangers = packed.files.map((file) => file.path).filter((path) => !PUBLISHED.test(path));
  if (strangers.length > 0) throw new Error(`published by mistake: ${strangers.join(', ')}`);
  if (packed.size > MOST_BYTES) throw new Error(`the package has ${packed.size} bytes`);
  say(`${packed.filename}: ${packed.files.length} files, ${packed.size} bytes`);
  return packed.filename;
}

/** What the maps name: every inlined package has its notice, and no path leads out of the project. */
async function checkMaps() {
  const text = await readFile(join(root, 'dist/NOTICES.txt'), 'utf8');
  const inlined = new Set();
  for (const file of await readdir(join(root, 'dist'))) {
    if (!file.endsWith('.js.map')) continue;
    for (const source of JSON.parse(await readFile(join(root, 'dist', file), 'utf8')).sources) {
      if (!/^\.\.\/(src|build|node_modules)\//.test(source) && !source.startsWith('\0')) {
        throw new Error(`${file} names ${source}`);
      }
      const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
      if (name !== undefined) inlined.add(name);
    }
  }
  const bare = [...inlined].filter((name) => !text.includes(`\n${name} `));
  if (bare.length > 0) throw new Error(`inlined without a notice: ${bare.join(', ')}`);
  if (inlined.size === 0) throw new Error('the maps name no inlined package');
  say(`${inlined.size} inlined packages, each with its notice`);
}

async function install(tarball) {
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', ['install', ...quiet, join(folder, tarball)], inFolder);
  const installed = await readFile(join(folder, 'node_modules/tvinesynth/package.json'), 'utf8');
  say(`dependencies: ${Object.keys(JSON.parse(installed).dependencies ?? {}).join(', ')}`);
}

/** Each entry of the package as a user imports it, with a name that has to be there. */
async function importNames() {
  for (const [door, name] of [
    ['tvinesynth', 'study'],
    ['tvinesynth/vine', 'fitVine'],
    ['tvinesynth/node', 'readTableFile'],
    ['tvinesynth/queue', 'runWorker'],
  ]) {
    await writeFile(
      join(folder, 'names.js'),
      `import * as door from '${door}';\nconsole.log(Object.keys(door).join(' '));\n`,
    );
    const names = (await node('names.js')).trim().split(' ');
    if (!names.includes(name)) throw new Error(`${door} of the installed package lacks ${name}`);
    say(`${door} exports ${names.join(' ')}`);
  }
}

/** All that the package says it exports is walked through: types, and the walk above. */
async function checkDoors() {
  const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const doors = Object.keys(exports).filter((door) => door !== './package.json');
  if (doors.join(' ') !== '. ./vine ./node ./queue') {
    throw new Error(`walk through ${doors.join(', ')} here too`);
  }
  // the types of the queue name those of its peers, which are installed by whoever wants a queue
  const alone = doors.filter((door) => door !== './queue');
  const files = alone.map(
    (door, i) => `export * as d${i} from '${door.replace('.', 'tvinesynth')}';`,
  );
  await writeFile(join(folder, 'doors.ts'), `${files.join('\n')}\n`);
  compile('doors.ts');
}

/** Types are checked against the published declarations, which have to be sound themselves. */
async function runExamples() {
  await cp(join(root, 'examples'), folder, { recursive: true });
  expectText(await node('synthesise.js'), 'synthetic.csv: 240 rows', 'synthesise.js');
  compile('decide.ts');
  expectText(await node('built/decide.js'), 'Its score is', 'decide.ts');
  say('both examples run');
}

/** Writes the program into built/; fails on any complaint, those about the declarations included. */
function compile(file) {
  const options = {
    ...{ strict: true, target: ts.ScriptTarget.ES2022, outDir: join(folder, 'built') },
    ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
    ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  };
  const program = ts.createProgram([join(folder, file)], options);
  const found = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  if (found.length > 0) {
    throw new Error(ts.formatDiagnostics(found, ts.createCompilerHost(options)));
  }
}

async function runDemo() {
  const begun = performance.now();
  // --no: never fetch it from elsewhere
  const { stdout } = await run('npx', ['--no', 'tvinesynth', 'demo'], inFolder);
  const seconds = Math.round((performance.now() - begun) / 1000);
  expectText(stdout, 'report.html', 'the demo');
  for (const name of ['report.html', 'results.json', 'synthetic.csv', 'model.json']) {
    const { size } = await stat(join(folder, 'tvinesynth-out', name));
    if (size === 0) throw new Error(`the demo wrote an empty ${name}`);
  }
  say(`npx tvinesynth demo: ${seconds} s`);
}

async function node(file) {
  return (await run(process.execPath, [file], inFolder)).stdout;
}

function expectText(text, wanted, who) {
  if (!text.includes(wanted)) throw new Error(`${who} did not print '${wanted}':\n${text}`);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
