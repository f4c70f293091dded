/** Markdown as plain data: headings with the anchors that GitHub gives them, code blocks, links. */

import MarkdownIt from 'markdown-it';

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly anchor: string;
}

export interface CodeBlock {
  readonly language: string;
  readonly code: string;
  /** The line of the page it begins on, from 1. */
  readonly line: number;
  /** Why it is not run, where a comment before it says so. */
  readonly notRun: string | undefined;
}

export interface Link {
  readonly target: string;
  readonly line: number;
}

const parser = new MarkdownIt({ html: true });
type Tokens = ReturnType<typeof parser.parse>;

/** The anchor of a heading, as GitHub makes it; the second of a kind ends in -1. */
export function anchors(): (text: string) => string {
  const seen = new Map<string, number>();
  return (text) => {
    const slug = text
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  };
}

/** What a reader sees of a line: no marks, no addresses. */
export function plainText(tokens: Tokens | null): string {
  return (tokens ?? [])
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      return type === 'image' ? plainText(children) : type === 'html_inline' ? '' : content;
    })
    .join('');
}

export function headingsOf(text: string): Heading[] {
  const anchorOf = anchors();
  const tokens = parser.parse(text, {});
  return tokens.flatMap(({ type, tag }, i) => {
    if (type !== 'heading_open') return [];
    const words = plainText(tokens[i + 1].children);
    return [{ level: Number(tag.slice(1)), text: words, anchor: anchorOf(words) }];
  });
}

const NOT_RUN = /^<!-- not run: (.*?) -->/s;

export function codeBlocksOf(text: string): CodeBlock[] {
  const tokens = parser.parse(text, {});
  return tokens.flatMap(({ type, info, content, map }, i) => {
    if (type !== 'fence') return [];
    const before = tokens[i - 1];
    const reason = before?.type === 'html_block' ? NOT_RUN.exec(before.content)?.[1] : undefined;
    return [{ language: info.trim(), code: content, line: (map?.[0] ?? 0) + 1, notRun: reason }];
  });
}

/** Links and pictures, those in tables among them. */
export function linksOf(text: string): Link[] {
  let line = 1;
  return parser.parse(text, {}).flatMap(({ map, children }) => {
    if (map) line = map[0] + 1;
    return (children ?? []).flatMap((token) => {
      const target = token.attrGet(token.type === 'image' ? 'src' : 'href');
      return target === null ? [] : [{ target: decodeURI(target), line }];
    });
  });
}

/** The first heading of a page. */
export function titleOf(text: string): string {
  return headingsOf(text).find(({ level }) => level === 1)?.text ?? '';
}
