/** What search.js looks through: one entry for each heading, with the words below it. */

import MarkdownIt from 'markdown-it';
import { anchors, plainText } from './markdown.ts';
import type { Page } from './pages.ts';

interface Entry {
  readonly page: string;
  readonly heading: string;
  readonly address: string;
  text: string;
}

const markdown = new MarkdownIt({ html: true });

export function searchIndex(pages: readonly Page[]): string {
  const entries = pages.flatMap(entriesOf);
  return `globalThis.searchIndex=${JSON.stringify(entries)};\n`;
}

function entriesOf({ address, label, text }: Page): Entry[] {
  const anchorOf = anchors();
  const tokens = markdown.parse(text, {});
  const entries: Entry[] = [];
  tokens.forEach(({ type, tag, content, children }, i) => {
    if (type === 'heading_open') {
      const words = plainText(tokens[i + 1].children);
      const anchor = anchorOf(words);
      const at = tag === 'h1' ? address : `${address}#${anchor}`;
      entries.push({ page: label, heading: words, address: at, text: '' });
    } else if (entries.length > 0 && tokens[i - 1]?.type !== 'heading_open') {
      const words = type === 'inline' ? plainText(children) : type === 'fence' ? content : '';
      if (words) entries[entries.length - 1].text += ` ${words.replaceAll(/\s+/g, ' ')}`;
    }
  });
  return entries;
}
