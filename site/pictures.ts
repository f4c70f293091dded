/**
 * `npm run docs:pictures`: computes docs/pictures/figures.json and draws the pictures from it. With
 * --draw it takes the numbers as they are and only draws.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { computeFigures } from './pictures/computeFigures.ts';
import { drawPictures } from './pictures/drawPictures.ts';
import type { Figures } from './pictures/figures.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'docs/pictures');
const kept = join(folder, 'figures.json');
mkdirSync(folder, { recursive: true });
if (!process.argv.includes('--draw')) {
  const figures = await computeFigures(join(root, 'examples/patients.csv'));
  writeFileSync(kept, `${JSON.stringify(figures)}\n`);
}
const pictures = drawPictures(JSON.parse(readFileSync(kept, 'utf8')) as Figures);
for (const [name, svg] of Object.entries(pictures)) {
  writeFileSync(join(folder, `${name}.svg`), svg);
  process.stdout.write(`docs/pictures/${name}.svg\n`);
}
