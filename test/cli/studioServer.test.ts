/** The studio's server: who may ask it, for what, and what it never does. */

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  openStudioServer,
  type StudioServer,
  type StudioServerOptions,
} from '../../src/cli/studioServer.ts';

const PAGE =
  '<html><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; connect-src \'none\'"></html>';

let folder: string;
let table: string;
const open: StudioServer[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-'));
  table = join(folder, 'a table.csv');
  writeFileSync(table, 'a,b\n1,2\n');
});
afterEach(() => {
  for (const server of open.splice(0)) server.end();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function start(options: Partial<StudioServerOptions> = {}) {
  const server = await openStudioServer({
    page: PAGE,
    port: 0,
    table,
    out: join(folder, 'out'),
    names: ['report.html', 'synthetic.csv'],
    ...options,
  });
  open.push(server);
  const url = new URL(server.address);
  const token = new URLSearchParams(url.hash.slice(1)).get('token') ?? '';
  return { server, port: Number(url.port), token };
}

interface Asked {
  readonly method?: string;
  readonly host?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly address?: string;
}

/** With a Host of its own choice, which `fetch` does not let one set. */
function ask(
  port: number,
  path: string,
  { method = 'GET', host, headers, body, address }: Asked = {},
) {
  return new Promise<{ status: number; text: string; headers: Record<string, unknown> }>(
    (resolve, reject) => {
      const asked = request(
        {
          host: address ?? '127.0.0.1',
          port,
          path,
          method,
          headers: { host: host ?? `127.0.0.1:${port}`, ...headers },
        },
        (response) => {
          let text = '';
          response.on('data', (piece) => {
            text += piece;
          });
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
          );
        },
      );
      asked.on('error', reject);
      asked.end(body);
    },
  );
}

describe('the page', () => {
  test('comes without a token, may ask this server alone, and may not be framed', async () => {
    const { port } = await start();
    const { status, text, headers } = await ask(port, '/');
    expect(status).toBe(200);
    expect(text).toBe(PAGE.replace("connect-src 'none'", "connect-src 'self'"));
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('also under localhost', async () => {
    const { port } = await start();
    expect((await ask(port, '/', { host: `localhost:${port}` })).status).toBe(200);
  });
});

describe('who is refused', () => {
  test.each(['evil.example', '127.0.0.1', '127.0.0.1:1', 'localhost.evil.example:80'])(
    'a request for the host %j',
    async (host) => {
      const { port, token } = await start();
      const headers = { 'x-tvinesynth-token': token };
      expect((await ask(port, '/', { host, headers })).status).toBe(403);
      expect((await ask(port, '/table', { host, headers })).text).not.toContain('1,2');
    },
  );

  test.each([
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'https://127.0.0.1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('a page of another origin: %o', async (headers) => {
    const { port, token } = await start();
    const all = { ...headers, 'x-tvinesynth-token': token };
    expect((await ask(port, '/table', { headers: all as Record<string, string> })).status).toBe(
      403,
    );
    expect((await ask(port, '/', { headers: all as Record<string, string> })).status).toBe(403);
  });

  test.each(['', 'x', '0'.repeat(32), 'é'.repeat(16)])('the token %j', async (token) => {
    const { port } = await start();
    for (const [method, path] of [
      ['GET', '/about'],
      ['GET', '/table'],
      ['POST', '/save?name=report.html'],
      ['POST', '/end'],
    ] as const) {
      const headers = { 'x-tvinesynth-token': encodeURI(token) };
      expect((await ask(port, path, { method, headers })).status, path).toBe(403);
    }
  });

  test('other machines: it listens on no other address of this one', async () => {
    const { port } = await start();
    const others = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ address, family }) => family === 'IPv4' && address !== '127.0.0.1');
    for (const { address } of others) {
      await expect(ask(port, '/', { address }), address).rejects.toThrow('ECONNREFUSED');
    }
  });
});

describe('with the token', () => {
  test('it tells the name of the table and the folder, and hands the table over', async () => {
    const { port, token } = await start();
    const headers = { 'x-tvinesynth-token': token };
    const about = JSON.parse((await ask(port, '/about', { headers })).text);
    expect(about).toEqual({ table: 'a table.csv', folder: join(folder, 'out') });
    expect((await ask(port, '/table', { headers })).text).toBe('a,b\n1,2\n');
  });

  test.each([
    '/table/../studioServer.ts',
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/a%20table.csv',
    '/etc/passwd',
    '//evil.example/table',
  ])('it knows no path %s', async (path) => {
    const { port, token } = await start();
    const found = await ask(port, path, { headers: { 'x-tvinesynth-token': token } });
    expect([403, 404]).toContain(found.status);
    expect(found.text).not.toContain('root:');
  });

  test('no other method', async () => {
    const { port, token } = await start();
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH', 'HEAD']) {
      const { status } = await ask(port, '/table', {
        method,
        headers: { 'x-tvinesynth-token': token },
      });
      expect(status, method).toBe(404);
    }
  });

  test('it is read-only unless a folder was named', async () => {
    const { port, token } = await start({ out: undefined, table: undefined });
    const headers = { 'x-tvinesynth-token': token };
    const saved = await ask(port, '/save?name=report.html', { method: 'POST', headers, body: 'x' });
    expect(saved.status).toBe(404);
    expect((await ask(port, '/table', { headers })).status).toBe(404);
  });

  test('it saves known files for their owner alone, and never over another', async () => {
    const { port, token } = await start({ out: join(folder, 'saved') });
    const headers = { 'x-tvinesynth-token': token };
    const save = (name: string, body: string) =>
      ask(port, `/save?name=${encodeURIComponent(name)}`, { method: 'POST', headers, body });
    const path = join(folder, 'saved', 'report.html');
    expect(await save('report.html', 'first')).toMatchObject({ status: 200, text: path });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const again = await save('report.html', 'second');
    expect(again.status).toBe(409);
    expect(again.text).toContain('there already');
    expect(readFileSync(path, 'utf8')).toBe('first');
    for (const name of ['../x', 'x.sh', '', 'report.html/..', '/etc/cron.d/x', '.bashrc']) {
      expect((await save(name, 'x')).status, name).toBe(403);
    }
  });

  test('what is too large leaves nothing behind', async () => {
    const { port, token } = await start({ out: join(folder, 'large'), mostBytes: 1000 });
    const headers = { 'x-tvinesynth-token': token, 'transfer-encoding': 'chunked' };
    const body = Buffer.alloc(5000);
    const { status } = await ask(port, '/save?name=synthetic.csv', {
      method: 'POST',
      headers,
      body,
    });
    expect(status).toBe(413);
    expect(existsSync(join(folder, 'large', 'synthetic.csv'))).toBe(false);
  });
});

test('10 MB where nothing is to be sent are refused, and not read', async () => {
  const { server, port, token } = await start();
  const body = Buffer.alloc(10_000_000);
  let isOver = false;
  void server.ended.then(() => {
    isOver = true;
  });
  for (const [headers, status] of [
    [{}, 403],
    [{ 'x-tvinesynth-token': token }, 413],
    [{ 'x-tvinesynth-token': token, 'transfer-encoding': 'chunked' }, 413],
  ] as const) {
    const asked = ask(port, '/end', { method: 'POST', headers, body });
    // the connection ends while the rest is still being sent
    const found = await asked.catch((error: NodeJS.ErrnoException) => error);
    if ('status' in found) expect(found.status).toBe(status);
    else expect(found.code).toMatch(/EPIPE|ECONNRESET/);
  }
  const small = { method: 'POST', headers: { 'x-tvinesynth-token': token }, body: 'x' };
  expect((await ask(port, '/end', small)).status).toBe(413);
  expect(isOver).toBe(false);
});

describe('its end', () => {
  test('the page ends it', async () => {
    const { server, port, token } = await start();
    await ask(port, '/end', { method: 'POST', headers: { 'x-tvinesynth-token': token } });
    await server.ended;
    await expect(ask(port, '/')).rejects.toThrow(/ECONNREFUSED|hang up/);
  });

  test('it ends by itself when nobody asks', async () => {
    const { server, port } = await start({ idle: 50 });
    await server.ended;
    await expect(ask(port, '/')).rejects.toThrow(/ECONNREFUSED|hang up/);
  });

  test('each start has a token of its own', async () => {
    const [a, b] = [await start(), await start()];
    expect(a.token).toMatch(/^[0-9a-f]{32}$/);
    expect(a.token).not.toBe(b.token);
  });
});
