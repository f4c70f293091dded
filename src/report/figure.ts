/** A drawing on the page, with its numbers as a table that can be opened. */

import { type Html, html, NOTHING, trusted } from './template.ts';

/** `full`: as wide as the page; others stand side by side where there is room. */
export type FigureWidth = 'half' | 'full';

export const DRAWN: Readonly<Record<FigureWidth, number>> = { half: 420, full: 880 };

type Draw<Data> = (
  data: Data,
  drawing: { readonly document: Document; readonly width: number },
) => string;

export function figure<Data extends { readonly title: string }>(
  document: Document,
  draw: Draw<Data>,
  table: (data: Data) => string,
  data: Data,
  width: FigureWidth = 'half',
): Html {
  // inside a page the name space goes without saying
  const svg = draw(data, { document, width: DRAWN[width] }).replace(/ xmlns="[^"]*"/g, '');
  // on a narrow page a wide drawing is scrolled, and its title stands above it
  const lines = svg.match(/<text font-size="15" font-weight="600"/g)?.length ?? 0;
  const title = width === 'full' ? html`<figcaption>${data.title}</figcaption>` : NOTHING;
  return html`<figure class="${width}">${title}
<div class="drawing" style="--lines:${lines}">${trusted(svg)}</div>
<details><summary>Numbers</summary><div class="scroll">${trusted(table(data))}</div></details>
</figure>`;
}

/** Figures side by side. */
export function gallery(figures: readonly Html[]): Html {
  return html`<div class="gallery">${figures}</div>`;
}

/** A table by itself. */
export function scrolling(table: string): Html {
  return html`<div class="scroll">${trusted(table)}</div>`;
}
