/** HTML by templates: whatever is put into one is escaped, unless it is HTML already. */

import { escapeText } from './plots/markup.ts';

export interface Html {
  readonly html: string;
}

type Part = string | number | Html | readonly Html[];

/** html`<p>${name}</p>` */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: strings.reduce((page, text, i) => page + textOf(parts[i - 1]) + text) };
}

/** Text that is HTML: drawings and tables, which escape what they show. */
export function trusted(text: string): Html {
  return { html: text };
}

export const NOTHING: Html = { html: '' };

function textOf(part: Part): string {
  if (typeof part === 'string') return escapeText(part);
  if (typeof part === 'number') return escapeText(String(part));
  return 'html' in part ? part.html : part.map(({ html }) => html).join('\n');
}
