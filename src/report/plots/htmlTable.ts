/**
 * A plot's data as an HTML table, for those who cannot see the plot or want its numbers. Each cell knows
 * the head of its column, so that a narrow page can show a row as a list.
 */

import { escapeText } from './markup.ts';

export interface TableText {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of each row names the row. */
  readonly rows: readonly (readonly string[])[];
  /** The number of a row that stands out. */
  readonly marked?: number;
}

/** Beyond so many columns a table is set narrower, and beyond as many again it is a matrix to scroll in. */
const WIDE = 6;
const MATRIX = 16;

export function htmlTable({ caption, head, rows, marked }: TableText): string {
  const isLabelled = head.length <= MATRIX;
  const label = (i: number) => (isLabelled ? ` data-label="${escapeText(head[i] ?? '')}"` : '');
  const row = (cells: readonly string[], place: number) =>
    `<tr${place === marked ? ' class="chosen"' : ''}>${cells
      .map((cell, i) =>
        i === 0
          ? `<th scope="row">${escapeText(cell)}</th>`
          : `<td${label(i)}>${escapeText(cell)}</td>`,
      )
      .join('')}</tr>`;
  const classes = [
    ...(isLabelled ? ['labelled'] : []),
    ...(head.length > WIDE ? ['wide'] : []),
  ].join(' ');
  return [
    `<table class="${classes}"><caption>${escapeText(caption)}</caption>`,
    `<thead><tr>${head.map((cell) => `<th scope="col">${escapeText(cell)}</th>`).join('')}</tr></thead>`,
    `<tbody>${rows.map(row).join('\n')}</tbody></table>`,
  ].join('\n');
}
