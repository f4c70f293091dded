/**
 * `npm run docs`: the documentation as static files in build/docs, and a look at every link in it.
 * Usage: node build/site/build.js [--out FOLDER]
 */

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildApi } from './buildApi.ts';
import { buildSite } from './buildSite.ts';
import { checkSite } from './checkSite.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: 'build/docs' } } });
const out = resolve(root, values.out);

const pages = buildSite(root, out);
await buildApi(root, out);
const wrong = checkSite(out);
for (const line of wrong) process.stderr.write(`${line}\n`);
if (wrong.length > 0) process.exitCode = 1;
else process.stdout.write(`${pages.length} pages and the API reference: ${out}/index.html\n`);
