import { describe, expect, test } from 'vitest';
import { nodeDocument } from '../../../src/report/plots/nodeDocument.ts';
import { EXAMPLES } from './examples.ts';

const HOSTILE = '<img src=x onerror=alert(1)>"\'&]]>\u0000\n\u202E';
const hostile = (text: string) => `${HOSTILE}${text}`;

function parsed(svg: string): Element {
  const document = nodeDocument();
  document.body.innerHTML = svg;
  return document.body.children[0];
}

describe.each(EXAMPLES)('$name', (example) => {
  const svg = example.draw({ document: nodeDocument() });

  test('as before', async () => {
    // one element a line, so that a change can be read
    await expect(`${svg.replaceAll('><', '>\n<')}\n`).toMatchFileSnapshot(
      `snapshots/${example.name}.svg`,
    );
  });

  test('the same again, in the same document and in another', () => {
    const document = nodeDocument();
    expect(example.draw({ document })).toBe(svg);
    expect(example.draw({ document })).toBe(svg);
  });

  test('says in words what it shows', () => {
    const root = parsed(svg);
    const title = root.querySelector('title')?.textContent ?? '';
    expect(root.getAttribute('role')).toBe('img');
    expect(root.getAttribute('aria-label')).toBe(title);
    expect(title.length).toBeGreaterThan(20);
    const words = root.querySelector('desc');
    expect(root.getAttribute('aria-describedby')).toBe(words?.id);
    expect(words?.textContent?.length).toBeGreaterThan(60);
    const table = parsed(example.table());
    expect(table.querySelector('caption')?.textContent).toContain(title);
    expect(table.querySelectorAll('tbody tr').length).toBeGreaterThan(1);
    const cells = table.querySelectorAll('thead th').length;
    for (const row of Array.from(table.querySelectorAll('tbody tr'))) {
      expect(row.children.length).toBe(cells);
    }
  });

  test('has only numbers that can be drawn, in two decimals', () => {
    expect(svg).not.toMatch(/NaN|Infinity|undefined|\[object/);
    expect(example.table()).not.toMatch(/NaN|Infinity|undefined|\[object/);
    expect(svg.match(/ (?:d|x|y|x1|cx|cy|r|transform|width)="[^"]*\.\d{3,}/)).toBeNull();
  });

  test('needs nothing from outside', () => {
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(
      /https?:|<script|<style|@import|url\(|href/,
    );
  });

  test('escapes every name', () => {
    const drawn = example.draw({ document: nodeDocument() }, hostile);
    for (const text of [drawn, example.table(hostile)]) {
      expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
      expect(text).not.toContain('<img');
      expect(text).not.toContain('\u0000');
      expect(text.match(/&(?!amp;|lt;|gt;|quot;|#39;)/)).toBeNull();
      expect(parsed(text).querySelectorAll('img').length).toBe(0);
    }
  });

  test('is drawn on a narrow page too', () => {
    const narrow = example.draw({ document: nodeDocument(), width: 320 });
    expect(narrow).toContain('viewBox="0 0 320 ');
    expect(narrow).not.toMatch(/width="-/);
  });
});
