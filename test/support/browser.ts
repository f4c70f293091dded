/** Runs code against the built library in a real Chromium and in Node, for tests that compare. */

import { accessSync, constants, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ROOT } from './repository.ts';

/** Chromium on this machine (TVINESYNTH_CHROMIUM overrules the search), or nothing. */
export function findBrowser(): string | undefined {
  const named = process.env.TVINESYNTH_CHROMIUM;
  if (named) return named;
  return ['chromium', 'google-chrome', 'chromium-browser']
    .map((name) => `/usr/bin/${name}`)
    .find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** An open browser page that has the built library at hand. */
export interface BrowserPage {
  /**
   * Runs `code`, the body of an async function, in the page and gives what it returns (anything that
   * JSON can carry). An error there is an error here. The code finds the built library as `library`
   * and `sha256(columns)`, the hash in hexadecimal of the bytes of some Float64Arrays.
   */
  runInBrowser(code: string): Promise<unknown>;
  /** What the page itself complained about so far: uncaught errors and console errors. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

const PAGE = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>x</title>';

const SHA256 = `async function sha256(columns) {
  const digest = await crypto.subtle.digest('SHA-256', await new Blob(columns).arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}`;

/** Starts the browser with a fresh profile on a page from a server that only this machine reaches. */
export async function openBrowser(executablePath: string): Promise<BrowserPage> {
  const server = await serve();
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    complaints,
    runInBrowser: (code) =>
      page.evaluate(`import('/dist/index.js').then(async (library) => { ${SHA256} ${code}\n })`),
    async close() {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Runs the same code in this process, on the same built library. */
export async function runInNode(code: string): Promise<unknown> {
  const library: unknown = await import(new URL('../../dist/index.js', import.meta.url).href);
  return new Function('library', `return (async () => { ${SHA256} ${code}\n })()`)(library);
}

/** Serves an empty page and the JavaScript files of dist/, nothing else, on a free port. */
async function serve(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (path === '/') {
      response.setHeader('content-type', 'text/html').end(PAGE);
    } else if (/^\/dist\/[\w-]+\.js$/.test(path) && existsSync(join(ROOT, path))) {
      response.setHeader('content-type', 'text/javascript').end(await readFile(join(ROOT, path)));
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
