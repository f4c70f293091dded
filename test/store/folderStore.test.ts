/** Work shared over a folder: who may read it, what is refused, and what becomes of damage. */

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cleanStore } from '../../src/store/cleanStore.ts';
import { engineMark } from '../../src/store/engineMark.ts';
import {
  type FolderStore,
  type FolderStoreSettings,
  openFolderStore,
} from '../../src/store/folderStore.ts';
import { readRunKey } from '../../src/store/runKey.ts';
import { storeStatus } from '../../src/store/storeStatus.ts';
import { runAll } from '../../src/work/runAll.ts';
import { cooperative } from '../../src/work/runner.ts';
import { within } from '../../src/work/store.ts';
import { yieldToEvents } from '../../src/work/yieldToEvents.ts';

const STUDY = 'a'.repeat(64);
let home: string;
let folder: string;
const opened: FolderStore[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tvinesynth-'));
  folder = join(home, 'shared');
});
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
  rmSync(home, { recursive: true, force: true });
});

function open(study = STUDY, settings: FolderStoreSettings = {}): FolderStore {
  const store = openFolderStore(folder, study, settings);
  opened.push(store);
  return store;
}

/** Squares by `runAll`; which were computed here is in `did`. */
async function squares(store: FolderStore, did: number[] = [], factor = 1) {
  const units = {
    square({ x }: { x: number }) {
      did.push(x);
      if (x === 3) throw new Error('three is refused');
      return { square: Float64Array.of(factor * x * x) };
    },
  };
  const tasks = [0, 1, 2, 3, 4, 5].map((x) => ({ x }));
  const kept: boolean[] = [];
  const outcome = await runAll(cooperative(units, undefined), 'square', tasks, {
    store: within(store, 'stage'),
    done: (isKept) => kept.push(isKept),
  });
  return { ...outcome, kept };
}

function unitFiles(): string[] {
  const [study] = storeStatus(folder).studies;
  const path = join(folder, study.study, 'unit');
  return readdirSync(path).map((name) => join(path, name));
}

describe('units over a folder', () => {
  test('are done once; failures and results are the same for all', async () => {
    const [mine, yours, later] = [[], [], []] as number[][];
    const [one, other] = await Promise.all([squares(open(), mine), squares(open(), yours)]);
    expect([...mine, ...yours].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(one.results).toEqual(other.results);
    expect(one.results[4]).toEqual({ square: Float64Array.of(16) });
    expect(one.failures).toEqual(other.failures);
    expect(one.failures).toMatchObject([{ task: 3, reason: expect.stringContaining('three') }]);
    const third = await squares(open(), later);
    expect(later).toEqual([]);
    expect(third.kept).toEqual(Array(6).fill(true));
    expect({ ...third, kept: one.kept }).toEqual(one);
  });

  test('are told in numbers without a key', async () => {
    await squares(open(STUDY, { threads: 2 }));
    const [study] = storeStatus(folder).studies;
    expect(study).toMatchObject({ done: 6, failed: 1, planned: 6, working: 0, secondsLeft: 0 });
    expect(study.stages).toEqual([{ stage: 'stage: square', units: 6 }]);
    expect(study.workers).toMatchObject([{ threads: 2, failures: 1, alive: true }]);
  });

  test('of a cancelled process are free at once', async () => {
    const store = open();
    const cancel = new AbortController();
    const never = store.joint.doAll({
      unit: 'wait',
      tasks: 1,
      size: 1,
      keyOf: () => 'wait 0',
      inputOf: () => 0,
      run: () => new Promise((_, reject) => cancel.signal.addEventListener('abort', reject)),
      signal: cancel.signal,
      finished: () => expect.unreachable(),
    });
    expect(storeStatus(folder).studies[0].working).toBe(1);
    await yieldToEvents();
    cancel.abort(new Error('enough'));
    await expect(never).rejects.toThrow('enough');
    expect(storeStatus(folder).studies[0].working).toBe(0);
  });

  test('of a process elsewhere that fell silent are taken over, by the clock of the files', async () => {
    const store = open(STUDY, { lease: 2 });
    await squares(store);
    const [study] = storeStatus(folder).studies;
    const [unit] = unitFiles();
    rmSync(unit);
    const lease = unit.replace('/unit/', '/lease/');
    writeFileSync(lease, JSON.stringify({ host: 'far', place: 'far', pid: 1, token: 'x' }));
    const began = performance.now();
    const did: number[] = [];
    await squares(store, did);
    expect(did).toHaveLength(1);
    expect(performance.now() - began).toBeGreaterThan(1500);
    // and one whose clock is an hour behind is silent as well
    rmSync(unit);
    writeFileSync(lease, JSON.stringify({ host: 'far', place: 'far', pid: 1, token: 'x' }));
    utimesSync(lease, Date.now() / 1000 - 3600, Date.now() / 1000 - 3600);
    const soon = performance.now();
    await squares(store, did);
    expect(did).toHaveLength(2);
    expect(performance.now() - soon).toBeLessThan(1500);
    expect(existsSync(join(folder, study.study, 'lease', lease))).toBe(false);
  });

  test('that are damaged or cut off are done again', async () => {
    const { results } = await squares(open());
    const [first, second] = unitFiles();
    const bytes = readFileSync(first);
    bytes[bytes.length >> 1] ^= 1;
    writeFileSync(first, bytes);
    writeFileSync(second, readFileSync(second).subarray(0, 20));
    const did: number[] = [];
    expect((await squares(open(), did)).results).toEqual(results);
    expect(did).toHaveLength(2);
  });

  test('that lie under the name of another are done again', async () => {
    await squares(open());
    const [first, second] = unitFiles();
    writeFileSync(first, readFileSync(second));
    const did: number[] = [];
    await squares(open(), did);
    expect(did).toHaveLength(1);
  });

  test('that two machines see differently stop the run, which names both', async () => {
    const store = open();
    store.put('sum', { x: Float64Array.of(1) });
    store.put('sum', { x: Float64Array.of(1) });
    expect(() => store.put('sum', { x: Float64Array.of(1 + 2 ** -52) })).toThrow(
      /^Results differ between machines: 'sum' by .*process \d+ and by .*process \d+/,
    );
  });
});

describe('work of one process for all', () => {
  test('is waited for by the others', async () => {
    let calls = 0;
    const work = async () => {
      calls++;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { model: Float64Array.of(7) };
    };
    const found = await Promise.all([open(), open()].map(({ joint }) => joint.once('fit', work)));
    expect(calls).toBe(1);
    expect(found).toEqual([{ model: Float64Array.of(7) }, { model: Float64Array.of(7) }]);
  });

  test('is done by another if it fails, and its error is told as it is', async () => {
    const { joint } = open();
    const error = new Error('the table is refused');
    await expect(joint.once('fit', () => Promise.reject(error))).rejects.toBe(error);
    expect(await joint.once('fit', async () => 5)).toBe(5);
  });
});

describe('who may read', () => {
  test('is who has the table, and the run key where there is one', async () => {
    const runKey = new Uint8Array(32).fill(1);
    await squares(open(STUDY, { runKey }));
    const [did, all] = [[], [0, 1, 2, 3, 4, 5]] as number[][];
    await squares(open('b'.repeat(64), { runKey }), did);
    expect(did.sort()).toEqual(all);
    did.length = 0;
    await squares(open(STUDY), did);
    expect(did.sort()).toEqual(all);
    did.length = 0;
    await squares(open(STUDY, { runKey: new Uint8Array(32).fill(2) }), did);
    expect(did.sort()).toEqual(all);
    did.length = 0;
    await squares(open(STUDY, { runKey }), did);
    expect(did).toEqual([]);
    expect(storeStatus(folder).studies).toHaveLength(4);
  });

  test('is no other user, and no file holds a value in the clear', async () => {
    const store = open();
    store.put('words', { secret: 'the canary sings' });
    expect(statSync(folder).mode & 0o077).toBe(0);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile());
    expect(files.length).toBeGreaterThan(2);
    for (const path of files) {
      expect(statSync(path).mode & 0o077, path).toBe(0);
      expect(readFileSync(path, 'latin1'), path).not.toMatch(/canary|words|aaaaaaaa/);
    }
  });
});

describe('refused', () => {
  test('is a folder with other files, or of another engine', () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'thesis.doc'), '');
    expect(() => open()).toThrow(/holds other files.*empty folder/);
    rmSync(join(folder, 'thesis.doc'));
    open();
    const header = join(folder, 'tvinesynth-store.json');
    writeFileSync(header, readFileSync(header, 'utf8').replace(engineMark(), '0.0.9 (kernel 0)'));
    expect(() => open()).toThrow(/work of engine 0\.0\.9 \(kernel 0\), and this is .* one version/);
  });

  test('is a key that others may read, that lies in the folder, or is none', () => {
    const keyFile = join(home, 'key');
    const key = readRunKey({ keyFile, create: true });
    expect(key).toHaveLength(32);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(readRunKey({ keyFile, create: true })).toEqual(key);
    chmodSync(keyFile, 0o644);
    expect(() => readRunKey({ keyFile })).toThrow(/others may read .*0644.* chmod 600/);
    chmodSync(keyFile, 0o600);
    expect(() => readRunKey({ keyFile, folder: home })).toThrow('lies in the folder');
    writeFileSync(keyFile, 'secret');
    expect(() => readRunKey({ keyFile })).toThrow('no run key. Give 64 hexadecimal digits');
    expect(() => readRunKey({ keyFile: join(home, 'none') })).toThrow('(ENOENT)');
  });

  test('is cleaning what is no such folder, or is in use', async () => {
    expect(() => cleanStore(home, {})).toThrow('no folder of shared work');
    const store = open();
    await squares(store);
    writeFileSync(join(folder, 'thesis.doc'), '');
    expect(() => cleanStore(folder, {})).toThrow(/1 processes are at work/);
    store.close();
    expect(() => cleanStore(folder, { study: 'zzz' })).toThrow("none begin with 'zzz'");
    const [{ study }] = storeStatus(folder).studies;
    expect(cleanStore(folder, { study: study.slice(0, 12) })).toEqual([study]);
    expect(readdirSync(folder)).toEqual(['thesis.doc']);
    opened.length = 0;
  });
});
