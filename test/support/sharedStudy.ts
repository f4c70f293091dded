/** One small study by the built command line: alone, over a shared folder, or by a queue. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dependentTable, type Ended, runIn, startIn } from '../cli/support.ts';

/** By name, the bytes of a folder's files. */
export type Files = Readonly<Record<string, string>>;

export interface SharedStudy {
  readonly home: string;
  /** `run` with its options, without a place for the results. */
  readonly command: readonly string[];
  /** By one process on one thread. */
  alone(): Promise<Files>;
  threads(count: number): Promise<Files>;
  overFolder(processes: number): Promise<Files>;
  overQueue(url: string, workers: number): Promise<Files>;
  remove(): void;
}

const COMMON = ['--date', '2026-11-18', '--quiet'];

/** `more`: options of `run` besides the columns. */
export function sharedStudy(rows: number, columns: number, more: readonly string[]): SharedStudy {
  const home = mkdtempSync(join(tmpdir(), 'tvinesynth-shared-'));
  writeFileSync(join(home, 't.csv'), dependentTable(rows, columns));
  const study = ['run', 't.csv', '--response', 'y', '--sensitive', 'x0', ...more, ...COMMON];
  let made = 0;
  const run = async (...options: string[]): Promise<Files> => {
    const out = `out${++made}`;
    checkEnded(await runIn(home, ...study, '--out', out, ...options));
    return filesOf(join(home, out));
  };
  return {
    home,
    command: study,
    alone: () => run('--threads', '1'),
    threads: (count) => run('--threads', String(count)),
    async overFolder(processes) {
      const [out, store] = [`out${++made}`, `store${made}`];
      const command = [...study, '--threads', '1', '--out', out, '--store', store];
      const all = Array.from({ length: processes }, () => runIn(home, ...command));
      for (const ended of await Promise.all(all)) checkEnded(ended);
      return filesOf(join(home, out));
    },
    async overQueue(url, workers) {
      // a key of its own: nothing of an earlier study can be found
      const place = ['--queue', url, '--key-file', `key${made + 1}`];
      const coming = run('--threads', '1', ...place);
      await untilThere(join(home, `key${made}`));
      const started = Array.from({ length: workers }, () =>
        startIn(home, 'worker', ...place, '--threads', '1', '--quiet'),
      );
      try {
        return await coming;
      } finally {
        for (const worker of started) worker.process.kill('SIGTERM');
        await Promise.all(started.map(({ ended }) => ended));
      }
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** 3: the verdict is not to release, which is a result like any other. */
function checkEnded({ code, stderr }: Ended): void {
  if (code !== 0 && code !== 3) throw new Error(`run ended with code ${code}: ${stderr}`);
}

async function untilThere(path: string): Promise<void> {
  const until = performance.now() + 60_000;
  while (performance.now() < until) {
    try {
      if (readFileSync(path, 'utf8').length > 64) return;
    } catch {
      // not yet
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${path} was not made`);
}

/** A certificate has a fresh salt: what follows from it is left out, and nothing else. */
export function filesOf(folder: string): Files {
  const names = readdirSync(folder).sort();
  return Object.fromEntries(
    names.map((name) => {
      const text = readFileSync(join(folder, name), 'latin1');
      return [name, name === 'certificate.json' ? unsalted(text) : text];
    }),
  );
}

function unsalted(certificate: string): string {
  const { checksum, input, ...rest } = JSON.parse(certificate);
  for (const digest of [checksum, input.table.hmac]) {
    if (!/^[0-9a-f]{64}$/.test(digest)) throw new Error('the certificate has no digest');
  }
  return JSON.stringify({ ...rest, input: { ...input, table: input.table.file } });
}
