/**
 * Drives the system's Firefox by WebDriver BiDi, over the port that the browser itself opens: playwright's channel
 * `moz-firefox` begins every context with emulation.setMediaFeaturesOverride, which Firefox ESR 153 does not know.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isExecutable } from './browser.ts';
import { openTextSocket } from './webSocket.ts';

/** Firefox on this machine (TVINESYNTH_FIREFOX overrules the search), or nothing. */
export function findFirefox(): string | undefined {
  const named = process.env.TVINESYNTH_FIREFOX;
  if (named) return named;
  return ['firefox-esr', 'firefox'].map((name) => `/usr/bin/${name}`).find(isExecutable);
}

export interface FirefoxPage {
  /** The folder that downloads go to. */
  readonly downloads: string;
  /** What the page has complained about. */
  readonly complaints: readonly string[];
  goto(url: string): Promise<void>;
  /** Runs the body of an async function in the page; anything that JSON can carry comes back. */
  run(code: string): Promise<unknown>;
  /** Runs it until it gives something true. */
  until(code: string, milliseconds?: number): Promise<void>;
  /**
   * Runs the body of a function in the page while no session drives the browser, and waits that long. Whatever starts
   * a worker from within a worker belongs in here: a session watches the workers of a page, and now and then the
   * browser then never returns from `new Worker` (Firefox 153; 5 of 300 times with a session, 0 of 300 without).
   */
  runUnwatched(code: string, milliseconds: number): Promise<void>;
  /** Gives files to the input that the selector names. */
  setFiles(selector: string, paths: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Nothing is asked of the network, and no page of its own opens. */
const PREFERENCES: Readonly<Record<string, string | number | boolean>> = {
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.prefetch-next': false,
  'remote.active-protocols': 1,
};

export async function openFirefox(executable: string): Promise<FirefoxPage> {
  const folder = mkdtempSync(join(tmpdir(), 'firefox-'));
  const [profile, downloads] = ['profile', 'downloads'].map((name) => join(folder, name));
  for (const path of [profile, downloads]) mkdirSync(path);
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, 'user.js'), preferences.join(''));
  const program = spawn(
    executable,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { env: { ...process.env, HOME: folder, MOZ_CRASHREPORTER_DISABLE: '1' } },
  );
  const ended = new Promise((over) => program.on('exit', over));
  const end = async () => {
    program.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return await drive(await addressOf(program), downloads, end);
  } catch (error) {
    await end();
    throw error;
  }
}

/** It says where it listens. */
function addressOf(program: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let text = '';
    program.stderr?.on('data', (piece) => {
      text += piece;
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1];
      if (address !== undefined) found(address);
    });
    program.on('exit', () => failed(new Error(`Firefox ended: ${text.slice(-500)}`)));
  });
}

type Send = (method: string, params?: object) => Promise<Record<string, unknown>>;

async function drive(
  listening: string,
  downloads: string,
  end: () => Promise<void>,
): Promise<FirefoxPage> {
  const complaints: string[] = [];
  const connect = () => startSession(listening, downloads, complaints);
  let session = await connect();
  let context = (await session.send('browsingContext.create', { type: 'tab' })).context;
  const run = async (code: string) => {
    const { type, result, exceptionDetails } = await session.send('script.callFunction', {
      functionDeclaration: `async () => JSON.stringify((await (async () => { ${code} })()) ?? null)`,
      target: { context },
      awaitPromise: true,
      userActivation: true,
    });
    if (type !== 'success') throw new Error((exceptionDetails as { text: string }).text);
    return JSON.parse((result as { value: string }).value) as unknown;
  };
  return {
    downloads,
    complaints,
    goto: async (url) =>
      void (await session.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    run,
    async until(code, milliseconds = 100_000) {
      const last = Date.now() + milliseconds;
      while (!(await run(code))) {
        if (Date.now() > last) {
          const shown = await run(
            `return [...document.querySelectorAll('section')].map(({ textContent }) => textContent).join('\\n')`,
          );
          throw new Error(`waited in vain for: ${code}\nThe page shows:\n${shown}`);
        }
        await pause(100);
      }
    },
    async runUnwatched(code, milliseconds) {
      // not before the session has ended
      await run(`setTimeout(() => { ${code} }, 1000)`);
      const address = await run('return location.href');
      await session.send('session.end');
      session.close();
      await pause(1000 + milliseconds);
      session = await connect();
      // a session has names of its own for the tabs
      const { contexts } = await session.send('browsingContext.getTree');
      const tabs = contexts as readonly { readonly context: string; readonly url: string }[];
      context = tabs.find(({ url }) => url === address)?.context;
    },
    async setFiles(selector, paths) {
      const { nodes } = await session.send('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value: selector },
      });
      const [element] = nodes as readonly { readonly sharedId: string }[];
      await session.send('input.setFiles', { context, element, files: paths });
    },
    async close() {
      session.close();
      await end();
    },
  };
}

const pause = (milliseconds: number) => new Promise((over) => setTimeout(over, milliseconds));

async function startSession(address: string, downloads: string, complaints: string[]) {
  const session = await openBidi(`${address}/session`, (method, params) => {
    const { level, text } = params as { readonly level?: string; readonly text?: string };
    if (method === 'log.entryAdded' && level === 'error') complaints.push(text ?? '');
  });
  await session.send('session.new', { capabilities: {} });
  await session.send('session.subscribe', { events: ['log.entryAdded'] });
  await session.send('browser.setDownloadBehavior', {
    downloadBehavior: { type: 'allowed', destinationFolder: downloads },
  });
  return session;
}

/** Commands by number, and events. */
async function openBidi(url: string, heard: (method: string, params: object) => void) {
  type Waiting = {
    readonly done: (result: Record<string, unknown>) => void;
    failed(error: Error): void;
  };
  const waiting = new Map<number, Waiting>();
  let number = 0;
  const socket = await openTextSocket(url, (text) => {
    const message = JSON.parse(text);
    if (message.type === 'event') {
      heard(message.method, message.params);
      return;
    }
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === 'error') asked?.failed(new Error(`${message.error}: ${message.message}`));
    else asked?.done(message.result);
  });
  const send: Send = (method, params = {}) =>
    new Promise((done, failed) => {
      const id = ++number;
      waiting.set(id, { done, failed });
      socket.send(JSON.stringify({ id, method, params }));
    });
  return { send, close: socket.close };
}
