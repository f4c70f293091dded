/** The frame around every page: side bar, contents, what comes before and after. */

import { escapeHtml } from './highlight.ts';
import { headingsOf } from './markdown.ts';
import type { Page } from './pages.ts';

/** The API reference is made by typedoc and stands below the developer's guide. */
const API = { address: 'api/index.html', label: 'API reference', after: 'library.html' };

export function layout(page: Page, pages: readonly Page[], body: string, version: string): string {
  const title = page.address === 'index.html' ? 'TVineSynth' : `${page.title} · TVineSynth`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.css">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="name" href="index.html">TVineSynth <span>${escapeHtml(version)}</span></a>
<search><input type="search" id="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off"><ul id="found" class="found" hidden></ul></search>
</header>
<div class="columns">
<nav aria-label="Pages"><details><summary>All pages</summary>${sideBar(page, pages)}</details><div class="wide">${sideBar(page, pages)}</div></nav>
<main id="content">
${body}${neighbours(page, pages)}
</main>
${contents(page)}
</div>
<script src="search-index.js" defer></script>
<script src="search.js" defer></script>
</body>
</html>
`;
}

function sideBar(page: Page, pages: readonly Page[]): string {
  const sections = [...new Set(pages.map(({ section }) => section))];
  return sections
    .map((section) => {
      const items = pages
        .filter((other) => other.section === section)
        .map(({ address, label }) => {
          const here = address === page.address ? ' aria-current="page"' : '';
          const item = `<li><a href="${address}"${here}>${escapeHtml(label)}</a></li>`;
          const api = `<li><a href="${API.address}">${API.label}</a></li>`;
          return address === API.after ? item + api : item;
        });
      return `<h2>${escapeHtml(section)}</h2><ul>${items.join('')}</ul>`;
    })
    .join('');
}

function neighbours(page: Page, pages: readonly Page[]): string {
  const at = pages.indexOf(page);
  const link = (other: Page | undefined, words: string, kind: string) =>
    other
      ? `<a class="${kind}" rel="${kind}" href="${other.address}"><small>${words}</small>${escapeHtml(other.label)}</a>`
      : '';
  return `<footer>${link(pages[at - 1], 'Before', 'prev')}${link(pages[at + 1], 'Next', 'next')}</footer>`;
}

function contents({ text }: Page): string {
  const headings = headingsOf(text).filter(({ level }) => level === 2 || level === 3);
  if (headings.length < 3) return '<aside></aside>';
  const items = headings.map(
    ({ level, anchor, text: words }) =>
      `<li class="h${level}"><a href="#${anchor}">${escapeHtml(words)}</a></li>`,
  );
  return `<aside aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></aside>`;
}
