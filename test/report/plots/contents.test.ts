import { expect, test } from 'vitest';
import { coefficients } from '../../../src/report/plots/coefficients.ts';
import {
  correlationHeatmap,
  correlationHeatmapTable,
} from '../../../src/report/plots/correlationHeatmap.ts';
import { levelBoxes, levelBoxesTable } from '../../../src/report/plots/levelBoxes.ts';
import {
  type MarginHistogram,
  marginHistogram,
  marginHistogramTable,
} from '../../../src/report/plots/marginHistogram.ts';
import { nodeDocument } from '../../../src/report/plots/nodeDocument.ts';
import { privacyUtility, privacyUtilityTable } from '../../../src/report/plots/privacyUtility.ts';
import { textWidth } from '../../../src/report/plots/text.ts';
import { vineTrees, vineTreesTable } from '../../../src/report/plots/vineTrees.ts';
import { attacker, gains, heat, margin, tradeOff, trees, treesByClass } from './examples.ts';

const drawing = { document: nodeDocument() };

function all(svg: string, selector: string): Element[] {
  const document = nodeDocument();
  document.body.innerHTML = svg;
  return Array.from(document.querySelectorAll(selector));
}

/** The cells of each row, and that each stands under the head which a narrow page shows beside it. */
function rowsOf(table: string): string[][] {
  const heads = all(table, 'thead th').map(({ textContent }) => textContent);
  return all(table, 'tbody tr').map((row) =>
    Array.from(row.children, (cell, i) => {
      expect(cell.getAttribute('data-label')).toBe(i === 0 ? null : heads[i]);
      expect(cell.tagName.toLowerCase()).toBe(i === 0 ? 'th' : 'td');
      return cell.textContent ?? '';
    }),
  );
}

function number(element: Element, name: string): number {
  return Number(element.getAttribute(name));
}

test('privacy-utility: points stand where their values are, joined in order', () => {
  const data = tradeOff();
  const svg = privacyUtility(data, drawing);
  // circles: first those of the key, last the levels
  const dots = all(svg, 'g[aria-label="dot"] circle').slice(-data.levels.length);
  const ys = data.levels.map(({ utility }) => utility.value);
  const across = dots.map((dot) => number(dot, 'cx'));
  const down = dots.map((dot) => number(dot, 'cy'));
  // equal differences of values are equal distances
  const perMab = (across[4] - across[0]) / (0.078 - 0.039);
  expect(across[2]).toBeCloseTo(across[0] + perMab * (0.05 - 0.039), 1);
  const perAuc = (down[4] - down[0]) / (ys[4] - ys[0]);
  expect(perAuc).toBeLessThan(0);
  expect(down[1]).toBeCloseTo(down[0] + perAuc * (ys[1] - ys[0]), 1);
  const [path] = all(svg, 'g[aria-label="line"] path');
  expect(path.getAttribute('d')).toBe(`M${across.map((x, i) => `${x},${down[i]}`).join('L')}`);
});

test('privacy-utility: a point without a value is left out of the drawing and said in the table', () => {
  const { levels, ...data } = tradeOff();
  const unknown = { ...levels[0], label: 't = 3', privacy: { value: Number.NaN } };
  const more = [...levels.slice(0, 2), unknown, ...levels.slice(2)];
  const svg = privacyUtility({ ...data, levels: more }, drawing);
  // the others are joined past it
  const line = (drawn: string) => all(drawn, 'g[aria-label="line"] path')[0].getAttribute('d');
  expect(line(svg)).toBe(line(privacyUtility({ ...data, levels }, drawing)));
  expect(all(svg, 'text').map((text) => text.textContent)).not.toContain('t = 3');
  const rows = rowsOf(privacyUtilityTable({ ...data, levels: more }));
  expect(rows.find(([name]) => name === 't = 3')?.[1]).toBe('–');
  expect(rows.find(([name]) => name === 't = 5 (recommended)')?.[1]).toBe('0.046 (0.044 to 0.048)');
});

test('boxes: quartiles, whiskers and outlying values', () => {
  const values = [1, 2, 3, 4, 5, 20];
  const svg = levelBoxes(
    {
      ...gains(),
      groups: [gains().groups[0]],
      levels: [{ label: '1', values: [values] }],
      lines: [],
    },
    drawing,
  );
  // by hand: quartiles 2.25 and 4.75 (R's type 7), fence at 8.5, so the whisker ends at 5
  const [box] = all(svg, 'g[aria-label="bar"] rect');
  const [outlier] = all(svg, 'g[aria-label="dot"] circle');
  const [whisker] = all(svg, 'g[aria-label="rule"] line').filter(
    (line) => number(line, 'y1') !== number(line, 'y2'),
  );
  const ends = [number(whisker, 'y1'), number(whisker, 'y2')].sort((a, b) => b - a);
  const perUnit = (ends[0] - ends[1]) / (5 - 1);
  const bottom = ends[0];
  expect(number(box, 'height')).toBeCloseTo(2.5 * perUnit, 1);
  expect(number(box, 'y')).toBeCloseTo(bottom - 3.75 * perUnit, 1);
  const place =
    outlier.getAttribute('cy') ?? outlier.getAttribute('transform')?.match(/,([\d.]+)/)?.[1];
  expect(Number(place)).toBeCloseTo(bottom - 19 * perUnit, 1);
  const table = levelBoxesTable({
    ...gains(),
    groups: [gains().groups[0]],
    levels: [{ label: '1', values: [values] }],
  });
  expect(rowsOf(table)[0]).toEqual(['1', '6', '1', '2.25', '3.5', '4.75', '20']);
});

test('boxes: a group that was not measured is empty, and said so', () => {
  const svg = levelBoxes(gains(), drawing);
  expect(all(svg, 'g[aria-label="bar"] rect')).toHaveLength(8);
  expect(all(svg, 'desc')[0].textContent).toContain('26: not measured');
  expect(rowsOf(levelBoxesTable(gains()))).toContainEqual([
    '26',
    'placebo',
    '0',
    '–',
    '–',
    '–',
    '–',
    '–',
  ]);
});

test('heat map: the strength of the colour is the size of tau, the colour its sign', () => {
  const data = heat();
  const svg = correlationHeatmap({ ...data, panels: data.panels.slice(0, 1) }, drawing);
  // by colour, how many squares of each strength
  const strengths = (colour: string) =>
    Object.fromEntries(
      all(svg, `path[fill*="${colour}"][fill-opacity]`).map((path) => [
        number(path, 'fill-opacity'),
        path.getAttribute('d')?.match(/M/g)?.length,
      ]),
    );
  const key = Object.fromEntries(
    [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1].map((x) => [x, 1]),
  );
  // each pair stands twice and the diagonal once; 0.004 is too faint to be drawn; the key has ten steps
  expect(strengths('blue')).toEqual({ ...key, 1: 5, 0.12: 2, 0.2: 3, 0.55: 2, 0.08: 2 });
  expect(strengths('vermillion')).toEqual({ ...key, 0.15: 2 });
  expect(all(svg, 'desc')[0].textContent).toContain('kidney: crea to bun.');
});

test('heat map: how far each level is from the real data, in words', () => {
  const words = all(correlationHeatmap(heat(), drawing), 'desc')[0].textContent;
  // by hand: 0.02, 0.16, 0.12, 0.5, 0.06, 0.024 over six pairs; then 0.01, 0.01, 0.01, 0.03, 0.01 over five
  expect(words).toContain('t = 1 0.147; t = 2 0.014.');
  expect(rowsOf(correlationHeatmapTable(heat()))).toContainEqual([
    'bun, totcst',
    '0.004',
    '−0.02',
    '–',
  ]);
  const { panels, ...data } = heat();
  const wrong = { label: 't = 9', tau: panels[0].tau.slice(1) };
  expect(() => correlationHeatmap({ ...data, panels: [wrong] }, drawing)).toThrow('t = 9');
});

test('histogram: small counts of real rows do not get out, not even by difference', () => {
  const withCounts = (...real: number[]): MarginHistogram => ({
    ...margin(),
    bins: margin().bins.map((bin, i) => ({ ...bin, real: real[i] })),
  });
  const shown = (data: MarginHistogram) => [
    marginHistogram(data, drawing),
    marginHistogramTable(data),
  ];
  const first = shown(withCounts(3, 41, 97, 58, 1));
  for (const [low, high] of [
    [0, 0],
    [4, 4],
    [2, 3],
  ]) {
    expect(shown(withCounts(low, 41, 97, 58, high))).toEqual(first);
  }
  // the rest moves by a row or two, as it would if a small bin had them
  expect(shown(withCounts(3, 42, 96, 58, 1))).toEqual(first);
  expect(shown(withCounts(5, 41, 97, 58, 1))).not.toEqual(first);
  const rows = rowsOf(first[1]);
  expect(rows).toContainEqual(['10 to 30', 'real, below 5 rows', '3 %']);
  expect(rows).toContainEqual(['30 to 50', '20 %', '18 %']);
  expect(all(first[0], 'g[aria-label="rect"][stroke-dasharray] rect')).toHaveLength(2);
});

test('histogram: a count that is not a number is not shown as one', () => {
  const [first, ...rest] = margin().bins;
  const data = { ...margin(), bins: [{ ...first, real: Number.NaN }, ...rest] };
  expect(marginHistogramTable(data)).toBe(marginHistogramTable(margin()));
});

test('coefficients: dots are filled where the spread is without zero', () => {
  const svg = coefficients(attacker(), drawing);
  const dots = all(svg, 'g[aria-label="dot"] g');
  const filled = dots.filter((group) => group.getAttribute('fill')?.includes('blue'));
  const rings = dots.filter((group) => group.getAttribute('fill') === 'none');
  const count = (groups: Element[]) =>
    groups.reduce((n, g) => n + g.querySelectorAll('circle').length, 0);
  expect([count(filled), count(rings)]).toEqual([2, 3]);
  expect(all(svg, 'desc')[0].textContent).toContain('t = 1: none. t = 2: age −0.08, bun 0.55.');
  const { levels, ...data } = attacker();
  const short = { label: 't = 9', coefficients: [] };
  expect(() => coefficients({ ...data, levels: [...levels, short] }, drawing)).toThrow('t = 9');
});

test('vine: every pair has its tree above the diagonal and its family below', () => {
  const svg = vineTrees(trees(), drawing);
  const groups = all(svg, 'g[aria-label="text"]').map((group) =>
    Array.from(group.children, (text) => text.textContent),
  );
  expect(groups).toContainEqual(['N', 'C', '·', 'B1', 't', 'F']);
  expect(groups).toContainEqual(['1', '1', '1', '2', '2', '3']);
  expect(all(svg, 'desc')[0].textContent).toContain(
    'tree 1: 3 pairs around Y; tree 2: 2 pairs around bun; tree 3: 1 pair.',
  );
  const families = all(svg, 'g[aria-label="text"]').find((group) =>
    group.textContent?.startsWith('NC'),
  );
  const [first, second] = Array.from(families?.children ?? []).map((text) =>
    (text.getAttribute('transform')?.match(/[\d.]+/g) ?? []).map(Number),
  );
  // Y and bun: second row, first column; crea and Y: third row, whichever way the pair is turned
  expect(second[0]).toBe(first[0]);
  expect(second[1] - first[1]).toBeCloseTo(30, 2);
  expect(rowsOf(vineTreesTable(trees()))).toContainEqual([
    '1',
    'crea, Y',
    '–',
    'clayton',
    '180°',
    '0.5',
    '0.2',
    '–',
  ]);
});

test('vine: pairs that differ between classes have signs of their own, and those that are cut a line', () => {
  const svg = vineTrees(treesByClass(), drawing);
  const groups = all(svg, 'g[aria-label="text"]').map((group) =>
    Array.from(group.children, (text) => text.textContent),
  );
  expect(groups).toContainEqual(['N', '%', '·', 'B1', '≠', '≠']);
  // both cells of each of the two, from the lower left to the upper right
  const lines = all(svg, 'g[aria-label="link"] path');
  expect(lines).toHaveLength(4);
  for (const line of lines) {
    const [x1, y1, x2, y2] = (line.getAttribute('d')?.match(/[\d.]+/g) ?? []).map(Number);
    expect(x2 - x1).toBeCloseTo(30, 1);
    expect(y1 - y2).toBeCloseTo(30, 1);
  }
  const labels = all(svg, 'text').map(({ textContent }) => textContent);
  for (const label of ['≠ by class', '% shares by class', 'cut at t = 3']) {
    expect(labels).toContain(label);
  }
  expect(all(svg, 'desc')[0].textContent).toContain(
    'Truncation at level t keeps the pairs of the first t trees. tree 1: 3 pairs around Y',
  );
  expect(all(svg, 'desc')[0].textContent).toContain(
    'cut at t = 3: 2 of 6 pairs. Different between classes: 3.',
  );
  const table = vineTreesTable(treesByClass());
  expect(table).toContain('<th scope="col">cut at t = 3</th>');
  const rows = rowsOf(table);
  const byClass = ['no: gaussian; yes: frank', '–', '–', 'no: 0.31; yes: −0.28'];
  expect(rows).toContainEqual(['3', 'crea, age', 'Y, bun', ...byClass, 'cut']);
  const shares = ['no: shares; yes: shares', '–', '–', 'no: –; yes: –'];
  expect(rows).toContainEqual(['1', 'crea, Y', '–', ...shares, '–']);
  // where nothing is cut nothing is said of it in the key
  expect(
    all(vineTrees(trees(), drawing), 'text').map(({ textContent }) => textContent),
  ).not.toContain('cut at t = 3');
});

test('an axis has its least length, so that noise does not fill the plot', () => {
  const { utility, ...data } = tradeOff();
  const flat = data.levels.map((level, i) => ({ ...level, utility: { value: 0.76 + 0.001 * i } }));
  const reference = { value: 0.761, label: 'real data' };
  const rise = (span?: number) => {
    const axis = { ...utility, reference, ...(span !== undefined && { span }) };
    const svg = privacyUtility({ ...data, competitors: [], levels: flat, utility: axis }, drawing);
    const down = all(svg, 'g[aria-label="dot"] circle').slice(-flat.length);
    return number(down[0], 'cy') - number(down[4], 'cy');
  };
  // 0.004 of 0.004 and twice 8 % room, or of 0.1; the plot is 304 high
  expect(rise()).toBeCloseTo(304 / 1.16, 0);
  expect(rise(0.1)).toBeCloseTo((304 * 0.004) / 0.1, 0);
});

test('nothing to show is drawn as nothing', () => {
  const svgs = [
    privacyUtility({ ...tradeOff(), levels: [], competitors: [] }, drawing),
    levelBoxes({ ...gains(), levels: [], lines: [] }, drawing),
    levelBoxes({ ...gains(), levels: [{ label: '1', values: [[], [], []] }] }, drawing),
    correlationHeatmap({ ...heat(), panels: [] }, drawing),
    correlationHeatmap({ ...heat(), variables: [], panels: [], blocks: [] }, drawing),
    marginHistogram({ ...margin(), bins: [], realRows: 0, syntheticRows: 0 }, drawing),
    coefficients({ ...attacker(), levels: [] }, drawing),
    vineTrees({ ...trees(), pairs: [] }, drawing),
  ];
  for (const svg of svgs) expect(svg).toMatch(/^<svg .*<\/svg>$/s);
});

test('of a hundred columns every second is named, and small cells hold no text', () => {
  const variables = Array.from({ length: 100 }, (_, i) => `x${i}`);
  const tau = variables.map((_, i) => variables.map((_, j) => (i === j ? 1 : 0)));
  const names = (svg: string) =>
    all(svg, 'text').filter((text) => /^x\d+$/.test(text.textContent ?? '')).length;
  const panels = [{ label: 'real data', tau }];
  expect(names(correlationHeatmap({ ...heat(), variables, panels }, drawing))).toBe(50);
  const vine = vineTrees({ ...trees(), variables }, drawing);
  expect(names(vine)).toBe(100);
  expect(all(vine, 'text').map((text) => text.textContent)).not.toContain('B1');
});

test('many pairs: the tables have the strongest, and say how many there are', () => {
  const variables = Array.from({ length: 60 }, (_, i) => `v${i}`);
  const tau = variables.map((_, i) => variables.map((_, j) => (i === j ? 1 : 1 / (1 + i + j))));
  const panels = [{ label: 'real data', tau }];
  const heatTable = correlationHeatmapTable({ ...heat(), variables, panels });
  expect(heatTable.match(/<tr>/g)).toHaveLength(501);
  expect(heatTable).toContain('the 500 strongest of 1770 pairs');
  expect(heatTable).toContain('v0, v1<');
  expect(heatTable).not.toContain('v58, v59<');
  const pairs = variables.flatMap((_, b) =>
    variables.slice(0, b).map((_, a) => ({
      ...{ tree: 60 - b, a, b, family: 'gaussian', tau: 1 / (1 + a + b) },
      given: Array.from({ length: 59 - b }, (_, i) => b + 1 + i),
    })),
  );
  const vineTable = vineTreesTable({ ...trees(), variables, pairs });
  expect(vineTable.match(/<tr>/g)).toHaveLength(1001);
  expect(vineTable).toContain('the 1000 strongest of 1770 pairs');
  expect(vineTable).toContain('v13, v14 and 45 others');
});

test('points that cover each other share a label; others keep their own', () => {
  const data = tradeOff();
  const point = (label: string, x: number) => ({
    label,
    privacy: { value: x },
    utility: { value: 0.7 },
  });
  const labels = [1, 2, 5, 9, 14, 20].map((t) => point(`t = ${t}`, t === 20 ? 0.06 : 0.04));
  const svg = privacyUtility(
    { ...data, levels: labels, competitors: [point('gaussian', 0.04)] },
    drawing,
  );
  const written = all(svg, 'g[aria-label="text"] text').map(({ textContent }) => textContent);
  expect(written).toEqual(['t = 1 to 14', 't = 20', 'gaussian']);
});

test('a measure that is best near a line says so', () => {
  const data = tradeOff();
  const near = {
    ...data.privacy,
    better: 'nearer',
    reference: { value: 1, label: 'chance' },
  } as const;
  expect(privacyUtility({ ...data, privacy: near }, drawing)).toContain(
    'nearer to 1 is more private',
  );
  expect(privacyUtilityTable({ ...data, privacy: near })).toContain('nearer to 1 is more private');
});

test('few values are all drawn, many are not', () => {
  const dots = (values: number[]) =>
    all(
      levelBoxes(
        { ...gains(), groups: [gains().groups[0]], levels: [{ label: '1', values: [values] }] },
        drawing,
      ),
      'g[aria-label="dot"] circle',
    ).length;
  expect(dots([1, 2, 3])).toBe(3);
  expect(dots(Array.from({ length: 13 }, (_, i) => i))).toBe(0);
});

test('numbers below a histogram do not touch', () => {
  const wide = marginHistogram(
    {
      ...margin(),
      bins: Array.from({ length: 12 }, (_, i) => ({
        ...{ from: i * 100_000, to: (i + 1) * 100_000, real: 10, synthetic: 10 },
      })),
    },
    { ...drawing, width: 420 },
  );
  const ticks = all(wide, 'g[aria-label="x-axis tick label"] text');
  const places = ticks.map((tick) =>
    Number(tick.getAttribute('transform')?.match(/\(([\d.]+)/)?.[1]),
  );
  expect(ticks.length).toBeGreaterThan(1);
  places.slice(1).forEach((place, i) => {
    expect(place - places[i]).toBeGreaterThan(textWidth(ticks[i].textContent ?? '', 12));
  });
});
