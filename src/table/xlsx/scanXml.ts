/**
 * Tags and texts of XML, piece by piece, as far as workbooks use it. Document types and entities of one's
 * own are refused, so that nothing can expand; names lose their prefix.
 */

import { InputError } from '../../numerics/inputError.ts';

export interface XmlListener {
  open?(name: string, attributes: string): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Characters between two marks: a cell holds 32,767. */
const LONGEST_PART = 1 << 22;

export async function scanXml(
  pieces: AsyncIterable<Uint8Array>,
  listener: XmlListener,
  what: string,
): Promise<void> {
  const damaged = () => new InputError(`${what}: the workbook is damaged. Save it again.`);
  const decoder = new TextDecoder('utf-8');
  let waiting = '';
  const take = (isLast: boolean) => {
    let at = 0;
    for (;;) {
      const open = waiting.indexOf('<', at);
      if (open < 0) break;
      if (open > at) listener.text?.(unescaped(waiting.slice(at, open), damaged));
      const marker = waiting.startsWith('<!--', open)
        ? '-->'
        : waiting.startsWith('<![CDATA[', open)
          ? ']]>'
          : '>';
      const end = waiting.indexOf(marker, open);
      if (end < 0) {
        at = open;
        break;
      }
      if (marker === ']]>') listener.text?.(waiting.slice(open + 9, end));
      else if (marker === '>') tag(waiting.slice(open + 1, end), listener, damaged);
      at = end + marker.length;
    }
    waiting = waiting.slice(at);
    if (waiting.length > LONGEST_PART || (isLast && waiting.trim() !== '')) throw damaged();
  };
  for await (const piece of pieces) {
    waiting += decoder.decode(piece, { stream: true });
    take(false);
  }
  waiting += decoder.decode();
  take(true);
}

function tag(content: string, listener: XmlListener, damaged: () => InputError): void {
  if (content.startsWith('?')) return;
  if (content.startsWith('!')) throw damaged();
  if (content.startsWith('/')) {
    listener.close?.(localName(content.slice(1).trim()));
    return;
  }
  const isEmpty = content.endsWith('/');
  const body = isEmpty ? content.slice(0, -1) : content;
  const blank = body.search(/\s/);
  const name = localName(blank < 0 ? body : body.slice(0, blank));
  listener.open?.(name, blank < 0 ? '' : body.slice(blank));
  if (isEmpty) listener.close?.(name);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The value of an attribute. */
export function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : unescaped(value, () => new InputError('XML'));
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

function unescaped(text: string, damaged: () => InputError): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&([^;&]{0,12});?/g, (_, entity: string) => {
    const code = entity.startsWith('#x')
      ? Number.parseInt(entity.slice(2), 16)
      : entity.startsWith('#')
        ? Number.parseInt(entity.slice(1), 10)
        : undefined;
    if (code !== undefined) {
      if (!(code >= 0 && code <= 0x10ffff)) throw damaged();
      return String.fromCodePoint(code);
    }
    const known = ENTITIES[entity];
    if (known === undefined) throw damaged();
    return known;
  });
}
