/** The body of a page: Markdown to HTML, with anchors, links of the site, and pictures drawn in place. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { flowchartTable } from './flowchartTable.ts';
import { escapeHtml, highlight } from './highlight.ts';
import { anchors, plainText } from './markdown.ts';
import type { Page } from './pages.ts';
import { resolveLink } from './resolveLink.ts';

export interface Rendered {
  readonly html: string;
  /** Files of the repository that the page shows or links to. */
  readonly copies: readonly string[];
}

export function renderPage(page: Page, pages: readonly Page[], root: string): Rendered {
  const copies = new Set<string>();
  const anchorOf = anchors();
  const markdown = new MarkdownIt({ html: true });
  const { rules } = markdown.renderer;

  const follow = (target: string): string => {
    const { href, copy } = resolveLink(decodeURI(target), page, pages);
    if (copy) copies.add(copy);
    return href;
  };
  markdown.core.ruler.push('links', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.attrGet('href');
      if (href !== null) token.attrSet('href', follow(href));
    }
  });
  rules.heading_open = (tokens, i) => {
    const anchor = anchorOf(plainText(tokens[i + 1].children));
    return `<${tokens[i].tag} id="${anchor}">`;
  };
  rules.heading_close = (tokens, i) => {
    const { tag } = tokens[i];
    return `</${tag}>\n`;
  };
  rules.code_inline = (tokens, i) => {
    const { content } = tokens[i];
    // an option is not broken at its dashes
    const whole = /^--?[\w-]{1,24}$/.test(content) ? ' class="whole"' : '';
    return `<code${whole}>${escapeHtml(content)}</code>`;
  };
  rules.table_open = () => '<div class="scroll"><table>\n';
  rules.table_close = () => '</table></div>\n';
  rules.fence = (tokens, i) => {
    const [language, code] = [tokens[i].info.trim(), tokens[i].content];
    if (language === 'mermaid') return markdown.render(flowchartTable(code));
    return `<pre class="${language || 'text'}" tabindex="0"><code>${highlight(code, language)}</code></pre>\n`;
  };
  rules.image = (tokens, i) => {
    const words = plainText(tokens[i].children);
    const src = follow(tokens[i].attrGet('src') ?? '');
    const copy = [...copies].find((file) => `files/${file.split('/').at(-1)}` === src);
    if (copy?.endsWith('.svg')) return drawing(readFileSync(join(root, copy), 'utf8'), words);
    return `<img src="${src}" alt="${escapeHtml(words)}" loading="lazy">`;
  };
  // what is only for tests is not for readers
  rules.html_block = (tokens, i) => (tokens[i].content.startsWith('<!--') ? '' : tokens[i].content);
  return {
    html: markdown.render(page.text),
    copies: [...copies].filter((f) => !f.endsWith('.svg')),
  };
}

/** In the page itself, so that it takes the page's colours. */
function drawing(svg: string, words: string): string {
  const inline = svg.replace('<svg ', `<svg role="img" aria-label="${escapeHtml(words)}" `);
  return `<span class="drawing">${inline.trim()}</span>`;
}
