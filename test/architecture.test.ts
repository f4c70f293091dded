import { describe, expect, test } from 'vitest';
import {
  gapsInLockFile,
  hostsInLockFile,
  installScripts,
  type LockFile,
  looseVersions,
  type Manifest,
} from './support/packageRules.ts';
import { filesBelow, readText } from './support/repository.ts';
import {
  ENGINE,
  foldersOffTheMap,
  importsPointingUp,
  networkAccess,
  packagesInEngine,
  type SourceFile,
  strangersInEngine,
} from './support/sourceRules.ts';

const sources = [...filesBelow('src', '.ts'), ...filesBelow('src', '.tsx')];
const manifest = JSON.parse(readText('package.json')) as Manifest;
const lockFile = JSON.parse(readText('package-lock.json')) as LockFile;

/** One planted file. */
function planted(path: string, text: string): SourceFile[] {
  return [{ path, text }];
}

describe('imports point one way', () => {
  test('in src/', () => {
    expect(sources.length).toBeGreaterThan(2);
    expect(importsPointingUp(sources)).toEqual([]);
  });

  test.each([
    ['src/numerics/a.ts', "import { fitVine } from '../vine/fit.ts';"],
    ['src/copula/a.ts', "export * from '../vine/fit.ts';"],
    ['src/vine/deep/a.ts', "import type { Model } from '../../model/model.ts';"],
    ['src/vine/a.ts', "const later = () => import('../study/run.ts');"],
    ['src/vine/a.ts', "let x: import('../report/html.ts').Html;"],
    ['src/model/a.ts', "import '../learners/score.ts';"],
    ['src/work/a.ts', "import { fitEdge } from '../vine/fitEdge.ts';"],
    ['src/numerics/a.ts', "import '../index.ts';"],
    ['src/vine/a.ts', "import '../../test/support/shared.ts';"],
    ['src/unheardOf/a.ts', ''],
  ])('catches %s: %s', (path, text) => {
    expect(importsPointingUp(planted(path, text))).toHaveLength(1);
  });

  test.each([
    ['src/vine/a.ts', "import { kernel } from '../numerics/kernel.ts';"],
    ['src/vine/a.ts', "import { b } from './b.ts';"],
    ['src/vine/a.ts', "import type { Runner } from '../work/runner.ts';"],
    ['src/vine/deep/a.ts', "import { b } from '../b.ts';"],
    ['src/index.ts', "export { fitVine } from './vine/fit.ts';"],
    ['src/cli/fit.ts', "import { Command } from 'commander'; // see '../studio/x.ts'"],
  ])('lets pass %s: %s', (path, text) => {
    expect(importsPointingUp(planted(path, text))).toEqual([]);
  });
});

describe('the map in ARCHITECTURE.md is that of src/', () => {
  const map = readText('ARCHITECTURE.md');

  test('in the order of the layers', () => {
    expect(foldersOffTheMap(map, sources)).toEqual([]);
  });

  test.each([
    ['a folder that is not on it', map.replace('| `src/order/` |', '| `src/sort/` |')],
    ['a folder that is not there', map.replace('| `src/cli/`,', '| `src/cli/`, `src/gone/`,')],
    ['another order', map.replace('`src/copula/`', '`x`').replace('`src/vine/`', '`src/copula/`')],
    ['folders in one row that import each other', map.replace(', `src/demo/`', '')],
  ])('catches %s', (_, text) => {
    expect(text).not.toBe(map);
    expect(foldersOffTheMap(text, sources)).not.toEqual([]);
  });
});

describe('the engine imports no package', () => {
  test('in src/', () => {
    expect(packagesInEngine(sources)).toEqual([]);
  });

  test.each(ENGINE)('catches one in src/%s', (folder) => {
    const text = "import base64 from '#kernel';\nimport { wrap } from 'comlink';";
    expect(packagesInEngine(planted(`src/${folder}/a.ts`, text))).toHaveLength(1);
  });

  test.each([
    "import { cpus } from 'node:os';",
    "export { z } from 'zod';",
    "await import('zod');",
    'await import(name);',
    "const fs = require('fs');",
    "import fs = require('fs');",
  ])('catches %s', (text) => {
    expect(packagesInEngine(planted('src/vine/a.ts', text))).toHaveLength(1);
  });

  test('and other folders may', () => {
    expect(packagesInEngine(planted('src/table/a.ts', "import 'hyparquet';"))).toEqual([]);
  });
});

describe('the engine uses exact arithmetic and nothing around it', () => {
  test('in src/', () => {
    expect(strangersInEngine(sources)).toEqual([]);
  });

  test.each([
    'Math.random()',
    'Math.exp(1)',
    'Math.log(2)',
    'Math.log1p(2)',
    'Math.pow(2, 3)',
    'Math.sin(1)',
    'Math.tan(1)',
    'Math.cbrt(1)',
    'Math.hypot(1, 2)',
    "Math['exp'](1)",
    'const { exp } = Math',
    'const m = Math; m',
    '2 ** 0.5',
    'let x = 2; x **= 3',
    '`$' + '{Math.exp(1)}`',
    'Date.now()',
    'new Date()',
    'performance.now()',
    "console.log('x')",
    'process.env.SEED',
    'globalThis.Date',
    'crypto.getRandomValues(x)',
    "'a'.localeCompare('b')",
    'const o = { Date }',
  ])('catches %s', (text) => {
    expect(strangersInEngine(planted('src/copula/a.ts', text))).toHaveLength(1);
  });

  test.each([
    'Math.sqrt(2) + Math.floor(1.5) * Math.PI',
    '// Math.exp(1), x ** 2, Date.now()',
    '/** c(u, v) = Math.pow(u, 2) and console */',
    "throw new Error('Math.random() is not allowed; process x ** 2')",
    'kernel().exp(1)',
    'record.Date',
    'const steps = { process: 1 }',
  ])('lets pass %s', (text) => {
    expect(strangersInEngine(planted('src/copula/a.ts', text))).toEqual([]);
  });

  test('says where', () => {
    expect(strangersInEngine(planted('src/vine/a.ts', '\n\nMath.exp(1);'))).toEqual([
      'src/vine/a.ts:3: Math.exp has no place in the engine',
    ]);
  });
});

describe('nothing reaches the network', () => {
  test('in src/', () => {
    expect(networkAccess(sources)).toEqual([]);
  });

  test.each([
    "import http from 'http';",
    "import { request } from 'node:https';",
    "await import('node:net');",
    "import 'dns';",
    "import 'node:tls';",
    "import 'dgram';",
    "fetch('/x')",
    "globalThis.fetch('/x')",
    "navigator.sendBeacon('/x', data)",
    "new WebSocket('ws://x')",
    'new XMLHttpRequest()',
  ])('catches %s', (text) => {
    expect(networkAccess(planted('src/report/a.ts', text))).toHaveLength(1);
  });

  const take = "import { Socket } from 'node:net';\n";
  const read = 'new Socket({ fd: file, readable: true, writable: false })';
  test('the reader of pipes may take sockets that are open, and nothing else of them', () => {
    expect(networkAccess(planted('src/table/files.ts', take + read))).toEqual([]);
    expect(networkAccess(planted('src/report/a.ts', take + read))).toHaveLength(1);
    for (const use of ['new Socket()', 'const S = Socket;', 'new Socket({ fd: 3 }).connect(80)']) {
      expect(networkAccess(planted('src/table/files.ts', take + use)), use).toHaveLength(1);
    }
    const all = "import net from 'node:net';\nnet.connect(80)";
    expect(networkAccess(planted('src/table/files.ts', all))).toHaveLength(1);
  });

  test('but the one server, on 127.0.0.1, and the page that asks it', () => {
    const host = "import { createServer } from 'node:http';\nconst HOST = '127.0.0.1';\n";
    const server = (call: string) =>
      networkAccess(
        planted('src/cli/studioServer.ts', `${host}const s = createServer();\n${call}`),
      );
    expect(server('s.listen(0, HOST, done);')).toEqual([]);
    for (const call of [
      's.listen(0);',
      "s.listen(0, '0.0.0.0');",
      's.listen(0, HOST); http.get(x);',
    ]) {
      expect(server(call), call).toHaveLength(1);
    }
    const page = (text: string) => networkAccess(planted('src/studio/page/server.ts', text));
    expect(page("fetch('/about'); fetch(`/save`);")).toEqual([]);
    for (const text of [
      "fetch('//a.b')",
      "fetch('http://a.b')",
      'fetch(url)',
      'const f = fetch;',
    ]) {
      expect(page(text), text).toHaveLength(1);
    }
  });

  test.each(["// fetch('/x')", "const help = 'we never fetch(x)';", "import 'node:fs';"])(
    'lets pass %s',
    (text) => {
      expect(networkAccess(planted('src/report/a.ts', text))).toEqual([]);
    },
  );
});

describe('the package', () => {
  test('runs nothing on installing', () => {
    expect(installScripts(manifest)).toEqual([]);
    expect(installScripts({ scripts: { test: 'x', postinstall: 'x', prepare: 'x' } })).toHaveLength(
      2,
    );
  });

  test('names exact versions', () => {
    expect(looseVersions(manifest)).toEqual([]);
    const loose = { a: '^1.0.0', b: '~1.0.0', c: '1.x', d: '*', e: 'latest', f: '>=1.0.0' };
    expect(looseVersions({ devDependencies: { ...loose, fine: '1.2.3' } })).toHaveLength(6);
    expect(looseVersions({ dependencies: loose })).toHaveLength(6);
  });

  test('has a lock file without hosts, and keeps it so', () => {
    expect(Object.keys(lockFile.packages).length).toBeGreaterThan(10);
    expect(hostsInLockFile(lockFile)).toEqual([]);
    expect(readText('.npmrc')).toContain('omit-lockfile-registry-resolved=true');
    const resolved = 'https://registry.example/a/-/a-1.0.0.tgz';
    expect(hostsInLockFile({ packages: { a: { resolved }, b: {} } })).toHaveLength(1);
  });

  test('has a lock file that serves every platform', () => {
    expect(gapsInLockFile(lockFile)).toEqual([]);
    const optionalDependencies = { '@a/linux': '1.0.0', '@a/darwin': '1.0.0' };
    const packages = { 'node_modules/a': { optionalDependencies }, 'node_modules/@a/linux': {} };
    expect(gapsInLockFile({ packages })).toHaveLength(1);
  });
});
