/**
 * An element as text. Attributes are sorted and coordinates rounded, so that the same drawing is the
 * same text in Node and in every browser; everything that came from outside is escaped.
 */

const GEOMETRY = new Set(
  'cx cy d dx dy height opacity fill-opacity r rx ry transform viewBox width x x1 x2 y y1 y2'.split(
    ' ',
  ),
);
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
/** Characters that XML cannot hold, not even escaped. */
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for the inside of an element or of a quoted attribute, in HTML and in XML. */
export function escapeText(text: string): string {
  return text.replace(NOT_IN_XML, '\uFFFD').replace(/[&<>"']/g, (character) => ESCAPES[character]);
}

export function markup(element: Element): string {
  const name = element.localName;
  const attributes = Array.from(element.attributes, ({ name, value }) => [name, value] as const)
    .filter(([key]) => key !== 'xmlns')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => ` ${key}="${escapeText(rounded(key, value))}"`)
    .join('');
  const inside = Array.from(element.childNodes, (node) =>
    node.nodeType === 1 ? markup(node as Element) : escapeText(node.textContent ?? ''),
  ).join('');
  return inside === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inside}</${name}>`;
}

function rounded(name: string, value: string): string {
  if (!GEOMETRY.has(name)) return value;
  if (/NaN|Infinity|undefined/.test(value)) {
    throw new Error(`a plot has ${name}="${value}": a number that cannot be drawn got through`);
  }
  return value.replace(NUMBER, (number) => String(Math.round(Number(number) * 100) / 100 + 0));
}
