/** A plot's data as an HTML table, for those who cannot see the plot or want its numbers. */

import { escapeText } from './markup.ts';

export interface TableText {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of each row names the row. */
  readonly rows: readonly (readonly string[])[];
  /** The number of a row that stands out. */
  readonly marked?: number;
}

export function htmlTable({ caption, head, rows, marked }: TableText): string {
  const row = (cells: readonly string[], place: number) =>
    `<tr${place === marked ? ' class="chosen"' : ''}>${cells
      .map((cell, i) =>
        i === 0 ? `<th scope="row">${escapeText(cell)}</th>` : `<td>${escapeText(cell)}</td>`,
      )
      .join('')}</tr>`;
  return [
    `<table><caption>${escapeText(caption)}</caption>`,
    `<thead><tr>${head.map((cell) => `<th scope="col">${escapeText(cell)}</th>`).join('')}</tr></thead>`,
    `<tbody>${rows.map(row).join('\n')}</tbody></table>`,
  ].join('\n');
}
