/** `studio [TABLE]`: the page in the browser, sent by a server that only this machine can reach. */

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { Command } from 'commander';
import { InputError } from '../numerics/inputError.ts';
import { STUDY_FILES } from '../report/studyFiles.ts';
import { wholeNumber, withShell } from './options.ts';
import { remark, type ShellOptions, whenCancelled } from './shell.ts';
import { openStudioServer, type StudioServer } from './studioServer.ts';

interface StudioOptions extends ShellOptions {
  readonly port?: number;
  readonly open: boolean;
  readonly out?: string;
}

/** What was declared of columns in the page. */
const DECLARED = 'columns.json';

const DESCRIPTION = [
  'Opens the studio in your browser: choose a table, check what was understood of its columns, fit once, move the truncation and see what the synthetic table keeps and what it gives away, attack it, and download what `run` would write. The same choices give the same bytes as the command that the page shows.',
  'The page computes everything itself. The server sends the page and, if you name one, the table; it listens on 127.0.0.1 alone, wants a token that is in the printed address, writes nothing unless --out names a folder, and ends with Ctrl-C, from the page, or after 30 minutes without a page.',
].join('\n\n');

export function studioCommand(signal: AbortSignal): Command {
  const command = new Command('studio')
    .summary('open the studio in the browser; nothing leaves this machine')
    .description(DESCRIPTION)
    .argument('[table]', 'table to begin with; others can be chosen in the page')
    .option('--port <n>', 'port to listen on (default: one that is free)', wholeNumber)
    .option('--no-open', 'print the address and do not open a browser')
    .option('--out <folder>', 'folder that the page may save files in (default: none)');
  return withShell(command)
    .addHelpText(
      'after',
      `
Example:
  tvinesynth studio patients.csv --out study`,
    )
    .action(async (table: string | undefined, options: StudioOptions) => {
      const { port = 0, out } = options;
      if (port > 65_535) throw new InputError(`Port: found ${port}. Give a number up to 65535.`);
      checkTable(table);
      const server = await openStudioServer({
        page: readPage(),
        port,
        table,
        out,
        names: [...STUDY_FILES, DECLARED],
      }).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EADDRINUSE'
          ? new InputError(`Port ${port} is in use. Give another, or leave --port out.`)
          : error;
      });
      await serve(server, options, signal);
    });
}

async function serve(
  server: StudioServer,
  { open, json, ...shell }: StudioOptions,
  signal: AbortSignal,
): Promise<void> {
  const { address, ended } = server;
  whenCancelled('The studio has ended.');
  process.stdout.write(json ? `${JSON.stringify({ address })}\n` : `${address}\n`);
  remark('The studio is open at this address on this machine alone. Ctrl-C ends it.', shell);
  if (open) openBrowser(address, shell);
  signal.addEventListener('abort', () => server.end());
  await ended;
  if (!signal.aborted) remark('The studio has ended.', shell);
}

function checkTable(table: string | undefined): void {
  if (table === undefined) return;
  if (!existsSync(table)) throw new InputError(`${table}: there is no such file. Check the path.`);
  if (!statSync(table).isFile()) throw new InputError(`${table}: this is no file.`);
}

function readPage(): string {
  try {
    return readFileSync(new URL('./studio.html', import.meta.url), 'utf8');
  } catch {
    throw new InputError(
      'The page of the studio is not beside the program. In a clone, run npm run build.',
    );
  }
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

function openBrowser(address: string, shell: ShellOptions): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const failed = () => remark('No browser could be opened: open the address yourself.', shell);
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', failed);
  child.on('exit', (code) => code !== 0 && failed());
  child.unref();
}
