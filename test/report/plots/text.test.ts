import { expect, test } from 'vitest';
import { drawFigure } from '../../../src/report/plots/drawFigure.ts';
import { roomyDomain } from '../../../src/report/plots/estimate.ts';
import { escapeText } from '../../../src/report/plots/markup.ts';
import { nodeDocument } from '../../../src/report/plots/nodeDocument.ts';
import {
  boxesAlong,
  edgeToward,
  gatherLabels,
  placeLabels,
} from '../../../src/report/plots/placeLabels.ts';
import {
  decimals,
  shortName,
  shortNumber,
  textWidth,
  wrapText,
} from '../../../src/report/plots/text.ts';

test('names on one line, without controls, cut at whole characters', () => {
  expect(shortName(' a\n\tb\u0000c\u202Ed ')).toBe('a b c d');
  expect(shortName('𝔸𝔹ℂ𝔻', 3)).toBe('𝔸𝔹…');
  expect(shortName('abc', 3)).toBe('abc');
});

test('numbers in three digits', () => {
  const shown = [0.12345, -0.04567, 12345.6, 0, -0, 1, 1e-7, Number.NaN, undefined].map(
    shortNumber,
  );
  expect(shown).toEqual(['0.123', '−0.0457', '12346', '0', '0', '1', '1e−7', '–', '–']);
});

test('measures in as many decimals, without a minus before nothing', () => {
  expect(decimals(0.85)).toBe('0.850');
  expect(decimals(-0.1234, 2)).toBe('−0.12');
  expect(decimals(-0.0001)).toBe('0.000');
  expect(decimals(9e-18)).toBe('0.000');
  expect([decimals(Number.NaN), decimals(undefined)]).toEqual(['–', '–']);
  expect(shortNumber(9.25e-18)).toBe('0');
});

test('text in lines', () => {
  const text = 'one two three four five six';
  const lines = wrapText(text, 80, 12);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join(' ')).toBe(text);
  for (const line of lines) expect(textWidth(line, 12)).toBeLessThanOrEqual(80);
  expect(wrapText('w'.repeat(50), 80, 12)).toHaveLength(1);
});

test('escaping', () => {
  expect(escapeText(`<a b="c" d='e'>&amp;\u0001\uD800`)).toBe(
    '&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;\uFFFD\uFFFD',
  );
});

test('domains with room, also of one value and of none', () => {
  expect(roomyDomain([0, 10, undefined, Number.NaN], 0.1)).toEqual([-1, 11]);
  expect(roomyDomain([2], 0.1)).toEqual([1.8, 2.2]);
  expect(roomyDomain([0], 0.1)).toEqual([-0.1, 0.1]);
  // within what is possible: what is cut off above is added below
  expect(roomyDomain([0.9, 1], 0.1, 0.4, [0, 1])[1]).toBe(1);
  expect(roomyDomain([0.9, 1], 0.1, 0.4, [0, 1])[0]).toBeCloseTo(0.6, 12);
  expect(roomyDomain([0.01, 1], 0.1, 0, [0, 1])).toEqual([0, 1]);
  expect(roomyDomain([-3, 0.5], 0.1, 0, [Number.NEGATIVE_INFINITY, 1])[0]).toBeCloseTo(-3.35, 12);
  expect(roomyDomain([])).toEqual([0, 1]);
});

test('labels keep clear of each other, of lines and of the edge', () => {
  const label = { width: 40, height: 14 };
  const area = { x: 100, y: 100, width: 200, height: 200 };
  const points = [
    { x: 100, y: 100, ...label },
    { x: 104, y: 103, ...label },
    { x: 98, y: 97, ...label },
    { x: 196, y: 20, ...label },
  ];
  const line = boxesAlong(100, 100, 196, 20);
  const placed = placeLabels(points, line, area);
  const apart = (a: (typeof points)[0], b: (typeof points)[0]) =>
    Math.abs(a.x - b.x) >= (a.width + b.width) / 2 ||
    Math.abs(a.y - b.y) >= (a.height + b.height) / 2;
  placed.forEach((a, i) => {
    for (const b of [...placed.slice(i + 1), ...line]) expect(apart(a, b)).toBe(true);
    expect(Math.abs(a.x - 100) + 20).toBeLessThanOrEqual(100);
  });
});

test('labels of points on each other, by what they share', () => {
  const texts = (...spots: [number, string][]) =>
    gatherLabels(spots.map(([x, label]) => ({ x, y: 0, label }))).map(({ text }) => text);
  expect(texts([0, 't = 1'], [3, 't = 5'], [50, 't = 9'])).toEqual(['t = 1, 5', 't = 9']);
  expect(texts([0, 'rvine'], [1, 'gaussian'])).toEqual(['rvine, gaussian']);
  // within reach of each neighbour, but not of all
  expect(texts([0, 'a'], [8, 'b'], [16, 'c'])).toEqual(['a, b', 'c']);
  const run = [1, 2, 3, 4, 5].map((t): [number, string] => [0, `t = ${t}`]);
  expect(texts(...run)).toEqual(['t = 1 to 5']);
  expect(texts(...run.slice(0, 4), [90, 't = 9'], run[4])).toEqual(['t = 1, 2, 3, 4, …', 't = 9']);
});

test('a line to a label ends at its edge', () => {
  const label = { x: 10, y: 10, width: 8, height: 4 };
  expect(edgeToward(label, { x: 10, y: 30 })).toEqual({ x: 10, y: 12 });
  expect(edgeToward(label, { x: 30, y: 10 })).toEqual({ x: 15, y: 10 });
});

test('an id that could break out is refused, and so is a number that cannot be drawn', () => {
  const document = nodeDocument();
  const plan = { id: 'a', title: 'b', description: 'c', height: 100, plot: {} };
  expect(drawFigure({ document }, plan)).toContain('id="a"');
  expect(() => drawFigure({ document }, { ...plan, id: '"><script>' })).toThrow('id');
  expect(() => drawFigure({ document, width: Number.NaN }, plan)).toThrow('NaN');
});
