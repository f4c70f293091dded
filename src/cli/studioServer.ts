/**
 * The server of the studio: it sends the page, and hands over the one table that was named on the command line.
 * It computes nothing and knows no other file. Only this machine can reach it; every request but that for the page
 * carries a token that nobody else knows, and a page of another origin is refused, also under a name that was made
 * to point here (DNS rebinding).
 */

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface StudioServerOptions {
  /** The page as it was built. */
  readonly page: string;
  /** 0: one that is free. */
  readonly port: number;
  /** The path of the table; none if the user is to choose one in the page. */
  readonly table?: string | undefined;
  /** The folder that files may be saved in; none if nothing may be written. */
  readonly out?: string | undefined;
  /** The names that may be. */
  readonly names: readonly string[];
  /** Milliseconds without a request after which it ends. */
  readonly idle?: number;
  /** The most bytes of a file that is saved. */
  readonly mostBytes?: number;
}

export interface StudioServer {
  /** With the token in its fragment, which no request carries. */
  readonly address: string;
  /** When it has ended, however that was. */
  readonly ended: Promise<void>;
  end(): void;
}

const HOST = '127.0.0.1';
const IDLE = 30 * 60_000;
const MOST_BYTES = 2 ** 30;

/** What a route is answered with. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export async function openStudioServer(options: StudioServerOptions): Promise<StudioServer> {
  const { port, idle = IDLE } = options;
  const token = randomBytes(16).toString('hex');
  const page = servedPage(options.page);
  const server = createServer({ maxHeaderSize: 8192, requestTimeout: 600_000 });
  let last = Date.now();
  const end = () => {
    clearInterval(watch);
    server.close();
    server.closeAllConnections();
  };
  const watch = setInterval(() => Date.now() - last > idle && end(), Math.min(idle, 5000));
  watch.unref();
  server.on('request', (request, response) => {
    last = Date.now();
    answer(request, response, { ...options, token, page, port: portOf(server), end }).catch(
      (error: unknown) => refuse(response, error),
    );
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, HOST, listening);
  });
  return {
    address: `http://${HOST}:${portOf(server)}/#token=${token}`,
    ended: new Promise((over) => server.once('close', () => over())),
    end,
  };
}

interface Context extends Omit<StudioServerOptions, 'page'> {
  readonly token: string;
  readonly page: { readonly body: string; readonly policy: string };
  readonly end: () => void;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  context: Context,
): Promise<void> {
  checkOrigin(request, context.port);
  const [path, query] = (request.url ?? '/').split('?');
  const searchParams = new URLSearchParams(query);
  const route = `${request.method} ${path}`;
  if (route === 'GET /') {
    head(response, 'text/html; charset=utf-8', context.page.policy).end(context.page.body);
    return;
  }
  checkToken(request, context.token);
  if (route !== 'POST /save') checkBody(request);
  const { table, out } = context;
  if (route === 'GET /about') {
    const about = { table: table === undefined ? null : basename(table), folder: out ?? null };
    head(response, 'application/json').end(JSON.stringify(about));
  } else if (route === 'GET /table' && table !== undefined) {
    const { size } = statSync(table);
    await pipeline(
      createReadStream(table),
      head(response, 'application/octet-stream', undefined, size),
    );
  } else if (route === 'POST /save' && out !== undefined) {
    const path = await save(request, out, searchParams.get('name') ?? '', context);
    head(response, 'text/plain; charset=utf-8').end(path);
  } else if (route === 'POST /end') {
    head(response, 'text/plain; charset=utf-8').end('ended');
    setImmediate(context.end);
  } else {
    throw new Refusal(404, 'There is nothing here.');
  }
}

/** From this machine, under its own name, and from its own page. */
function checkOrigin({ headers }: IncomingMessage, port: number): void {
  const own = [`${HOST}:${port}`, `localhost:${port}`];
  const { host = '', origin } = headers;
  const site = headers['sec-fetch-site'];
  if (!own.includes(host)) throw new Refusal(403, 'This server answers under its own name alone.');
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new Refusal(403, 'This server answers its own page alone.');
  }
  if (site !== undefined && site !== 'none' && site !== 'same-origin') {
    throw new Refusal(403, 'This server answers its own page alone.');
  }
}

/** Only a file that is saved has a body. */
function checkBody({ headers }: IncomingMessage): void {
  if (Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined) {
    throw tooLarge(0);
  }
}

function checkToken({ headers }: IncomingMessage, token: string): void {
  const given = Buffer.from(String(headers['x-tvinesynth-token'] ?? ''));
  const own = Buffer.from(token);
  if (given.length !== own.length || !timingSafeEqual(given, own)) {
    throw new Refusal(403, 'The token is not right. Open the address that tvinesynth has printed.');
  }
}

/** Writes one of the known files, whole or not at all, and never over another. */
async function save(
  request: IncomingMessage,
  folder: string,
  name: string,
  { names, mostBytes = MOST_BYTES }: Context,
): Promise<string> {
  if (!names.includes(name)) throw new Refusal(403, `No file called '${name}' can be saved.`);
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes);
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? new Refusal(409, `${path} is there already. Move it, or name another folder with --out.`)
      : new Refusal(500, `${path} cannot be written (${error.code}).`);
  });
  let size = 0;
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > mostBytes) throw tooLarge(mostBytes);
      await file.write(piece);
    }
    await file.close();
    return path;
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

function tooLarge(most: number): Refusal {
  return new Refusal(
    413,
    most > 0 ? `The file is larger than ${most} bytes.` : 'Nothing is to be sent here.',
  );
}

function refuse(response: ServerResponse, error: unknown): void {
  const status = error instanceof Refusal ? error.status : 500;
  const words = error instanceof Refusal ? error.message : 'The request failed.';
  if (response.headersSent) response.destroy();
  else head(response, 'text/plain; charset=utf-8', undefined, undefined, status).end(words);
}

/** What every answer says to the browser. */
function head(
  response: ServerResponse,
  type: string,
  policy = "default-src 'none'",
  size?: number,
  status = 200,
): ServerResponse {
  return response.writeHead(status, {
    'content-type': type,
    'content-security-policy': `${policy}; frame-ancestors 'none'`,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=()',
    'cache-control': 'no-store',
    ...(size !== undefined && { 'content-length': size }),
    ...(status >= 400 && { connection: 'close' }),
  });
}

const POLICY = /(<meta http-equiv="Content-Security-Policy" content=")([^"]+)(")/;

/** The page may ask this server, and no other. */
function servedPage(page: string): Context['page'] {
  const found = POLICY.exec(page);
  if (!found) throw new Error('the page of the studio has no policy');
  const policy = found[2].replace("connect-src 'none'", "connect-src 'self'");
  return { body: page.replace(POLICY, `$1${policy}$3`), policy };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0;
}
