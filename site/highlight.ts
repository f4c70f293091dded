/** Colours for code: comments, strings, numbers, keywords. Enough for short examples, without a package. */

const KEYWORDS =
  'as async await break case catch class const continue default else export extends for from function if implements import in interface let new of readonly return satisfies switch throw try type typeof while';

const TYPESCRIPT =
  /(?<comment>\/\/.*|\/\*[\s\S]*?\*\/)|(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|(?<number>\b\d[\d_.]*(?:e-?\d+)?\b)|(?<word>\b[a-z]+\b)/g;
const SHELL =
  /(?<comment>(?<=^|\s)#.*)|(?<string>'[^']*'|"[^"]*")|(?<number>(?<=\s)--?[a-z][\w-]*)/gm;
const JSON_TEXT =
  /(?<string>"(?:\\.|[^"\\])*"(?=\s*:))|(?<comment>"(?:\\.|[^"\\])*")|(?<number>\b-?\d[\d.e-]*\b)/g;

const RULES: Readonly<Record<string, RegExp>> = {
  ts: TYPESCRIPT,
  js: TYPESCRIPT,
  html: /(?<comment><!--[\s\S]*?-->)|(?<string>"[^"]*")|(?<keyword><\/?[a-z]+|>)/g,
  sh: SHELL,
  json: JSON_TEXT,
};

const words = new Set(KEYWORDS.split(' '));

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export function highlight(code: string, language: string): string {
  const rule = RULES[language];
  if (rule === undefined) return escapeHtml(code);
  let [html, end] = ['', 0];
  for (const match of code.matchAll(rule)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    const name = kind === 'word' ? (words.has(match[0]) ? 'keyword' : undefined) : kind;
    if (name === undefined) continue;
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${name}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}
